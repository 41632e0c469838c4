/** The last steps of a navigation: updates <head>, moves the focus, and announces the title to screen readers. The browser scrolls afterward. */
import { type PageShell, translationsOf } from '#model/page.ts';
import { documentTitle, type SiteData } from '#model/site.ts';
import { canonicalUrl, feedType } from '#model/url.ts';
import type { ShownPage } from '../layout/docs-layout.tsx';
import { PAGE_SHOWN } from '../page-events.ts';
import { hashTarget } from '../prose/reveal.ts';
import { type SiteStorage, storage } from '../storage.ts';

/** Moves the focus without scrolling. An element that is not focusable is made focusable, without a focus ring. */
export function moveFocusTo(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.style.outline = 'none';
  element.focus({ preventScroll: true });
}

/** Updates the document for a page that the router has just shown. @param url address of the page; the element that its hash names gets the focus */
export function finishNavigation(page: ShownPage, url: URL, site: SiteData): void {
  updateHead(page, site);
  document.dispatchEvent(new CustomEvent(PAGE_SHOWN, { detail: { path: page.path, hash: url.hash } }));
  const target = hashTarget(url.hash) ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (target) moveFocusTo(target);
  announce(document.title);
}

function setMeta(name: string, content: string): void {
  document.head.querySelector(`meta[name="${name}"],meta[property="${name}"]`)?.setAttribute('content', content);
}

function addLink(attributes: Readonly<Record<string, string>>): void {
  const link = document.createElement('link');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.head.append(link);
}

/** Updates the metadata in <head> after a swap. The build writes the same metadata into the document of a page. */
function updateHead(page: PageShell, site: SiteData): void {
  const title = documentTitle(page, site);
  const addressOf = (path: string): string => canonicalUrl(site.url, site.baseUrl, path);
  const address = addressOf(page.alternates?.canonical ?? page.path);
  document.title = title;
  document.documentElement.dataset.kind = page.kind;
  setMeta('description', page.description);
  setMeta('og:title', page.title);
  setMeta('og:description', page.description);
  setMeta('og:url', address);
  for (const link of document.head.querySelectorAll('link:is([rel="canonical"], [rel="alternate"])')) link.remove();
  addLink({ rel: 'canonical', href: address });
  for (const { lang, path } of translationsOf(page)) addLink({ rel: 'alternate', hreflang: lang, href: addressOf(path) });
  if (page.markdownUrl !== null) addLink({ rel: 'alternate', type: 'text/markdown', href: page.markdownUrl });
  if (page.feedUrl !== undefined) addLink({ rel: 'alternate', type: feedType(page.feedUrl), href: page.feedUrl });
}

/** Id of the live region, from which screen readers announce changes such as page titles and "Copied". */
const LIVE_REGION_ID = 'live-region';

/** Adds the live region to the document. This must happen before its first message, because a region that is added with its text is not announced. */
export function createLiveRegion(): HTMLElement {
  const existing = document.getElementById(LIVE_REGION_ID);
  if (existing) return existing;
  const region = document.createElement('div');
  region.id = LIVE_REGION_ID;
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
}

/** Announces a message to screen readers, even if it is the same as the last one. */
export function announce(message: string): void {
  const region = createLiveRegion();
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}

/** Stores the version of a documentation page as the reader's preferred one, if the configuration permits it. */
export function storePreferredVersion(page: Pick<PageShell, 'kind'>, { docs }: Pick<SiteData, 'docs'>, store: SiteStorage = storage): void {
  if (page.kind !== 'doc' || docs.versionPersistence === 'none') return;
  store.set(`docs-preferred-version-${docs.pluginId}`, docs.version.name);
}
