/** Writes and compresses files on a thread of its own, while the build renders the next pages. */
import {
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMainThread, parentPort } from 'node:worker_threads';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import { lowerThreadPriority } from './process-resources.ts';

export interface WriteTask {
  /** Where the file goes; its compressed forms go beside it. */
  target: string;
  /** Path in the published site, which decides how it is compressed; null: not at all. */
  path: string | null;
  /** The file's bytes, or what it is put together from: text, and files written before. */
  content: Uint8Array | (string | { file: string })[];
  /** The same file of the last build, which stays where nothing changed; null where something did. */
  previous: string | null;
  /** A second path for the same bytes, without compressed forms. */
  twin?: string | undefined;
}

/** What is said of a task when it is done. */
export type WriteResult = { isNew: boolean } | { failure: string };

const made = new Set<string>();

async function perform({ target, path, content, previous, twin }: WriteTask): Promise<WriteResult> {
  const folder = dirname(target);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  if (!(content instanceof Uint8Array)) return putTogether(target, path, content, previous);
  writeNew(target, content);
  if (twin !== undefined) linkOrCopy(target, twin);
  if (path === null) return { isNew: true };
  for (const form of takesLong(path) ? await compressBeside(path, content) : compress(path, content))
    writeFileSync(target + form.ending, form.content);
  return { isNew: true };
}

