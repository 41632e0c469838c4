import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SiteConfig } from '#config/schema.ts';
import { docSetsOf, docsRoute, routesIn } from '#config/doc-sets.ts';
import { toSiteData } from '#config/site-data.ts';
import { checkDuplicateRoutes } from '#content/links.ts';
import { compilePage } from '#content/compile.ts';
import type { CompiledPage, DocSource, PageOutline } from '#content/document.ts';
import { type CodeHighlighter, createHighlighter } from '#content/highlighter.ts';
import { type FrontPage, loadFrontPages } from '#content/load/front-pages.ts';
import { docsIn, intoSite, type LoadedDocs, type LoadOptions } from '#content/load-docs.ts';
import { frontMatterLine, questionsOf } from '#content/questions.ts';
import { loadRedirects, redirectOf } from '#content/redirects.ts';
import { categoryIndexes } from '#content/sidebar/categories.ts';
import { joinNavigations, type Navigation, openNavigation } from '#content/sidebar/navigation.ts';
import { type Diagrams, openDiagrams } from '#content/mermaid.ts';
import { createImageDownloads } from '#content/remote-images.ts';
import { checkStaticFolders } from '#content/files.ts';
import { outlineOf } from '#content/document.ts';
import { createImageService } from '#content/images.ts';
import { severityOf } from '#model/problem.ts';
import { createSiteMap, type SiteMap } from '#content/site-map.ts';
import type { SidebarNode } from '#model/navigation.ts';
import type { PageData, PageShell } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';
import type { SiteData } from '#model/site.ts';
import { markdownPath, withBase } from '#model/url.ts';
import type { ContentContext, ContentContribution } from '#plugin.ts';
import { checkShellLinks } from './check-site.ts';
import { type CachedPage, type CompileCache, createCompileCache } from './compile-cache.ts';
import {
  type AlternatesOf,
  checkDocSetRoutes,
  foldersOf,
  linkDocSets,
  loadDocSet,
  localizeFrontPage,
  localizeSite,
  readWords,
  type SharedAcrossSets,
} from './doc-sets.ts';
import { type RenderedComponents, renderComponents } from './react-components.ts';
import { ENGINE_SOURCES, fingerprintFiles } from './fingerprint.ts';

export interface SiteOptions {
  config: SiteConfig;
  cacheDir: string;
  /** Keeps drafts: development only. */
  drafts: boolean;
  /** Reads and writes no cache. */
  fresh: boolean;
}

interface DocSetOptions extends SiteOptions {
  /** Its Markdown files. */
  loaded: LoadedDocs;
  shared: SharedAcrossSets;
  /** The components of the configuration, those in files bundled. */
  rendered: RenderedComponents;
  highlighter: CodeHighlighter;
  diagrams: Diagrams;
}

/** A site as loaded: its pages and their places in the navigation. Bodies are compiled one by one, when asked for. */
export interface Site {
  config: SiteConfig;
  data: SiteData;
  docs: readonly DocSource[];
  /** The configuration file, relative to the project, and its text. */
  configuration: { file: string; text: string };
  frontPages: readonly FrontPage[];
  navigation: Navigation;
  map: SiteMap;
  highlighter: CodeHighlighter;
  /** Null where nothing is kept. */
  cache: CompileCache | null;
  /** Changes with the code that makes pages; empty where nothing is kept. */
  engine: string;
  /** Old route → new one. */
  redirects: readonly (readonly [string, string])[];
  /** Files of the content that compiled pages show or link to: address in the output → path of the file. */
  assets: ReadonlyMap<string, string>;
  /** Files that plugins generate beside the pages: route without base URL → text. */
  generatedFiles: ReadonlyMap<string, string>;
  /** Paths of plugins that the development server watches. */
  watch: readonly string[];
  /** Problems of files, the sidebar, and front pages. Problems of bodies come with each compiled page. */
  problems: readonly Problem[];
  /** The outline of an unchanged page is available without its text. */
  page(doc: DocSource): Promise<SitePage>;
  compile(doc: DocSource): Promise<CompiledPage>;
  /** Where a page is in the other versions and languages. */
  alternatesOf: AlternatesOf;
  /** All versions in the language of this one, and where each begins; empty where there is one. */
  versions: readonly { label: string; path: string }[];
  /** Number of pages that had to be compiled so far; the others were cached. */
  compiledPages(): number;
  /** Closes what compiling has opened for all sets of the site: the browser that draws diagrams. */
  close(): Promise<void>;
}

