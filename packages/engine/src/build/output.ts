import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { isRunning } from '#config/running-process.ts';

import type { WriteResult, WriteTask } from './output-worker.ts';
import { INTERRUPTED, isBeingPublished, publishStaged, readOwnedFiles, resumePublishing } from './publish.ts';

/** A part of a file that is put together: text, or a file of this output by its path. */
export type Piece = string | { file: string };

/** Stages new files beside the last output and swaps them in at the end: a build that fails leaves the last good output as it was. */
export interface Output {
  /** @param path below the output folder, with `/`: `site/docs/x/index.html` @param twin a second path in the same folder or above it */
  write(path: string, content: string | Uint8Array, twin?: string): Promise<void>;
  copy(path: string, from: string): Promise<void>;
  /** Concatenates text and files that were written or kept before; the result is never in memory as a whole. */
  join(path: string, pieces: readonly Piece[]): Promise<void>;
  /** Keeps files of the last build without reading them; false when one of them is missing. */
  keep(paths: readonly string[]): boolean;
  /** Waits for pending writes, then swaps the files into the output folder. */
  publish(): Promise<{ files: number; written: number }>;
  discard(): Promise<void>;
}

/** Backpressure: files handed to the writer and not yet written. */
const MAX_PENDING = 64;
/** Files in one message to the writer. */
const MAX_BATCH = 16;

/**
 * Files are written and compressed on a second thread, which the build feeds while it renders. Unchanged files stay as they are.
 * @param dir the output folder, e.g. `build`. Files in it that no build made are left alone.
 */
export function createOutput(dir: string): Output {
  mkdirSync(dirname(dir), { recursive: true });
  resumePublishing(dir);
  removeAbandoned(dir);
  const staged = mkdtempSync(join(dirname(dir), `${basename(dir)}.next-${process.pid}-`));
  const owned = new Set(readOwnedFiles(dir));
  const isComplete = owned.size > 0 && !existsSync(join(dir, INTERRUPTED));
  const wanted = new Set<string>();
  /** Files that may be new. Whether a concatenated file is new is known only when it has been written. */
  const handedOver = new Set<string>();
  const writer = createWriter();

  async function handOver(path: string, task: Pick<WriteTask, 'content' | 'previous' | 'twin'>): Promise<void> {
    handedOver.add(path);
    await writer.write({ target: join(staged, path), path: publicPath(path), ...task });
  }

  async function write(path: string, bytes: Uint8Array<ArrayBuffer>, twin?: string): Promise<void> {
    const paths = twin === undefined ? [path] : [path, twin];
    for (const one of paths) wanted.add(one);
    if (isComplete && paths.every((one) => owned.has(one)) && isSame(join(dir, path), bytes)) return;
    await handOver(path, { content: bytes, previous: null, twin: twin && join(staged, twin) });
  }

  return {
    // A copy, because the buffer is transferred to the writer.
    write: (path, content, twin) =>
      write(path, typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content), twin),
    copy: async (path, from) => write(path, new Uint8Array(await readFile(from))),
    async join(path, pieces) {
      wanted.add(path);
      const folderOf = (file: string): string => (handedOver.has(file) ? staged : dir);
      const content = pieces.map((piece) => (typeof piece === 'string' ? piece : { file: join(folderOf(piece.file), piece.file) }));
      await handOver(path, { content, previous: isComplete && owned.has(path) ? join(dir, path) : null });
    },
    keep(paths) {
      if (!isComplete || !paths.every((path) => owned.has(path) && existsSync(join(dir, path)))) return false;
      for (const path of paths) wanted.add(path);
      return true;
    },
    async publish() {
      const written = await writer.close();
      publishStaged(staged, dir, wanted);
      return { files: wanted.size, written };
    },
    async discard() {
      await writer.close().catch(() => undefined);
      if (!isBeingPublished(staged, dir)) await rm(staged, { recursive: true, force: true });
    },
  };
}

/** Removes the folders of builds that were killed. That of a running build, or of what is left to publish, stays. */
function removeAbandoned(dir: string): void {
  const started = Date.now() - process.uptime() * 1000;
  for (const name of readdirSync(dirname(dir))) {
    const [, base, written] = /^(.*)\.next-(\d+)-\w{6}$/.exec(name) ?? [];
    if (base !== basename(dir)) continue;
    const pid = Number(written);
    const path = join(dirname(dir), name);
    if (isRunning(pid) || isBeingPublished(path, dir)) continue;
    // In a container each build has the same number as the one before: the older folder is not this one's.
    const isOwn = pid === process.pid && (statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0) >= started;
    if (!isOwn) rmSync(path, { recursive: true, force: true });
  }
}

interface Writer {
  /** Resolves as soon as the next file may be handed over. Rejects when an earlier file could not be written. */
  write(task: WriteTask): Promise<void>;
  /** Resolves when all files are written, with the number of new ones. */
  close(): Promise<number>;
}

function createWriter(): Writer {
  const worker = new Worker(new URL('./output-worker.ts', import.meta.url));
  let pending = 0;
  let written = 0;
  let failure: Error | null = null;
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

  /** The files of a page go in one message, which is cheaper than one message each. */
  let collected: WriteTask[] = [];
  function send(): void {
    const tasks = collected;
    collected = [];
    const transferred = tasks.flatMap(({ content }) => (content instanceof Uint8Array ? [content.buffer as ArrayBuffer] : []));
    if (tasks.length > 0) worker.postMessage(tasks, transferred);
  }

  async function untilPending(most: number): Promise<void> {
    // Both change with the writer's messages.
    // oxlint-disable-next-line no-unmodified-loop-condition
    while (pending > most && failure === null) await new Promise<void>((resolve) => waiting.push(resolve));
    if (failure !== null) throw failure;
  }

  return {
    async write(task) {
      pending += 1;
      if (collected.push(task) === 1) setImmediate(send);
      if (collected.length === MAX_BATCH) send();
      await untilPending(MAX_PENDING);
    },
    async close() {
      try {
        send();
        await untilPending(0);
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
