/**
 * Compares a screenshot with its reference. Both are reduced so much that differences in text rendering do not count: with full
 * hinting and whole-pixel positions, 0.00 % of the pixels differ, whereas another color of buttons changes 0.4 to 1.7 %. At a third of
 * the size, text rendering changes 2.8 %.
 */
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Scale of the reference pictures, at which a person can still read them. */
const REFERENCE_SCALE = 1 / 3;
/** Further reduction for the comparison, which gives an eighth of the screenshot's size. */
const COMPARISON_SCALE = 3 / 8;
/** Largest permitted difference of two pixels, from 0 to 1. */
const PIXEL_TOLERANCE = 0.08;

export interface Comparison {
  /** Share of different pixels, from 0 to 1. */
  share: number;
  /** PNG that marks the different pixels. */
  difference: Buffer;
}

/**
 * Converts a screenshot into the format of the reference pictures, lossless WebP.
 * @param effort for the compression, from 0 to 6; 6 gives the smallest file and takes fifteen times as long as 0
 */
export async function toReference(screenshot: Buffer, effort: number): Promise<Buffer> {
  const { width = 0 } = await sharp(screenshot).metadata();
  const small = sharp(screenshot)
    .removeAlpha()
    .resize({ width: Math.round(width * REFERENCE_SCALE), kernel: 'mitchell' });
  return small.webp({ lossless: true, effort }).toBuffer();
}

/** @returns null if the two have different sizes */
export async function compare(reference: Buffer, actual: Buffer): Promise<Comparison | null> {
  const [one, two] = await Promise.all([shrink(reference), shrink(actual)]);
  const { width, height } = one.info;
  if (width !== two.info.width || height !== two.info.height) return null;
  const marked = Buffer.alloc(one.data.length);
  const count = pixelmatch(one.data, two.data, marked, width, height, { threshold: PIXEL_TOLERANCE, includeAA: true });
  const difference = sharp(marked, { raw: { width, height, channels: 4 } }).resize({
    width: Math.round(width / COMPARISON_SCALE),
    kernel: 'nearest',
  });
  return { share: count / (width * height), difference: await difference.png().toBuffer() };
}

async function shrink(image: Buffer): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  const { width = 0 } = await sharp(image).metadata();
  const small = sharp(image)
    .ensureAlpha()
    .resize({ width: Math.round(width * COMPARISON_SCALE), kernel: 'mitchell' });
  return small.raw().toBuffer({ resolveWithObject: true });
}
