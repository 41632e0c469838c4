/** links that are scrolled into view are fetched ahead, few of them, those of the content column first. */
import { PAGE_SHOWN } from './arrive.ts';
import { linkPath, pagePath } from './page-path.ts';
import type { PageSource } from './page-source.ts';

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
