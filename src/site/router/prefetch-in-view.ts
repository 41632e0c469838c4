/** links that are scrolled into view are fetched ahead, few of them, those of the content column first. */
import { PAGE_SHOWN } from './arrive.ts';
import { linkPath } from './page-path.ts';
import type { PageSource } from './page-source.ts';

/** Pages fetched ahead for one page shown, and at a time. */
const MAX_PAGES = 12;
const MAX_AT_ONCE = 2;

export function prefetchInView(source: PageSource, baseUrl: string): void {
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
      await source.prefetch(path);
      running -= 1;
    }
    void next();
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      waiting.push(target as HTMLAnchorElement);
    }
    for (let free = running; free < MAX_AT_ONCE; free += 1) void next();
  });

  function observe(): void {
    observer.disconnect();
    waiting = [];
    left = MAX_PAGES;
    for (const link of document.links) if (link instanceof HTMLAnchorElement && linkPath(link, baseUrl)) observer.observe(link);
  }

  document.addEventListener(PAGE_SHOWN, observe);
  observe();
}
