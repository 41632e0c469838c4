/** Pure rules about addresses. A path is a route without base URL (`/docs/quickstart`); a URL has the base URL in front. */

/** One form for each page: no `.html`, no `/index.html`, no trailing slash. `/guild/` → `/guild`, `/` stays. */
export function normalizePath(path: string): string {
  const bare = path.replace(/(^|\/)index\.html$/i, '$1').replace(/\.html$/i, '');
  return bare.replace(/\/+$/, '') || '/';
}

/** Puts the base URL (`/` or `/docs-site/`) before a path. */
export function withBase(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, '') + (path.startsWith('/') ? path : `/${path}`);
}

/** The one full address of a page, percent-encoded: what links in heads and sitemaps name. @param origin of the public site */
export function canonicalUrl(origin: string, baseUrl: string, path: string): string {
  // What is percent-encoded already stays so.
  return origin + encodeURI(withBase(baseUrl, path)).replace(/%25(?=[\da-f]{2})/gi, '%');
}

/** Removes the base URL from a pathname; null if the pathname is outside of it. */
export function withoutBase(baseUrl: string, pathname: string): string | null {
  const base = baseUrl.replace(/\/$/, '');
  if (base === '') return pathname;
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/**
 * Whether a page belongs to a version and language, and not to another one, whose routes may be below its own.
 * @param docSet undefined: there is no other
 */
export function isInDocSet(docSet: { prefix: string; others?: readonly string[] } | undefined, path: string): boolean {
  const isBelow = (root: string): boolean => path === root || path.startsWith(`${root}/`);
  if (docSet === undefined) return true;
  const { prefix, others = [] } = docSet;
  return (prefix === '' || isBelow(prefix)) && !others.some((root) => root.length > prefix.length && isBelow(root));
}

/** Address of the JSON with a page's data: `/` → `/index.json`, `/docs/quickstart` → `/docs/quickstart.json`. */
export function pageDataPath(path: string): string {
  return path === '/' ? '/index.json' : `${path}.json`;
}

/** Address of a page as Markdown. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`;
}

const LIVE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Whether a link target may be live: http, https, mailto, tel, or no scheme at all. Other schemes are inert. */
export function isLiveTarget(target: string): boolean {
  // Browsers drop control characters and white space inside a scheme, so `java\nscript:` is one.
  // oxlint-disable-next-line no-control-regex
  const plain = target.replace(/[\u0000-\u0020\u007f-\u009f]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(plain)?.[1];
  return scheme === undefined || LIVE_SCHEMES.has(scheme.toLowerCase());
}

/** Whether a target leads to another site. */
export function isExternal(target: string): boolean {
  return /^(https?:)?\/\//i.test(target);
}

/** The URL that a redirect leads to: the visitor's query is kept, browsers keep the fragment by themselves. */
export function redirectUrl(target: string, baseUrl: string, search: string): string {
  const [path = '', fragment] = target.split('#', 2);
  const url = isExternal(path) ? path : encodeURI(withBase(baseUrl, path));
  const query = search === '' ? '' : url.includes('?') ? `&${search.slice(1)}` : search;
  return `${url}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
