import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, extname, join } from 'node:path';

import { slug } from 'github-slugger';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { z } from 'zod';

import { writeFileAtomic } from './files.ts';

/** A file with the picture in one width and format. */
interface ImageVariant {
  /** In pixels. */
  width: number;
  /** File name with a hash of the content. */
  name: string;
  /** Size of the file. */
  bytes: number;
  /** Absolute path of the file in the cache. The build copies it to the output. */
  absolute: string;
  /** Absent: the format of the picture itself. */
  format?: CompactFormat | undefined;
}

/** A format that takes fewer bytes than PNG and JPEG. */
type CompactFormat = 'avif' | 'webp';

/** The variants in another format, for a `<source>` of `<picture>`. */
interface ImageAlternative {
  /** MIME type. */
  type: string;
  srcset: string;
}

interface ProcessedImage {
  /** Size of the picture itself in pixels. As attributes, `width` and `height` keep the layout from shifting when the picture arrives. */
  width: number;
  height: number;
  /** Narrowest first, at least one. */
  variants: ImageVariant[];
  /** Address of the widest variant. */
  src: string;
  /** Null if there is only one variant. */
  srcset: string | null;
  /** Null if there is only one variant. */
  sizes: string | null;
  /** The most compact format first; empty if no other format saves bytes. */
  alternatives: ImageAlternative[];
}

interface ImagePipelineOptions {
  /** Absolute folder of the cache. */
  cacheDir: string;
  /** Widths of the variants in pixels. */
  widths: readonly number[];
  /** Encoder quality, 1 to 100. */
  quality: number;
  /** Additional formats for PNG and JPEG pictures; default: none. */
  formats?: readonly CompactFormat[];
  /** Address of the folder in which the variants are published; default `/assets/images/`. */
  publicPath?: string;
}

export interface ImagePipeline {
  /** Encodes the variants of an image, or reads them from the cache. @param file absolute path @throws ImageError */
  process(file: string): Promise<ProcessedImage>;
}

/** Part of the cache key. Increase it if the same bytes and settings give different variants. */
const FORMAT_VERSION = 3;
/** Value of the `sizes` attribute: the width of the screen, at most the width of the main column in tokens.css. */
const SIZES = '(max-width: 46rem) 100vw, 46rem';

/** Pixels that are encoded: at first, and for each byte of the pictures. Screenshots of this site have 3 to 35 pixels for each byte. */
const PIXEL_BUDGET = { start: 200e6, eachByte: 200 };
/** Pictures with more megapixels are encoded one at a time, because each can take hundreds of megabytes. */
const LARGE_MEGAPIXELS = 10;

/** Creates a pipeline that encodes images in the configured widths. Variants are cached by content across builds. */
export function createImagePipeline(options: ImagePipelineOptions): ImagePipeline {
  // Encoding one image keeps a core busy, so more concurrency would only take more memory.
  const limit = pLimit(Math.max(1, availableParallelism() - 1));
  const largeLimit = pLimit(1);
  const inFlight = new Map<string, Promise<ProcessedImage>>();
  const contents = new Set<string>();
  let [pixels, allowed] = [0, PIXEL_BUDGET.start];

  /** Encodes a picture. Names and symbolic links of the same content count each time, because each is encoded and then decoded by browsers, but their bytes count once. */
  const encode: Encoder = (bytes, facts, name, file) => {
    const content = createHash('sha256').update(bytes).digest('base64url');
    if (!contents.has(content)) allowed += bytes.length * PIXEL_BUDGET.eachByte;
    contents.add(content);
    pixels += facts.width * facts.height;
    if (pixels > allowed)
      throw new ImageError(
        file,
        `all pictures together have too many pixels for the bytes of their files, ${Math.round(pixels / 1e6)} megapixels so far: use one file wherever the same picture is shown, and shrink pictures that are almost empty`,
      );
    const work = (): Promise<EncodedVariant[]> => encodeVariants(bytes, facts, options, { name, file });
    return facts.width * facts.height > LARGE_MEGAPIXELS * 1e6 ? largeLimit(work) : work();
  };

  return {
    process(file) {
      const known = inFlight.get(file);
      if (known !== undefined) return known;
      const result = limit(() => processFile(file, options, encode));
      inFlight.set(file, result);
      // Forget the result, because the file may have changed when the development server requests it again.
      const forget = (): void => void inFlight.delete(file);
      result.then(forget, forget);
      return result;
    },
  };
}

