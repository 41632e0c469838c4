/** Writes and compresses files on a separate thread, while the build renders the next pages, so that the server does not have to compress them. */
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
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';
import {
  brotliDecompressSync,
  gunzipSync,
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
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { messageOf } from '@quire/search/error-message';

export interface WriteTask {
  /** Absolute path of the file. Its compressed forms are written beside it. */
  target: string;
  /** Path in the published site, which determines the compression; null: none. */
  path: string | null;
  /** The file's bytes, or the pieces to concatenate: text, and files that were written before. */
  content: Uint8Array | (string | { file: string })[];
  /** The file of the last build, to compare with concatenated pieces; null: do not compare. */
  previous: string | null;
  /** A second path for the same bytes, without compressed forms. */
  alias?: string | undefined;
  /** Place in a cache for the compressed forms of a file that is slow to compress. */
  compressedCache?: string | undefined;
}

/** The result of a task. */
export type WriteResult = { isNew: boolean } | { failure: string };

/** The forms of each file that is slow to compress, unless it is tiny. */
const FORMS = [
  { ending: '.br', decompress: brotliDecompressSync },
  { ending: '.gz', decompress: gunzipSync },
];

const createdFolders = new Set<string>();

async function perform({ target, path, content, previous, alias, compressedCache }: WriteTask): Promise<WriteResult> {
  const folder = dirname(target);
  if (!createdFolders.has(folder)) mkdirSync(folder, { recursive: true });
  createdFolders.add(folder);
  if (!(content instanceof Uint8Array)) return concatenate(target, path, content, previous);
  writeNew(target, content);
  if (alias !== undefined) linkOrCopy(target, alias);
  if (path === null) return { isNew: true };
  for (const form of isSlowToCompress(path) ? await slowForms(path, content, compressedCache) : compress(path, content))
    writeFileSync(target + form.ending, form.content);
  return { isNew: true };
}

/** Returns the compressed forms of a file from the cache, or makes them and keeps them there. */
async function slowForms(path: string, content: Uint8Array, compressedCache: string | undefined): ReturnType<typeof compressInBackground> {
  if (compressedCache === undefined) return compressInBackground(path, content);
  const cached = readForms(compressedCache, content);
  if (cached !== null) return cached;
  const forms = await compressInBackground(path, content);
  mkdirSync(dirname(compressedCache), { recursive: true });
  for (const { ending, content: bytes } of forms) {
    // The build may be killed, or another one may use the cache, so a form appears only when it is complete.
    const unfinished = `${compressedCache}${ending}.${process.pid}-${threadId}`;
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, compressedCache + ending);
  }
  return forms;
}

/** Returns the cached forms of a file; null if one of them is missing or damaged. */
function readForms(compressedCache: string, content: Uint8Array): { ending: string; content: Buffer }[] | null {
  try {
    const forms = FORMS.map((form) => ({ ...form, content: readFileSync(compressedCache + form.ending) }));
    return forms.every((form) => form.decompress(form.content).equals(content)) ? forms : null;
  } catch {
    return null;
  }
}

