/** Pictures with a palette, and their encoding as PNG. */
import { crc32, deflateSync } from 'node:zlib';

/** A picture whose pixels are indexes into a palette. */
export interface IndexedPicture {
  width: number;
  height: number;
  /** One byte per pixel, row by row. */
  pixels: Uint8Array;
  /** Up to 256 colors as `[red, green, blue]`. */
  palette: readonly (readonly [number, number, number])[];
}

/** Maximum number of palette colors of the backdrop. The rest of the 256 colors is for the text on it. */
const MAX_BACKDROP_COLORS = 160;

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Reduces a picture to a palette of its most frequent colors. Other colors, at the edges of shapes, become the nearest one.
 * @param rgb three bytes per pixel, row by row
 */
export function toIndexed(rgb: Buffer, width: number, height: number): IndexedPicture {
  const keyAt = (pixel: number): number => rgb.readUIntBE(pixel * 3, 3);
  const counts = new Map<number, number>();
  const size = width * height;
  for (let pixel = 0; pixel < size; pixel += 1) counts.set(keyAt(pixel), (counts.get(keyAt(pixel)) ?? 0) + 1);
  const byCount = [...counts].toSorted(([a, manyA], [b, manyB]) => manyB - manyA || a - b).map(([key]) => key);
  const palette = byCount.slice(0, MAX_BACKDROP_COLORS).map(toRgb);
  const numbers = new Map(byCount.map((key, index) => [key, index < MAX_BACKDROP_COLORS ? index : nearest(toRgb(key), palette)]));
  const pixels = new Uint8Array(size);
  for (let pixel = 0; pixel < size; pixel += 1) pixels[pixel] = numbers.get(keyAt(pixel)) ?? 0;
  return { width, height, pixels, palette };
}

const toRgb = (key: number): Rgb => [key >> 16, (key >> 8) & 255, key & 255];

function nearest(color: Rgb, palette: readonly Rgb[]): number {
  const distances = palette.map((other) => color.reduce((sum, channel, at) => sum + (channel - (other[at] ?? 0)) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The last five bytes of the PNG header: 8 bits per pixel, palette colors, default compression and filters, no interlacing. */
const FORMAT = [8, 3, 0, 0, 0];

/**
 * Encodes a picture as PNG. A general encoder would first have to compute the palette, which takes ten times as long as
 * everything else (handbook/decisions/010-social-cards.md).
 */
export function encodeIndexedPng({ width, height, pixels, palette }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(FORMAT, 8);
  // Each row starts with its filter type. Filter 0 (none) is best for flat colors.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
