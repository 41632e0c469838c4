/** Starts and stops the child processes of a build. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type Bundler, createBundler } from './bundler.ts';
import { type Indexer, startIndexer } from './indexer.ts';

/** The child processes of a build. */
export interface BuildProcesses {
  indexer: Indexer;
  /** Already started if the shell certainly has to be bundled. */
  bundler: Bundler;
}

/**
 * Starts the child processes. This file imports very little, so that a command can call it before it loads its own modules;
 * meanwhile, the child processes load theirs on the second core.
 * @param noCache whether the build works without a cache
 */
export function startProcesses(cacheDir: string, noCache: boolean): BuildProcesses {
  const bundler = createBundler();
  if (noCache || !existsSync(join(cacheDir, 'shell'))) bundler.start();
  return { indexer: startIndexer(noCache ? null : cacheDir), bundler };
}

export function stopProcesses({ indexer, bundler }: BuildProcesses): void {
  indexer.stop();
  bundler.stop();
}