type Encoder = (bytes: Buffer, facts: ImageFacts, name: string, file: string) => Promise<EncodedVariant[]>;

async function processFile(file: string, options: ImagePipelineOptions, encode: Encoder): Promise<ProcessedImage> {
  const bytes = await readFile(file).catch(() => {
    throw new ImageError(file, 'there is no such image');
  });
  const { quality, widths, formats, cacheDir } = options;
  const name = slug(basename(file, extname(file))) || 'image';
  const settings = JSON.stringify([FORMAT_VERSION, quality, widths, formats ?? [], name]);
  const key = createHash('sha256').update(settings).update(bytes).digest('hex').slice(0, 32);
  const cached = await readEntry(cacheDir, key);
  if (cached !== null) return toProcessed(cached, options);
  const facts = await inspectImage(bytes, file);
  const { width, height } = facts;
  return toProcessed(writeEntry(cacheDir, key, { width, height }, await encode(bytes, facts, name, file)), options);
}

interface Entry {
  width: number;
  height: number;
  variants: ImageVariant[];
}

function toProcessed({ width, height, variants }: Entry, { publicPath = '/assets/images/' }: ImagePipelineOptions): ProcessedImage {
  const address = ({ name }: ImageVariant): string => publicPath + name;
  const own = variants.filter(({ format }) => format === undefined);
  const widest = own.at(-1);
  if (widest === undefined) throw new Error('an image entry without variants');
  const single = own.length === 1;
  const srcsetOf = (list: readonly ImageVariant[]): string => list.map((variant) => `${address(variant)} ${variant.width}w`).join(', ');
  const alternatives = COMPACT.flatMap((format) => {
    const members = variants.filter((variant) => variant.format === format);
    return members.length === 0 ? [] : [{ type: `image/${format}`, srcset: srcsetOf(members) }];
  });
  return {
    width,
    height,
    variants,
    src: address(widest),
    srcset: single ? null : srcsetOf(own),
    sizes: single ? null : SIZES,
    alternatives,
  };
}

/** Compact formats, the most compact first. */
const COMPACT: readonly CompactFormat[] = ['avif', 'webp'];

type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif';

/** Properties of an image file. */
interface ImageFacts {
  format: ImageFormat;
  /** Pixels as displayed, after the orientation of the camera is applied. */
  width: number;
  height: number;
  /** Whether it can be resized. Animations stay unchanged. */
  resizable: boolean;
}

/** Processing a larger picture takes more than a gigabyte of memory. A WebP, and one whose lines are not in order, is completely in memory. */
const MAX_MEGAPIXELS = { inOrder: 100, inMemory: 40 };
/** Scans of a JPEG, each of which goes through the whole picture. Common encoders write 10 to 20. */
const MAX_SCANS = 30;
/** Frames of an animated WebP: the image library goes through all earlier ones to find each. */
const MAX_FRAMES = 10_000;
/** Megapixels of an animation. Browsers decode it in full size, however small it is shown, and keep several frames. */
const MAX_ANIMATED_MEGAPIXELS = 10;
/** A picture with more pixels for each byte of its data is almost empty, but takes as long to encode as any other. */
const MAX_PIXELS_PER_BYTE = 2000;
/** A picture with fewer megapixels takes little time, whatever it contains. */
const SMALL_MEGAPIXELS = 4;

/** The first bytes of image files, as Latin-1. Only files with one of them reach the image library, which takes minutes for some drawings. */
const SIGNATURES: readonly (readonly [format: ImageFormat, name: string, start: RegExp])[] = [
  ['png', 'PNG', /^\x89PNG/],
  ['jpeg', 'JPEG', /^\xff\xd8\xff/],
  ['webp', 'WebP', /^RIFF[^]{4}WEBP/],
  ['gif', 'GIF', /^GIF8/],
];
/** The first bytes of pictures that not every browser shows, as Latin-1. */
const UNSUPPORTED: readonly (readonly [name: string, start: RegExp])[] = [
  ['tiff', /^(?:II\*\0|MM\0\*)/],
  ['avif', /^[^]{4}ftypavi[fs]/],
  ['heif', /^[^]{4}ftyp/],
];

/**
 * Reads the format and the size of a picture.
 * @param bytes content of the file @param file name of the file, for the error
 * @throws ImageError for a file that is empty, broken, too large, or has an unsupported format
 */
