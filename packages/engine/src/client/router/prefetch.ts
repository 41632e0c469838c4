/** Prefetches the page data of links that the reader points at, touches, or scrolls into view. */
import { PAGE_SHOWN } from '../page-events.ts';
import { linkPath, pagePath, type PageSource } from './page-source.ts';

/** Delays a prefetch, so that moving the pointer across a list of links does not prefetch all of them. */
const HOVER_DELAY_MS = 40;

/** Prefetches the page data of links that are hovered over, focused, or touched. */
export function prefetchLinks(source: Pick<PageSource, 'prefetch'>, baseUrl: string): void {
  let timer = 0;

  function prefetch(target: EventTarget | null, delay: number): void {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const path = link && linkPath(link, baseUrl);
    if (!path || path === pagePath(new URL(location.href), baseUrl)) return;
    timer = window.setTimeout(() => void source.prefetch(path), delay);
  }

  document.addEventListener('pointerover', (event) => prefetch(event.target, HOVER_DELAY_MS), { passive: true });
  document.addEventListener('focusin', (event) => prefetch(event.target, HOVER_DELAY_MS));
  document.addEventListener('touchstart', (event) => prefetch(event.target, 0), { passive: true });
  // The pointer may already be on a link.
  prefetch(document.querySelector('a:hover'), 0);
}

/** Maximum number of prefetches of links in view for each page that the reader visits. */
const MAX_PAGES = 12;
const MAX_CONCURRENT = 2;

/** Prefetches the page data of the first links that the reader scrolls to, those of the text before those of the shell. */
export function prefetchInView(source: PageSource, baseUrl: string): void {
  /** Observed links by the path of their target. When one of them is in view, the others are no longer observed. */
  let links = new Map<string, HTMLAnchorElement[]>();
  let queue: HTMLAnchorElement[] = [];
  let remaining = MAX_PAGES;
  let running = 0;

  async function prefetchNext(): Promise<void> {
    if (running >= MAX_CONCURRENT || remaining === 0) return;
    const index = queue.findIndex((link) => link.closest('main'));
    const [link] = queue.splice(Math.max(index, 0), 1);
    const path = link && linkPath(link, baseUrl);
    if (!link) return;
    if (path) {
      remaining -= 1;
      running += 1;
      if (remaining === 0) observer.disconnect();
      await source.prefetch(path);
      running -= 1;
    }
    void prefetchNext();
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const link = target as HTMLAnchorElement;
      const path = linkPath(link, baseUrl) ?? '';
      if (!links.has(path)) continue;
      for (const same of links.get(path) ?? []) observer.unobserve(same);
      links.delete(path);
      queue.push(link);
    }
    for (let free = running; free < MAX_CONCURRENT; free += 1) void prefetchNext();
  });

  /** Observes the links to other pages. A reference page has thousands of links, most of them to itself, and each observed link takes time in every frame. */
  function observe(): void {
    observer.disconnect();
    links = new Map();
    queue = [];
    remaining = MAX_PAGES;
    const here = pagePath(new URL(location.href), baseUrl);
    for (const link of document.links) {
      if (!(link instanceof HTMLAnchorElement)) continue;
      const path = linkPath(link, baseUrl);
      if (path === null || path === here) continue;
      const same = links.get(path);
      if (same) same.push(link);
      else links.set(path, [link]);
      observer.observe(link);
    }
  }

  document.addEventListener(PAGE_SHOWN, observe);
  observe();
}

/** The part of the Network Information API that is used here; not every browser supports it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether to prefetch: not on 2G connections, nor with the data saver. */
export function canPrefetch(connection = (navigator as Navigator & { connection?: Connection }).connection): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}
