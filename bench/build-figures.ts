/** Runs the project's build in a process of its own and returns its figures. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { commandOf } from './site-server.ts';

const root = join(import.meta.dirname, '..');

export interface BuildFigures {
  /** Duration that the command reports, from the start of its process to its last line. */
  milliseconds: number;
  peakMiB: number;
  pages: number;
}

/** @param out name of the output folder in `dir`; the cache is a folder beside it @throws Error with the build's output if it fails */
export function buildFigures(dir: string, config: string, out: string, ...extra: string[]): BuildFigures {
  const paths = ['--config', config, '--out', join(dir, out), '--cache-dir', join(dir, `${out}-cache`)];
  const command = [...commandOf('build'), '--json', ...paths, ...extra];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`The build failed:\n${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout) as BuildFigures;
}