/** A path that is written twice must not change the file that a hard link shares with it. */
function writeNew(target: string, content: Uint8Array): void {
  try {
    writeFileSync(target, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(target);
    writeFileSync(target, content);
  }
}

/** Not every file system has hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Compares the file with the last one after writing it, so that it is never in memory as a whole. */
async function putTogether(
  target: string,
  path: string | null,
  pieces: (string | { file: string })[],
  previous: string | null,
): Promise<WriteResult> {
  join(target, pieces);
  if (previous !== null && haveSameBytes(target, previous)) {
    rmSync(target);
    return { isNew: false };
  }
  if (path !== null) await compressInPieces(target, path);
  return { isNew: true };
}

function join(target: string, pieces: (string | { file: string })[]): void {
  const descriptor = openSync(target, 'w');
  for (const piece of pieces) writeWhole(descriptor, typeof piece === 'string' ? Buffer.from(piece) : readFileSync(piece.file));
  closeSync(descriptor);
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

const CHUNK_BYTES = 1 << 20;

function haveSameBytes(one: string, other: string): boolean {
  if (!existsSync(other) || statSync(one).size !== statSync(other).size) return false;
  const files = [openSync(one, 'r'), openSync(other, 'r')];
  const chunks = files.map(() => Buffer.alloc(CHUNK_BYTES));
  try {
    for (;;) {
      const [read, readOther] = files.map((file, i) => readSync(file, chunks[i] as Buffer));
      if (read !== readOther || Buffer.compare(chunks[0] as Buffer, chunks[1] as Buffer) !== 0) return false;
      if (read === 0) return true;
    }
  } finally {
    files.forEach(closeSync);
  }
}

async function compressInPieces(target: string, path: string): Promise<void> {
  const forms = compressors(path, statSync(target).size);
  await Promise.all(forms.map(({ ending, stream }) => pipeline(createReadStream(target), stream, createWriteStream(target + ending))));
}

const failureOf = (error: unknown): WriteResult => ({ failure: error instanceof Error ? error.message : String(error) });

const COMPRESSIBLE = /\.(html|css|js|json|svg|txt|xml|map|bin)$/;
/** Below this many bytes the answer fits one packet anyway. */
const LEAST = 256;

const brotliLater = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const gzipLater = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/** A form of a file that is served in its place to clients that know the encoding. */
interface Form {
  ending: '.br' | '.gz';
  /** Brotli's parameters, or gzip's level. */
  settings: BrotliOptions | ZlibOptions;
}

/** Page data is asked for by our own script, in browsers that all know gzip: a second form would only be more files to make. */
const PAGE_DATA = /^(?!assets\/).*\.json$/;
/** Only tools fetch all pages in one: speed counts, and each of them knows gzip. */
const FOR_TOOLS = /^llms-full\.txt$/;
/** One file, the largest that browsers fetch, and they fetch it with Brotli; one larger than this is for servers. */
const INDEX = /\.bin$/;
const LARGEST_FOR_BROWSERS = 8 << 20;
/** Few, and on the way of each reader. */
const SHELL = /^assets\/.*\.(js|css)$/;

/** Whether compressing a file takes so long that the next ones should not wait for it. */
export const takesLong = (path: string): boolean => SHELL.test(path) || INDEX.test(path);

/** Brotli's quality and gzip's level, null for a form that no client requests. Few files that are loaded often get the best compression, all others a fast one. */
function efforts(path: string, length: number): { brotli: number | null; gzip: number | null } {
  if (PAGE_DATA.test(path)) return { brotli: null, gzip: 5 };
  if (FOR_TOOLS.test(path)) return { brotli: null, gzip: 1 };
  if (INDEX.test(path)) return length > LARGEST_FOR_BROWSERS ? { brotli: 2, gzip: null } : { brotli: 9, gzip: 1 };
  return SHELL.test(path) ? { brotli: 11, gzip: 9 } : { brotli: 5, gzip: 5 };
}

function formsOf(path: string, length: number): Form[] {
  if (!COMPRESSIBLE.test(path) || length < LEAST) return [];
  const { brotli, gzip } = efforts(path, length);
  const gzipped: Form[] = gzip === null ? [] : [{ ending: '.gz', settings: { level: gzip } }];
  if (brotli === null) return gzipped;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotli,
    [constants.BROTLI_PARAM_MODE]: INDEX.test(path) ? constants.BROTLI_MODE_GENERIC : constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    // A window no larger than the file: the encoder's tables cost more than the compression of a small page.
    [constants.BROTLI_PARAM_LGWIN]: windowBits(length),
  };
  return [{ ending: '.br', settings: { params } }, ...gzipped];
}

/**
 * Compresses a file once a build, so that no visitor waits for it. For pages Brotli 5 and gzip 5 are within 9 % of the
 * best for a fiftieth of the time (measured on the documentation's HTML).
 * @param path below the published site
 */
export function compress(path: string, bytes: Uint8Array): { ending: string; content: Buffer }[] {
  return formsOf(path, bytes.length).map(({ ending, settings }) => ({
    ending,
    content: ending === '.br' ? brotliCompressSync(bytes, settings) : gzipSync(bytes, settings),
  }));
}

/**
 * The same on threads of the system, both forms at a time: for what takes long. In one piece, since each piece (of 16 kB,
 * if nothing is said) is handed over by this thread: that took a third of the time.
 */
export function compressBeside(path: string, bytes: Uint8Array): Promise<{ ending: string; content: Buffer }[]> {
  const chunkSize = Math.max(bytes.length, constants.Z_MIN_CHUNK);
  return Promise.all(
    formsOf(path, bytes.length).map(async ({ ending, settings }) => ({
      ending,
      content: await (ending === '.br' ? brotliLater(bytes, { ...settings, chunkSize }) : gzipLater(bytes, { ...settings, chunkSize })),
    })),
  );
}

/** The same for a file of any size, piece by piece, so that it is never in memory as a whole. */
export function compressors(path: string, length: number): { ending: string; stream: Transform }[] {
  return formsOf(path, length).map(({ ending, settings }) => ({
    ending,
    stream: ending === '.br' ? createBrotliCompress(settings) : createGzip(settings),
  }));
}

const windowBits = (length: number): number => Math.min(22, Math.max(16, Math.ceil(Math.log2(length))));

if (!isMainThread) {
  lowerThreadPriority();
  // Files are written in the order in which they come; those that take long are compressed beside the next.
  parentPort?.on('message', (tasks: WriteTask[]) => {
    Promise.all(tasks.map((task) => perform(task).catch(failureOf))).then((results) => parentPort?.postMessage(results));
  });
}
