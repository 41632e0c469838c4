/** Writes and compresses files on a thread of its own, one after the other, while the build renders the next pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';

import { compress } from './compress.ts';

export interface WriteTask {
  /** Where the file goes; its compressed forms go beside it. */
  target: string;
  /** Path in the published site, which decides how it is compressed; null: not at all. */
  path: string | null;
  bytes: Uint8Array;
}

/** What is said of a task: null when it is done, or what went wrong. */
export type WriteResult = string | null;

const made = new Set<string>();

function write({ target, path, bytes }: WriteTask): void {
  const folder = dirname(target);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  writeFileSync(target, bytes);
  if (path === null) return;
  for (const { ending, content } of compress(path, bytes)) writeFileSync(target + ending, content);
}

parentPort?.on('message', (task: WriteTask) => {
  let result: WriteResult = null;
  try {
    write(task);
  } catch (error) {
    result = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(result);
});
