import { join } from 'node:path';

import { build } from 'vite';
import type { InlineConfig, Plugin } from 'vite';

import type { BundleOptions } from './shell-files.ts';

/** Bundles the shell for the browser: scripts, style sheets, fonts (D1). */
export async function bundleShell(options: BundleOptions): Promise<void> {
  await build(clientConfig(options));
}

const SITE_MODULE = 'virtual:site';
/** The style sheets that pages name: the whole look, and what kinds of pages open with. */
const STYLES = /\/client\/styles\/(index|critical-\w+)\.css$/;

/** What the configuration says, as a module and as the last rules of the style sheets. */
function configured({ site, configuredStyle }: BundleOptions): Plugin {
  return {
    name: 'configured',
    enforce: 'pre',
    resolveId: (id) => (id === SITE_MODULE ? `\0${id}` : null),
    load: (id) => (id === `\0${SITE_MODULE}` ? `export const site = ${JSON.stringify(site)};` : null),
    transform: (code, id) => (STYLES.test(id) ? `${code}\n${configuredStyle}` : null),
  };
}

/**
 * Vite puts 1.8 kB before every dynamic import to load its style sheets; ours come otherwise. What remains is the event
 * that a chunk is gone, which a new deployment causes.
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
    root: options.projectRoot,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    plugins: [configured(options), slimPreload()],
    oxc: { jsx: { runtime: 'automatic' } },
    // Relative addresses: the same files serve any base URL.
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
          loader: join(options.projectRoot, 'packages/engine/src/client/loader/loader.ts'),
          style: join(options.projectRoot, 'packages/engine/src/client/styles/index.css'),
          'critical-docs': join(options.projectRoot, 'packages/engine/src/client/styles/critical-docs.css'),
          'critical-front': join(options.projectRoot, 'packages/engine/src/client/styles/critical-front.css'),
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
