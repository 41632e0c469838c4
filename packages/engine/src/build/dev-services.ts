/**
 * The output that the development server derives from all pages, in memory: the services (the search, the tools for agents, and those of plugins), and the
 * files that a build writes beside the pages, such as `llms.txt`, the sitemap, and feeds.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createSiteSearch } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import { encodeIndex } from '@quire/search/indexing';
import { Hono } from 'hono';

import { docsFoldersOf } from '#config/doc-sets.ts';
import { type CompiledPage, outlineOf } from '#content/document.ts';
import { markdownPath } from '#model/url.ts';
import { type DocSetIndex, type OpenIndex, openIndexFromBytes, docSearchService, resultsService } from '#server/routes/search.ts';
import { terminalText } from '#model/invisible-characters.ts';
import { isServicePath } from '#model/service-paths.ts';
import type { LogEntry } from '#server/log.ts';
import { type Documentation, discoveryService } from '#server/routes/mcp.ts';
import { agentService, openPlugins } from '#server/open-services.ts';
import { createClientOf } from '#server/client-address.ts';
import { createMemoryCounters } from '#server/rate-limit.ts';
import type { SiteManifest } from '#server/site-manifest.ts';

import type { ServiceContext } from '../plugin.ts';
import { blogFeeds, feedPaths } from './blog-feeds.ts';
import { type SearchIndexPointer, indexTask, siteRecords } from './emit-search.ts';
import { frontPagesInMarkdown } from './emit-pages.ts';
import { homeScreenFile } from './home-screen.ts';
import type { Output, Piece } from './output.ts';
import { SECURITY_TXT } from './security-txt.ts';
import { emitSiteFiles } from './site-files.ts';
import { SITE_FILES, type Site } from './site.ts';

/** A version and language of the site with all of its pages. */
interface CompiledSite {
  site: Site;
  pages: readonly CompiledPage[];
}

/** Returns the path of a development index without base URL: `/assets/search-index-dev.bin`, with the key of the doc set unless it is the main one. */
const devIndexUrl = ({ config: { docSet } }: Site): string =>
  `/assets/search-index-dev${docSet === undefined || docSet.key === '' ? '' : `-${docSet.key}`}.bin`;

const isDevIndex = (path: string): boolean => /\/assets\/search-index-dev[\w.-]*\.bin$/.test(path);

interface IndexedSite {
  site: Site;
  /** Null: the site has no search. */
  index: OpenIndex | null;
  bytes: Uint8Array<ArrayBuffer>;
  records: number;
}

/** Serves the search of an open site from memory: the query protocol, and the indexes for search in the browser. @param sites the main one first */
function createDevSearch(sites: readonly IndexedSite[], docSets: readonly DocSetIndex[]): Hono {
  const [main] = sites;
  if (main === undefined || main.index === null) return new Hono();
  const { baseUrl, search } = main.site.config;
  const others = Object.fromEntries(docSets.map(({ indexName, index }) => [indexName, index.engine]));
  const indexName = search?.indexName ?? 'docs';
  const now = (): number => performance.now();
  const responder = createResponder({ engine: main.index.engine, indexName, others, baseUrl, now });
  const base = baseUrl.slice(0, -1);
  const noStore = { 'Cache-Control': 'no-store' };
  const app = docSearchService({ responder, baseUrl });
  for (const { prefix, engine } of [{ prefix: '', engine: main.index.engine }, ...docSets.map((set) => ({ ...set, ...set.index }))])
    app.route(
      '/',
      resultsService({ search: createSiteSearch({ engine, baseUrl, now }), siteDir: null, baseUrl, prefix, feedbackUrl: null }),
    );
  for (const { site, bytes, records } of sites) {
    const { docSet, search: own } = site.config;
    const name = own?.indexName ?? 'docs';
    const pointer: SearchIndexPointer = { url: devIndexUrl(site), records, indexName: name };
    app.get(`${base}${docSet?.prefix ?? ''}/search-index.json`, (c) => c.json(pointer, 200, noStore));
    app.get(base + devIndexUrl(site), (c) => c.body(bytes, 200, { ...noStore, 'Content-Type': 'application/octet-stream' }));
  }
  return app;
}

