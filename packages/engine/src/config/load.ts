import { stat } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ConfigError } from './config-error.ts';
import { applyEdition } from './edition.ts';
import { docSetProblems } from './doc-sets.ts';
import { applyOverrides } from './overrides.ts';
import { resolvePaths } from './resolve-paths.ts';
import type { SiteConfig } from './schema.ts';
import { validateConfig } from './validate.ts';

/**
 * Lets configurations outside of this repository import the engine and its plugins by name: Node looks for packages beside
 * the file that imports them, and there are none.
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

export interface LoadConfigOptions {
  /** Whether the folders of versions and locales have to be there; default true. */
  wantsVersions?: boolean;
}

/**
 * Reads a configuration file: imports it, applies the environment (SITE_URL, BASE_URL, SITE_TITLE, IS_SAAS,
 * ASSISTANT_PROJECT_KEY), validates, makes paths absolute, and applies the edition.
 * @param file .ts, .js or .mjs with the configuration as its default export
 * @throws ConfigError that lists all problems
 */
export async function loadConfig(
  file: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  { wantsVersions = true }: LoadConfigOptions = {},
): Promise<SiteConfig> {
  const { input, origins } = applyOverrides(await importConfig(file), env);
  const config = resolvePaths(validateConfig(input, file, origins), dirname(resolve(file)));
  await checkFiles(config, file, wantsVersions);
  return applyEdition(config);
}

async function importConfig(file: string): Promise<unknown> {
  const absolute = resolve(file);
  const facts = await stat(absolute).catch(() => null);
  if (facts === null || !facts.isFile()) {
    throw new ConfigError(file, ['there is no such file: write one, or name another with --config']);
  }
  // The time in the address makes the development server see an edited file: modules are cached by address.
  const module = await importModule(`${pathToFileURL(absolute).href}?changed=${facts.mtimeMs}&as=.ts`, file);
  if (module.default === undefined) {
    throw new ConfigError(file, ['it exports no configuration: write `export default defineConfig({ … })`']);
  }
  return module.default;
}

async function importModule(address: string, file: string): Promise<{ default?: unknown }> {
  registerPackages();
  try {
    return (await import(/* @vite-ignore */ address)) as { default?: unknown };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new ConfigError(file, [`it could not be run: ${reason}`]);
  }
}

/** The docs instance lives from two things on disk; without them nothing later has a sentence to say. */
async function checkFiles(config: SiteConfig, file: string, wantsVersions: boolean): Promise<void> {
  const wanted: { key: string; path: string | null; kind: 'folder' | 'file' }[] = [
    { key: 'docs.root', path: config.docs.root, kind: 'folder' },
    { key: 'docs.sidebar', path: config.docs.sidebar, kind: 'file' },
    ...config.docs.versions.map(({ sidebar }, index) => ({ key: `docs.versions[${index}].sidebar`, path: sidebar, kind: 'file' }) as const),
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
  ];
  const problems: string[] = wantsVersions ? docSetProblems(config) : [];
  for (const { key, path, kind } of wanted) {
    if (path === null) continue;
    const facts = await stat(path).catch(() => null);
    if (facts !== null && (kind === 'folder' ? facts.isDirectory() : facts.isFile())) continue;
    problems.push(`${key}: found no ${kind} ${path}, expected a ${kind} relative to the configuration file`);
  }
  if (problems.length > 0) throw new ConfigError(file, problems);
}
