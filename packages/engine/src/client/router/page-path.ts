/** Which addresses are pages of this site. */
import { normalizePath, withoutBase } from '#model/url.ts';

/** `.md`, `.json`, `.xml`, `.txt` …; `.html` is a page, and so is a version number: `/docs/v0.10.5`. */
const FILE = /\.(?!html$)[a-z][a-z0-9]{0,9}$/i;

/** Path of the page that a URL of this origin shows; null when it is another site's, outside of the base URL, or a file. */
export function pagePath(url: URL, baseUrl: string, origin: string = location.origin): string | null {
  if (url.origin !== origin) return null;
  const path = withoutBase(baseUrl, url.pathname);
  return path === null || FILE.test(path) ? null : normalizePath(path);
}

/** Path of the page a link opens in this window; null when the link does something else. */
export function linkPath(link: HTMLAnchorElement, baseUrl: string): string | null {
  if (link.hasAttribute('download') || (link.target && link.target !== '_self') || !URL.canParse(link.href)) return null;
  return pagePath(new URL(link.href), baseUrl);
}
