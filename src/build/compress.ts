import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = /\.(html|css|js|json|svg|txt|xml|map|bin)$/;
/** Below this many bytes the answer fits one packet anyway. */
const LEAST = 256;

export interface CompressedForm {
  ending: '.br' | '.gz';
  content: Buffer;
}

/** Page data is asked for by our own script, in browsers that all know gzip: a second form would only be more files to make. */
const GZIP_ONLY = /^(?!assets\/).*\.json$/;

/** From this size on speed counts: only tools fetch files of many megabytes, such as all pages in one. */
const HUGE = 4 * 1024 * 1024;

/** Brotli's quality: what is few and loaded often gets the best there is, everything else what costs next to nothing. */
function quality(path: string, length: number): number {
  if (length > HUGE) return 2;
  return /^assets\/.*\.(js|css)$/.test(path) ? 11 : 5;
}

/**
 * Compresses a file once a build, so that no visitor waits for it. For pages Brotli 5 and gzip 6 are within 8 % of the
 * best for a fiftieth of the time (measured on the documentation's HTML).
 * @param path below the published site
 */
export function compress(path: string, bytes: Uint8Array): CompressedForm[] {
  if (!COMPRESSIBLE.test(path) || bytes.length < LEAST) return [];
  const best = quality(path, bytes.length);
  const gzipped: CompressedForm = { ending: '.gz', content: gzipSync(bytes, { level: best === 11 ? 9 : best === 2 ? 1 : 6 }) };
  if (GZIP_ONLY.test(path)) return [gzipped];
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: best,
    [constants.BROTLI_PARAM_MODE]: path.endsWith('.bin') ? constants.BROTLI_MODE_GENERIC : constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // A window no larger than the file: the encoder's tables cost more than the compression of a small page.
    [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
  };
  return [{ ending: '.br', content: brotliCompressSync(bytes, { params }) }, gzipped];
}

const windowBits = (length: number): number => Math.min(22, Math.max(16, Math.ceil(Math.log2(length))));
