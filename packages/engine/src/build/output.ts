import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { filesIn } from './files-in.ts';
import type { WriteResult, WriteTask } from './output-worker.ts';
import { takeOver, UNFINISHED } from './take-over.ts';

/** A part of a file that is put together: text, or a file of this output by its path. */
export type Piece = string | { file: string };

/** Writes what is new beside the last output, and puts it there at the end: a build that fails leaves the last good output as it was. */
export interface Output {
  /** @param path below the output folder, with `/`: `site/docs/x/index.html` */
  write(path: string, content: string | Uint8Array): Promise<void>;
  copy(path: string, from: string): Promise<void>;
  /** Puts a file together from files that were written or kept before it; nothing of it is held in memory. */
  join(path: string, pieces: readonly Piece[]): Promise<void>;
  /** Takes files over from the last build without looking into them; false when one of them is not there. */
  keep(paths: readonly string[]): boolean;
  /** Waits for what is still being written, then puts it into the output folder. */
  publish(): Promise<{ files: number; written: number }>;
  discard(): Promise<void>;
}

/** Files handed to the writer and not yet written: enough to keep it busy, few enough to keep the memory flat. */
const AT_ONCE = 64;
/** Most of them in one message. */
const AT_A_TIME = 16;

/**
 * Files are written and compressed on a second thread, which the build feeds as it renders; what did not change stays
 * where it is.
 * @param dir the output folder, e.g. `build`
 */
export function createOutput(dir: string): Output {
  const staged = `${dir}.next-${process.pid}`;
  const hasPrevious = existsSync(dir);
  const isWhole = hasPrevious && !existsSync(join(dir, UNFINISHED));
  const wanted = new Set<string>();
  /** Those of them that may be new; a file that is put together is found out to be as before when it is there. */
  const handedOver = new Set<string>();
  const writer = createWriter();

  async function handOver(path: string, content: WriteTask['content'], previous: string | null): Promise<void> {
    handedOver.add(path);
    await writer.write({ target: join(staged, path), path: publicPath(path), content, previous });
  }

  async function write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    wanted.add(path);
    if (!isWhole || !isSame(join(dir, path), bytes)) await handOver(path, bytes, null);
  }

  return {
    // Bytes of their own, since they are handed over and not copied.
    write: (path, content) => write(path, typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)),
    copy: async (path, from) => write(path, new Uint8Array(await readFile(from))),
    async join(path, pieces) {
      wanted.add(path);
      const folderOf = (file: string): string => (handedOver.has(file) ? staged : dir);
      const content = pieces.map((piece) => (typeof piece === 'string' ? piece : { file: join(folderOf(piece.file), piece.file) }));
      await handOver(path, content, isWhole ? join(dir, path) : null);
    },
    keep(paths) {
      if (!isWhole || !paths.every((path) => existsSync(join(dir, path)))) return false;
      for (const path of paths) wanted.add(path);
      return true;
    },
    async publish() {
      const closing = writer.close();
      // While the last files are compressed.
      const previous = hasPrevious ? filesIn(dir) : [];
      const written = await closing;
      if (hasPrevious) takeOver(staged, dir, previous, wanted);
      else renameSync(staged, dir);
      return { files: wanted.size, written };
    },
    async discard() {
      await writer.close().catch(() => undefined);
      await rm(staged, { recursive: true, force: true });
    },
  };
}

interface Writer {
  /** Resolves as soon as the next file may be handed over. Rejects when one before it could not be written. */
  write(task: WriteTask): Promise<void>;
  /** Resolves when all are written, with the number of those that were not as before. */
  close(): Promise<number>;
}

function createWriter(): Writer {
  // Started at once: it is ready when the first page is, and waits for nothing if none comes.
  const worker = new Worker(new URL('./output-worker.ts', import.meta.url));
  let pending = 0;
  let written = 0;
  let failure: Error | null = null;
  /** Several may wait: pages, and the index. */
  let waiting: (() => void)[] = [];

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const go of woken) go();
  }

  function settle(results: WriteResult[]): void {
    pending -= results.length;
    for (const result of results) {
      if ('failure' in result) failure ??= new Error(result.failure);
      else if (result.isNew) written += 1;
    }
    wake();
  }
  worker.on('message', settle);
  worker.on('error', (error) => settle([{ failure: String(error) }]));

  /** The files of a page go in one message: one for each took a fortieth of the time of the thread that renders. */
  let collected: WriteTask[] = [];
  function send(): void {
    const tasks = collected;
    collected = [];
    const handedOver = tasks.flatMap(({ content }) => (content instanceof Uint8Array ? [content.buffer as ArrayBuffer] : []));
    if (tasks.length > 0) worker.postMessage(tasks, handedOver);
  }

  async function until(most: number): Promise<void> {
    // Both change with the answers of the writer.
    // oxlint-disable-next-line no-unmodified-loop-condition
    while (pending > most && failure === null) await new Promise<void>((resolve) => waiting.push(resolve));
    if (failure !== null) throw failure;
  }

  return {
    async write(task) {
      pending += 1;
      if (collected.push(task) === 1) setImmediate(send);
      if (collected.length === AT_A_TIME) send();
      await until(AT_ONCE);
    },
    async close() {
      try {
        send();
        await until(0);
        return written;
      } finally {
        await worker.terminate();
      }
    },
  };
}

function isSame(previous: string, bytes: Uint8Array): boolean {
  const isFile = statSync(previous, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && readFileSync(previous).equals(bytes);
}

/** Path below the published site; null for what only the server and tools read. */
const publicPath = (path: string): string | null => (path.startsWith('site/') ? path.slice('site/'.length) : null);
