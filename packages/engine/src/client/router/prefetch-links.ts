/** the link under the pointer or finger is most likely the next page. */
import { linkPath, pagePath } from './page-path.ts';
import type { PageSource } from './page-source.ts';

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