export interface SitePage {
  outline: PageOutline;
  whole(): Promise<CompiledPage>;
}

/** Reads everything but bodies. The order: files, sidebar, front pages, and then the map that links are checked against. */
export async function openSite(options: SiteOptions): Promise<Site> {
  return (await openSites(options))[0] as Site;
}

/** One site for each version and language, the main one first. They share caches and assets, and know each other's pages. */
export async function openSites(options: SiteOptions): Promise<Site[]> {
  const { config, cacheDir, drafts, fresh } = options;
  const sets = docSetsOf(config).map((set) => ({ config: set, loaded: loadDocSet(set, (one) => loadOptions(one, drafts)) }));
  const paths = new Set(sets.length < 2 ? [] : sets.flatMap(({ loaded }) => loaded.docs.map(({ path }) => path)));
  const shared = { paths, usedEntries: new Set<string>() };
  const highlighter = createHighlighter({ cacheFile: fresh ? null : join(cacheDir, 'highlight.json') });
  const rendered = await renderComponents(
    Object.assign({}, ...config.plugins.map(({ components }) => components), config.components),
    cacheDir,
  );
  const diagrams = openDiagrams({ cacheDir: join(cacheDir, 'diagrams') });
  const sites: Site[] = [];
  for (const set of sets) sites.push(await openDocSet({ ...options, ...set, shared, rendered, highlighter, diagrams }));
  const [main] = sites;
  if (main !== undefined && sets.length > 1)
    main.problems = [...main.problems, ...checkDocSetRoutes(sets.map(({ loaded }) => loaded.docs))];
  linkDocSets(sites);
  return sites;
}

