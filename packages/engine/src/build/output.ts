import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { Worker } from 'node:worker_threads';
import { INTERRUPTED, isRunning } from '#config/build-folder.ts';
import { filesIn } from './fingerprint.ts';
import type { WriteResult, WriteTask } from './output-worker.ts';
import { isBeingPublished, publishStaged, readOwnedFiles, resumePublishing } from './publish.ts';

/** A piece of a concatenated file: text, or the path of a file in this output. */
export type Piece = string | { file: string };

/** Stages new files beside the last output and swaps them in at the end. A failed build does not change the last output. */
export interface Output {
  /**
   * Stages a file. Resolves as soon as the next file can be written. Rejects if the file was already written with other content.
   * @param path path in the output folder, with `/`: `site/docs/x/index.html`
   * @param alias a second path for the same content, in the same folder or one above it
   */
  write(path: string, content: string | Uint8Array, alias?: string): Promise<void>;
  /**
   * Stages a copy of a file, such as one of a static folder, or its bytes, which replaces a written file of that path, or is replaced by a later one.
   * @param compressedCache place in a cache for the compressed forms, so that only the first build has to make them; absent: none
   */
  copy(path: string, from: string | Buffer, compressedCache?: string): Promise<void>;
  /** Stages the concatenation of text and files that were written or kept before. The result is never completely in memory. */
  join(path: string, pieces: readonly Piece[]): Promise<void>;
  /** Keeps files of the last build without reading them. Returns false if one of them is missing, or was already written in this build. */
  keep(paths: readonly string[]): boolean;
  /** Written or kept files that a copy replaced. The next build must write these files again, because the copy may be missing then. */
  replaced: ReadonlySet<string>;
  /** Waits for pending writes, then swaps the files into the output folder. */
  publish(): Promise<{ files: number; written: number }>;
  discard(): Promise<void>;
}

/** Maximum number of files that wait for the writer (backpressure). */
const MAX_PENDING = 64;
/** Maximum number of files in one message to the writer. */
const MAX_BATCH = 16;

/**
 * Creates an output, which writes and compresses files on other threads while the build renders. Unchanged files are not touched.
 * @param dir the output folder, e.g. `build`. Files in it that were not made by a build are never changed.
 */
