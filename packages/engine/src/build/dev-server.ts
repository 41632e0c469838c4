import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import { Hono } from 'hono';
import { lookup } from 'mrmime';
import { loadConfig } from '#config/load.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { CompiledPage, DocSource } from '#content/document.ts';
import { loadDoc } from '#content/load-docs.ts';
import type { PageData } from '#model/page.ts';
import { formatProblem, type Problem } from '#model/problem.ts';
import { isInDocSet, normalizePath, redirectUrl, withoutBase } from '#model/url.ts';
import { createLiveReload } from '#server/live-reload.ts';
import { createBundler } from './bundle-process.ts';
import { configuredStyle, shellExtensions } from './shell-modules.ts';
import { siteDataFile } from './doc-sets.ts';
import { renderDocument } from './document.ts';
import { documentOptions, renderFront } from './emit-pages.ts';
import { pluginFiles } from './site-files.ts';
import { frontPagesOf, startRedirects } from './fallback-pages.ts';
import { ENGINE_SOURCES } from './fingerprint.ts';
import { loadShell, type Shell } from './shell.ts';
import { bodyOf, docPageShell, frontPageData, loadOptions, openSites, type Site } from './site.ts';
import { createSiteSearch } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import { encodeIndex } from '@quire/search/indexing';
import { type DocSetIndex, type OpenIndex, indexOf } from '#server/open-index.ts';
import { docSearchService, resultsService } from '#server/routes/search.ts';
import type { LogEntry } from '#server/log.ts';
import type { Documentation } from '#server/routes/mcp.ts';
import { agentService, openPlugins } from '#server/open-services.ts';
import { createClientOf, createMemoryCounters } from '#server/rate-limit.ts';
import type { SiteManifest } from '#server/site-manifest.ts';
import { type SearchIndexPointer, indexTask, siteRecords } from './emit-search.ts';
import type { ServiceContext } from '../plugin.ts';
import { readDesignTokens } from './design-tokens.ts';

export interface DevOptions {
  configFile: string;
  cacheDir: string;
  /** Environment variables that plugins read; default those of the process. */
  env?: Readonly<Record<string, string | undefined>>;
}

export interface DevServer {
  app: Hono;
  close(): Promise<void>;
}

interface Opened {
  config: SiteConfig;
  /** One for each version and language, the main one first. */
  sites: readonly [Site, ...Site[]];
  shell: Shell;
  /** Compiled on request, forgotten when the file changes. */
  compiled: Map<string, Promise<CompiledPage>>;
  /** Made when first asked for, forgotten with any change. */
  services: Promise<Hono> | null;
}

/**
 * The development server: answers at once whatever the size of the content, since a page is compiled when it is asked
 * for. What is wrong with a page is shown in it, and is gone with the save that fixes it.
 */
export function createDevServer(options: DevOptions): DevServer {
  const reload = createLiveReload();
  let opening: Promise<Opened> | null = null;
  let watcher: FSWatcher | null = null;
  const opened = (): Promise<Opened> =>
    (opening ??= open(options).catch((error: unknown) => {
      opening = null;
      throw error;
    }));

  async function changed(file: string): Promise<void> {
    const now = await opening?.catch(() => null);
    const update = now ? await replaceDoc(now, file) : null;
    if (update === null) {
      opening = null;
      await now?.sites[0].close();
      reload.send({ type: 'reload' });
      return;
    }
    reload.send({ type: 'update', path: update });
  }

  const app = new Hono();
  app.get('/__reload', reload.handler);
  app.get('/__dev.js', async (context) => {
    const source = await readFile(join(ENGINE_SOURCES, 'client/dev-client.ts'), 'utf8');
    return context.body(stripTypeScriptTypes(source), 200, { 'content-type': 'text/javascript' });
  });
  app.use(async ({ req, env }, next) =>
    isServicePath(req.path) ? (await servicesOf(await opened(), options)).fetch(req.raw, env as object) : next(),
  );
  app.get('*', async (context) => {
    try {
      const now = await opened();
      watcher ??= startWatching(now.sites, options, (file) => void changed(file));
      return await answer(new URL(context.req.url).pathname, now);
    } catch (error) {
      watcher ??= watchFiles([options.configFile], { ignoreInitial: true }).on('all', (_, file) => void changed(file));
      return context.html(failurePage(error), 500);
    }
  });
  async function close(): Promise<void> {
    const now = await opening?.catch(() => null);
    await Promise.all([watcher?.close(), reload.close(), now?.sites[0].close()]);
  }

  return { app, close };
}