/** Files that every site has, which pages and the navbar may link to. */
const SITE_FILES = ['/llms.txt', '/llms-full.txt', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'];

async function openDocSet({
  config,
  cacheDir,
  drafts,
  fresh,
  loaded,
  shared,
  rendered,
  highlighter,
  diagrams,
}: DocSetOptions): Promise<Site> {
  const { docSet } = config;
  const load = loadOptions(config, drafts);
  const engine = fresh ? '' : fingerprintEngine(config);
  const { words, problems: wordProblems } = docSet === undefined ? { words: {}, problems: [] } : readWords(docSet, load.projectRoot);
  const front = await loadFrontPages(config.pages);
  const added = await openContributions(config, {
    configDir: config.configDir,
    projectRoot: load.projectRoot,
    basePath: load.basePath,
    siteUrl: (config.url + config.baseUrl).replace(/\/$/, ''),
    docs: loaded.docs,
    cacheDir: fresh ? null : cacheDir,
    engine,
  });
  const { sidebar: file, defaultSidebar: name, rules } = config.docs;
  const [moved, written] = [loaded.docs.filter(isRedirect), loaded.docs.filter((doc) => !isRedirect(doc))];
  const listed = [...written, ...added.flatMap(({ docs }) => docs)];
  // The main docs first, then the folders beside them, each with sidebars of its own.
  const parts = [
    { folder: null, file, name, root: config.docs.root, basePath: load.basePath },
    ...foldersOf(config).map((folder) => ({ ...folder, folder, file: folder.sidebar, name: folder.defaultSidebar })),
  ];
  const { projectRoot } = load;
  const indexes: DocSource[] = [];
  for (const { folder, name: _name, ...part } of parts) {
    const made = await categoryIndexes({ ...part, docs: docsIn(folder, listed), projectRoot });
    indexes.push(...(folder === null ? made : made.map((doc) => intoSite(doc, folder, config.docs.root))));
  }
  const allDocs = [...listed, ...indexes];
  const unique = withoutDuplicates(allDocs);
  const generatedFiles = new Map(added.flatMap(({ files = {} }) => Object.entries(files)));
  const map = createSiteMap({
    docs: [...unique, ...moved.map((doc) => ({ ...doc, path: redirectOf(doc)?.replace(/#.*$/, '') ?? doc.path }))],
    root: config.docs.root,
    folderRoots: config.docs.folders.flatMap(({ root = [] }) => root),
    inlineRoot: rules.inlineRoot ?? config.docs.root,
    otherPaths: [
      docSet?.prefix || '/',
      load.basePath || '/',
      ...(config.search === null ? [] : [`${docSet?.prefix ?? ''}/search`]),
      ...front.pages.map((page) => page.path),
      ...moved.map(({ path }) => path),
    ],
    ...(docSet !== undefined && {
      originalRoot: docSet.original?.docs.root,
      routesOf: (route: string) => routesIn(docSet, route),
      isElsewhere: (path: string) => shared.paths.has(path),
    }),
    generatedFiles: new Set([...SITE_FILES, ...generatedFiles.keys()]),
    staticDirectories: config.staticDirectories,
    resolveLink: rules.resolveLink,
    knownMissing: rules.knownMissing,
  });
  for (const path of docSet === undefined ? [] : [...unique.map((doc) => doc.path), ...front.pages.map((page) => page.path)])
    shared.paths.add(path);
  const data = docSet === undefined ? toSiteData(config) : localizeSite(toSiteData(config), { ...config, docSet }, words, map.hasPath);
  const frontPages = docSet === undefined ? front.pages : front.pages.map((page) => localizeFrontPage(page, docSet, map.hasPath));
  const configuration = {
    file: relative(load.projectRoot, config.configFile ?? 'site.config.ts'),
    text: config.configFile === undefined ? '' : readFileSync(config.configFile, 'utf8'),
  };
  const isKnownMissing = (id: string): boolean => map.isKnownMissing(`/${id}`);
  const takenKeys = new Set<string>();
  // What is reported already, as a draft, a redirect or a duplicate, is not missing.
  const duplicates = allDocs.filter((doc) => !unique.includes(doc));
  const leftOut = [...loaded.draftIds, ...[...moved, ...duplicates].map(({ id }) => id)];
  const navigations: Parameters<typeof joinNavigations>[0][number][] = [];
  for (const { folder, basePath: _basePath, ...part } of parts) {
    const own = docsIn(folder, unique);
    const start = folder === null ? '' : `${folder.name}/`;
    const opened = await openNavigation({
      ...{ ...part, docs: own, projectRoot, isKnownMissing, takenKeys },
      draftIds: new Set(leftOut.filter((id) => id.startsWith(start)).map((id) => id.slice(start.length))),
      keyPrefix: [docSet?.key, folder?.name].filter(Boolean).join('-'),
      ...(docSet !== undefined && { words }),
    });
    navigations.push({ navigation: opened, docs: own });
  }
  const navigation = joinNavigations(navigations);
  const docs = unique.map((doc) => (doc.body.includes('DocCardList') ? { ...doc, cards: navigation.cardsAround(doc.path) } : doc));
  const { hasPath, nearestPath } = map;
  const redirects = await loadRedirects({ file: config.redirects, projectRoot: load.projectRoot, hasPath, nearestPath, pages: moved });
  const assets = new Map<string, string>();
  const image = createImageService({ config, cacheDir: join(cacheDir, 'images') });
  const { minHeadingLevel, maxHeadingLevel } = config.tableOfContents;
  const services = {
    highlight: highlighter.highlight,
    image,
    ...(config.image.remote === 'download' && { downloadImage: createImageDownloads({ cacheDir: join(cacheDir, 'remote-images') }) }),
    drawDiagram: diagrams.draw,
    baseUrl: config.baseUrl,
    brokenLinks: { routes: severityOf(config.onBrokenLinks), files: severityOf(config.onBrokenMarkdownLinks) },
    contentsLevels: [minHeadingLevel, maxHeadingLevel] as const,
    components: rendered.components,
    math: config.math,
    fenceWords: new Set(config.plugins.flatMap(({ fenceWords = [] }) => fenceWords)),
    ...(Object.keys(words).length > 0 && { words }),
  };
  const settings = JSON.stringify([
    engine,
    map.rules,
    added.map(({ fingerprint }) => fingerprint),
    config.baseUrl,
    services.brokenLinks,
    config.tableOfContents,
    config.image,
    config.math,
    rendered.fingerprint,
    JSON.stringify(config.components, (_, value: unknown) => (typeof value === 'function' ? String(value) : value)),
    ...(Object.keys(words).length > 0 ? [words] : []),
  ]);
  const cache = fresh ? null : createCompileCache(cacheDir, settings, map.pageOf, shared.usedEntries);

  let compiledCount = 0;

  async function compileFresh(doc: DocSource): Promise<CompiledPage> {
    compiledCount += 1;
    const { resolveTarget, readInline, dependencies } = map.resolverFor(doc);
    const compile = async (source: DocSource): Promise<CompiledPage> => {
      const compiled = await compilePage(source, { ...services, resolveTarget }, readInline);
      return added.reduce((checked, { check }) => check?.(checked) ?? checked, compiled);
    };
    try {
      const page = await compile(doc);
      cache?.write(doc, page, dependencies);
      return page;
    } catch (error) {
      return failedPage(doc, error);
    }
  }

  /** The text of a page is gone from the cache. A dependency may have changed since its outline was read. */
  async function compileAgain(doc: DocSource, { digest }: PageOutline): Promise<CompiledPage> {
    const page = await compileFresh(doc);
    if (page.digest === digest) return page;
    throw new Error(`${doc.file} or one of its dependencies changed during the build. Run it again.`);
  }

  async function page(doc: DocSource): Promise<SitePage> {
    const { outline, whole } = cache?.read(doc) ?? keptOf(await compileFresh(doc));
    for (const asset of outline.assets) assets.set(asset.path, asset.absolute);
    const told = { ...outline, problems: withSeverity(outline.problems, config.onPageErrors) };
    return { outline: told, whole: async () => whole() ?? compileAgain(doc, outline) };
  }

  return {
    config,
    data,
    docs,
    configuration,
    frontPages: frontPages.map((page) => withPluginData(page, added)),
    navigation,
    map,
    highlighter,
    redirects: redirects.redirects,
    assets,
    generatedFiles,
    watch: added.flatMap(({ watch = [] }) => watch),
    problems: [
      ...withSeverity(loaded.problems, config.onPageErrors),
      ...wordProblems,
      ...added.flatMap(({ problems }) => problems),
      ...front.problems,
      ...navigation.problems,
      ...redirects.problems,
      ...checkStaticFolders(config.staticDirectories, load.projectRoot),
      ...checkDuplicateRoutes(allDocs, severityOf(config.onDuplicateRoutes)),
      ...checkFeeds(unique, map),
      ...checkShellLinks({ frontPages, data, configuration, map, severity: severityOf(config.onBrokenLinks) }),
    ],
    cache,
    engine,
    page,
    compile: async (doc) => (await page(doc)).whole(),
    alternatesOf: () => undefined,
    versions: [],
    compiledPages: () => compiledCount,
    close: diagrams.close,
  };
}

/** Whether a page is nothing but a redirect. */
const isRedirect = (doc: DocSource): boolean => redirectOf(doc) !== null;

/** Feeds that pages name and that no plugin or folder provides. */
function checkFeeds(docs: readonly DocSource[], map: SiteMap): Problem[] {
  return docs.flatMap((doc) => {
    const { feed } = doc.frontMatter;
    if (feed === undefined || ['generated', 'file'].includes(map.resolverFor(doc).resolveTarget(feed).kind)) return [];
    const message = `front matter "feed": the site has no file ${feed}. Name a feed that a plugin generates or that is in a static folder`;
    return [{ file: doc.file, line: frontMatterLine(doc, feed), message, severity: 'error' as const }];
  });
}

/** Errors as warnings, where the configuration says so. A page without its text stays an error. */
function withSeverity(problems: Problem[], onPageErrors: SiteConfig['onPageErrors']): Problem[] {
  if (onPageErrors === 'throw') return problems;
  return problems.map((problem) => (problem.kind === FAILED_PAGES ? problem : { ...problem, severity: 'warning' }));
}

const FAILED_PAGES = 'pages that could not be compiled';

/** Stands in for a page that could not be compiled, so that the build compiles the others and reports all problems in one run. */
function failedPage({ id, source, file, path, title }: DocSource, error: unknown): CompiledPage {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const message = `the page could not be compiled: ${reason}. Remove parts of it until it compiles to find the cause, and please report that`;
  return {
    ...{ id, source, file, path, title, description: '', keywords: [], html: new Uint8Array(), markdown: new Uint8Array(), digest: '' },
    ...{
      headings: [],
      anchors: new Set(),
      references: [],
      assets: [],
      sections: [],
      words: 0,
      codeBlocks: 0,
      frameOrigins: [],
      examples: [],
    },
    problems: [{ file, message, severity: 'error', kind: FAILED_PAGES }],
  };
}

/** How the Markdown files of a configuration are found and read. */
export function loadOptions(config: SiteConfig, drafts: boolean): LoadOptions {
  const { root, include, exclude, routeBasePath, rules, folders } = config.docs;
  // A folder inside of the main one is not read twice.
  const inside = folders.flatMap((folder) => {
    const path = relative(root, folder.root ?? '');
    return path.startsWith('..') ? [] : [`${path}/**`];
  });
  return {
    root,
    projectRoot: projectRootOf(config),
    include,
    exclude: [...exclude, ...inside],
    basePath: docsRoute(routeBasePath),
    drafts,
    defaults: rules.defaults,
    rewrite: rules.rewrite,
  };
}

/** Folder that messages name files relative to: where the commands are run when the content is below it, else the content's own. */
function projectRootOf(config: SiteConfig): string {
  const here = process.cwd();
  const path = relative(here, config.docs.root);
  if (!path.startsWith('..')) return here;
  // The folders of several versions and languages are next to each other.
  return config.docSet === undefined ? dirname(config.docs.root) : config.configDir;
}

/** Contributions of the plugins, in the order of the configuration. */
async function openContributions({ plugins }: SiteConfig, context: ContentContext): Promise<ContentContribution[]> {
  const contributions: ContentContribution[] = [];
  for (const { content } of plugins) if (content !== undefined) contributions.push(await content(context));
  return contributions;
}

/** A front page's text comes from its file; plugins may add data, such as the entries of a listing. */
function withPluginData(page: FrontPage, added: readonly ContentContribution[]): FrontPage {
  const data = added.flatMap(({ pageData }) => pageData?.[page.kind] ?? []);
  return data.length === 0 ? page : { ...page, data: Object.assign({}, page.data, ...data) as unknown };
}

/** Hash of the code that makes pages: the engine's and that of the plugins. */
function fingerprintEngine({ plugins }: SiteConfig): string {
  const own = ['content', 'model', 'plugin.ts'].map((name) => join(ENGINE_SOURCES, name));
  return fingerprintFiles([...own, ...plugins.map(({ root }) => root)]);
}

function withoutDuplicates(docs: readonly DocSource[]): DocSource[] {
  const paths = new Set<string>();
  return docs.filter(({ path }) => !paths.has(path) && paths.add(path));
}

const keptOf = (page: CompiledPage): CachedPage => ({ outline: outlineOf(page), whole: () => page });

/** The shell's data for a documentation page. @param build id of the shell that shows it */
export function docPageShell(page: PageOutline, doc: DocSource, site: Site, build: string): PageShell {
  const { config, navigation, data } = site;
  const around = navigation.pageNavigation(page.path);
  const alternates = site.alternatesOf({ doc });
  const questions = questionsOf(doc);
  return {
    build,
    kind: 'doc',
    path: page.path,
    title: page.title,
    description: page.description,
    contents: page.headings,
    breadcrumbs: around.breadcrumbs,
    sidebar: around.nodes,
    previous: around.previous,
    next: around.next,
    editUrl: editUrlOf(doc, config),
    lastUpdate: doc.lastUpdate,
    ...(doc.frontMatter.feed !== undefined && { feedUrl: withBase(data.baseUrl, doc.frontMatter.feed) }),
    ...(doc.frontMatter.unlisted === true && { isUnlisted: true as const }),
    markdownUrl: withBase(data.baseUrl, markdownPath(page.path)),
    ...(questions.length > 0 && { questions }),
    ...(alternates !== undefined && { alternates }),
  };
}

function editUrlOf({ absolute, frontMatter, source: written, isUntranslated, folder }: DocSource, config: SiteConfig): string | null {
  const { docs } = isUntranslated === true ? (config.docSet?.original ?? config) : config;
  const { editUrl, root = '' } = docs.folders.find(({ name }) => name === folder?.name) ?? docs;
  const source = folder?.source ?? written;
  if (frontMatter.custom_edit_url !== undefined) return frontMatter.custom_edit_url;
  if (typeof editUrl === 'function') return editUrl(source);
  // A prefix is that of the docs folder, which generated pages are not from.
  return editUrl === null || relative(root, absolute).startsWith('..') ? null : editUrl + source;
}

/** The body of a documentation page. */
export const bodyOf = ({ html }: CompiledPage): string => Buffer.from(html).toString();

/**
 * The page data of a front page, whose body its component rendered.
 * @param sidebar the closed top level of the documentation, which the mobile menu shows on every page; null: none
 */
export function frontPageData(
  page: Pick<FrontPage, 'kind' | 'path' | 'title' | 'description'>,
  body: string,
  build: string,
  alternatesOf: AlternatesOf = () => undefined,
  sidebar: SidebarNode[] | null = null,
): PageData {
  const alternates = alternatesOf(page);
  return {
    build,
    kind: page.kind,
    path: page.path,
    title: page.title,
    description: page.description,
    contents: [],
    breadcrumbs: [],
    sidebar,
    previous: null,
    next: null,
    editUrl: null,
    lastUpdate: null,
    markdownUrl: null,
    ...(alternates !== undefined && { alternates }),
    body,
  };
}