export function createOutput(dir: string): Output {
  mkdirSync(dirname(dir), { recursive: true });
  resumePublishing(dir);
  removeAbandonedFolders(dir);
  // The staging folder may become the output folder, so do not use `mkdtemp`, which makes a folder that other users cannot read.
  const staged = join(dirname(dir), `${basename(dir)}.next-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(staged);
  /** Files of the last output that a build made. */
  const owned = new Set(readOwnedFiles(dir));
  const isComplete = owned.size > 0 && !existsSync(join(dir, INTERRUPTED));
  /** All files of the new output, and all folders that contain them. */
  const wanted = new Set<string>();
  const folders = new Set<string>();
  /** Files that were sent to the writer. Whether a concatenated file is new is known only after it has been written. */
  const submitted = new Set<string>();
  const copied = new Set<string>();
  const replaced = new Set<string>();
  const writer = createWriter();

  /**
   * Adds a file to the new output. Many paths depend on content, so none is trusted: rejects those outside of the output folder, and those that would
   * be both a file and a folder, also those of compressed forms. The writer or the publish would fail in the middle, and again in all later builds.
   */
  function addFile(path: string): void {
    if (path.split(/[\\/]/).includes('..')) throw new Error(`The file ${path} would be outside the output folder.`);
    if (posix.normalize(path) !== path)
      throw new Error(`The file ${path} has an empty part in its path, so it could be that of another address.`);
    const folder = ['', ...ENDINGS].map((ending) => path + ending).find((one) => folders.has(one));
    if (folder !== undefined) throw new Error(messageOfClash(path, `another file in a folder ${folder}`));
    for (let above = dirname(path); above !== '.' && !folders.has(above); above = dirname(above)) {
      const file = ['', ...ENDINGS]
        .filter((ending) => above.endsWith(ending))
        .map((ending) => above.slice(0, above.length - ending.length));
      const clash = file.find((one) => wanted.has(one));
      if (clash !== undefined) throw new Error(messageOfClash(clash, `${path} in a folder ${above}`));
      folders.add(above);
    }
    wanted.add(path);
  }

  async function submit(path: string, task: Pick<WriteTask, 'content' | 'previous' | 'alias' | 'compressedCache'>): Promise<void> {
    const paths = task.alias === undefined ? [path] : [path, task.alias];
    // Another thread may still be writing an earlier version of this file, or a piece of a file to concatenate.
    if (paths.some((one) => submitted.has(one)) || !(task.content instanceof Uint8Array)) await writer.flush();
    for (const one of paths) submitted.add(one);
    const alias = task.alias && join(staged, task.alias);
    await writer.write({ target: join(staged, path), path: publicPath(path), ...task, alias });
  }

  /** Whether this output already has a file with these bytes. */
  async function hasContent(path: string, bytes: Uint8Array): Promise<boolean> {
    await writer.flush();
    const isStaged = submitted.has(path) && existsSync(join(staged, path));
    return isSame(join(isStaged ? staged : dir, path), bytes);
  }

  /** Skips a file that is unchanged since the last output, unless another version of it is already staged. */
  async function write(path: string, bytes: Uint8Array<ArrayBuffer>, alias?: string, compressedCache?: string): Promise<void> {
    const paths = alias === undefined ? [path] : [path, alias];
    const again = paths.filter((one) => wanted.has(one) && !copied.has(one));
    for (const one of paths) addFile(one);
    for (const one of again) if (!(await hasContent(one, bytes))) throw new Error(messageOfClash(one, 'another one with this name'));
    if (again.length === paths.length) return;
    const isStaged = paths.some((one) => submitted.has(one));
    // In the last output, another file may have replaced the alias.
    if (!isStaged && isComplete && paths.every((one) => owned.has(one) && isSame(join(dir, one), bytes))) return;
    await submit(path, { content: bytes, previous: null, alias, compressedCache });
  }

  return {
    // A copy, because the buffer is transferred to the writer.
    write: (path, content, alias) =>
      write(path, typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content), alias),
    async copy(path, from, compressedCache) {
      if (wanted.has(path) && !copied.has(path)) replaced.add(path);
      copied.add(path);
      await write(path, new Uint8Array(typeof from === 'string' ? await readFile(from) : from), undefined, compressedCache);
    },
    async join(path, pieces) {
      if (wanted.has(path) && !copied.has(path)) throw new Error(messageOfClash(path, 'another one with this name'));
      addFile(path);
      const folderOf = (file: string): string => (submitted.has(file) ? staged : dir);
      const content = pieces.map((piece) => (typeof piece === 'string' ? piece : { file: join(folderOf(piece.file), piece.file) }));
      await submit(path, { content, previous: isComplete && owned.has(path) ? join(dir, path) : null });
    },
    keep(paths) {
      if (!isComplete || !paths.every((path) => owned.has(path) && !submitted.has(path) && existsSync(join(dir, path)))) return false;
      for (const path of paths) addFile(path);
      return true;
    },
    replaced,
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

/** Endings of compressed forms, which are beside their file. */
const ENDINGS = ['.br', '.gz'];

const messageOfClash = (file: string, other: string): string =>
  `The build has a file ${file}, and also ${other}. Rename the page, the redirect, or the static file that one of them belongs to.`;

/** Removes staging folders of builds that were killed, except for those that still have to be published. */
function removeAbandonedFolders(dir: string): void {
  const started = Date.now() - process.uptime() * 1000;
  for (const name of readdirSync(dirname(dir))) {
    const [, base, written] = /^(.*)\.next-(\d+)-[\da-f]{8}$/.exec(name) ?? [];
    if (base !== basename(dir)) continue;
    const pid = Number(written);
    const path = join(dirname(dir), name);
    if (isRunning(pid) || isBeingPublished(path, dir)) continue;
    // In a container, each build has the same process id, so an older folder with this id belongs to an earlier build.
    const isOwn = pid === process.pid && (statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0) >= started;
    if (!isOwn) rmSync(path, { recursive: true, force: true });
  }
}

interface Writer {
  /** Resolves as soon as the next file can be submitted. Rejects if an earlier file could not be written. */
  write(task: WriteTask): Promise<void>;
  /** Resolves when all files have been written. */
  flush(): Promise<void>;
  /** Resolves with the number of new files when all files have been written. */
  close(): Promise<number>;
}

/** A thread that writes and compresses, with the number of files that it has not written yet. */
interface WriterThread {
  worker: Worker;
  pending: number;
}

/** Maximum number of writer threads. The second thread starts only when files are waiting, because a small build does not need it. */
const MAX_THREADS = 2;

function createWriter(): Writer {
  const threads: WriterThread[] = [];
  let pending = 0;
  let written = 0;
  let failure: Error | null = null;
  let waiting: (() => void)[] = [];

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

  function startThread(): void {
    const thread: WriterThread = { worker: new Worker(new URL('./output-worker.ts', import.meta.url)), pending: 0 };
    function settle(results: WriteResult[]): void {
      thread.pending -= results.length;
      pending -= results.length;
      for (const result of results) {
        if ('failure' in result) failure ??= new Error(result.failure);
        else if (result.isNew) written += 1;
      }
      wake();
    }
    thread.worker.on('message', settle);
    thread.worker.on('error', (error) => settle([{ failure: String(error) }]));
    threads.push(thread);
  }
  startThread();

  /** Tasks of this turn of the event loop, such as all files of a page, which are sent in one message to save time. */
  let collected: WriteTask[] = [];
  function send(): void {
    const tasks = collected;
    collected = [];
    if (tasks.length === 0) return;
    const transferred = tasks.flatMap(({ content }) => (content instanceof Uint8Array ? [content.buffer as ArrayBuffer] : []));
    const leastBusy = threads.reduce((one, other) => (other.pending < one.pending ? other : one));
    leastBusy.pending += tasks.length;
    leastBusy.worker.postMessage(tasks, transferred);
  }

  async function untilPending(max: number): Promise<void> {
    // Messages of the writer change both variables.
    // oxlint-disable-next-line no-unmodified-loop-condition
    while (pending > max && failure === null) await new Promise<void>((resolve) => waiting.push(resolve));
    if (failure !== null) throw failure;
  }

  return {
    async write(task) {
      pending += 1;
      if (collected.push(task) === 1) setImmediate(send);
      if (collected.length === MAX_BATCH) send();
      if (pending > MAX_PENDING && threads.length < MAX_THREADS) startThread();
      await untilPending(MAX_PENDING);
    },
    async flush() {
      send();
      await untilPending(0);
    },
    async close() {
      try {
        await this.flush();
        return written;
      } finally {
        await Promise.all(threads.map(({ worker }) => worker.terminate()));
      }
    },
  };
}

function isSame(previous: string, bytes: Uint8Array): boolean {
  const isFile = statSync(previous, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && readFileSync(previous).equals(bytes);
}

/** Returns the path in the published site; null for files that only the server and tools read. */
const publicPath = (path: string): string | null => (path.startsWith('site/') ? path.slice('site/'.length) : null);

/**
 * Copies the files of a folder into the published site. Symbolic links are skipped, because their targets may be anywhere.
 * @param compressedCache folder of a cache for the compressed forms; absent: none
 */
export async function copyFolder(dir: string, output: Output, compressedCache?: string): Promise<void> {
  for (const file of filesIn(dir)) {
    const from = join(dir, file);
    if (lstatSync(from).isFile()) await output.copy(`site/${file}`, from, compressedCache && join(compressedCache, file));
  }
}
