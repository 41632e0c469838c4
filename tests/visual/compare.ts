/**
 * Holds a screenshot against the kept one. Both are made so small that the drawing of letters no longer counts: with the
 * letters of another machine (full hinting, whole pixels) 0.00 % of the pixels differ on the pages measured, with another
 * color of actions 0.4 to 1.7 %. At a third of the size letters made 2.8 %.
 */
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Screenshots are kept at this part of their size, in which a person can still read them. */
const KEPT_AT = 1 / 3;
/** And compared at this part of that: an eighth of the screen. */
const COMPARED_AT = 3 / 8;
/** How much two pixels may differ, from 0 to 1. */
const PIXEL_TOLERANCE = 0.08;

export interface Comparison {
  /** Part of the pixels that differ, 0 to 1. */
  share: number;
  /** PNG that marks them. */
  difference: Buffer;
}

/** A screenshot as it is kept: WebP without loss. */
export async function toKept(screenshot: Buffer): Promise<Buffer> {
  const { width = 0 } = await sharp(screenshot).metadata();
  const small = sharp(screenshot)
    .removeAlpha()
    .resize({ width: Math.round(width * KEPT_AT), kernel: 'mitchell' });
  return small.webp({ lossless: true, effort: 6 }).toBuffer();
}

/** @returns null when the two have different sizes */
export async function compare(kept: Buffer, actual: Buffer): Promise<Comparison | null> {
  const [one, two] = await Promise.all([shrink(kept), shrink(actual)]);
  const { width, height } = one.info;
  if (width !== two.info.width || height !== two.info.height) return null;
  const marked = Buffer.alloc(one.data.length);
  const count = pixelmatch(one.data, two.data, marked, width, height, { threshold: PIXEL_TOLERANCE, includeAA: true });
  const difference = sharp(marked, { raw: { width, height, channels: 4 } }).resize({
    width: Math.round(width / COMPARED_AT),
    kernel: 'nearest',
  });
  return { share: count / (width * height), difference: await difference.png().toBuffer() };
}

async function shrink(image: Buffer): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  const { width = 0 } = await sharp(image).metadata();
  const small = sharp(image)
    .ensureAlpha()
    .resize({ width: Math.round(width * COMPARED_AT), kernel: 'mitchell' });
  return small.raw().toBuffer({ resolveWithObject: true });
}
