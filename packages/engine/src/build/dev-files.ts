/** The files of the development server that a build writes beside the pages, such as `llms.txt`, the sitemap, and feeds. */
import { type CompiledPage, outlineOf } from '#content/document.ts';
import { markdownPath } from '#model/url.ts';

import { blogFeeds, feedPaths } from './blog-feeds.ts';
import { docsFoldersOf } from './doc-sets.ts';
import { homeScreenFile } from './home-screen.ts';
import type { Output, Piece } from './output.ts';
import { SECURITY_TXT } from './security-txt.ts';
import { emitSiteFiles } from './site-files.ts';
import { SITE_FILES, type Site } from './site.ts';

/** Content of the files by route. */
export type DevFiles = ReadonlyMap<string, string | Uint8Array>;

/** A version and language of the site with all of its pages. */
interface CompiledSite {
  site: Site;
  pages: readonly CompiledPage[];
}

/** Returns the file at a route; null if there is none. @param makeFiles generates all files, for which it compiles all pages */
export async function devFile(route: string, sites: readonly [Site, ...Site[]], makeFiles: () => Promise<DevFiles>) {
  // Browsers request the icon and the web app manifest with every page, so these must not wait until all pages are compiled.
  const own = await homeScreenFile(sites[0].config, route);
  if (own !== null) return own;
  const feeds = sites.flatMap(({ config }) => docsFoldersOf(config).flatMap(feedPaths));
  return [...SITE_FILES, SECURITY_TXT, ...feeds].includes(route) ? ((await makeFiles()).get(route) ?? null) : null;
}

/** Generates the files in memory. @param main the main doc set, whose pages must all be compiled */
export async function generateDevFiles([main, ...others]: readonly [CompiledSite, ...CompiledSite[]]): Promise<DevFiles> {
  const files = new Map<string, string | Uint8Array>();
  const texts = new Map(main.pages.map(({ path, markdown }) => [`site${markdownPath(path)}`, markdown]));
  const textOf = (piece: Piece): string => (typeof piece === 'string' ? piece : Buffer.from(texts.get(piece.file) ?? '').toString());
  const output: Pick<Output, 'write' | 'join'> = {
    write: async (path, content) => void files.set(path.replace(/^site/, ''), content),
    join: async (path, pieces) => void files.set(path.replace(/^site/, ''), pieces.map(textOf).join('')),
  };
  await emitSiteFiles({ site: main.site, pages: main.pages.map(outlineOf), others: others.map(({ site }) => site), output });
  for (const { site } of [main, ...others]) for (const [route, text] of await blogFeeds(site)) files.set(route, text);
  return files;
}
