import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const COMPRESSIBLE = /\.(html|css|js|json|svg|txt|xml|map|bin)$/;
/** Below this many bytes the answer fits one packet anyway. */
const LEAST = 256;

export interface CompressedForm {
  ending: '.br' | '.gz';
  content: Buffer;
}

/** Page data is asked for by our own script, in browsers that all know gzip: a second form would only be more files to make. */
const GZIP_ONLY = /^(?!assets\/).*\.json$/;

/**
 * Compresses a file once a build, so that no visitor waits for it. Hashed assets get the best there is; pages get
 * Brotli 5 and gzip 6, within 8 % of it for a fiftieth of the time (measured on the documentation's HTML).
 */
export async function compress(path: string, bytes: Buffer): Promise<CompressedForm[]> {
  if (!COMPRESSIBLE.test(path) || bytes.length < LEAST) return [];
  const best = path.startsWith('assets/') && /\.(js|css)$/.test(path);
  const gzipped = toGzip(bytes, { level: best ? 9 : 6 }).then((content) => ({ ending: '.gz' as const, content }));
  if (GZIP_ONLY.test(path)) return [await gzipped];
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: best ? 11 : 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // A window no larger than the file: the encoder's tables cost more than the compression of a small page.
    [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
  };
  return Promise.all([toBrotli(bytes, { params }).then((content) => ({ ending: '.br' as const, content })), gzipped]);
}

const windowBits = (length: number): number => Math.min(22, Math.max(16, Math.ceil(Math.log2(length))));
