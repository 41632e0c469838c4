import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import { Hono } from 'hono';
import { escapeHtml } from '@quire/search';
import { messageOf } from '@quire/search/error-message';
import { languageOf } from '#config/doc-sets.ts';
import { loadConfig } from '#config/load.ts';
import type { SiteConfig } from '#config/schema.ts';
import { hasCardList } from '#content/components/built-in-components.ts';
import type { CompiledPage, DocSource } from '#content/document.ts';
import { isInside, isMissing, resolvesInside } from '#content/files.ts';
import { memoizeUpdates, type readLastUpdates, readSiteUpdates } from '#content/last-updates.ts';
import { loadDoc, withLastUpdates } from '#content/load-docs.ts';
import type { PageData } from '#model/page.ts';
import { formatProblem, type Problem } from '#model/problem.ts';
import { isInDocSet, normalizePath, PAGE_TITLES, redirectUrl, withoutBase } from '#model/url.ts';
import { healthService, unhandledRequest } from '#server/app.ts';
import { createLiveReload } from './live-reload.ts';
import { localName, sameOrigin } from '#server/middleware.ts';
import { prefersMarkdown } from '#server/content-negotiation.ts';
import { contentTypeOf } from '#server/static-site.ts';
import { createBundler } from './bundler.ts';
import { configuredStyle, readDesignTokens } from './design-tokens.ts';
import { shellExtensions, loadShell, type Shell } from './shell.ts';
import { checkAnchorsOf } from './check-site.ts';
import { siteDataFile } from './doc-sets.ts';
import { renderDocument, bodyOf, docPageShell, frontPageData } from './html-document.ts';
import { documentOptions, markdownUrlOf, renderFront } from './emit-pages.ts';
import { pluginFiles, renderPageTitles } from './site-files.ts';
import { fallbackPages, frontPagesOf, notFoundPath, startRedirects } from './fallback-pages.ts';
import { ENGINE_SOURCES } from './fingerprint.ts';
import { loadOptions, openSites, type Site } from './site.ts';
import { createDevServices, type DevFiles, devFile, generateDevFiles, isDevServicePath } from './dev-services.ts';
import { rejectTracked } from './publish.ts';

interface DevOptions {
  configFile: string;
  cacheDir: string;
  /** Host on which the server listens; default `localhost`. */
  host?: string;
  /** Environment variables for the configuration and plugins; default: those of the process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Receives the message of an error that prevents opening the site. A message is not repeated until a file changes. */
  report?: (message: string) => void;
}

