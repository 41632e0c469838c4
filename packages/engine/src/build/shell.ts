/** Loads the shell from its cache or bundles it, and generates the modules that connect its bundles to the configuration and the plugins. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageData } from '#model/page.ts';
import type { SiteData } from '#model/site.ts';
import type { DesignToken } from '#client/design/design-tokens.ts';
import type { Bundler, ShellFiles } from './bundler.ts';
import { ENGINE_SOURCES, filesIn, fingerprintFiles, SEARCH_SOURCES } from './fingerprint.ts';
import type { SiteConfig } from '#config/schema.ts';

/** The bundled shell: its files for the browser, and functions that render the same components during the build. */
export interface Shell {
  /** Build id in the data of each page. It depends on the shell, not on content. */
  id: string;
  files: ShellFiles;
  /** Peak memory of the bundler in MiB; 0 if it did not run. */
  peakMiB: number;
  /** Folder with the files for the browser, in the layout of the output. */
  clientDir: string;
  /** Folder for the compressed forms of these files. */
  compressedDir: string;
  renderShell(page: PageData, site: SiteData): string;
  renderFrontPage(kind: string, site: SiteData, data: unknown): string;
  /** Renders the design page of the handbook: its text, the design tokens, and components. */
  renderDesign(textHtml: string, tokens: readonly DesignToken[], site: SiteData): string;
}

interface ShellOptions {
  cacheDir: string;
  site: SiteData;
  extensions: ShellExtensions;
  /** CSS with the configured colors, which is added after the design tokens. */
  configuredStyle: string;
  /** Whether to bundle without looking for a cached shell; default false. */
  noCache?: boolean;
  bundler: Bundler;
}

/** Loads the shell from the cache, or bundles it if one of its files changed or its cached files are damaged. For a cache hit, the bundler is not even loaded. */
export async function loadShell(options: ShellOptions): Promise<Shell> {
  const folder = join(options.cacheDir, 'shell');
  // A build without a cache always bundles, so start before computing the fingerprint.
  let bundling = options.noCache === true ? bundle(folder, options) : null;
  bundling?.catch(() => undefined);
  const id = fingerprint(options);
  const dir = join(folder, id);
  const cached = bundling === null ? readCached(dir) : null;
  if (cached === null) bundling ??= bundle(folder, options);
  else markUsed(dir);
  const bundled = await bundling;
  if (bundled !== null) await moveToCache(bundled.dir, dir);
  const files = cached ?? readCached(dir);
  if (files === null) throw new Error(`The shell in ${dir} was changed as soon as it was bundled. Build again.`);
  const module = (await import(pathToFileURL(join(dir, 'server', 'prerender.mjs')).href)) as Pick<
    Shell,
    'renderShell' | 'renderFrontPage' | 'renderDesign'
  >;
  return {
    id,
    peakMiB: bundled?.peakMiB ?? 0,
    files,
    clientDir: join(dir, 'client'),
    compressedDir: join(dir, 'compressed'),
    renderShell: module.renderShell,
    renderFrontPage: module.renderFrontPage,
    renderDesign: module.renderDesign,
  };
}

interface BundledShell {
  /** Temporary folder of the bundle. */
  dir: string;
  peakMiB: number;
}

interface Manifest {
  files: ShellFiles;
  /** A hash of the shell's files, to recognize damaged ones. */
  digest: string;
}

/** Returns the addresses of a cached shell's files; null if the shell is not cached, or one of its files is missing or damaged. */
function readCached(dir: string): ShellFiles | null {
  try {
    const { files, digest } = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest;
    return digest === digestOf(dir, files) ? files : null;
  } catch {
    return null;
  }
}

function digestOf(dir: string, files: ShellFiles): string {
  const hash = createHash('sha256').update(JSON.stringify(files));
  for (const file of ['client', 'server'].flatMap((folder) => filesIn(join(dir, folder)).map((name) => join(folder, name))).toSorted())
    hash.update(`\0${file}\0`).update(readFileSync(join(dir, file)));
  return hash.digest('hex');
}

