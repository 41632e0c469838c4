/** Pure functions on addresses. A path (or route) is without base URL, such as `/docs/quickstart`; a URL includes the base URL. */

/** Normalizes a path: removes `.html`, `/index.html`, and trailing slashes. `/guild/` → `/guild`; `/` is unchanged. */
export function normalizePath(path: string): string {
  const bare = path.replace(/(^|\/)index\.html$/i, '$1').replace(/\.html$/i, '');
  return withoutTrailingSlashes(bare) || '/';
}

/** Removes the slashes at the end of a text. In linear time: without the condition before them, each slash of a run would be tried. */
export const withoutTrailingSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');

/** Removes the slashes at the start and at the end of a text. */
export const withoutOuterSlashes = (text: string): string => withoutTrailingSlashes(text.replace(/^\/+/, ''));

/** Prepends the base URL (`/` or `/docs-site/`) to a path. */
export function withBase(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, '') + (path.startsWith('/') ? path : `/${path}`);
}

/** Returns the full, percent-encoded address of a page, for canonical links and sitemaps. @param origin origin of the published site */
export function canonicalUrl(origin: string, baseUrl: string, path: string): string {
  return origin + encoded(withBase(baseUrl, path));
}

/** Percent-encodes an address. An unpaired surrogate, for which `encodeURI` throws an error, becomes the replacement character. */
export const encodeAddress = (address: string): string => encodeURI(address.toWellFormed());

/** Percent-encodes an address, so that it contains no white space, quotes, or braces. */
function encoded(address: string): string {
  // Do not encode the percent sign of an existing escape sequence again.
  return encodeAddress(address).replace(/%25(?=[\da-f]{2})/gi, '%');
}

/** Removes the base URL from a pathname; null if the pathname is outside of it. */
export function withoutBase(baseUrl: string, pathname: string): string | null {
  const base = baseUrl.replace(/\/$/, '');
  if (base === '') return pathname;
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/**
 * Whether a page belongs to a doc set, and not to another one whose routes are below those of this set.
 * @param docSet undefined on a site with only one
 */
export function isInDocSet(docSet: { prefix: string; others?: readonly string[] } | undefined, path: string): boolean {
  const isBelow = (root: string): boolean => path === root || path.startsWith(`${root}/`);
  if (docSet === undefined) return true;
  const { prefix, others = [] } = docSet;
  return (prefix === '' || isBelow(prefix)) && !others.some((root) => root.length > prefix.length && isBelow(root));
}

/** Route of the file with the titles of all pages. */
export const PAGE_TITLES = '/page-titles.json';

/** Returns the path of a page's data as JSON: `/` → `/index.json`, `/docs/quickstart` → `/docs/quickstart.json`. */
export function pageDataPath(path: string): string {
  return path === '/' ? '/index.json' : `${path}.json`;
}

/** Returns the path of a page as Markdown. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`;
}

/** Returns the media type of a feed: that of Atom, unless its file has the name of an RSS or JSON feed. */
export function feedType(url: string): string {
  if (url.endsWith('.json')) return 'application/feed+json';
  return url.endsWith('/rss.xml') ? 'application/rss+xml' : 'application/atom+xml';
}

const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Whether a link target is safe: it has the scheme http, https, mailto, or tel, or none. Other targets are not linked. */
export function isSafeTarget(target: string): boolean {
  // Browsers ignore control characters and white space in a scheme, so `java\nscript:` is `javascript:`, and pages lose invisible characters.
  const plain = target.replace(/[^\u0021-\u007e]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(plain)?.[1];
  return scheme === undefined || SAFE_SCHEMES.has(scheme.toLowerCase());
}

/** Whether a target leads to another site. */
export function isExternal(target: string): boolean {
  return /^(https?:)?\/\//i.test(target);
}

/**
 * Returns the HTTP status of a redirect.
 * @param temporary routes that the build redirects to a first page, because they may get a page of their own, or another first page
 */
export const redirectStatus = (route: string, temporary: readonly string[] = []): 301 | 302 => (temporary.includes(route) ? 302 : 301);

/** Returns the target URL of a redirect, with the visitor's query. Browsers preserve the fragment themselves. */
export function redirectUrl(target: string, baseUrl: string, search: string): string {
  const [path = '', fragment] = encoded(target).split('#', 2);
  const url = isExternal(path) ? path : withBase(baseUrl, path);
  const query = search === '' ? '' : url.includes('?') ? `&${search.slice(1)}` : search;
  return `${url}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
