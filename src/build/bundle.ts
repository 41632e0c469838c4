import { join } from 'node:path';

import { build } from 'vite';
import type { InlineConfig, Plugin } from 'vite';

import type { BundleOptions, BundleTarget } from './shell-files.ts';

/** Bundles the shell, for the browser or for rendering in Node. The only place that knows the bundler (D1). */
export async function bundleShell(options: BundleOptions, target: BundleTarget): Promise<void> {
  await build(target === 'browser' ? clientConfig(options) : serverConfig(options));
}

const SITE_MODULE = 'virtual:site';

/** What the configuration says, as a module and as the last rules of the style sheet. */
function configured({ site, configuredStyle }: BundleOptions): Plugin {
  return {
    name: 'configured',
    enforce: 'pre',
    resolveId: (id) => (id === SITE_MODULE ? `\0${id}` : null),
    load: (id) => (id === `\0${SITE_MODULE}` ? `export const site = ${JSON.stringify(site)};` : null),
    transform: (code, id) => (id.endsWith('/src/site/styles/index.css') ? `${code}\n${configuredStyle}` : null),
  };
}

/**
 * Vite puts 1.8 kB before every dynamic import to load its style sheets; ours are all in the one that the page has.
 * What remains is the event that a chunk is gone, which a new deployment causes.
 */
function slimPreload(): Plugin {
  const failed = "dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))";
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
      rolldownOptions: { output: { entryFileNames: 'prerender.js', codeSplitting: false } },
    },
  };
}