async function inspectImage(bytes: Buffer, file: string): Promise<ImageFacts> {
  if (bytes.length === 0) throw new ImageError(file, 'the picture is empty (0 bytes): save it again');
  const start = bytes.toString('latin1', 0, 16);
  const signature = SIGNATURES.find(([, , pattern]) => pattern.test(start));
  if (signature === undefined) return refuseFile(bytes, file);
  const [format, name] = signature;
  const data = readImageData(bytes, format);
  if (data.unusual !== null)
    throw new ImageError(file, `the JPEG file uses ${data.unusual}, which browsers do not show: save it again as a usual JPEG`);
  if (data.scans > MAX_SCANS)
    throw new ImageError(
      file,
      `the JPEG file has ${data.scans} scans, more than ${MAX_SCANS}: save it again, or without progressive loading`,
    );
  if (data.frames > MAX_FRAMES)
    throw new ImageError(file, `the animation has ${data.frames} frames, more than ${MAX_FRAMES}: shorten it, or link to a video`);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      throw new ImageError(file, `the ${name} file is broken (${reason}): save it again`);
    });
  const { width, height } = metadata.autoOrient === undefined ? metadata : { ...metadata, ...metadata.autoOrient };
  const megapixels = (width * height) / 1e6;
  const size = `${width} × ${height} pixels (${Math.round(megapixels)} megapixels)`;
  const isProgressive = metadata.isProgressive === true || data.scans > 1;
  const most = MAX_MEGAPIXELS[isProgressive || format === 'webp' ? 'inMemory' : 'inOrder'];
  if (megapixels > most) {
    const fix =
      isProgressive && megapixels <= MAX_MEGAPIXELS.inOrder ? 'make it smaller, or save it without interlacing' : 'make it smaller';
    throw new ImageError(file, `the picture has ${size}, more than ${most} megapixels: ${fix}`);
  }
  if (megapixels > SMALL_MEGAPIXELS && width * height > MAX_PIXELS_PER_BYTE * data.length)
    throw new ImageError(file, `the picture has ${size} in only ${data.length} bytes of data, so it is almost empty: make it smaller`);
  const resizable = format !== 'gif' && (metadata.pages ?? 1) === 1;
  if (!resizable && megapixels > MAX_ANIMATED_MEGAPIXELS)
    throw new ImageError(
      file,
      `the picture has ${size}, more than ${MAX_ANIMATED_MEGAPIXELS} megapixels for a GIF file or an animation: make it smaller, or save it as PNG`,
    );
  return { format, width, height, resizable };
}

/** Explains why a file without the first bytes of a supported picture cannot be used. @throws ImageError */
function refuseFile(bytes: Buffer, file: string): never {
  const unsupported = UNSUPPORTED.find(([, pattern]) => pattern.test(bytes.toString('latin1', 0, 16)));
  if (unsupported !== undefined)
    throw new ImageError(
      file,
      `the picture has the format ${unsupported[0]}, which not every browser shows: save it as PNG, JPEG, WebP, GIF, or SVG`,
    );
  if (bytes.includes('<svg'))
    throw new ImageError(file, 'the file is an SVG drawing with the name of another picture: rename it to end in .svg');
  throw new ImageError(
    file,
    'the file is not a picture, although its name is that of one: save the picture as PNG, JPEG, WebP, GIF, or SVG',
  );
}

interface EncodedVariant {
  width: number;
  /** File name with a hash of the content, so that browsers can cache it forever. */
  name: string;
  bytes: Buffer;
  /** Absent: the picture's own. */
  format?: CompactFormat | undefined;
}

interface EncodeSettings {
  /** Encoder quality, 1 to 100. */
  quality: number;
  /** Pixels. */
  widths: readonly number[];
  /** Further formats of PNG and JPEG pictures; default: none. */
  formats?: readonly CompactFormat[] | undefined;
}

const EXTENSIONS: Record<ImageFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };

/**
 * Encodes an image in its own format, in each configured width that is smaller than its own, narrowest first, and in its own width unless that
 * is larger than all of them. Variants with more bytes than a wider one are left out. Then adds each additional format that saves bytes.
 * @param name file name without extension, for the names of the variants
 * @throws ImageError if the picture's data is broken
 */
