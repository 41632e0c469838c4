import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ConfigError } from '#config/validate.ts';
import type { SiteConfig } from '#config/schema.ts';
import { docSetsOf, docsFoldersOf, docsRoute, languageOf, candidateRoutes } from '#config/doc-sets.ts';
import { withCardLists } from '#content/components/built-in-components.ts';
import { checkDuplicateRoutes } from '#content/links.ts';
import type { CompiledPage, DocSource } from '#content/document.ts';
import { type CodeHighlighter, createHighlighter } from '#content/highlighter.ts';
import { type FrontPage, loadFrontPages } from '#content/front-pages.ts';
import { docsOfFolder, type LoadedDocs, type LoadOptions } from '#content/load-docs.ts';
import { frontMatterLine, withPhrasings } from '#content/questions.ts';
import { isHostFile } from '#content/doc-routes.ts';
import { loadRedirects, redirectOf } from '#content/redirects.ts';
import { openDrawings, type PublishDrawing } from '#content/drawings.ts';
import { createImageDownloads, removeUnusedImages } from '#content/remote-images.ts';
import { joinNavigations, type Navigation, loadNavigation } from '#content/sidebar/navigation.ts';
import { type DiagramRenderer, createDiagramRenderer } from '#content/mermaid.ts';
import { checkStaticFolders, isBehindSymlink } from '#content/files.ts';
import { createLinkResolver, type LinkResolver } from '#content/link-resolver.ts';
import { limitPerFile, type Problem, severityOf } from '#model/problem.ts';
import type { SiteData } from '#model/site.ts';
import { isReservedRoute } from '#model/service-paths.ts';
import type { ContentContext, ContentContribution } from '#plugin.ts';
import { feedPaths } from './blog-feeds.ts';
import { checkShellLinks } from './check-site.ts';
import { type CollectedPages, collectPages, docsPartsOf, type DocSetContext, originalFoldersOf } from './collect-pages.ts';
import { iconOf } from './home-screen.ts';
import { checkSecurityContact } from './security-txt.ts';
import { findSocialImages } from './html-document.ts';
import { type CompileCache, createPageCompiler, REMOTE_IMAGES, type SitePage, withSeverity } from './page-compiler.ts';
import {
  type AlternatesOf,
  checkDocSetRoutes,
  checkMainDoc,
  linkDocSets,
  loadDocSet,
  localizeFrontPage,
  localizeSite,
  readTranslations,
  type SharedAcrossSets,
} from './doc-sets.ts';
import { type RenderedComponents, renderComponents } from './react-components.ts';
import { COMPILER_SOURCES, fingerprintFiles } from './fingerprint.ts';

interface SiteOptions {
  config: SiteConfig;
  cacheDir: string;
  /** Whether to include drafts; only in development. */
  drafts: boolean;
  /** Whether to work without a cache. */
  noCache: boolean;
}

interface DocSetOptions extends SiteOptions {
  /** Its Markdown files. */
  loaded: LoadedDocs;
  shared: SharedAcrossSets;
  /** The components of the configuration; those in files are bundled. */
  rendered: RenderedComponents;
  highlighter: CodeHighlighter;
  diagrams: DiagramRenderer;
  publishDrawing: PublishDrawing;
}

/** A loaded doc set, which is a version of the site in a language: its pages and its navigation. Bodies are compiled on demand. */
export interface Site {
  config: SiteConfig;
  data: SiteData;
  docs: readonly DocSource[];
  /** The configuration file, relative to the project, and its text. */
  configuration: { file: string; text: string };
  frontPages: readonly FrontPage[];
  navigation: Navigation;
  linkResolver: LinkResolver;
  highlighter: CodeHighlighter;
  /** Null if caching is off. */
  cache: CompileCache | null;
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
  /** Returns a page. For a cache hit, its HTML is not read until `loadPage` is called. */
  page(doc: DocSource): Promise<SitePage>;
  compile(doc: DocSource): Promise<CompiledPage>;
  /** Returns the counterparts of a page in the other versions and languages. */
  alternatesOf: AlternatesOf;
  /** All versions in this language, with the route of their first page; empty if there is only one. */
  versions: readonly { label: string; path: string }[];
  /** Number of pages that had to be compiled so far; the others were cached. */
  compiledPages(): number;
  /** Closes the browser that draws diagrams, which all doc sets of the site share. */
  close(): Promise<void>;
  /** Removes downloaded pictures that no doc set of the site uses. Call it only after all pages were read. */
  removeUnusedImages(): void;
}

