import { getCompileCacheDir } from 'node:module';
import { dirname, resolve } from 'node:path';

import { startProcesses } from '#build/start-processes.ts';

import type { Command } from './command.ts';

export const buildCommand: Command = {
  summary: 'Builds the site into build/: load, compile, check, bundle, prerender, emit.',
  usage: '[--config FILE] [--out DIR] [--no-cache] [--verbose] [--report FILE] [--json]',
  options: {
    config: { type: 'string', description: 'configuration file (site.config.ts)' },
    out: { type: 'string', description: 'output folder (build)' },
    'cache-dir': { type: 'string', description: 'cache folder (.cache)' },
    'no-cache': { type: 'boolean', description: 'neither read nor write the cache' },
    verbose: { type: 'boolean', description: 'print every warning; default: the count of each kind and three examples' },
    report: { type: 'string', description: 'write all problems to this file as JSON: kind, severity, file, line, message' },
    json: { type: 'boolean', description: 'print the result as JSON, and nothing else' },
  },
  async run(values) {
    const cacheDir = resolve(String(values['cache-dir'] ?? '.cache'));
    const fresh = values['no-cache'] === true;
    // A build's processes and threads find the cache of compiled modules by the variable; nothing of a server is in such a hurry.
    const compiled = getCompileCacheDir();
    if (compiled !== undefined) process.env['NODE_COMPILE_CACHE'] = dirname(compiled);
    const processes = startProcesses(cacheDir, fresh);
    // Before any schema is made: each checks a few values once, and compiling it first takes twice the time.
    const { config } = await import('zod');
    config({ jitless: true });
    const { runBuild } = await import('./run-build.ts');
    return runBuild({
      configFile: resolve(String(values['config'] ?? 'site.config.ts')),
      outDir: resolve(String(values['out'] ?? 'build')),
      cacheDir,
      fresh,
      json: values['json'] === true,
      verbose: values['verbose'] === true,
      reportFile: typeof values['report'] === 'string' ? resolve(values['report']) : null,
      processes,
    });
  },
};
