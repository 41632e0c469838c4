import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { compress } from './compress.ts';

/** Writes a build beside the last one and takes its place at the end: a build that fails leaves the last good output as it was. */
export interface Output {
  /** @param path below the output folder, with `/`: `site/docs/x/index.html` */
  write(path: string, content: string | Uint8Array): Promise<void>;
  copy(path: string, from: string): Promise<void>;
  /** Takes files over from the last build without looking into them; false when one of them is not there. */
  keep(paths: readonly string[]): boolean;
  /** Waits for what is still being written, then swaps the folders. */
  publish(): Promise<{ files: number; written: number }>;
  discard(): Promise<void>;
}

/** Files being compressed at once: enough to keep the other core busy, few enough to keep the memory flat. */
const AT_ONCE = 16;

/**
 * Files are written at once and by turns, while the thread pool compresses: a page has seven small files, and
 * handing each to the pool costs more than writing it.
 * @param dir the output folder, e.g. `build`
 */
export function createOutput(dir: string): Output {
  const staged = `${dir}.next-${process.pid}`;
  const hasPrevious = existsSync(dir);
  const made = new Set<string>();
  const pending = new Set<Promise<void>>();
  const count = { files: 0, written: 0 };
  let failure: unknown;

  function place(path: string): string {
    const target = join(staged, path);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    count.files += 1;
    return target;
  }

  async function compressInto(target: string, path: string, bytes: Buffer): Promise<void> {
    for (const { ending, content } of await compress(path, bytes)) writeFileSync(target + ending, content);
  }

  async function write(path: string, bytes: Buffer): Promise<void> {
    const target = place(path);
    if (hasPrevious && takeOverSame(join(dir, path), target, bytes)) return;
    count.written += 1;
    writeFileSync(target, bytes);
    if (!path.startsWith('site/')) return;
    const work: Promise<void> = compressInto(target, path.slice('site/'.length), bytes)
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => pending.delete(work));
    pending.add(work);
    if (pending.size >= AT_ONCE) await Promise.race(pending);
    if (failure !== undefined) throw failure;
  }

  return {
    write: (path, content) => write(path, Buffer.from(content as Uint8Array)),
    copy: async (path, from) => write(path, await readFile(from)),
    keep(paths) {
      if (!hasPrevious || !paths.every((path) => existsSync(join(dir, path)))) return false;
      for (const path of paths) linkWithForms(join(dir, path), place(path));
      return true;
    },
    async publish() {
      await Promise.all(pending);
      if (failure !== undefined) throw failure;
      const old = `${dir}.old-${process.pid}`;
      if (hasPrevious) renameSync(dir, old);
      renameSync(staged, dir);
      await rm(old, { recursive: true, force: true });
      return count;
    },
    async discard() {
      await Promise.allSettled(pending);
      await rm(staged, { recursive: true, force: true });
    },
  };
}

/** Takes over a file of the last build that has the same bytes, with its compressed forms: no time is spent on what did not change. */
function takeOverSame(previous: string, target: string, bytes: Buffer): boolean {
  if (!existsSync(previous) || !readFileSync(previous).equals(bytes)) return false;
  linkWithForms(previous, target);
  return true;
}

/** A file together with its compressed forms. */
function linkWithForms(from: string, to: string): void {
  for (const ending of ['', '.br', '.gz']) if (ending === '' || existsSync(from + ending)) linkOrCopy(from + ending, to + ending);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