interface DevServer {
  app: Hono;
  /** Opens the site before the first request, so that an error is reported at once. Never rejects. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** The open site. Most changes discard it, and the next request opens the site again. */
interface DevState {
  config: SiteConfig;
  /** One for each version and language, the main one first. */
  sites: readonly [Site, ...Site[]];
  shell: Shell;
  /** Pages compiled on request, by route. An entry is removed when its file changes. */
  compiled: Map<string, Promise<CompiledPage>>;
  /** Created on first use, because it requires all pages; discarded after any change. */
  services: Promise<Hono> | null;
  /** Like `services`: files that describe all pages, such as `llms.txt`. */
  files: Promise<DevFiles> | null;
}

/**
 * Creates the development server. It compiles each page on request, so its start does not depend on the size of the
 * content. A page shows its own problems until a saved change fixes them.
 */
export function createDevServer(options: DevOptions): DevServer {
  const reload = createLiveReload();
  let pendingState: Promise<DevState> | null = null;
  /** Watches all files of the site. */
  let watching: Promise<FSWatcher> | null = null;
  /** Watches the files that can fix the site while it cannot be opened. */
  let fixWatcher: FSWatcher | null = null;
  let lastReported: string | null = null;
  // A commit is noticed only after a restart.
  const readUpdates = memoizeUpdates();

  async function openAndReport(): Promise<DevState> {
    try {
      const state = await openState(options, readUpdates).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
        // A file can vanish after it was listed, for example while git changes the branch, so list the files again.
        return openState(options, readUpdates);
      });
      lastReported = null;
      return state;
    } catch (error) {
      pendingState = null;
      const message = messageOf(error);
      if (message !== lastReported) options.report?.(message);
      lastReported = message;
      throw error;
    }
  }

  const currentState = (): Promise<DevState> => (pendingState ??= openAndReport());

  async function handleChange(file: string): Promise<void> {
    lastReported = null;
    const state = await pendingState?.catch(() => null);
    // A file can be replaced by a folder, or removed, while it is read.
    const update = state ? await replaceDoc(state, file).catch(() => null) : null;
    if (update === null) {
      pendingState = null;
      await state?.sites[0].close();
      reload.send({ type: 'reload' });
      return;
    }
    reload.send({ type: 'update', path: update });
  }

  const startedAt = Date.now();
  const app = new Hono();
  app.use(localName(options.host ?? 'localhost'));
  app.use(async (context, next) => {
    await next();
    context.header('x-content-type-options', 'nosniff');
  });
  app.route(
    '/',
    healthService(() => ({ status: 'ok', build: 'dev', uptimeSeconds: Math.floor((Date.now() - startedAt) / 1000) })),
  );
  app.get('/__reload', sameOrigin(undefined), reload.handler);
  app.get('/__dev.js', async (context) => {
    // Loaded on demand, because the start of the server does not need the bundler.
    const { transformSync } = await import('rolldown/utils');
    const file = join(ENGINE_SOURCES, 'client/dev-client.ts');
    const { code } = transformSync(file, await readFile(file, 'utf8'));
    return context.body(code, 200, { 'content-type': 'text/javascript' });
  });
  app.use(async ({ req, env }, next) => {
    if (!isDevServicePath(req.path)) return next();
    const response = await (await servicesOf(await currentState(), options)).fetch(req.raw, env as object);
    // A page may have the name of a service, such as `/docs/mcp`.
    return response.status === 404 && req.method === 'GET' ? next() : response;
  });
  app.get('*', async (context) => {
    try {
      const state = await watched();
      const accepted = context.req.header('Accept');
      // Wait for the watcher, because edits before it is ready would be missed.
      const [response] = await Promise.all([respond(new URL(context.req.url), accepted, state), watching]);
      return response;
    } catch (error) {
      return context.html(failurePage(error), 500);
    }
  });
  app.notFound(unhandledRequest);

  /** Opens the site and watches its files; if it cannot be opened, those that can fix it. */
  async function watched(): Promise<DevState> {
    try {
      const state = await currentState();
      watching ??= startWatching(state.sites, options, (file) => void handleChange(file));
      void fixWatcher?.close();
      fixWatcher = null;
      return state;
    } catch (error) {
      if (watching === null) fixWatcher ??= watchForFix(options.configFile, (file) => void handleChange(file));
      throw error;
    }
  }

  async function close(): Promise<void> {
    const state = await pendingState?.catch(() => null);
    await Promise.all([watching?.then((watcher) => watcher.close()), fixWatcher?.close(), reload.close(), state?.sites[0].close()]);
  }

  const warmUp = (): Promise<void> =>
    watched().then(
      () => undefined,
      () => undefined,
    );
  return { app, warmUp, close };
}

async function openState({ configFile, cacheDir, env = process.env }: DevOptions, readUpdates: typeof readLastUpdates): Promise<DevState> {
  const config = await loadConfig(configFile, env);
  await rejectTracked([cacheDir]);
  const updates = readSiteUpdates(config, readUpdates);
  const sites = (await openSites({ config, cacheDir, drafts: true, noCache: false })) as [Site, ...Site[]];
  for (const site of sites) site.docs = withLastUpdates(site.docs, await updates);
  const shell = await loadShell({
    cacheDir,
    site: sites[0].data,
    extensions: shellExtensions(config),
    configuredStyle: configuredStyle(config),
    bundler: createBundler(),
  });
  return { config, sites, shell, compiled: new Map(), services: null, files: null };
}

