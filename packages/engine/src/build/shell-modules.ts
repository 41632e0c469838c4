/** Generates modules for the bundles of the shell, which connect it to the configuration and the plugins. */
import { join } from 'node:path';
import type { SiteConfig } from '#config/schema.ts';
import type { SiteData } from '#model/site.ts';

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
