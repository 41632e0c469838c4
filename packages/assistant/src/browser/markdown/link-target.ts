/** Where a link of an answer may lead: other sites, and pages of this one that exist. */
import type { SiteData } from '@quire/engine/model/site.ts';
import { isLiveTarget, normalizePath, withBase, withoutBase } from '@quire/engine/model/url.ts';

export interface KnownPage {
  /** Null where it has no title of its own. */
  title: string | null;
}

export interface LinkSite extends Pick<SiteData, 'baseUrl' | 'url'> {
  /** Pages by path; null while they are not known, when every path is taken for one. */
  pages: ReadonlyMap<string, KnownPage> | null;
}

export type LinkTarget =
  | { kind: 'page'; href: string; path: string; hash: string }
  | { kind: 'elsewhere'; href: string }
  /** Shown as text. */
  | { kind: 'none' };

const NONE: LinkTarget = { kind: 'none' };

export function linkTarget(target: string, site: LinkSite): LinkTarget {
  if (!isLiveTarget(target)) return NONE;
  const home = site.url + site.baseUrl;
  const url = URL.parse(target, home);
  if (url === null) return NONE;
  if (/^[#?]/.test(target)) return { kind: 'elsewhere', href: target };
  if (url.origin !== new URL(home).origin && url.origin !== location.origin) return { kind: 'elsewhere', href: url.href };
  const path = withoutBase(site.baseUrl, url.pathname);
  if (path === null) return NONE;
  const page = normalizePath(decode(path));
  if (site.pages !== null && !site.pages.has(page)) return NONE;
  return { kind: 'page', href: withBase(site.baseUrl, path) + url.search + url.hash, path: page, hash: url.hash };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Name of a source for those who do not see the page behind it: `Quickstart, Before you start`. */
export function sourceName({ path, hash }: { path: string; hash: string }, pages: LinkSite['pages']): string {
  const anchor = hash.slice(1).replace(/:~:.*$/s, '');
  const section = decode(anchor).replace(/[-_]+/g, ' ').trim();
  const title = pages?.get(path)?.title ?? path;
  return section === '' ? title : `${title}, ${section}`;
}