async function encodeVariants(
  bytes: Buffer,
  facts: ImageFacts,
  { quality, widths, formats = [] }: EncodeSettings,
  { name, file }: { name: string; file: string },
): Promise<EncodedVariant[]> {
  const toVariant = (width: number, encoded: Buffer, format?: CompactFormat): EncodedVariant => {
    const hash = createHash('sha256').update(encoded).digest('hex').slice(0, 12);
    return { width, name: `${name}-${width}.${hash}.${format ?? EXTENSIONS[facts.format]}`, bytes: encoded, format };
  };
  if (!facts.resizable) return [toVariant(facts.width, bytes)];
  const variants: EncodedVariant[] = [];
  for (const width of widthsFor(facts.width, widths)) {
    const encoded =
      width === facts.width ? await verifyOriginal(bytes, facts, quality, file) : await resize(bytes, facts, width, quality, file);
    variants.push(toVariant(width, encoded));
  }
  const useful = variants.filter((variant, index) => variants.slice(index + 1).every((wider) => wider.bytes.length > variant.bytes.length));
  if (facts.format === 'webp') return useful;
  const alternatives: EncodedVariant[] = [];
  for (const format of formats) {
    const group: EncodedVariant[] = [];
    for (const { width } of useful)
      group.push(toVariant(width, await encodeCompact(bytes, facts, { format, width, quality }, file), format));
    // Offer a format for all widths or for none, because a browser chooses the format before the width.
    if (group.every((one, i) => one.bytes.length < (useful[i]?.bytes.length ?? 0))) alternatives.push(...group);
  }
  return [...useful, ...alternatives];
}

/** Encodes an image in a compact format. At quality 100, a PNG stays lossless. */
function encodeCompact(
  bytes: Buffer,
  facts: ImageFacts,
  { format, width, quality }: { format: CompactFormat; width: number; quality: number },
  file: string,
): Promise<Buffer> {
  const image = sharp(bytes, { failOn: 'warning' }).autoOrient().resize({ width, withoutEnlargement: true });
  const lossless = quality === 100 && facts.format === 'png';
  return decode(() => image.toFormat(format, { quality, lossless }).toBuffer(), file);
}

/** Returns the configured widths that are smaller than the picture's own, and its own width unless that is larger than all of them. */
function widthsFor(own: number, widths: readonly number[]): number[] {
  const sorted = [...new Set(widths)].toSorted((a, b) => a - b);
  const smaller = sorted.filter((width) => width < own);
  return own <= (sorted.at(-1) ?? own) ? [...smaller, own] : smaller;
}

/** Decodes every pixel, which is the only way to find a broken file, and applies the orientation of photos. Returns the bytes to publish. */
async function verifyOriginal(bytes: Buffer, facts: ImageFacts, quality: number, file: string): Promise<Buffer> {
  await decode(() => sharp(bytes, { failOn: 'warning' }).stats(), file);
  const { orientation } = await sharp(bytes).metadata();
  if (orientation === undefined || orientation === 1) return bytes;
  return resize(bytes, facts, facts.width, quality, file);
}

function resize(bytes: Buffer, { format }: ImageFacts, width: number, quality: number, file: string): Promise<Buffer> {
  const image = sharp(bytes, { failOn: 'warning' }).autoOrient().resize({ width, withoutEnlargement: true });
  const encoded =
    format === 'png'
      ? image.png({ compressionLevel: 9, palette: false })
      : format === 'webp'
        ? image.webp({ quality })
        : image.jpeg({ quality, mozjpeg: true });
  return decode(() => encoded.toBuffer(), file);
}

/** Runs an operation of the image library, and converts its errors. @throws ImageError */
async function decode<T>(work: () => Promise<T>, file: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ImageError(file, `the picture's data is broken (${reason}): save it again`);
  }
}

const recordSchema = z.object({
  width: z.number(),
  height: z.number(),
  variants: z
    .array(
      z.object({ width: z.number(), name: z.string().regex(/^[^/\\]+$/), bytes: z.number(), format: z.enum(['avif', 'webp']).optional() }),
    )
    .min(1),
});

/** Reads the cache entry of a key; null if it is missing or unreadable, or if one of its files is missing or incomplete. */
async function readEntry(folder: string, key: string): Promise<Entry | null> {
  try {
    const record = recordSchema.parse(JSON.parse(await readFile(join(folder, `${key}.json`), 'utf8')));
    const variants = record.variants.map((variant) => ({ ...variant, absolute: join(folder, variant.name) }));
    const sizes = await Promise.all(variants.map(async ({ absolute }) => (await stat(absolute)).size));
    return variants.every((variant, index) => variant.bytes === sizes[index]) ? { ...record, variants } : null;
  } catch {
    return null;
  }
}