/** Loads the main doc set of a site without compiling bodies. */
export async function openSite(options: SiteOptions): Promise<Site> {
  return (await openSites(options))[0] as Site;
}

/** Loads one site for each version and language, the main one first. They share caches and assets, and can link to each other's pages. */
export async function openSites(options: SiteOptions): Promise<Site[]> {
  const { config, cacheDir, drafts, noCache } = options;
  rejectSymbolicLinks(config);
  const sets = docSetsOf(config).map((set) => ({ config: set, loaded: loadDocSet(set, (one) => loadOptions(one, drafts)) }));
  const paths = new Set(sets.length < 2 ? [] : sets.flatMap(({ loaded }) => loaded.docs.map(({ path }) => path)));
  const remoteDir = join(cacheDir, REMOTE_IMAGES);
  const shared: SharedAcrossSets = {
    paths,
    usedEntries: new Set(),
    ...(config.image.remote === 'download' && { downloadImage: createImageDownloads({ cacheDir: remoteDir }) }),
    usedImages: new Set(),
  };
  const highlighter = createHighlighter({ cacheFile: noCache ? null : join(cacheDir, 'highlight.json') });
  const rendered = await renderComponents(
    Object.assign({}, ...config.plugins.map(({ components }) => components), config.components),
    cacheDir,
  );
  const publishDrawing = openDrawings({ cacheDir: join(cacheDir, 'drawings') });
  const diagrams = createDiagramRenderer({ cacheDir: join(cacheDir, 'diagrams'), publishDrawing });
  const sites: Site[] = [];
  for (const set of sets) sites.push(await openDocSet({ ...options, ...set, shared, rendered, highlighter, diagrams, publishDrawing }));
  const [main] = sites;
  if (main !== undefined && sets.length > 1)
    main.problems = [...main.problems, ...checkDocSetRoutes(sets.map(({ loaded }) => loaded.docs))];
  linkDocSets(sites);
  return sites;
}

/**
 * Rejects configured folders and files of the content that are symbolic links, because a pull request could make a link lead to any
 * folder of the machine. @throws ConfigError
 */
function rejectSymbolicLinks(config: SiteConfig): void {
  const { configDir, configFile, staticDirectories, redirects, search } = config;
  const named = docSetsOf(config).flatMap((set) => [
    ...[
      set.docs.root,
      set.docs.sidebar,
      set.docs.rules.inlineRoot,
      languageOf(set).interfaceFile,
      ...set.docs.folders.flatMap(({ root, sidebar }) => [root, sidebar]),
    ],
    ...set.pages.map(({ data }) => data),
  ]);
  const paths = new Set(
    [...named, ...staticDirectories, redirects, search?.phrasings, search?.synonyms].filter((path) => typeof path === 'string'),
  );
  const linked = [...paths].filter((path) => isBehindSymlink(path, configDir)).map((path) => relative(configDir, path));
  const message = 'this is a symbolic link, or in a folder that is one: replace it with a copy, or name its target in the configuration';
  if (linked.length > 0)
    throw new ConfigError(
      configFile ?? configDir,
      linked.map((path) => `${path}: ${message}`),
    );
}