async function open({ configFile, cacheDir }: DevOptions): Promise<Opened> {
  const config = await loadConfig(configFile);
  const sites = (await openSites({ config, cacheDir, drafts: true, fresh: false })) as [Site, ...Site[]];
  const shell = await loadShell({
    cacheDir,
    site: sites[0].data,
    extensions: shellExtensions(config),
    configuredStyle: configuredStyle(config),
    bundler: createBundler(),
  });
  return { config, sites, shell, compiled: new Map(), services: null };
}

function startWatching(sites: readonly Site[], options: DevOptions, changed: (file: string) => void): FSWatcher {
  const paths = sites.flatMap(({ config, watch: watched }) => [
    config.docs.root,
    config.docs.sidebar,
    ...config.docs.folders.flatMap(({ root = null, sidebar }) => [root, sidebar]),
    config.docSet?.interfaceFile ?? null,
    ...config.pages.flatMap(({ data, component }) => [data, ...(component === undefined ? [] : [dirname(component)])]),
    config.redirects,
    ...watched,
    options.configFile,
    join(ENGINE_SOURCES, 'client'),
    ...config.staticDirectories,
  ]);
  const ignored = (path: string): boolean => /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(path);
  return watchFiles([...new Set(paths.filter((path) => path !== null))], { ignoreInitial: true, ignored }).on('all', (event, file) => {
    if (event !== 'addDir') changed(file);
  });
}

/** Takes an edited page into the open site when nothing but its body changed; returns its route, or null when all has to be read again. */
async function replaceDoc(now: Opened, file: string): Promise<string | null> {
  // A page may be shown instead of its missing translations, too.
  const shown = now.sites.flatMap((site) => site.docs.flatMap((doc, index) => (doc.absolute === file ? [{ site, doc, index }] : [])));
  const [place] = shown;
  if (place === undefined || shown.length > 1 || place.doc.folder !== undefined || !existsSync(file)) return null;
  const { site, doc: before, index } = place;
  const { doc, problems } = loadDoc(before.source, loadOptions(site.config, true));
  if (doc === null || problems.length > 0) return null;
  const frame = ({ id, path, title, sidebarLabel, sidebarPosition }: typeof doc): string =>
    JSON.stringify([id, path, title, sidebarLabel, sidebarPosition]);
  if (frame(doc) !== frame(before)) return null;
  site.docs = site.docs.with(index, { ...doc, lastUpdate: before.lastUpdate });
  now.compiled.delete(doc.path);
  now.services = null;
  return doc.path;
}