/** Watches the files of the site. Resolves when the watcher has read the folders, so that it notices later changes. */
function startWatching(sites: readonly Site[], options: DevOptions, changed: (file: string) => void): Promise<FSWatcher> {
  const paths = sites.flatMap(({ config, watch: watched }) => [
    config.docs.root,
    config.docs.sidebar,
    ...config.docs.folders.flatMap(({ root = null, sidebar }) => [root, sidebar]),
    languageOf(config).interfaceFile,
    ...config.pages.flatMap(({ data, component }) => [data, ...(component === undefined ? [] : [dirname(component)])]),
    config.redirects,
    config.search?.phrasings ?? null,
    ...watched,
    options.configFile,
    join(ENGINE_SOURCES, 'client'),
    ...config.staticDirectories,
  ]);
  const ignored = (path: string): boolean => /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(path);
  // A link in the content could lead to the root of the machine. The targets of links inside of the content are watched anyway.
  const settings = { ignoreInitial: true, followSymlinks: false, ignored };
  const watcher = watchFiles([...new Set(paths.filter((path) => path !== null))], settings);
  watcher.on('all', (event, file) => {
    if (event !== 'addDir') changed(file);
  });
  return new Promise((resolve) => watcher.once('ready', () => resolve(watcher)));
}

/** Replaces an edited page in the open site if only its body changed. Returns its route, or null if the site must be loaded again. */
async function replaceDoc(state: DevState, file: string): Promise<string | null> {
  // The page may also be shown in other languages, if it is not translated.
  const shown = state.sites.flatMap((site) => site.docs.flatMap((doc, index) => (doc.absolute === file ? [{ site, doc, index }] : [])));
  const [only] = shown;
  if (only === undefined || shown.length > 1 || only.doc.folder !== undefined || !existsSync(file)) return null;
  const { site, doc: before, index } = only;
  const { doc, problems } = loadDoc(before.source, loadOptions(site.config, true));
  // Problems of loading a file belong to the site, so load the whole site again to add or remove them.
  if (doc === null || [...problems, ...site.problems].some((problem) => problem.file === before.file)) return null;
  const shownElsewhere = ({ id, path, title, sidebarLabel, sidebarPosition, frontMatter }: typeof doc): string =>
    JSON.stringify([id, path, title, sidebarLabel, sidebarPosition, frontMatter]);
  if (shownElsewhere(doc) !== shownElsewhere(before)) return null;
  if (hasCardList(doc) && !hasCardList(before)) return null;
  site.docs = site.docs.with(index, { ...before, body: doc.body, bodyLine: doc.bodyLine });
  state.compiled.delete(doc.path);
  state.services = null;
  state.files = null;
  return doc.path;
}

/** Watches the folder of the configuration file for changes that may fix the site, such as an added docs folder. */
function watchForFix(configFile: string, changed: (file: string) => void): FSWatcher {
  const ignored = (path: string): boolean => /[\\/](node_modules|\.[^\\/]+)$/.test(path);
  return watchFiles(dirname(configFile), { ignoreInitial: true, followSymlinks: false, depth: 0, ignored }).on('all', (_, file) =>
    changed(file),
  );
}

