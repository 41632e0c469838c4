import { join } from 'node:path';

import { build } from 'vite';
import type { InlineConfig, Plugin } from 'vite';

import type { BundleOptions, BundleTarget } from './shell-files.ts';

/** Bundles the shell, for the browser or for rendering in Node. The only place that knows the bundler (D1). */
export async function bundleShell(options: BundleOptions, target: BundleTarget): Promise<void> {
  await build(target === 'browser' ? clientConfig(options) : serverConfig(options));
}

const SITE_MODULE = 'virtual:site';
/** The style sheets that pages name: the whole look, and what kinds of pages open with. */
const STYLES = /\/src\/site\/styles\/(index|critical-\w+)\.css$/;

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

function sharedConfig(options: BundleOptions): InlineConfig {
  return {
    root: options.projectRoot,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    plugins: [configured(options)],
    oxc: { jsx: { runtime: 'automatic' } },
  };
}

function clientConfig(options: BundleOptions): InlineConfig {
  return {
    ...sharedConfig(options),
    plugins: [configured(options), slimPreload()],
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
          loader: join(options.projectRoot, 'src/site/loader/loader.ts'),
          style: join(options.projectRoot, 'src/site/styles/index.css'),
          'critical-docs': join(options.projectRoot, 'src/site/styles/critical-docs.css'),
          'critical-front': join(options.projectRoot, 'src/site/styles/critical-front.css'),
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

function serverConfig(options: BundleOptions): InlineConfig {
  return {
    ...sharedConfig(options),
    // Bundled whole: the file is imported from the cache folder, where no package is found.
    ssr: { noExternal: true },
    // Not replaced in server bundles by itself: React would render with its development build.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: join(options.projectRoot, 'src/site/prerender.tsx'),
      outDir: join(options.outDir, 'server'),
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
    },
  };
}