/** Writes a new file instead of overwriting an existing one, whose bytes may be shared by a hard link. */
function writeNew(target: string, content: Uint8Array): void {
  try {
    writeFileSync(target, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(target);
    writeFileSync(target, content);
  }
}

/** Creates a hard link, or a copy if the file system does not support hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Concatenates pieces and compares the result with the previous file on disk, so that it is never completely in memory. */
async function concatenate(
  target: string,
  path: string | null,
  pieces: (string | { file: string })[],
  previous: string | null,
): Promise<WriteResult> {
  joinPieces(target, pieces);
  if (previous !== null && haveSameBytes(target, previous)) {
    rmSync(target);
    return { isNew: false };
  }
  if (path !== null) await compressFile(target, path);
  return { isNew: true };
}

function joinPieces(target: string, pieces: (string | { file: string })[]): void {
  const descriptor = openSync(target, 'w');
  try {
    for (const piece of pieces) writeFileSync(descriptor, typeof piece === 'string' ? piece : readFileSync(piece.file));
  } finally {
    closeSync(descriptor);
  }
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

async function compressFile(target: string, path: string): Promise<void> {
  const forms = compressors(path, statSync(target).size);
  await Promise.all(forms.map(({ ending, stream }) => pipeline(createReadStream(target), stream, createWriteStream(target + ending))));
}

const COMPRESSIBLE = /\.(html|css|js|json|svg|txt|xml|map|bin)$/;
/** A smaller response fits into one packet even without compression. */
const MIN_BYTES = 256;

const brotliAsync = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const gzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/** A compressed form of a file, which is served to clients that accept the encoding. */
interface CompressedForm {
  ending: '.br' | '.gz';
  /** Brotli's parameters, or gzip's level. */
  settings: BrotliOptions | ZlibOptions;
}

/** Only the router fetches page data, in browsers that all support gzip, so a Brotli form is not needed. */
const PAGE_DATA = /^(?!assets\/).*\.json$/;
/** Only tools fetch the file with the text of all pages. They support gzip, and a fast build matters more than the size of the file. */
const ALL_PAGES = /^llms-full\.txt$/;
/** The search index. Browsers fetch it as Brotli, but only if the site has no server that searches. */
const INDEX = /\.bin$/;
/** The index of a site whose search runs in the browser. Brotli 10 saves 5 % of its bytes, and takes 2 s of processor time for an index of 3.6 MB. */
const BROWSER_INDEX = /^assets\/browser-search-index-/;
/** Only servers use larger indexes, so they are compressed as fast as possible. */
const MAX_BROWSER_INDEX_BYTES = 8 << 20;
/** Every reader loads these files, so they are compressed well. Brotli 11 would save 2 % more bytes, but take twice as long, which is a twentieth of a cold build. */
const SHELL = /^assets\/.*\.(js|css)$/;

/** The few longer pages are compressed as well as the shell, because readers wait for their bytes. */
const LONG_PAGE_BYTES = 160 << 10;

/** Whether compressing a file takes so long that the following files should not wait for it. */
export const isSlowToCompress = (path: string): boolean => SHELL.test(path) || INDEX.test(path);

/** Returns the quality for Brotli (0 to 11) and the level for gzip (0 to 9); null for a form that no client requests. */
function compressionLevels(path: string, length: number): { brotli: number | null; gzip: number | null } {
  if (PAGE_DATA.test(path)) return { brotli: null, gzip: 5 };
  if (ALL_PAGES.test(path)) return { brotli: null, gzip: 1 };
  if (INDEX.test(path) && length > MAX_BROWSER_INDEX_BYTES) return { brotli: 2, gzip: null };
  if (INDEX.test(path)) return { brotli: BROWSER_INDEX.test(path) ? 10 : 9, gzip: 1 };
  if (SHELL.test(path)) return { brotli: 10, gzip: 9 };
  return { brotli: length > LONG_PAGE_BYTES ? 10 : 6, gzip: 5 };
}

function formsOf(path: string, length: number): CompressedForm[] {
  if (!COMPRESSIBLE.test(path) || length < MIN_BYTES) return [];
  const { brotli, gzip } = compressionLevels(path, length);
  const gzipped: CompressedForm[] = gzip === null ? [] : [{ ending: '.gz', settings: { level: gzip } }];
  if (brotli === null) return gzipped;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotli,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    // Limit the window to the size of the file, because allocating a large one takes longer than compressing a small page.
    [constants.BROTLI_PARAM_LGWIN]: windowBits(length),
  };
  return [{ ending: '.br', settings: { params } }, ...gzipped];
}

/**
 * Returns the compressed forms of a file. For pages, Brotli 6 and gzip 5 are within 9 % of the best compression and take a
 * fiftieth of the time (measured on the documentation's HTML).
 * @param path path in the published site
 */
export function compress(path: string, bytes: Uint8Array): { ending: string; content: Buffer }[] {
  return formsOf(path, bytes.length).map(({ ending, settings }) => ({
    ending,
    content: ending === '.br' ? brotliCompressSync(bytes, settings) : gzipSync(bytes, settings),
  }));
}

/**
 * Returns the compressed forms of a large file. They are compressed in parallel on the thread pool of Node.js. The chunk size is the
 * size of the file, because handling each default chunk of 16 kB on this thread took a third of the time.
 */
export function compressInBackground(path: string, bytes: Uint8Array): Promise<{ ending: string; content: Buffer }[]> {
  const chunkSize = Math.max(bytes.length, constants.Z_MIN_CHUNK);
  return Promise.all(
    formsOf(path, bytes.length).map(async ({ ending, settings }) => ({
      ending,
      content: await (ending === '.br' ? brotliAsync(bytes, { ...settings, chunkSize }) : gzipAsync(bytes, { ...settings, chunkSize })),
    })),
  );
}

/** Returns streams that compress a file of any size without loading it into memory. */
function compressors(path: string, length: number): { ending: string; stream: Transform }[] {
  return formsOf(path, length).map(({ ending, settings }) => ({
    ending,
    stream: ending === '.br' ? createBrotliCompress(settings) : createGzip(settings),
  }));
}

const windowBits = (length: number): number => Math.min(22, Math.max(16, Math.ceil(Math.log2(length))));

const failureOf = (error: unknown): WriteResult => ({ failure: messageOf(error) });

if (!isMainThread) {
  lowerThreadPriority();
  // Files are written in order. Slow compression runs in the background while the next files are written.
  parentPort?.on('message', (tasks: WriteTask[]) => {
    Promise.all(tasks.map((task) => perform(task).catch(failureOf))).then((results) => parentPort?.postMessage(results));
  });
}
