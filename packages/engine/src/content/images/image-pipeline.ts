import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, extname } from 'node:path';

import { slug } from 'github-slugger';

import { createLimit } from '#model/concurrency-limit.ts';

import { encodeVariants } from './encode-variants.ts';
import { ImageError } from './image-error.ts';
import { inspectImage } from './inspect-image.ts';
import { readEntry, writeEntry } from './variant-cache.ts';

export interface ImageVariant {
  /** Pixels. */
  width: number;
  /** File name with a hash of the content. */
  name: string;
  /** Size of the file. */
  bytes: number;
  /** Where the file lies in the cache, to be copied to the output. */
  absolute: string;
}

export interface ProcessedImage {
  /** Pixels of the picture itself, for `width` and `height`: the page does not shift when it arrives. */
  width: number;
  height: number;
  /** Narrowest first, at least one. */
  variants: ImageVariant[];
  /** Address of the widest variant. */
  src: string;
  /** Null where there is one variant only. */
  srcset: string | null;
  /** Null where there is one variant only. */
  sizes: string | null;
}

export interface ImagePipelineOptions {
  /** Folder kept between builds. */
  cacheDir: string;
  /** Pixels. */
  widths: readonly number[];
  /** 1 to 100. */
  quality: number;
  /** Address of the folder the variants are published in; default `/assets/images/`. */
  publicPath?: string;
  /** How wide a picture is shown; default: the whole screen, at most the main column. */
  sizes?: string;
}

export interface ImagePipeline {
  /** Makes the variants of a picture, or takes them from the cache. @throws ImageError */
  process(file: string): Promise<ProcessedImage>;
}

/** Raise when the same bytes and settings make other variants than before. */
const FORMAT_VERSION = 1;
/** The width of the prose column, as in the styles' tokens. */
const SIZES = '(max-width: 46rem) 100vw, 46rem';

/** Makes pictures in the configured widths, once for each content: later builds take them from the cache folder. */
export function createImagePipeline(options: ImagePipelineOptions): ImagePipeline {
  // One picture keeps a core busy; more at once would only hold more memory.
  const limit = createLimit(Math.max(1, availableParallelism() - 1));
  const underWay = new Map<string, Promise<ProcessedImage>>();

  return {
    process(file) {
      const known = underWay.get(file);
      if (known !== undefined) return known;
      const result = limit(() => processFile(file, options));
      underWay.set(file, result);
      // The development server may ask again, when the picture has been mended or changed.
      const forget = (): void => void underWay.delete(file);
      result.then(forget, forget);
      return result;
    },
  };
}

async function processFile(file: string, options: ImagePipelineOptions): Promise<ProcessedImage> {
  const bytes = await readFile(file).catch(() => {
    throw new ImageError(file, 'there is no such picture');
  });
  const { quality, widths, cacheDir } = options;
  const name = slug(basename(file, extname(file))) || 'image';
  const settings = JSON.stringify([FORMAT_VERSION, quality, widths, name]);
  const key = createHash('sha256').update(settings).update(bytes).digest('hex').slice(0, 32);
  const entry = (await readEntry(cacheDir, key)) ?? (await makeEntry(file, name, bytes, options, key));
  return toProcessed(entry, options);
}

interface Entry {
  width: number;
  height: number;
  variants: ImageVariant[];
}

async function makeEntry(file: string, name: string, bytes: Buffer, options: ImagePipelineOptions, key: string): Promise<Entry> {
  const facts = await inspectImage(bytes, file);
  const encoded = await encodeVariants(bytes, facts, options, { name, file });
  return writeEntry(options.cacheDir, key, { width: facts.width, height: facts.height }, encoded);
}

function toProcessed(
  { width, height, variants }: Entry,
  { publicPath = '/assets/images/', sizes = SIZES }: ImagePipelineOptions,
): ProcessedImage {
  const address = ({ name }: ImageVariant): string => publicPath + name;
  const widest = variants.at(-1);
  if (widest === undefined) throw new Error('an image entry without variants');
  const single = variants.length === 1;
  const srcset = single ? null : variants.map((variant) => `${address(variant)} ${variant.width}w`).join(', ');
  return { width, height, variants, src: address(widest), srcset, sizes: single ? null : sizes };
}
