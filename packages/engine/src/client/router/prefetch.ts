/** The link under the pointer or finger is most likely the next page. */
import { PAGE_SHOWN } from '../page-events.ts';
import { linkPath, pagePath, type PageSource } from './page-source.ts';

/** A pointer on its way across a list of links means none of them. Milliseconds. */
const HOVER = 40;

/** Fetches the page data of links that are hovered for a moment, or touched. */
export function prefetchLinks(source: Pick<PageSource, 'prefetch'>, baseUrl: string): void {
  let timer = 0;

  function prefetch(target: EventTarget | null, delay: number): void {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const path = link && linkPath(link, baseUrl);
    if (!path || path === pagePath(new URL(location.href), baseUrl)) return;
    timer = window.setTimeout(() => void source.prefetch(path), delay);
  }

  document.addEventListener('pointerover', (event) => prefetch(event.target, HOVER), { passive: true });
  document.addEventListener('focusin', (event) => prefetch(event.target, HOVER));
  document.addEventListener('touchstart', (event) => prefetch(event.target, 0), { passive: true });
  // The pointer may rest on a link since before this was there.
  prefetch(document.querySelector('a:hover'), 0);
}

/** Links that are scrolled into view are fetched ahead, few of them, those of the content column first. */

/** Pages fetched ahead for one page shown, and at a time. */
const MAX_PAGES = 12;
const MAX_AT_ONCE = 2;

export function prefetchInView(source: PageSource, baseUrl: string): void {
  /** What is watched, by the page it leads to: one link in view is enough, the others are let go then. */
  let links = new Map<string, HTMLAnchorElement[]>();
  let waiting: HTMLAnchorElement[] = [];
  let left = MAX_PAGES;
  let running = 0;

  async function next(): Promise<void> {
    if (running >= MAX_AT_ONCE || left === 0) return;
    const index = waiting.findIndex((link) => link.closest('main'));
    const [link] = waiting.splice(Math.max(index, 0), 1);
    const path = link && linkPath(link, baseUrl);
    if (!link) return;
    if (path) {
      left -= 1;
      running += 1;
      if (left === 0) observer.disconnect();
      await source.prefetch(path);
      running -= 1;
    }
    void next();
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const link = target as HTMLAnchorElement;
      const path = linkPath(link, baseUrl) ?? '';
      if (!links.has(path)) continue;
      for (const same of links.get(path) ?? []) observer.unobserve(same);
      links.delete(path);
      waiting.push(link);
    }
    for (let free = running; free < MAX_AT_ONCE; free += 1) void next();
  });

  /** A reference page has thousands of links within itself and to few others: each one watched costs time in every frame. */
  function observe(): void {
    observer.disconnect();
    links = new Map();
    waiting = [];
    left = MAX_PAGES;
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

/** The part of the Network Information API that matters here; not every browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Nothing is fetched ahead on 2g or with the data saver on. */
export function canPrefetch(connection = (navigator as Navigator & { connection?: Connection }).connection): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}
