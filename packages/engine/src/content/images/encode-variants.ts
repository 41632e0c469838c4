import { createHash } from 'node:crypto';

import sharp from 'sharp';

import { ImageError } from './image-error.ts';
import type { ImageFacts, ImageFormat } from './inspect-image.ts';

export interface EncodedVariant {
  width: number;
  /** Name with a hash of the content: it may be cached for ever. */
  name: string;
  bytes: Buffer;
}

export interface EncodeSettings {
  /** Encoder quality, 1 to 100. */
  quality: number;
  /** Pixels. */
  widths: readonly number[];
}

const EXTENSIONS: Record<ImageFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif', svg: 'svg' };

/**
 * Makes a picture in the configured widths, narrowest first, format kept, never wider than it is. Where it fits below
 * the widest of them it is kept as it is; what is larger in bytes than a wider one is left out.
 * @param name file name without extension, for the names of the variants
 * @throws ImageError where the picture's data is broken
 */
export async function encodeVariants(
  bytes: Buffer,
  facts: ImageFacts,
  { quality, widths }: EncodeSettings,
  { name, file }: { name: string; file: string },
): Promise<EncodedVariant[]> {
  const toVariant = (width: number, encoded: Buffer): EncodedVariant => {
    const hash = createHash('sha256').update(encoded).digest('hex').slice(0, 12);
    return { width, name: `${name}-${width}.${hash}.${EXTENSIONS[facts.format]}`, bytes: encoded };
  };
  if (!facts.resizable) return [toVariant(facts.width, bytes)];
  const variants: EncodedVariant[] = [];
  for (const width of widthsFor(facts.width, widths)) {
    const encoded = width === facts.width ? await intact(bytes, facts, quality, file) : await resize(bytes, facts, width, quality, file);
    variants.push(toVariant(width, encoded));
  }
  return variants.filter((variant, index) => variants.slice(index + 1).every((wider) => wider.bytes.length > variant.bytes.length));
}

/** The configured widths below the picture's, and its own unless it is wider than all of them. */
export function widthsFor(own: number, widths: readonly number[]): number[] {
  const sorted = [...new Set(widths)].toSorted((a, b) => a - b);
  const smaller = sorted.filter((width) => width < own);
  return own <= (sorted.at(-1) ?? own) ? [...smaller, own] : smaller;
}

/** Reading every pixel is the only way to know that the file is whole. A turned photo is turned here for all browsers. */
async function intact(bytes: Buffer, facts: ImageFacts, quality: number, file: string): Promise<Buffer> {
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

async function decode<T>(work: () => Promise<T>, file: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ImageError(file, `the picture's data is broken (${reason}): save it again`);
  }
}