/** Writes a cache entry: first the image files and then the record, each atomically, so that an interrupted build leaves no incomplete entry. */
function writeEntry(folder: string, key: string, size: { width: number; height: number }, encoded: readonly EncodedVariant[]): Entry {
  const variants = encoded.map(({ bytes, ...about }) => ({ ...about, bytes: bytes.length, absolute: join(folder, about.name) }));
  encoded.forEach(({ name, bytes }) => writeFileAtomic(join(folder, name), bytes));
  const record = { ...size, variants: variants.map(({ absolute: _, ...about }) => about) };
  writeFileAtomic(join(folder, `${key}.json`), JSON.stringify(record));
  return { ...size, variants };
}

/** An image that cannot be used. The message contains the file, the reason, and the fix. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.file = file;
  }
}

// What follows walks the parts of a picture file without decoding it. The time is linear in its length, also if it is broken.

/** The data of the pixels in a picture file, beside and after which there can be any other bytes. */
interface ImageData {
  /** In bytes. */
  length: number;
  /** Of the largest frame of a JPEG; null: unknown. */
  pixels: number | null;
  /** How often the decoder goes through the whole picture. */
  scans: number;
  /** Frames of an animated WebP; 1 for other files, whose frames take no time. */
  frames: number;
  /** Name of a method of JPEG that browsers do not show; null: none. */
  unusual: string | null;
}

/** @param bytes content of a file with the signature of the format */
export function readImageData(bytes: Buffer, format: 'png' | 'jpeg' | 'webp' | 'gif'): ImageData {
  if (format === 'jpeg') return readJpeg(bytes);
  const other = { length: bytes.length, pixels: null, scans: 1, frames: 1, unusual: null };
  return format === 'png' ? { ...other, length: lengthInPng(bytes) } : format === 'webp' ? { ...other, ...readWebp(bytes) } : other;
}

/** Markers of a JPEG that start a frame, except for the three that browsers show: 0xc4 and 0xc8 are no frames, and 0xcc starts tables for arithmetic coding. */
const UNUSUAL_FRAMES = new Map([
  ...[0xc3, 0xc7].map((marker) => [marker, 'lossless coding'] as const),
  ...[0xc5, 0xc6].map((marker) => [marker, 'hierarchical coding'] as const),
  ...[0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf].map((marker) => [marker, 'arithmetic coding'] as const),
]);
/** Markers of a JPEG that start a frame. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, ...UNUSUAL_FRAMES.keys()]);

function readJpeg(bytes: Buffer): ImageData {
  let [length, scans] = [0, 0];
  let [pixels, unusual]: [number | null, string | null] = [null, null];
  /** Where the data of the current scan starts; null outside of scans. */
  let start: number | null = null;
  let at = bytes.indexOf(0xff, 2);
  for (; at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0xd9;
    // A byte 0xff of the data, a position from which the decoder could continue, or padding before a marker.
    if (marker === 0 || marker === 1 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (start !== null) length += at - start;
    start = null;
    if (marker === 0xd9) break;
    unusual ??= UNUSUAL_FRAMES.get(marker) ?? null;
    if (FRAMES.has(marker) && at + 9 <= bytes.length)
      pixels = Math.max(pixels ?? 0, bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7));
    at += 2 + (at + 3 < bytes.length ? bytes.readUInt16BE(at + 2) : 0);
    if (marker === 0xda) [start, scans] = [at, scans + 1];
  }
  if (start !== null) length += Math.max(0, bytes.length - start);
  return { length, pixels, scans, frames: 1, unusual };
}

function lengthInPng(bytes: Buffer): number {
  let length = 0;
  for (let at = 8; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') length += Math.min(size, bytes.length - at - 8);
    at += size + 12;
  }
  return length;
}

/** A WebP starts with its length, after which the file can have any other bytes. */
function readWebp(bytes: Buffer): Pick<ImageData, 'length' | 'frames'> {
  const end = Math.min(bytes.length, bytes.readUInt32LE(4) + 8);
  let [length, frames] = [0, 0];
  for (let at = 12; at + 8 <= end;) {
    const size = bytes.readUInt32LE(at + 4);
    const type = bytes.toString('latin1', at, at + 4);
    if (type === 'ANMF') frames++;
    if (/^(?:VP8[ L]|ALPH|ANMF)$/.test(type)) length += Math.min(size, end - at - 8);
    at += size + 8 + (size % 2);
  }
  return { length, frames: Math.max(1, frames) };
}
