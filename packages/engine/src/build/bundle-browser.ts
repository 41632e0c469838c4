import { join } from 'node:path';

import { build, type InlineConfig, type Plugin } from 'vite';

import { STYLESHEETS } from '#client/styles/stylesheets.ts';

import { ENGINE_SOURCES } from './fingerprint.ts';
import type { BundleOptions } from './bundler.ts';
import { RESOLVE_FROM, SHARED_PACKAGES, shellModules } from './shell.ts';

/** Bundles the shell for the browser: scripts, stylesheets, and fonts. */
export async function bundleShell(options: BundleOptions): Promise<void> {
  await build(clientConfig(options));
}

const STYLES = join(ENGINE_SOURCES, 'client/styles');

/** Returns the virtual path of one of the three stylesheets, which combine the engine's files with the styles of plugins, front pages, and the configuration. */
const stylesheetFile = (name: string): string => join(STYLES, `${name}.css`);

/** Supplies the generated modules and the entry stylesheets. */
function generatedModules({ site, extensions, configuredStyle }: BundleOptions): Plugin {
  const modules = shellModules(site, extensions);
  const critical = extensions.criticalStyles.map(importOf);
  const pages = extensions.pageStyles === null ? [] : [importOf(extensions.pageStyles)];
  const entries = Object.fromEntries(
    Object.entries(STYLESHEETS).map(([name, files]) => {
      const parts = files.map((file) => importOf(join(STYLES, file)));
      return [stylesheetFile(name), [...parts, ...critical, ...(name === 'critical-docs' ? [] : pages), configuredStyle].join('\n')];
    }),
  );
  return {
    name: 'configured',
    enforce: 'pre',
    resolveId(id) {
      if (entries[id] !== undefined) return id;
      return modules[id] === undefined ? null : `\0${id}`;
    },
    load: (id) => entries[id] ?? modules[id.slice(1)] ?? null,
  };
}

const importOf = (file: string): string => `@import ${JSON.stringify(file)};`;

/** Resolves the engine's packages and React for sites outside of this repository, where they are not installed. */
const sharedPackages: Plugin = {
  name: 'shared-packages',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!SHARED_PACKAGES.test(id) || importer === undefined || importer === RESOLVE_FROM) return null;
    return this.resolve(id, RESOLVE_FROM, { skipSelf: true });
  },
};

/**
 * Replaces Vite's helper for dynamic imports. It adds 1.8 kB to load stylesheets, which our chunks do not have. We only
 * need an event when a chunk is missing, which happens after a new deployment.
 */
function slimPreload(): Plugin {
  const failed = "dispatchEvent(new CustomEvent('chunk-gone', { detail: error }))";
  return {
    name: 'slim-preload',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export const __vitePreload = (load) => load().catch((error) => { ${failed}; throw error; });`
        : null,
  };
}

function clientConfig(options: BundleOptions): InlineConfig {
  return {
    root: ENGINE_SOURCES,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    plugins: [generatedModules(options), sharedPackages, slimPreload()],
    oxc: { jsx: { runtime: 'automatic' } },
    // Relative addresses work with any base URL.
    base: './',
    build: {
      outDir: join(options.outDir, 'client'),
      target: 'es2022',
      cssCodeSplit: true,
      modulePreload: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          loader: join(ENGINE_SOURCES, 'client/loader/loader.ts'),
          'not-found': join(ENGINE_SOURCES, 'client/pages/not-found.ts'),
          ...(options.extensions.analytics !== null && { analytics: join(ENGINE_SOURCES, 'client/analytics.ts') }),
          ...Object.fromEntries(Object.keys(STYLESHEETS).map((name) => [name, stylesheetFile(name)])),
        },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  };
}
