/** The project's build in a process of its own, as a benchmark measures it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { commandOf } from './site-server.ts';

const root = join(import.meta.dirname, '..');

export interface BuildFigures {
  /** The command's own, from the start of its process to its last line. */
  milliseconds: number;
  peakMiB: number;
  pages: number;
}

/** @param out name of the output folder below `dir`; the cache lies beside it @throws with what the build said, when it fails */
export function buildFigures(dir: string, config: string, out: string, ...extra: string[]): BuildFigures {
  const places = ['--config', config, '--out', join(dir, out), '--cache-dir', join(dir, `${out}-cache`)];
  const command = [...commandOf('build'), '--json', ...places, ...extra];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`The build failed:\n${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout) as BuildFigures;
}
