import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { rolldown } from 'rolldown';
import type { Plugin } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';

import type { BundleOptions } from './shell-files.ts';

/** Bundles the shell for rendering in Node. There are no styles in it, and without the tool for them it takes half of the time. */
export async function bundleShell({ projectRoot, outDir }: BundleOptions): Promise<void> {
  const bundle = await rolldown({
    cwd: projectRoot,
    input: join(projectRoot, 'packages/engine/src/client/prerender.tsx'),
    platform: 'node',
    tsconfig: false,
    plugins: [rawFiles, viteImportGlobPlugin({ root: projectRoot })],
    // React would render with its development build.
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' }, target: 'node24' },
  });
  // In one file: it is imported from the cache folder, where no package is found. The ending says what it is.
  await bundle.write({ file: join(outDir, 'server', 'prerender.mjs'), format: 'esm', codeSplitting: false });
  await bundle.close();
}

/** `import text from './file.svg?raw'`: what the file holds, as in the browser's bundle. */
const rawFiles: Plugin = {
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
