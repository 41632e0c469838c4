import { BuildError, buildSite } from '#build/build.ts';
import type { BuildOptions } from '#build/build.ts';
import { createPhases, seconds } from '#build/phases.ts';
import { stopProcesses } from '#build/start-processes.ts';
import type { BuildProcesses } from '#build/start-processes.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem, summarizeWarnings } from '#model/problem.ts';

interface RunBuildOptions extends Pick<BuildOptions, 'outDir' | 'cacheDir' | 'fresh'> {
  configFile: string;
  /** Prints the result as JSON, and nothing else. */
  json: boolean;
  /** Prints every warning, not only their counts and examples. */
  verbose: boolean;
  processes: BuildProcesses;
}

/** Builds and tells what came of it. @returns the exit status */
export async function runBuild({ configFile, json, verbose, ...options }: RunBuildOptions): Promise<number> {
  const phases = createPhases(json ? null : process.stdout);
  try {
    const config = await loadConfig(configFile);
    const result = await buildSite({ ...options, config, phases });
    // Since the process began.
    const milliseconds = Math.round(performance.now());
    for (const line of summarizeWarnings(result.warnings, verbose)) process.stderr.write(`${line}\n`);
    if (json) process.stdout.write(`${JSON.stringify({ ok: true, milliseconds, phases: phases.times, ...result })}\n`);
    else
      process.stdout.write(
        `Built ${result.pages} pages (${result.compiled} compiled), ${result.files} files (${result.written} changed), in ${seconds(milliseconds)}: ${options.outDir}\n`,
      );
    return 0;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, problems: [...error.problems, ...error.warnings] })}\n`);
    for (const line of summarizeWarnings(error.warnings, verbose)) process.stderr.write(`${line}\n`);
    for (const problem of error.problems) process.stderr.write(`${formatProblem(problem)}\n`);
    process.stderr.write(`${error.message}. Nothing was published; the last good build stays in ${options.outDir}.\n`);
    return 1;
  } finally {
    stopProcesses(options.processes);
  }
}