/** Decodes the path of an address; null if it is malformed or contains a NUL character, with which no file can be opened. */
function decodePath(path: string): string | null {
  try {
    const decoded = decodeURI(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** @param accepted value of the `Accept` header */
async function respond({ pathname, search }: URL, accepted: string | undefined, state: DevState): Promise<Response> {
  const decoded = decodePath(pathname);
  if (decoded === null) return new Response('The address contains an invalid percent-encoding or a NUL character.', { status: 400 });
  const inside = withoutBase(state.config.baseUrl, decoded);
  if (inside === null) return new Response('Outside the base URL', { status: 404 });
  const file = await fileResponse(inside, state);
  if (file !== null) return file;
  if (inside.startsWith('/sidebar/')) {
    const key = inside.slice('/sidebar/'.length).replace(/\.json$/, '');
    const nodes = state.sites.map(({ navigation }) => navigation.categoryFiles().get(key)).find((found) => found !== undefined);
    return nodes === undefined ? new Response('No such category', { status: 404 }) : Response.json(nodes);
  }
  if (inside === PAGE_TITLES) return new Response(renderPageTitles(state.sites), { headers: { 'content-type': 'application/json' } });
  const siteFile = state.sites.map(({ data }) => siteDataFile(data)).find((one) => one?.route === inside);
  if (siteFile) return new Response(siteFile.json, { headers: { 'content-type': 'application/json' } });
  const built =
    new Map(state.sites.flatMap((site) => pluginFiles(site, true))).get(inside) ??
    (await devFile(inside, state.sites, () => filesOf(state)));
  if (built !== null)
    return new Response(built as BodyInit, { headers: { 'content-type': contentTypeOf(inside), 'cache-control': 'no-store' } });
  const wanted = /\.(json|md)$/.exec(inside)?.[1];
  const path = normalizePath(wanted === undefined ? inside : inside.slice(0, -wanted.length - 1).replace(/^\/index$/, '/'));
  const page = await pageAt(path, state);
  const moved = state.sites.flatMap((site) => [...site.redirects, ...startRedirects(site)]).find(([from]) => from === path);
  if (page === null && moved !== undefined)
    return wanted === undefined
      ? new Response(null, { status: 302, headers: { location: redirectUrl(moved[1], state.config.baseUrl, search) } })
      : Response.json({ moved: moved[1] });
  const wantsMarkdown = wanted === 'md' || (wanted === undefined && prefersMarkdown(accepted));
  const markdown = wantsMarkdown && page !== null ? await markdownOf(page, state) : null;
  if (page === null || (wanted === 'md' && markdown === null))
    return wanted === undefined ? notFoundResponse(path, state) : new Response('No such page', { status: 404 });
  if (wanted === 'json') return Response.json({ ...page.data, problems: shownProblems(page.problems) });
  if (markdown !== null) return new Response(markdown, { headers: { 'content-type': contentTypeOf('.md'), vary: 'Accept' } });
  return htmlResponse(page.data, page.problems, state, page.data.kind === 'not-found' ? 404 : 200);
}

interface DevPage {
  data: PageData;
  /** Null: the page has no Markdown source. */
  markdown: string | null;
  problems: readonly Problem[];
}

/** Returns the Markdown version of a page; null if it has none. */
async function markdownOf({ data, markdown }: DevPage, { config }: DevState): Promise<string | null> {
  if (data.kind === 'doc' || data.markdownUrl === null) return markdown;
  const { frontPageMarkdown } = await import('./front-page-markdown.ts');
  return new TextDecoder().decode(frontPageMarkdown(data.body, config.url));
}

/** Returns the doc set that a route belongs to. */
const siteAt = (path: string, { sites }: DevState): Site => sites.find(({ data }) => isInDocSet(data.docSet, path)) ?? sites[0];

/** Returns the page at a route, with the problems to show on it; null if there is none. */
async function pageAt(path: string, state: DevState): Promise<DevPage | null> {
  const { shell } = state;
  const site = siteAt(path, state);
  if (path === DESIGN_PATH) return { data: await designPage(site, shell), markdown: null, problems: [] };
  const doc = site.docs.find((one) => one.path === path);
  if (doc !== undefined) {
    const page = await compiledPage(doc, site, state);
    return {
      data: { ...docPageShell(page, doc, site, shell.id), body: bodyOf(page) },
      markdown: Buffer.from(page.markdown).toString(),
      problems: [...site.problems, ...page.problems, ...checkAnchorsOf(page, doc, await targetsOf(page, state), site)],
    };
  }
  const front = frontPagesOf(site).find((one) => normalizePath(one.path) === path);
  if (front === undefined) {
    const data = fallbackPages(site, shell.id).find((one) => one.path === path);
    return data === undefined ? null : { data, markdown: null, problems: site.problems };
  }
  const { nodes } = site.navigation.pageNavigation(front.path);
  const data = frontPageData(front, renderFront(front, site, shell), shell.id, site.alternatesOf, nodes);
  return {
    data: { ...data, markdownUrl: markdownUrlOf(front, site.data.baseUrl) },
    markdown: null,
    problems: site.problems,
  };
}

function htmlResponse(data: PageData, problems: readonly Problem[], state: DevState, status = 200): Response {
  const { shell } = state;
  const site = siteAt(data.path, state);
  const document = renderDocument(
    data,
    { shell: shell.renderShell(data, site.data) },
    // Do not count authors as readers.
    { ...documentOptions(site, shell), analytics: null, loadsDeferredStyles: data.path === DESIGN_PATH },
  );
  const problemsJson = JSON.stringify(shownProblems(problems)).replaceAll('<', '\\u003c');
  const added = `<script type="application/json" id="dev-data">${problemsJson}</script><script type="module" src="/__dev.js"></script></body>`;
  // The replacement is a function, because a message may contain `$`.
  const whole = document.replace('</body>', () => added);
  return new Response(whole, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

function compiledPage(doc: DocSource, site: Site, { compiled }: DevState): Promise<CompiledPage> {
  const compiling = compiled.get(doc.path) ?? site.compile(doc);
  compiled.set(doc.path, compiling);
  return compiling;
}

/** Compiles the pages to whose sections a page links, to check the anchors of these links. */
function targetsOf({ references }: CompiledPage, state: DevState): Promise<CompiledPage[]> {
  const paths = new Set(references.filter(({ anchor }) => anchor !== null).map(({ path }) => path));
  return Promise.all(
    state.sites.flatMap((site) => site.docs.filter(({ path }) => paths.has(path)).map((doc) => compiledPage(doc, site, state))),
  );
}

/** Compiles all pages of a version and language. */
async function compileAll(site: Site, state: DevState): Promise<{ site: Site; pages: CompiledPage[] }> {
  return { site, pages: await Promise.all(site.docs.map((doc) => compiledPage(doc, site, state))) };
}

function servicesOf(state: DevState, { env = process.env }: DevOptions): Promise<Hono> {
  return (state.services ??= Promise.all(state.sites.map((site) => compileAll(site, state))).then((sets) =>
    createDevServices(sets, env, async (path) => {
      const page = await pageAt(path, state);
      return page && markdownOf(page, state);
    }),
  ));
}

function filesOf(state: DevState): Promise<DevFiles> {
  const [main, ...others] = state.sites;
  return (state.files ??= compileAll(main, state).then((set) => generateDevFiles([set, ...others.map((site) => ({ site, pages: [] }))])));
}

async function notFoundResponse(path: string, state: DevState): Promise<Response> {
  const page = await pageAt(notFoundPath(siteAt(path, state).config), state);
  return page === null ? new Response('Not found', { status: 404 }) : htmlResponse(page.data, page.problems, state, 404);
}

async function fileResponse(path: string, { config, shell, sites }: DevState): Promise<Response | null> {
  const asset = sites.map(({ assets }) => assets.get(path)).find((one) => one !== undefined);
  const candidates = [
    // On Windows, a backslash in the address separates folders, so the file could be outside.
    ...[shell.clientDir, ...config.staticDirectories].flatMap((dir) => {
      const file = join(dir, path);
      return isInside(dir, file) && existsSync(file) && resolvesInside(dir, file) ? [file] : [];
    }),
    ...(asset === undefined ? [] : [asset]),
  ];
  const file = candidates.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
  const bytes = file === undefined ? null : await readFile(file).catch(() => null);
  if (file === undefined || bytes === null) return null;
  // The type is that of the address, as on the published site, which shows linked HTML files as text.
  return new Response(bytes, { headers: { 'content-type': contentTypeOf(path), 'cache-control': 'no-store' } });
}

/** Maximum number of problems that a page shows. */
const MAX_SHOWN = 500;

function shownProblems(problems: readonly Problem[]): { text: string }[] {
  const shown = problems.slice(0, MAX_SHOWN).map((problem) => ({ text: formatProblem(problem) }));
  const rest = problems.length - shown.length;
  return rest > 0 ? [...shown, { text: `further problems: ${rest}. They are shown once these are corrected` }] : shown;
}

/** Returns a page for errors that prevent opening the site, such as an invalid configuration. It reloads after the next save. */
function failurePage(error: unknown): string {
  const message = escapeHtml(messageOf(error));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The site cannot be shown</title></head><body><h1>The site cannot be shown</h1><pre>${message}</pre><script type="module" src="/__dev.js"></script></body></html>`;
}

/** Route of the page in the development server. It is not part of the site. */
const DESIGN_PATH = '/handbook/design';

/** Returns the design page of the handbook: its Markdown, compiled like any page, then the design tokens and components. */
async function designPage(site: Site, shell: Shell): Promise<PageData> {
  const projectRoot = join(ENGINE_SOURCES, '../../..');
  const options = { root: join(projectRoot, 'handbook'), projectRoot, include: [], exclude: [], basePath: '/handbook', drafts: true };
  const { doc, problems } = loadDoc('design.md', options);
  if (doc === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const page = await site.compile(doc);
  const body = shell.renderDesign(bodyOf(page), readDesignTokens(), site.data);
  // Its kind is that of a front page, so that components look as they do on front pages.
  const { title, description } = page;
  return frontPageData({ kind: 'design', path: DESIGN_PATH, title, description }, body, shell.id);
}
