import { stat } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { docsRoute, docSetProblems } from './doc-sets.ts';
import type { SiteConfig } from './schema.ts';
import { ConfigError, validateConfig } from './validate.ts';

/** Environment variables that override keys of the configuration file. */
const OVERRIDES = [
  { variable: 'SITE_URL', path: ['url'] },
  { variable: 'BASE_URL', path: ['baseUrl'] },
  { variable: 'SITE_TITLE', path: ['title'] },
  { variable: 'IS_SAAS', path: ['customFields', 'isSaas'] },
  { variable: 'ASSISTANT_PROJECT_KEY', path: ['customFields', 'assistantProjectKey'] },
] as const;

interface Overridden {
  input: unknown;
  /** Variable of each key that was set from the environment, by the path of the key. */
  variables: Map<string, string>;
}

/** Returns a copy of the configuration with the overrides applied. An empty variable counts as not set. */
function applyOverrides(input: unknown, env: Readonly<Record<string, string | undefined>>): Overridden {
  const variables = new Map<string, string>();
  let result = input;
  for (const { variable, path } of OVERRIDES) {
    const value = env[variable];
    if (value === undefined || value === '') continue;
    variables.set(path.join('.'), variable);
    result = withValue(result, path, variable === 'IS_SAAS' ? toBoolean(value) : value);
  }
  return { input: result, variables };
}

function toBoolean(value: string): boolean | string {
  if (/^(true|1)$/i.test(value)) return true;
  return /^(false|0)$/i.test(value) ? false : value;
}

function withValue(holder: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const record = typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>) : {};
  return { ...record, [key]: withValue(record[key], rest, value) };
}

/** Returns the configured address of the repository, or else the address on GitHub for its owner and name; null without either. */
function repositoryOf({ links, organizationName, projectName }: Omit<SiteConfig, 'configDir'>): string | null {
  if (links.repository !== null || organizationName === undefined || projectName === undefined) return links.repository;
  return `https://github.com/${organizationName}/${projectName}`;
}

/** Makes all paths absolute. In the file, they are relative to its folder. */
export function resolvePaths(config: Omit<SiteConfig, 'configDir'>, folder: string): SiteConfig {
  const absolute = (path: string): string => resolve(folder, path);
  const optional = (path: string | null): string | null => (path === null ? null : absolute(path));
  const { rules } = config.docs;
  return {
    ...config,
    configDir: folder,
    links: { ...config.links, repository: repositoryOf(config) },
    docs: {
      ...config.docs,
      root: absolute(config.docs.root),
      sidebar: optional(config.docs.sidebar),
      folders: config.docs.folders.map((folder) => ({
        ...folder,
        root: absolute(folder.root ?? folder.name),
        sidebar: optional(folder.sidebar),
      })),
      versions: config.docs.versions.map((version) => ({
        ...version,
        root: absolute(version.root ?? `versions/${version.name}`),
        sidebar: optional(version.sidebar),
      })),
      rules: rules.inlineRoot === undefined ? rules : { ...rules, inlineRoot: absolute(rules.inlineRoot) },
    },
    i18n: {
      ...config.i18n,
      locales: Object.fromEntries(
        Object.entries(config.i18n.locales).map(([name, locale]) => [
          name,
          {
            ...locale,
            root: absolute(locale.root ?? `i18n/${name}`),
            folders: Object.fromEntries(Object.entries(locale.folders).map(([folder, path]) => [folder, absolute(path)])),
            ...(locale.words !== undefined && { words: absolute(locale.words) }),
          },
        ]),
      ),
    },
    pages: config.pages.map((page) => ({
      ...page,
      data: absolute(page.data),
      ...(page.component !== undefined && { component: absolute(page.component) }),
    })),
    islands: Object.fromEntries(Object.entries(config.islands).map(([name, file]) => [name, absolute(file)])),
    components: Object.fromEntries(
      Object.entries(config.components).map(([name, mapping]) => [name, typeof mapping === 'string' ? absolute(mapping) : mapping]),
    ),
    analytics: config.analytics && { ...config.analytics, module: optional(config.analytics.module) },
    pageStyles: optional(config.pageStyles),
    redirects: optional(config.redirects),
    search: config.search && {
      ...config.search,
      synonyms: optional(config.search.synonyms),
      phrasings: optional(config.search.phrasings),
    },
    staticDirectories: config.staticDirectories.map(absolute),
  };
}

/**
 * Applies the managed edition if `customFields.isSaas` is set: its own brand, no announcement, no edit links, no home page,
 * and no indexing by search engines. Returns other configurations unchanged.
 */
export function applyEdition(config: SiteConfig): SiteConfig {
  if (!config.customFields.isSaas) return config;
  const { title, favicon, logo } = config.managedEdition;
  return {
    ...config,
    title: title ?? config.title,
    favicon: favicon ?? config.favicon,
    announcementBar: null,
    navbar: {
      ...config.navbar,
      title: config.navbar.title === '' ? '' : (title ?? config.navbar.title),
      logo: logo ?? config.navbar.logo,
    },
    docs: { ...config.docs, editUrl: null },
    homeRedirect: docsRoute(config.docs.routeBasePath) || '/',
    noIndex: true,
  };
}

