import { resolve } from 'node:path';

import { BuildError, buildSite } from '#build/build.ts';
import { createPhases, seconds } from '#build/phases.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#model/problem.ts';

import { PROJECT_ROOT } from './command.ts';
import type { Command } from './command.ts';

export const buildCommand: Command = {
  summary: 'Builds the site into build/: load, compile, check, bundle, prerender, emit.',
  usage: '[--config FILE] [--out DIR] [--no-cache] [--json]',
  options: {
    config: { type: 'string', description: 'configuration file (site.config.ts)' },
    out: { type: 'string', description: 'output folder (build)' },
    'cache-dir': { type: 'string', description: 'cache folder (.cache)' },
    'no-cache': { type: 'boolean', description: 'start from nothing: the cache is emptied first' },
    json: { type: 'boolean', description: 'print the result as JSON, and nothing else' },
  },
  run: async (values) => runBuild(values),
};

/** Builds and tells what came of it. Also the first half of `npm start`. */
export async function runBuild(values: Readonly<Record<string, string | boolean | undefined>>): Promise<number> {
  const began = performance.now();
  const json = values['json'] === true;
  const phases = createPhases(json ? null : process.stdout);
  const outDir = resolve(String(values['out'] ?? 'build'));
  try {
    const config = await loadConfig(resolve(String(values['config'] ?? 'site.config.ts')));
    const cacheDir = resolve(String(values['cache-dir'] ?? '.cache'));
    const result = await buildSite({ config, projectRoot: PROJECT_ROOT, outDir, cacheDir, fresh: values['no-cache'] === true, phases });
    const milliseconds = Math.round(performance.now() - began);
    for (const warning of result.warnings) process.stderr.write(`warning: ${formatProblem(warning)}\n`);
    if (json) process.stdout.write(`${JSON.stringify({ ok: true, milliseconds, phases: phases.times, ...result })}\n`);
    else
      process.stdout.write(
        `Built ${result.pages} pages, ${result.files} files (${result.written} changed), in ${seconds(milliseconds)}: ${outDir}\n`,
      );
    return 0;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, problems: error.problems })}\n`);
    for (const problem of error.problems) process.stderr.write(`${formatProblem(problem)}\n`);
    process.stderr.write(`${error.message}. Nothing was published; the last good build stays in ${outDir}.\n`);
    return 1;
  }
}
