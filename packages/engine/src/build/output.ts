import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  lstatSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isRunning } from '#config/running-process.ts';
import type { WriteResult, WriteTask } from './output-worker.ts';
import { filesIn } from './fingerprint.ts';

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

  /** What authors write decides many paths, so none is trusted. */
  function checkPath(path: string): void {
    if (path.split(/[\\/]/).includes('..')) throw new Error(`The file ${path} would be outside of the output folder.`);
  }

  async function handOver(path: string, task: Pick<WriteTask, 'content' | 'previous' | 'twin'>): Promise<void> {
    handedOver.add(path);
    await writer.write({ target: join(staged, path), path: publicPath(path), ...task });
  }

  async function write(path: string, bytes: Uint8Array<ArrayBuffer>, twin?: string): Promise<void> {
    const paths = twin === undefined ? [path] : [path, twin];
    for (const one of paths) {
      checkPath(one);
      wanted.add(one);
    }
    if (isComplete && paths.every((one) => owned.has(one)) && isSame(join(dir, path), bytes)) return;
    await handOver(path, { content: bytes, previous: null, twin: twin && join(staged, twin) });
  }

  return {
    // A copy, because the buffer is transferred to the writer.
    write: (path, content, twin) =>
      write(path, typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content), twin),
    copy: async (path, from) => write(path, new Uint8Array(await readFile(from))),
    async join(path, pieces) {
      checkPath(path);
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

/** Present while files are swapped in, and describes how to finish (`Plan`). While it is there, the files may not belong together. */
export const INTERRUPTED = '.interrupted';

/** Lists the files that the last build made. A build replaces and deletes these and no others. */
const OWNED_FILES = '.made-by-build.json';

/** The steps that are left. Each step can be repeated. */
interface Plan {
  /** Name of the folder with the new files, beside the output folder. Those that were moved are no longer there. */
  staged: string;
  /** The process that publishes. */
  pid: number;
  obsolete: string[];
  /** All files of builds in the output folder when this is done. */
  owned: string[];
}

/** A file that no build made is where the build has to write. The message names it. */
export class ForeignFileError extends Error {
  override name = 'ForeignFileError';
}

/** Files that earlier builds wrote to an output folder; null for a folder that no build has written to. */
export function readOwnedFiles(dir: string): string[] | null {
  const listed = readJson(join(dir, OWNED_FILES)) as string[] | null;
  const plan = readJson(join(dir, INTERRUPTED)) as Partial<Plan> | null;
  // After an interruption there are files of both builds.
  return plan?.owned === undefined ? listed : [...new Set([...(listed ?? []), ...plan.owned])];
}

/**
 * Replaces old files by new ones, file by file, and removes those that are no longer wanted. Assets are moved before the pages
 * that name them and removed after them; files at the top, which describe the whole build, are moved last.
 * @param staged folder with the new files only; it is removed
 * @param wanted paths of all files of the new output, with `/`, without their compressed forms
 * @throws ForeignFileError before anything is changed, when a file to be written exists and was not made by a build
 */
export function publishStaged(staged: string, dir: string, wanted: ReadonlySet<string>): void {
  const previous = readOwnedFiles(dir);
  const owned = new Set(previous);
  const fresh = filesIn(staged).toSorted((a, b) => publishOrder(a) - publishOrder(b));
  const foreign = fresh.find((file) => !owned.has(file) && isForeign(dir, file, owned));
  if (foreign !== undefined) {
    throw new ForeignFileError(
      `${join(dir, foreign)} was not made by a build, and the build would overwrite it. Move it away, or name another folder with --out.`,
    );
  }
  const obsolete = obsoleteFiles(previous ?? [], wanted, new Set(fresh));
  const gone = new Set(obsolete);
  const after = [...new Set([...owned, ...fresh])].filter((file) => !gone.has(file)).toSorted();
  const plan: Plan = { staged: basename(staged), pid: process.pid, obsolete, owned: after };
  mkdirSync(dir, { recursive: true });
  // All that is written is written beside the folder: a full disk stops the build before anything is changed.
  writeFileSync(join(staged, OWNED_FILES), JSON.stringify(after));
  writeFileSync(join(staged, INTERRUPTED), JSON.stringify(plan));
  renameSync(join(staged, INTERRUPTED), join(dir, INTERRUPTED));
  carryOut(plan, dir);
}

/**
 * Finishes what a build began to publish before it was killed. Does nothing while that build runs, and where its new files are gone:
 * then the next build writes every file again.
 * @param dir the output folder
 */
export function resumePublishing(dir: string): void {
  const plan = readPlan(dir);
  if (plan !== null && !isRunning(plan.pid)) carryOut(plan, dir);
}

/** Whether the files of this folder are needed to finish what was begun. */
export function isBeingPublished(staged: string, dir: string): boolean {
  return readPlan(dir)?.staged === basename(staged);
}

function readPlan(dir: string): Plan | null {
  const plan = readJson(join(dir, INTERRUPTED)) as Partial<Plan> | null;
  const { staged = '', pid, obsolete, owned } = plan ?? {};
  // Nothing but a folder of this output may be emptied into it.
  const isOurs = staged.startsWith(`${basename(dir)}.next-`) && basename(staged) === staged;
  if (!isOurs || pid === undefined || obsolete === undefined || owned === undefined) return null;
  return existsSync(join(dirname(dir), staged)) ? { staged, pid, obsolete, owned } : null;
}

/** Null for a file that is missing or cannot be read. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function carryOut({ staged, obsolete }: Plan, dir: string): void {
  const from = join(dirname(dir), staged);
  // Before the move, because a file may take the place of a folder.
  remove(
    dir,
    obsolete.filter((file) => !isAsset(file)),
  );
  move(
    from,
    dir,
    filesIn(from).toSorted((a, b) => publishOrder(a) - publishOrder(b)),
  );
  remove(dir, obsolete.filter(isAsset));
  // The marker goes first: without its folder the output would count as half written.
  rmSync(join(dir, INTERRUPTED));
  rmSync(from, { recursive: true, force: true });
}

/** Whether a path, or a folder above it, is taken by a file that no build made, or the path by a folder with such a file. */
function isForeign(dir: string, path: string, owned: ReadonlySet<string>): boolean {
  const parent = dirname(path);
  if (parent !== '.' && isFile(join(dir, parent))) return !owned.has(parent);
  if (isFile(join(dir, path))) return true;
  return filesIn(join(dir, path)).some((file) => !owned.has(`${path}/${file}`));
}

function isFile(path: string): boolean {
  return existsSync(path) && !lstatSync(path).isDirectory();
}

const isAsset = (file: string): boolean => file.startsWith('site/assets/');
const publishOrder = (file: string): number => (!file.includes('/') ? 2 : isAsset(file) ? 0 : 1);

function move(from: string, to: string, files: readonly string[]): void {
  const made = new Set<string>();
  for (const file of files) {
    const target = join(to, file);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    renameSync(join(from, file), target);
  }
}

/** Files that this build neither wrote nor kept, and compressed forms of a file that no longer has them. */
function obsoleteFiles(previous: readonly string[], wanted: ReadonlySet<string>, fresh: ReadonlySet<string>): string[] {
  return previous.filter((file) => {
    const whole = file.replace(/\.(?:br|gz)$/, '');
    const isStale = whole !== file && fresh.has(whole) && !fresh.has(file);
    return !wanted.has(file) && (!wanted.has(whole) || isStale);
  });
}

/** Removes files, and folders that this leaves empty. */
function remove(dir: string, listed: readonly string[]): void {
  // The lists are files like any other: one that was tampered with must not lead out of the folder.
  const files = listed.filter((file) => !file.split('/').includes('..'));
  for (const file of files) if (isFile(join(dir, file))) rmSync(join(dir, file));
  for (const folder of new Set(files.map(dirname))) removeEmpty(dir, folder);
}

function removeEmpty(dir: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    // The folder may have been removed together with another file, or replaced by a file before an interruption.
    if (!existsSync(join(dir, path))) continue;
    if (isFile(join(dir, path))) return;
    if (readdirSync(join(dir, path)).length > 0) return;
    rmdirSync(join(dir, path));
  }
}

/** Copies the files of a folder into the published site. Symbolic links are skipped, because their targets may be anywhere. */
export async function copyFolder(dir: string, output: Output): Promise<void> {
  for (const file of filesIn(dir)) {
    const from = join(dir, file);
    if (lstatSync(from).isFile()) await output.copy(`site/${file}`, from);
  }
}
