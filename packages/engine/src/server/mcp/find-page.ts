import type { SearchPage } from '@quire/search';
import { normalizePath, withoutBase } from '#model/url.ts';

/** The page that somebody names by its path, its address or the address of its Markdown; null when there is none. */
export function findPage(pages: readonly SearchPage[], named: string, baseUrl: string): SearchPage | null {
  // Resolving takes host, query, fragment and `..` off; what is left is compared with pages and never used as a file name.
  const pathname = URL.parse(named.trim(), 'http://site/')?.pathname ?? '';
  const path = decode(withoutBase(baseUrl, pathname) ?? pathname);
  const routes = new Set([normalizePath(path), normalizePath(path.replace(/\.md$/, ''))]);
  return pages.find((page) => routes.has(page.path)) ?? null;
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
