import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { BuildError, buildSite, type BuildOptions, createPhases, formatSeconds } from '#build/build.ts';
import type { Bundler } from '#build/bundler.ts';
import { ConfigError } from '#config/validate.ts';
import { loadConfig } from '#config/load.ts';
import { listErrors, kindOf, summarizeWarnings } from '#model/problem.ts';
import type { Problem } from '#model/problem.ts';
import { jsonLine } from '#model/invisible-characters.ts';

interface RunBuildOptions extends Pick<BuildOptions, 'outDir' | 'cacheDir' | 'noCache'> {
  configFile: string;
  /** Whether to print only the result, as JSON. */
  json: boolean;
  /** Whether to print every error and warning instead of the first errors, and counts of warnings with examples. */
  verbose: boolean;
  /** File to which all problems are written as JSON; null: none. */
  reportFile: string | null;
  bundler: Bundler;
}

/** Builds the site and prints the result. @returns the exit status */
export async function runBuild({ configFile, json, verbose, reportFile, ...options }: RunBuildOptions): Promise<number> {
  const phases = createPhases(json ? null : process.stdout);
  try {
    const config = await loadConfig(configFile);
    const result = await buildSite({ ...options, config, phases });
    // performance.now() counts from the start of the process.
    const milliseconds = Math.round(performance.now());
    writeReport(reportFile, result.warnings);
    for (const line of summarizeWarnings(result.warnings, verbose)) process.stderr.write(`${line}\n`);
    if (json) process.stdout.write(jsonLine({ ok: true, milliseconds, phases: phases.times, ...result }));
    else
      process.stdout.write(
        `Built ${result.pages} pages (${result.compiled} compiled), ${result.files} files (${result.written} changed), in ${formatSeconds(milliseconds)}: ${options.outDir}\n`,
      );
    return 0;
  } catch (error) {
    if (error instanceof ConfigError) writeReport(reportFile, problemsOf(error, configFile));
    if (!(error instanceof BuildError)) throw error;
    writeReport(reportFile, [...error.problems, ...error.warnings]);
    if (json) process.stdout.write(jsonLine({ ok: false, problems: [...error.problems, ...error.warnings] }));
    for (const line of summarizeWarnings(error.warnings, verbose)) process.stderr.write(`${line}\n`);
    for (const line of listErrors(error.problems, verbose)) process.stderr.write(`${line}\n`);
    process.stderr.write(
      `${error.message}. Nothing was published; ${options.outDir} still contains the last successful build, if there was one.\n`,
    );
    return 1;
  } finally {
    options.bundler.stop();
  }
}

/** Writes the problems of a build as JSON. */
function writeReport(file: string | null, problems: readonly Problem[]): void {
  if (file === null) return;
  const count = (wanted: Problem['severity']): number => problems.filter(({ severity }) => severity === wanted).length;
  const report = {
    errors: count('error'),
    warnings: count('warning'),
    problems: problems.map((problem) => ({
      kind: kindOf(problem),
      severity: problem.severity,
      file: problem.file,
      line: problem.line ?? null,
      endLine: problem.endLine ?? problem.line ?? null,
      message: problem.message,
    })),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

const problemsOf = ({ problems }: ConfigError, file: string): Problem[] =>
  problems.map((message) => ({ file, message, severity: 'error', kind: 'invalid configuration' }));