/**
 * Lets configurations outside of this repository import the engine and its plugins by name. Node.js resolves packages
 * from the importing file's folder, where they are not installed, so a hook resolves them from here.
 */
const registerPackages = (() => {
  let isRegistered = false;
  return (): void => {
    if (isRegistered) return;
    isRegistered = true;
    registerHooks({
      resolve(specifier, context, next) {
        if (!specifier.startsWith('@quire/')) return next(specifier, context);
        try {
          return next(specifier, context);
        } catch {
          return next(specifier, { ...context, parentURL: import.meta.url });
        }
      },
    });
  };
})();

interface LoadConfigOptions {
  /** Whether the configured folders of versions and locales must exist; default true. */
  requiresDocSets?: boolean;
}

/**
 * Loads a configuration file: imports it, applies the environment variables that override keys (SITE_URL, BASE_URL, SITE_TITLE, IS_SAAS,
 * ASSISTANT_PROJECT_KEY), validates it, makes its paths absolute, and applies the managed edition.
 * @param file .ts, .js, or .mjs with the configuration as its default export
 * @throws ConfigError that lists all problems
 */
export async function loadConfig(
  file: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  { requiresDocSets = true }: LoadConfigOptions = {},
): Promise<SiteConfig> {
  const { input, variables } = applyOverrides(await importConfig(file), env);
  const config = resolvePaths(validateConfig(input, file, variables), dirname(resolve(file)));
  await checkFiles(config, file, requiresDocSets);
  return applyEdition({ ...config, configFile: resolve(file) });
}

async function importConfig(file: string): Promise<unknown> {
  const absolute = resolve(file);
  const stats = await stat(absolute).catch(() => null);
  if (stats === null || !stats.isFile()) {
    throw new ConfigError(file, ['the file does not exist: create it, or name another one with --config']);
  }
  // Node caches modules by URL. With the modification time in the URL, the development server loads an edited file again.
  const module = await importModule(`${pathToFileURL(absolute).href}?changed=${stats.mtimeMs}&as=.ts`, file);
  if (module.default === undefined) {
    throw new ConfigError(file, ['the file has no default export: write `export default defineConfig({ … })`']);
  }
  return module.default;
}

async function importModule(address: string, file: string): Promise<{ default?: unknown }> {
  registerPackages();
  try {
    return (await import(/* @vite-ignore */ address)) as { default?: unknown };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? `${lineOf(error, file)}${error.name}: ${error.message}` : String(error);
    throw new ConfigError(file, [`the file could not be loaded: ${reason}`]);
  }
}

/** Returns the line of the file where an error occurred, as `line 3: `, or '' if its stack does not name the file. */
function lineOf({ stack = '' }: Error, file: string): string {
  const [, rest = ''] = stack.split(basename(file), 2);
  const line = /^[^\s:)]*:(\d+)/.exec(rest)?.[1];
  return line === undefined ? '' : `line ${line}: `;
}

/** Checks that the configured files and folders exist, because later errors could not name the key. @throws ConfigError */
async function checkFiles(config: SiteConfig, file: string, requiresDocSets: boolean): Promise<void> {
  const wanted: { key: string; path: string | null; kind: 'folder' | 'file' }[] = [
    { key: 'docs.root', path: config.docs.root, kind: 'folder' },
    { key: 'docs.sidebar', path: config.docs.sidebar, kind: 'file' },
    ...config.docs.versions.map(({ sidebar }, index) => ({ key: `docs.versions[${index}].sidebar`, path: sidebar, kind: 'file' }) as const),
    ...config.docs.folders.flatMap(
      ({ root = null, sidebar }, index) =>
        [
          { key: `docs.folders[${index}].root`, path: root, kind: 'folder' },
          { key: `docs.folders[${index}].sidebar`, path: sidebar, kind: 'file' },
        ] as const,
    ),
    { key: 'redirects', path: config.redirects, kind: 'file' },
    { key: 'pageStyles', path: config.pageStyles, kind: 'file' },
    ...config.pages.flatMap(({ component }, index) =>
      component === undefined ? [] : [{ key: `pages[${index}].component`, path: component, kind: 'file' } as const],
    ),
    ...Object.entries(config.islands).map(([name, path]) => ({ key: `islands.${name}`, path, kind: 'file' }) as const),
    ...Object.entries(config.components).flatMap(([name, path]) =>
      typeof path === 'string' ? [{ key: `components.${name}`, path, kind: 'file' } as const] : [],
    ),
    { key: 'search.synonyms', path: config.search?.synonyms ?? null, kind: 'file' },
    { key: 'search.phrasings', path: config.search?.phrasings ?? null, kind: 'folder' },
  ];
  const problems: string[] = requiresDocSets ? docSetProblems(config) : [];
  for (const { key, path, kind } of wanted) {
    if (path === null) continue;
    const stats = await stat(path).catch(() => null);
    if (stats !== null && (kind === 'folder' ? stats.isDirectory() : stats.isFile())) continue;
    problems.push(`${key}: found no ${kind} ${path}, expected a ${kind} relative to the configuration file`);
  }
  if (problems.length > 0) throw new ConfigError(file, problems);
}
