import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type Bundler, createBundler } from './bundle-process.ts';
import { type Indexer, startIndexer } from './search-process.ts';

/** What works beside a build's own process. */
export interface BuildProcesses {
  indexer: Indexer;
  /** Started where a shell has to be bundled for certain. */
  bundler: Bundler;
}

/**
 * Needs next to no modules, so that a command can call it before it loads its own: the second core loads theirs meanwhile.
 * @param fresh whether no cache is used
 */
export function startProcesses(cacheDir: string, fresh: boolean): BuildProcesses {
  const bundler = createBundler();
  if (fresh || !existsSync(join(cacheDir, 'shell'))) bundler.start();
  return { indexer: startIndexer(fresh ? null : cacheDir), bundler };
}

export function stopProcesses({ indexer, bundler }: BuildProcesses): void {
  indexer.stop();
  bundler.stop();
}
