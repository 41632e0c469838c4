/** Compresses files during the build, so that the server does not have to. The effort depends on the kind of file. */
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
export function compressors(path: string, length: number): { ending: string; stream: Transform }[] {
  return formsOf(path, length).map(({ ending, settings }) => ({
    ending,
    stream: ending === '.br' ? createBrotliCompress(settings) : createGzip(settings),
  }));
}

const windowBits = (length: number): number => Math.min(22, Math.max(16, Math.ceil(Math.log2(length))));