async function answer(pathname: string, now: Opened): Promise<Response> {
  const inside = withoutBase(now.config.baseUrl, decodeURI(pathname));
  if (inside === null) return new Response('Outside of the base URL', { status: 404 });
  const file = await answerFile(inside, now);
  if (file !== null) return file;
  if (inside.startsWith('/sidebar/')) {
    const key = inside.slice('/sidebar/'.length).replace(/\.json$/, '');
    const nodes = now.sites.map(({ navigation }) => navigation.categoryFiles().get(key)).find((found) => found !== undefined);
    return nodes === undefined ? new Response('No such category', { status: 404 }) : Response.json(nodes);
  }
  const siteFile = now.sites.map(({ data }) => siteDataFile(data)).find((one) => one?.route === inside);
  if (siteFile) return new Response(siteFile.json, { headers: { 'content-type': 'application/json' } });
  const pluginFile = new Map(now.sites.flatMap(pluginFiles)).get(inside);
  if (pluginFile !== undefined) return new Response(pluginFile, { headers: { 'content-type': lookup(inside) ?? 'text/plain' } });
  const wanted = /\.(json|md)$/.exec(inside)?.[1];
  const path = normalizePath(wanted === undefined ? inside : inside.slice(0, -wanted.length - 1).replace(/^\/index$/, '/'));
  const page = await pageAt(path, now);
  const moved = now.sites.flatMap((site) => [...site.redirects, ...startRedirects(site)]).find(([from]) => from === path);
  if (page === null && moved !== undefined)
    return wanted === undefined
      ? new Response(null, { status: 302, headers: { location: redirectUrl(moved[1], now.config.baseUrl, '') } })
      : Response.json({ moved: moved[1] });
  if (page === null) return wanted === undefined ? notFound(now) : new Response('No such page', { status: 404 });
  if (wanted === 'json') return Response.json({ ...page.data, problems: shownProblems(page.problems) });
  if (wanted === 'md') return new Response(page.markdown, { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
  return html(page.data, page.problems, now);
}

interface DevPage {
  data: PageData;
  markdown: string;
  problems: readonly Problem[];
}

/** The version and language that a route belongs to. */
const siteAt = (path: string, { sites }: Opened): Site => sites.find(({ data }) => isInDocSet(data.docSet, path)) ?? sites[0];

async function pageAt(path: string, now: Opened): Promise<DevPage | null> {
  const { shell } = now;
  const site = siteAt(path, now);
  if (path === DESIGN_PATH) return { data: await designPage(site, shell), markdown: '', problems: [] };
  const doc = site.docs.find((one) => one.path === path);
  if (doc !== undefined) {
    const page = await compiledPage(doc, site, now);
    return {
      data: { ...docPageShell(page, doc, site, shell.id), body: bodyOf(page) },
      markdown: Buffer.from(page.markdown).toString(),
      problems: [...site.problems, ...page.problems],
    };
  }
  const front = frontPagesOf(site).find((one) => normalizePath(one.path) === path);
  if (front === undefined) return null;
  return {
    data: frontPageData(
      front,
      renderFront(front, site, shell),
      shell.id,
      site.alternatesOf,
      site.navigation.pageNavigation(front.path).nodes,
    ),
    markdown: '',
    problems: site.problems,
  };
}

function html(data: PageData, problems: readonly Problem[], now: Opened, status = 200): Response {
  const { shell } = now;
  const site = siteAt(data.path, now);
  const document = renderDocument(
    data,
    { shell: shell.renderShell(data, site.data) },
    // Authors are not counted as readers.
    { ...documentOptions(site, shell), analytics: null, isWhole: data.path === DESIGN_PATH },
  );
  const told = JSON.stringify(shownProblems(problems)).replaceAll('<', '\\u003c');
  const added = `<script type="application/json" id="dev-data">${told}</script><script type="module" src="/__dev.js"></script></body>`;
  // By a function, because a message may contain `$`.
  const whole = document.replace('</body>', () => added);
  return new Response(whole, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

function compiledPage(doc: DocSource, site: Site, { compiled }: Opened): Promise<CompiledPage> {
  const compiling = compiled.get(doc.path) ?? site.compile(doc);
  compiled.set(doc.path, compiling);
  return compiling;
}

function servicesOf(now: Opened, { env = process.env }: DevOptions): Promise<Hono> {
  const pagesOf = (site: Site): Promise<CompiledPage[]> => Promise.all(site.docs.map((doc) => compiledPage(doc, site, now)));
  return (now.services ??= Promise.all(now.sites.map(async (site) => ({ site, pages: await pagesOf(site) }))).then((sets) =>
    createDevServices(sets, env),
  ));
}

async function notFound(now: Opened): Promise<Response> {
  const page = await pageAt('/404', now);
  return page === null ? new Response('Not found', { status: 404 }) : html(page.data, [], now, 404);
}

async function answerFile(path: string, { config, shell, sites }: Opened): Promise<Response | null> {
  const asset = sites.map(({ assets }) => assets.get(path)).find((one) => one !== undefined);
  const candidates = [
    ...[shell.clientDir, ...config.staticDirectories].map((dir) => join(dir, path)),
    ...(asset === undefined ? [] : [asset]),
  ];
  const file = candidates.find((one) => existsSync(one) && statSync(one).isFile());
  if (file === undefined) return null;
  return new Response(await readFile(file), {
    headers: { 'content-type': lookup(file) ?? 'application/octet-stream', 'cache-control': 'no-store' },
  });
}

const shownProblems = (problems: readonly Problem[]): { text: string }[] => problems.map((problem) => ({ text: formatProblem(problem) }));

/** Shown when the site cannot be opened at all, e.g. for a configuration that is not valid; reloads with the next save. */
function failurePage(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The site cannot be shown</title></head><body><h1>The site cannot be shown</h1><pre>${message}</pre><script type="module" src="/__dev.js"></script></body></html>`;
}

/** Address of a development index without the base URL: `/assets/search-index-dev.bin`, with the name of the version for other versions. */
const urlOf = ({ config: { docSet } }: Site): string =>
  `/assets/search-index-dev${docSet === undefined || docSet.key === '' ? '' : `-${docSet.key}`}.bin`;

const isDevIndex = (path: string): boolean => /\/assets\/search-index-dev[\w.-]*\.bin$/.test(path);

interface IndexedSite {
  site: Site;
  /** Null: the site has no search. */
  index: OpenIndex | null;
  bytes: Uint8Array<ArrayBuffer>;
  records: number;
}

/** The search of an open site, from memory: the query protocol, and the indexes for the engine in the browser. @param sites the main one first */
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
    const pointer: SearchIndexPointer = { url: urlOf(site), records, indexName: name };
    app.get(`${base}${docSet?.prefix ?? ''}/search-index.json`, (c) => c.json(pointer, 200, noStore));
    app.get(base + urlOf(site), (c) => c.body(bytes, 200, { ...noStore, 'Content-Type': 'application/octet-stream' }));
  }
  return app;
}

const SERVICE_PATH = /\/(1\/indexes\/[^/]+\/quer(y|ies)|v1\/completions|rest\/v1\/queries|mcp|search-index\.json|search\/results\.json)$/;

/** Whether a path is one that the services of the development server answer. */
export const isServicePath = (path: string): boolean => SERVICE_PATH.test(path) || isDevIndex(path);

/**
 * The services of the development server, in memory: search, tools for agents, and those of plugins. Synonyms that are wrong
 * are left out. @param sets the versions and languages of the site with all of their pages, the main one first
 */
export async function createDevServices(
  sets: readonly { site: Site; pages: readonly CompiledPage[] }[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Hono> {
  const indexed = sets.map(({ site, pages }) => ({ site, pages, ...indexInMemory(site, pages) }));
  const [main, ...others] = indexed;
  if (main === undefined) throw new Error('There is no site to serve.');
  const { site, pages, index } = main;
  const { plugins } = site.config;
  const docSets = others.flatMap(({ site: { config }, index: one }) => {
    const { docSet, search } = config;
    return one === null || docSet === undefined || search === null
      ? []
      : [{ prefix: docSet.prefix, indexName: search.indexName, index: one, indexFile: null }];
  });
  const counters = createMemoryCounters();
  const context: ServiceContext = {
    manifest: devManifest(site),
    index,
    docSets,
    indexFile: null,
    env,
    databaseUrl: null,
    isDevelopment: true,
    counters,
    clientOf: createClientOf(counters, 0),
    log: printErrors,
    now: Date.now,
  };
  const opened = await openPlugins(plugins, context);
  const app = new Hono();
  app.route('/', createDevSearch(indexed, docSets));
  app.route('/', agentService(context, index && devDocumentation(site, pages, index)));
  for (const service of opened.flatMap(({ services }) => services)) app.route('/', service);
  return app;
}

/** Null where the site has no search. */
function indexInMemory(
  site: Site,
  pages: readonly CompiledPage[],
): { index: OpenIndex | null; bytes: Uint8Array<ArrayBuffer>; records: number } {
  const records = site.config.search === null ? [] : siteRecords(site, pages);
  const { synonyms, groups, names } = indexTask(site);
  const bytes = encodeIndex(records, { synonyms: synonyms?.rules ?? [], groups, names, minimumRecords: 0 }).slice();
  return { index: site.config.search === null ? null : indexOf(bytes), bytes, records: records.length };
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
    ...(assistantProjectKey !== undefined && { assistantProjectKey }),
  };
}

function devDocumentation({ data }: Site, pages: readonly CompiledPage[], { engine, pages: known }: OpenIndex): Documentation {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return {
    title: data.title,
    engine,
    pages: known,
    baseUrl: data.baseUrl,
    readMarkdown: ({ path }) => Promise.resolve(new TextDecoder().decode(byPath.get(path)?.markdown)),
  };
}

/** Authors look at the page, so the terminal shows errors only. */
function printErrors(entry: LogEntry): void {
  if (entry.kind === 'error') process.stderr.write(`${entry.message}\n`);
}

/** Route of the page in the development server. It is not part of the site. */
export const DESIGN_PATH = '/handbook/design';

/** The handbook's page of the design: its own words, compiled like any page, then the tokens and the parts as they are. */
export async function designPage(site: Site, shell: Shell): Promise<PageData> {
  const projectRoot = join(ENGINE_SOURCES, '../../..');
  const options = { root: join(projectRoot, 'handbook'), projectRoot, include: [], exclude: [], basePath: '/handbook', drafts: true };
  const { doc, problems } = loadDoc('design.md', options);
  if (doc === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const page = await site.compile(doc);
  const body = shell.renderDesign(bodyOf(page), readDesignTokens(), site.data);
  // No prose of its own: its parts are on the page as they do on front pages.
  const { title, description } = page;
  return frontPageData({ kind: 'design', path: DESIGN_PATH, title, description }, body, shell.id);
}
