/** How each kind of file is compressed during the build, so that the server does not have to. */
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

const COMPRESSIBLE = /\.(html|css|js|json|svg|txt|xml|map|bin)$/;
/** A smaller response fits into one packet even without compression. */
const MIN_BYTES = 256;

const brotliLater = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const gzipLater = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/** A compressed form of a file, which is served to clients that accept the encoding. */
interface Form {
  ending: '.br' | '.gz';
  /** Brotli's parameters, or gzip's level. */
  settings: BrotliOptions | ZlibOptions;
}

/** Page data is fetched by our own script, in browsers that all support gzip, so a second form is not needed. */
const PAGE_DATA = /^(?!assets\/).*\.json$/;
/** Only tools fetch the file with all pages. They all support gzip, and a fast build matters more than its size. */
const FOR_TOOLS = /^llms-full\.txt$/;
/** The search index. Browsers fetch it with Brotli. Larger indexes than the limit are only used by servers. */
const INDEX = /\.bin$/;
const LARGEST_FOR_BROWSERS = 8 << 20;
/** Files that every reader loads, so they are compressed well. Brotli 11 saves 2 % more bytes and takes twice as long, a twentieth of a cold build. */
const SHELL = /^assets\/.*\.(js|css)$/;

/** Whether compressing a file takes so long that the next ones should not wait for it. */
export const takesLong = (path: string): boolean => SHELL.test(path) || INDEX.test(path);

/** Returns Brotli's quality and gzip's level; null for a form that no client requests. */
function efforts(path: string, length: number): { brotli: number | null; gzip: number | null } {
  if (PAGE_DATA.test(path)) return { brotli: null, gzip: 5 };
  if (FOR_TOOLS.test(path)) return { brotli: null, gzip: 1 };
  if (INDEX.test(path)) return length > LARGEST_FOR_BROWSERS ? { brotli: 2, gzip: null } : { brotli: 9, gzip: 1 };
  return SHELL.test(path) ? { brotli: 10, gzip: 9 } : { brotli: 5, gzip: 5 };
}

function formsOf(path: string, length: number): Form[] {
  if (!COMPRESSIBLE.test(path) || length < MIN_BYTES) return [];
  const { brotli, gzip } = efforts(path, length);
  const gzipped: Form[] = gzip === null ? [] : [{ ending: '.gz', settings: { level: gzip } }];
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
 * Compresses a file during the build, so that the server does not have to. For pages, Brotli 5 and gzip 5 are within 9 % of
 * the best compression and take a fiftieth of the time (measured on the documentation's HTML).
 * @param path path in the published site
 */
export function compress(path: string, bytes: Uint8Array): { ending: string; content: Buffer }[] {
  return formsOf(path, bytes.length).map(({ ending, settings }) => ({
    ending,
    content: ending === '.br' ? brotliCompressSync(bytes, settings) : gzipSync(bytes, settings),
  }));
}

/**
 * Compresses a large file into both forms in parallel, on the thread pool of Node.js. The chunk size is that of the file,
 * because this thread would have to pass on each chunk of 16 kB, which took a third of the time.
 */
export function compressInBackground(path: string, bytes: Uint8Array): Promise<{ ending: string; content: Buffer }[]> {
  const chunkSize = Math.max(bytes.length, constants.Z_MIN_CHUNK);
  return Promise.all(
    formsOf(path, bytes.length).map(async ({ ending, settings }) => ({
      ending,
      content: await (ending === '.br' ? brotliLater(bytes, { ...settings, chunkSize }) : gzipLater(bytes, { ...settings, chunkSize })),
    })),
  );
}

/** Returns streams that compress a file of any size without loading it into memory. */
export function compressors(path: string, length: number): { ending: string; stream: Transform }[] {
  return formsOf(path, length).map(({ ending, settings }) => ({
    ending,
    stream: ending === '.br' ? createBrotliCompress(settings) : createGzip(settings),
  }));
}

const windowBits = (length: number): number => Math.min(22, Math.max(16, Math.ceil(Math.log2(length))));