async function bundle(folder: string, { site, extensions, configuredStyle, bundler }: ShellOptions): Promise<BundledShell> {
  mkdirSync(folder, { recursive: true });
  const dir = mkdtempSync(join(folder, UNFINISHED_PREFIX));
  try {
    const { files, peakMiB } = await bundler.bundle({ outDir: dir, site, extensions, configuredStyle });
    const manifest: Manifest = { files, digest: digestOf(dir, files) };
    await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest));
    return { dir, peakMiB };
  } catch (error) {
    // One of the two processes may still be writing.
    bundler.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

/** Moves a bundle into the cache. If another build was faster, its shell stays, because that build is reading its files. */
async function moveToCache(bundled: string, dir: string): Promise<void> {
  try {
    await rename(bundled, dir);
  } catch {
    const isCached = readCached(dir) !== null;
    await rm(isCached ? bundled : dir, { recursive: true, force: true });
    if (!isCached) await rename(bundled, dir);
  }
  await evictOldShells(dirname(dir), dir);
}

/** Returns the engine's and the search's sources that are bundled or decide how the bundle is made and compressed. */
function bundledSources(): string[] {
  const own = [
    'client',
    'model',
    'build/bundle-browser.ts',
    'build/bundle-rendering.ts',
    'build/bundler.ts',
    'build/output-worker.ts',
    'build/shell.ts',
  ];
  return [...own.map((name) => join(ENGINE_SOURCES, name)), SEARCH_SOURCES];
}

const isFilePath = (value: unknown): value is string => typeof value === 'string' && isAbsolute(value);

/** Returns a hash of everything that the bundle depends on. Paths are relative, so that it does not depend on the folder of the project. */
function fingerprint({ site, extensions, configuredStyle }: ShellOptions): string {
  const sources = fingerprintFiles([...bundledSources(), ...extensions.sources]);
  return createHash('sha256')
    .update(sources)
    .update(JSON.stringify(site))
    .update(configuredStyle)
    .update(JSON.stringify(extensions, (_, value: unknown) => (isFilePath(value) ? relative(ENGINE_SOURCES, value) : value)))
    .digest('hex')
    .slice(0, 12);
}

/** Number of shells that stay in the cache, however long ago they were used. */
const MAX_OLD = 6;
/** Another process that shares the cache, such as the development server, may still read the files of a shell that was used this recently. */
const RECENT_MS = 10 * 60_000;
/** Prefix of folders into which a shell is being bundled. */
const UNFINISHED_PREFIX = 'next-';

/** Sets the modification time of a cached shell, by which the least recently used one is found. */
function markUsed(dir: string): void {
  const now = new Date();
  utimesSync(dir, now, now);
}

/** Matches the name of a cached shell, which is its id. Other folders are not ours to delete. */
const SHELL_NAME = /^[\da-f]{12}$/;

async function evictOldShells(folder: string, current: string): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => SHELL_NAME.test(name) && join(folder, name) !== current && existsSync(join(folder, name, 'manifest.json')),
  );
  const aged = names.map((name) => ({ name, time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  const old = aged
    .toSorted((a, b) => b.time - a.time)
    .slice(MAX_OLD - 1)
    .filter(({ time }) => time < Date.now() - RECENT_MS)
    .map(({ name }) => name);
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Files of the site and its plugins that are bundled with the shell; absolute paths. */
export interface ShellExtensions {
  /** Components of front pages, by kind. */
  pages: Readonly<Record<string, string>>;
  /** Modules of islands, by name. */
  islands: Readonly<Record<string, string>>;
  /** Stylesheet of the site's own front pages; null: none. */
  pageStyles: string | null;
  /** Module of the site's analytics; null: none. */
  analytics: string | null;
  clients: readonly string[];
  slots: readonly string[];
  criticalStyles: readonly string[];
  /** Files and folders that the bundle depends on. */
  sources: readonly string[];
}

/** Returns the files of a configuration and its plugins that are bundled with the shell. */
export function shellExtensions({ pages, islands, pageStyles, analytics, plugins }: SiteConfig): ShellExtensions {
  const parts = plugins.flatMap(({ client }) => client ?? []);
  const components = pages.flatMap(({ kind, component }) => (component === undefined ? [] : [[kind, component] as const]));
  const files = [
    ...components.map(([, file]) => file),
    ...Object.values(islands),
    ...[pageStyles, analytics?.module].flatMap((file) => file ?? []),
  ];
  return {
    pages: Object.fromEntries(components),
    islands: Object.assign({}, ...parts.map((part) => part.islands), islands),
    pageStyles,
    analytics: analytics?.module ?? null,
    clients: parts.flatMap(({ start }) => start ?? []),
    slots: parts.flatMap(({ slots }) => slots ?? []),
    criticalStyles: parts.flatMap(({ criticalStyles }) => criticalStyles ?? []),
    // Components import their neighbors, so the folder of each file counts.
    sources: [...new Set([...files.map((file) => join(file, '..')), ...plugins.map(({ root }) => root)])].toSorted(),
  };
}

const quote = (text: string): string => JSON.stringify(text);

/** Returns the source of the generated modules by name, for both bundles. */
export function shellModules(
  site: SiteData,
  { pages, islands, analytics, clients, slots }: ShellExtensions,
): Readonly<Record<string, string>> {
  const builtIn = { 'search-results': join(import.meta.dirname, '../client/pages/search-results.browser.ts') };
  const loaders = Object.entries({ ...builtIn, ...islands }).map(([name, file]) => `${quote(name)}: () => import(${quote(file)})`);
  return {
    'virtual:site': `export const site = ${JSON.stringify(site)};`,
    'virtual:pages': [
      ...Object.values(pages).map((file, index) => `import * as page${index} from ${quote(file)};`),
      `export const pages = { ${Object.entries(pages).map(([kind, file], index) => `${quote(kind)}: { file: ${quote(file)}, module: page${index} }`)} };`,
    ].join('\n'),
    'virtual:islands': `export const islands = { ${loaders.join(', ')} };`,
    ...(analytics !== null && { 'virtual:analytics': `export { default } from ${quote(analytics)};` }),
    'virtual:slots': listModule('slots', slots),
    'virtual:plugins': listModule('plugins', clients),
  };
}

function listModule(name: string, files: readonly string[]): string {
  const imports = files.map((file, index) => `import * as item${index} from ${quote(file)};`);
  return [...imports, `export const ${name} = [${files.map((_, index) => `item${index}`).join(', ')}];`].join('\n');
}

/** Packages that front pages and plugins can import from any folder: those of the engine, and React. */
export const SHARED_PACKAGES = /^(?:@quire\/|react(?:-dom)?(?:\/|$))/;

/** A file of the engine, from which the shared packages are resolved. */
export const RESOLVE_FROM = join(import.meta.dirname, '../index.ts');