/** Routes of the files that every site has. Pages and the navbar can link to them. */
export const SITE_FILES = ['/llms.txt', '/llms-full.txt', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'];

/** Routes at which a page's own files, such as its data, would replace files that the site needs. */
const INTERNAL_FILES = ['/_headers', '/_redirects', '/page-titles', '/index'];

/**
 * Extensions on which Apache acts although others follow: the Markdown version of a page at `/a.var` has the name `a.var.md`, and Apache would show it
 * as HTML, or run the code in it.
 */
const SERVER_EXTENSION = /\.(?:s?html?|xht(?:ml)?|php\d?|phtml|phar|var)(?=(?:\.[^/]*)?$)/i;

/** A dot or a slash in percent-encoding. */
const ENCODED_STEP = /%(?:2e|2f|5c)/i;

/** Maximum length of a part of a route. The names of most disks may have 255 bytes, and the build adds extensions. */
const MAX_SEGMENT_BYTES = 220;

/**
 * Reports pages whose route belongs to the server or to a file that every site has, or that a web server could take for its own. Compares
 * routes without case, as some disks do.
 * @param prefix of the routes of the doc set @param sidebars names of the files for the categories of its sidebars
 */
function checkRoutes(docs: readonly Pick<DocSource, 'path' | 'file'>[], prefix = '', sidebars: Iterable<string> = []): Problem[] {
  const internal = [...INTERNAL_FILES, `${prefix}/search-index`, ...[...sidebars].map((name) => `/sidebar/${name}`)];
  const files = new Set([...SITE_FILES, ...internal].map((route) => route.toLowerCase()));
  return docs.flatMap(({ path, file }): Problem[] => {
    const reason = problemOfRoute(path, files);
    return reason === null ? [] : [{ file, message: `${reason}: give the page another slug`, severity: 'error' }];
  });
}

/** Returns why a page cannot have a route; null if it can. @param files routes of the site's own files, in lower case */
function problemOfRoute(path: string, files: ReadonlySet<string>): string | null {
  if (files.has(path.toLowerCase())) return `the site has a file at the route ${path}`;
  if (isReservedRoute(path)) return `the server needs the route ${path} itself`;
  const extension = SERVER_EXTENSION.exec(path)?.[0];
  if (extension !== undefined)
    return `the route ${path} contains ${extension}, so a web server could run files of the page, or show them as HTML`;
  const encoded = ENCODED_STEP.exec(path)?.[0];
  if (encoded !== undefined)
    return `the route ${path} contains ${encoded}, which browsers decode, so links to the page would lead elsewhere`;
  const long = path.split('/').find((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES);
  if (long !== undefined)
    return `the route ${path.slice(0, 60)}… has a part of ${Buffer.byteLength(long)} bytes, but at most ${MAX_SEGMENT_BYTES} fit into the name of a file`;
  return isHostFile(path) ? `a host could take the files of the route ${path} for its configuration` : null;
}

/** Loads one doc set: its files, the pages of plugins, and the generated pages. Then resolves its navigation, links, and redirects. */
async function openDocSet(options: DocSetOptions): Promise<Site> {
  const { config, cacheDir, drafts, noCache, loaded, shared, highlighter, diagrams } = options;
  const { docSet } = config;
  const { projectRoot, basePath } = loadOptions(config, drafts);
  const engineFingerprint = noCache ? '' : fingerprintCompiler(config);
  const { words, problems: wordProblems } = readTranslations(config, projectRoot);
  const front = await loadFrontPages(config.pages);
  const contributions = await openContributions(config, {
    configDir: config.configDir,
    projectRoot,
    basePath,
    siteUrl: (config.url + config.baseUrl).replace(/\/$/, ''),
    docs: loaded.docs,
    cacheDir: noCache ? null : cacheDir,
    engine: engineFingerprint,
  });
  const context: DocSetContext = { config, parts: docsPartsOf(config, basePath), projectRoot, words, shared };
  const pages = await collectPages(context, loaded.docs, contributions);
  const generatedFiles = new Map(contributions.flatMap(({ files = {} }) => Object.entries(files)));
  // Filled below, because the redirects are checked against the routes that the resolver knows.
  const moved = new Map<string, string>();
  const linkResolver = openLinkResolver(context, pages, {
    frontPages: front.pages,
    generatedRoutes: [...generatedFiles.keys()],
    redirects: moved,
  });
  for (const { path } of docSet === undefined ? [] : [...pages.unique, ...front.pages]) shared.paths.add(path);
  const data = localizeSite(config, words, linkResolver.hasPath);
  const frontPages = docSet === undefined ? front.pages : front.pages.map((page) => localizeFrontPage(page, docSet, linkResolver.hasPath));
  const configuration = {
    file: relative(projectRoot, config.configFile ?? 'site.config.ts'),
    text: config.configFile === undefined ? '' : readFileSync(config.configFile, 'utf8'),
  };
  // Drafts, redirects, and duplicates are excluded on purpose, so the sidebar must not report them as missing.
  const excludedIds = [...loaded.draftIds, ...[...pages.redirecting, ...pages.duplicates].map(({ id }) => id)];
  const navigation = await openSidebars(context, pages.unique, excludedIds, linkResolver);
  const { docs, problems: phrasingProblems } = completeDocs(context, pages.unique, navigation, linkResolver);
  const { hasPath, nearestPath } = linkResolver;
  const redirects = await loadRedirects({ file: config.redirects, projectRoot, hasPath, nearestPath, pages: pages.redirecting });
  for (const [from, to] of redirects.redirects) moved.set(from, to);
  const social = findSocialImages(pages.unique, linkResolver);
  const compiler = createPageCompiler({
    ...options,
    engineFingerprint,
    words,
    linkResolver,
    tags: pages.tags,
    contributions,
    assets: new Map(social.assets),
  });
  return {
    config,
    data,
    docs,
    configuration,
    frontPages: frontPages.map((page) => withPluginData(page, contributions)),
    navigation,
    linkResolver,
    highlighter,
    redirects: redirects.redirects,
    assets: compiler.assets,
    generatedFiles,
    watch: contributions.flatMap(({ watch = [] }) => watch),
    problems: limitPerFile([
      ...withSeverity([...loaded.problems, ...social.problems, ...navigation.problems], config.onPageErrors),
      ...wordProblems,
      ...[...pages.tags.values()].flatMap(({ problems }) => problems),
      ...contributions.flatMap(({ problems }) => problems),
      ...front.problems,
      ...redirects.problems,
      ...phrasingProblems,
      ...checkStaticFolders(config.staticDirectories, projectRoot),
      ...checkRoutes([...pages.all, ...pages.redirecting], docSet?.prefix, navigation.categoryFiles().keys()),
      ...checkDuplicateRoutes(pages.all, severityOf(config.onDuplicateRoutes)),
      ...checkFeeds(pages.unique, linkResolver),
      ...checkMainDoc({ docs, config, configuration }),
      ...checkSecurityContact(config, configuration.file, Date.now()),
      ...checkShellLinks({
        frontPages,
        data,
        configuration,
        icon: iconOf(config),
        linkResolver,
        severity: severityOf(config.onBrokenLinks),
      }),
    ]),
    cache: compiler.cache,
    page: compiler.page,
    compile: async (doc) => (await compiler.page(doc)).loadPage(),
    alternatesOf: () => undefined,
    versions: [],
    compiledPages: compiler.compiledPages,
    close: diagrams.close,
    removeUnusedImages() {
      if (shared.downloadImage !== undefined) removeUnusedImages(join(cacheDir, REMOTE_IMAGES), shared.usedImages);
    },
  };
}

/** Creates the resolver of the links in a doc set. @param known front pages, routes of files that plugins generate, and redirects */
function openLinkResolver(
  { config, shared }: DocSetContext,
  { unique, duplicates, redirecting }: CollectedPages,
  {
    frontPages,
    generatedRoutes,
    redirects,
  }: { frontPages: readonly FrontPage[]; generatedRoutes: readonly string[]; redirects: ReadonlyMap<string, string> },
): LinkResolver {
  const { docSet, docs } = config;
  const folders = docsFoldersOf(config);
  const prefix = docSet?.prefix ?? '';
  return createLinkResolver({
    // A link to a page whose route belongs to another page leads to that page, as in Docusaurus.
    docs: [...unique, ...duplicates, ...redirecting.map((doc) => ({ ...doc, path: redirectOf(doc)?.replace(/#.*/s, '') ?? doc.path }))],
    root: docs.root,
    folderRoots: [...docs.folders, ...originalFoldersOf(config)].flatMap(({ root = [] }) => root),
    inlineRoot: docs.rules.inlineRoot ?? docs.root,
    baseUrl: config.baseUrl,
    otherPaths: [
      prefix || '/',
      docsRoute(docs.routeBasePath) || '/',
      ...folders.map(({ basePath }) => basePath),
      ...(config.search === null ? [] : [`${prefix}/search`]),
      ...[...frontPages, ...redirecting].map(({ path }) => path),
    ],
    ...(docSet !== undefined && {
      originalRoot: docSet.original?.docs.root,
      routesOf: (route: string) => candidateRoutes(docSet, route),
      isElsewhere: (path: string) => shared.paths.has(path),
    }),
    redirects,
    generatedFiles: new Set([...SITE_FILES, ...generatedRoutes, ...folders.flatMap(feedPaths)]),
    staticDirectories: config.staticDirectories,
    resolveLink: docs.rules.resolveLink,
    knownMissing: docs.rules.knownMissing,
  });
}

/** Adds data to the pages that depends on all of them: the cards of `<DocCardList>`, and the phrasings of the main version and language. */
function completeDocs(
  { config, projectRoot }: DocSetContext,
  docs: readonly DocSource[],
  navigation: Navigation,
  { nearestPath }: LinkResolver,
): { docs: readonly DocSource[]; problems: readonly Problem[] } {
  const withCards = withCardLists(docs, navigation.cardsAround);
  const folder = (config.docSet?.prefix ?? '') === '' ? (config.search?.phrasings ?? null) : null;
  if (folder === null) return withCards;
  const { docs: withBoth, problems } = withPhrasings(withCards.docs, { folder, projectRoot, nearestPath });
  return { docs: withBoth, problems: [...withCards.problems, ...problems] };
}

/**
 * Opens the sidebars of all parts of the docs, and joins them.
 * @param excludedIds ids of pages that sidebars can list although the site does not have them
 */
async function openSidebars(
  { config: { docSet }, parts, projectRoot, words }: DocSetContext,
  docs: readonly DocSource[],
  excludedIds: readonly string[],
  linkResolver: LinkResolver,
): Promise<Navigation> {
  const isKnownMissing = (id: string): boolean => linkResolver.isKnownMissing(`/${id}`);
  const takenKeys = new Map<string, number>();
  const navigations: Parameters<typeof joinNavigations>[0][number][] = [];
  for (const { folder, basePath: _basePath, ...part } of parts) {
    const own = docsOfFolder(folder, docs);
    const start = folder === null ? '' : `${folder.name}/`;
    const navigation = await loadNavigation({
      ...part,
      docs: own,
      projectRoot,
      isKnownMissing,
      takenKeys,
      draftIds: new Set(excludedIds.filter((id) => id.startsWith(start)).map((id) => id.slice(start.length))),
      keyPrefix: [docSet?.key, folder?.name].filter(Boolean).join('-'),
      words,
    });
    navigations.push({ navigation, docs: own });
  }
  return joinNavigations(navigations);
}

/** Reports feeds in the front matter of pages that neither a plugin nor a static folder provides. */
function checkFeeds(docs: readonly DocSource[], linkResolver: LinkResolver): Problem[] {
  return docs.flatMap((doc) => {
    const { feed } = doc.frontMatter;
    if (feed === undefined || ['generated', 'file'].includes(linkResolver.resolverFor(doc).resolveTarget(feed).kind)) return [];
    const message = `front matter "feed": the site has no file ${feed}. Name a feed that a plugin generates or that is in a static folder`;
    return [{ file: doc.file, line: frontMatterLine(doc, feed), message, severity: 'error' as const }];
  });
}

/** Returns the options to load the Markdown files of a configuration. */
export function loadOptions(config: SiteConfig, drafts: boolean): LoadOptions {
  const { root, include, exclude, routeBasePath, rules, folders } = config.docs;
  // Exclude additional folders inside the main one, so that they are not read twice.
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

/** Returns the folder to which paths in messages are relative: the current one if it contains the content, otherwise that of the content. */
function projectRootOf(config: SiteConfig): string {
  const here = process.cwd();
  const path = relative(here, config.docs.root);
  if (!path.startsWith('..')) return here;
  // The folders of versions and languages have the configuration's folder in common.
  return config.docSet === undefined ? dirname(config.docs.root) : config.configDir;
}

/** Returns the contributions of the plugins, in the order of the configuration. */
async function openContributions({ plugins }: SiteConfig, context: ContentContext): Promise<ContentContribution[]> {
  const contributions: ContentContribution[] = [];
  for (const { content } of plugins) if (content !== undefined) contributions.push(await content(context));
  return contributions;
}

/** Adds data of plugins, such as the entries of a listing, to the text of a front page. */
function withPluginData(page: FrontPage, contributions: readonly ContentContribution[]): FrontPage {
  const data = contributions.flatMap(({ pageData }) => pageData?.[page.kind] ?? []);
  return data.length === 0 ? page : { ...page, data: Object.assign({}, page.data, ...data) as unknown };
}

/** Returns a hash of the code that compiles pages, including plugins. */
const fingerprintCompiler = ({ plugins }: SiteConfig): string =>
  fingerprintFiles([...COMPILER_SOURCES, ...plugins.map(({ root }) => root)]);