/** Whether the services of the development server handle a path. */
export const isDevServicePath = (path: string): boolean => isServicePath(path) || isDevIndex(path);

/**
 * Creates the services of the development server, in memory: search, tools for agents, and those of plugins. Ignores
 * invalid synonyms.
 * @param sets the versions and languages of the site with all of their pages, the main one first
 * @param readMarkdown returns the Markdown version of a page
 */
export async function createDevServices(
  sets: readonly CompiledSite[],
  env: Readonly<Record<string, string | undefined>>,
  readMarkdown: (path: string) => Promise<string | null>,
): Promise<Hono> {
  const indexed = sets.map(({ site, pages }) => ({ site, pages, ...indexInMemory(site, pages) }));
  const [main, ...others] = indexed;
  if (main === undefined) throw new Error('There is no site to serve.');
  const { site, index } = main;
  const { plugins } = site.config;
  const docSets = others.flatMap(({ site: { config, data }, index: one }) => {
    const { docSet, search } = config;
    return one === null || docSet === undefined || search === null
      ? []
      : [{ prefix: docSet.prefix, indexName: search.indexName, words: data.words, index: one, indexFile: null }];
  });
  const counters = createMemoryCounters();
  const context: ServiceContext = {
    manifest: devManifest(site),
    index,
    docSets,
    indexFile: null,
    env,
    isDevelopment: true,
    counters,
    clientOf: createClientOf(counters, 0),
    log: printErrors,
    now: Date.now,
  };
  const opened = await openPlugins(plugins, context);
  const app = new Hono();
  app.route('/', createDevSearch(indexed, docSets));
  const isPublished = (route: string): boolean => site.config.staticDirectories.some((dir) => existsSync(join(dir, route)));
  // These documents name the address at which the reader reached this server, not that of the published site.
  if (index !== null)
    app.use(async ({ req }, next) => {
      const found = await discoveryService({ ...context.manifest, url: new URL(req.url).origin }, isPublished).fetch(req.raw);
      return found.status === 404 ? next() : found;
    });
  app.route('/', agentService(context, index && devDocumentation(site, index, readMarkdown)));
  for (const service of opened.flatMap(({ services }) => services)) app.route('/', service);
  return app;
}

/** Builds the index in memory; `index` is null if the site has no search. */
function indexInMemory(
  site: Site,
  pages: readonly CompiledPage[],
): { index: OpenIndex | null; bytes: Uint8Array<ArrayBuffer>; records: number } {
  const records = site.config.search === null ? [] : siteRecords(site, pages);
  const { synonyms, groups, names } = indexTask(site);
  const bytes = encodeIndex(records, { synonyms: synonyms?.rules ?? [], groups, names }).slice();
  return { index: site.config.search === null ? null : openIndexFromBytes(bytes), bytes, records: records.length };
}

function devManifest({ data, config }: Site): SiteManifest {
  const { baseUrl, title } = data;
  const { assistantProjectKey } = config.customFields;
  return {
    build: 'dev',
    baseUrl,
    title,
    scriptHashes: [],
    limits: config.limits,
    ...(data.words !== undefined && { searchWords: { ...data.words } }),
    ...(assistantProjectKey !== undefined && { assistantProjectKey }),
  };
}

function devDocumentation(site: Site, { engine, pages }: OpenIndex, readMarkdown: (path: string) => Promise<string | null>): Documentation {
  return {
    title: site.data.title,
    engine,
    pages: [...frontPagesInMarkdown(site), ...pages],
    baseUrl: site.data.baseUrl,
    readMarkdown: ({ path }) => readMarkdown(path),
  };
}

/** Prints only errors, because authors see problems of content in the page. */
function printErrors(entry: LogEntry): void {
  if (entry.kind === 'error') process.stderr.write(`${terminalText(entry.message)}\n`);
}

/** Content of the files that a build writes beside the pages, by route. */
export type DevFiles = ReadonlyMap<string, string | Uint8Array>;

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
