/** What happens once a page is shown: head, hash target, focus, announcement. The browser scrolls after it. */
import type { SiteData } from '#model/site.ts';
import type { ShownPage } from '../layout/shown-page.ts';
import { hashTarget } from './hash-target.ts';
import { updateHead } from './head.ts';
import { announce } from './live-region.ts';

/** Fired on document after each swap, so that what is not React's can look at the new body. */
export const PAGE_SHOWN = 'site:page';

/** Moves the focus without scrolling; what takes no focus by itself takes it this once, and shows no ring for it. */
export function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.style.outline = 'none';
  element.focus({ preventScroll: true });
}

export function arrive(page: ShownPage, url: URL, site: SiteData): void {
  updateHead(page, site);
  document.dispatchEvent(new CustomEvent(PAGE_SHOWN, { detail: { path: page.path, hash: url.hash } }));
  const target = hashTarget(url.hash) ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (target) focusOn(target);
  announce(document.title);
}
