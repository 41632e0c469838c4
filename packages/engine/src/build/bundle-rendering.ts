import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Plugin, rolldown } from 'rolldown';

import { ENGINE_SOURCES } from './fingerprint.ts';
import type { BundleOptions } from './bundler.ts';
import { RESOLVE_FROM, SHARED_PACKAGES, shellModules } from './shell.ts';

/** Bundles the shell for rendering in Node.js. Uses Rolldown directly, because without Vite's handling of styles, bundling takes half the time. */
export async function bundleShell({ outDir, site, extensions }: BundleOptions): Promise<void> {
  const bundle = await rolldown({
    cwd: ENGINE_SOURCES,
    input: join(ENGINE_SOURCES, 'client/prerender.tsx'),
    platform: 'node',
    tsconfig: false,
    plugins: [generatedModules(shellModules(site, extensions)), sharedPackages, rawFiles],
    // Without this, React would use its development build.
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' }, target: 'node24' },
  });
  // One self-contained file, because packages cannot be resolved from the cache folder. `.mjs` marks it as an ES module.
  await bundle.write({ file: join(outDir, 'server', 'prerender.mjs'), format: 'esm', codeSplitting: false });
  await bundle.close();
}

const generatedModules = (modules: Readonly<Record<string, string>>): Plugin => ({
  name: 'generated-modules',
  resolveId: (id) => (modules[id] === undefined ? null : `\0${id}`),
  load: (id) => modules[id.slice(1)] ?? null,
});

/** Resolves the engine's packages and React for sites outside of this repository, where they are not installed. */
export const sharedPackages: Plugin = {
  name: 'shared-packages',
  resolveId: {
    filter: { id: SHARED_PACKAGES },
    handler(id, importer) {
      return importer === undefined || importer === RESOLVE_FROM ? null : this.resolve(id, RESOLVE_FROM, { skipSelf: true });
    },
  },
};

/** `import text from './file.svg?raw'`: the content of the file, as in the browser's bundle. */
export const rawFiles: Plugin = {
  name: 'raw-files',
  resolveId: {
    filter: { id: /\?raw$/ },
    async handler(id, importer) {
      const file = await this.resolve(id.slice(0, -RAW.length), importer);
      return file && file.id + RAW;
    },
  },
  load: {
    filter: { id: /\?raw$/ },
    handler: async (id) => ({
      code: `export default ${JSON.stringify(await readFile(id.slice(0, -RAW.length), 'utf8'))};`,
      moduleType: 'js',
    }),
  },
};

const RAW = '?raw';
