import { fork } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

import { peakMiB } from './peak-memory.ts';
import type { IndexTask, SearchIndexFile } from './search-index.ts';

export interface Indexer {
  /** Makes the index; to be called once. */
  index(task: IndexTask): Promise<MadeIndex>;
}

export interface MadeIndex extends SearchIndexFile {
  /** Of the process that made it. */
  peakMiB: number;
}

/**
 * Starts a process of its own for the index: it loads its modules while the build reads files, and works beside the
 * prerender on the second core. One that is never given work ends with the build.
 */
export function startIndexer(): Indexer {
  const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' });
  child.unref();
  child.channel?.unref();
  return {
    index(task) {
      child.ref();
      child.channel?.ref();
      return new Promise((resolve, reject) => {
        child.once('message', (made) => resolve(made as MadeIndex));
        child.once('error', reject);
        child.once('exit', (status) =>
          reject(new Error(`The search index could not be made: its process ended with status ${status}; what it said stands above.`)),
        );
        child.send(task, (error) => error !== null && reject(error));
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  enableCompileCache();
  const { makeSearchIndex } = await import('./search-index.ts');
  process.once('message', (task) => {
    const made: MadeIndex = { ...makeSearchIndex(task as IndexTask), peakMiB: peakMiB() };
    process.send?.(made, () => process.disconnect());
  });
}
