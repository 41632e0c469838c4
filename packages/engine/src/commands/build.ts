import { getCompileCacheDir } from 'node:module';
import { dirname, resolve } from 'node:path';

import { startBundler } from '#build/bundler.ts';

import { CACHE_OPTION, cacheDirOf, type Command, CONFIG_OPTION, configFileOf } from './command.ts';

export const buildCommand: Command = {
  summary: 'Builds the site into build/: load, compile, check, bundle, prerender, emit.',
  usage: '[--config FILE] [--out DIR] [--no-cache] [--verbose] [--report FILE] [--json]',
  options: {
    ...CONFIG_OPTION,
    out: { type: 'string', description: 'output folder (build)' },
    ...CACHE_OPTION,
    'no-cache': { type: 'boolean', description: 'neither read nor write the cache' },
    verbose: {
      type: 'boolean',
      description: 'print every error and warning; default: 500 errors, and of warnings the count of each kind and three examples',
    },
    report: { type: 'string', description: 'write all problems to this file as JSON: kind, severity, file, line, message' },
    json: { type: 'boolean', description: 'print only the result, as JSON' },
  },
  async run(values) {
    const cacheDir = cacheDirOf(values);
    const noCache = values['no-cache'] === true;
    // The processes and threads of a build use the same cache of compiled modules.
    const compiled = getCompileCacheDir();
    if (compiled !== undefined) process.env['NODE_COMPILE_CACHE'] = dirname(compiled);
    const bundler = startBundler(cacheDir, noCache);
    // Set this before any schema is created: each schema validates only a few values, and compiling it would double the time.
    const { config } = await import('zod');
    config({ jitless: true });
    const { runBuild } = await import('./run-build.ts');
    return runBuild({
      configFile: configFileOf(values),
      outDir: resolve(String(values['out'] ?? 'build')),
      cacheDir,
      noCache,
      json: values['json'] === true,
      verbose: values['verbose'] === true,
      reportFile: typeof values['report'] === 'string' ? resolve(values['report']) : null,
      bundler,
    });
  },
};
