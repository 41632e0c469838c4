import type { SearchEngine, SearchPage } from '@quire/search';
import { markdownPath, normalizePath, withoutBase } from '#model/url.ts';
import type { OpenIndex } from '../open-index.ts';
import type { SiteManifest } from '../site-manifest.ts';
import { createFileStore } from '../static/file-store.ts';

/** What the tools for other agents read: all of it public, none of it changed by them. */
export interface Documentation {
  /** Name of the site. */
  title: string;
  engine: SearchEngine;
  pages: readonly SearchPage[];
  /** Markdown of one of the pages; null where the build has none. */
  readMarkdown: (page: SearchPage) => Promise<string | null>;
  /** Path that the site stands under. */
  baseUrl: string;
}

/** The documentation of a build, its pages read from the folder of the site. */
export function openDocumentation(
  { engine, pages }: OpenIndex,
  { baseUrl, title = 'this site' }: SiteManifest,
  siteDir: string,
): Documentation {
  const files = createFileStore(siteDir, { maxBytes: 0 });
  return {
    title,
    engine,
    pages,
    baseUrl,
    async readMarkdown({ path }) {
      const file = await files.read(markdownPath(path).slice(1));
      return file && new Response(file.body()).text();
    },
  };
}

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
