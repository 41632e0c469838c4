import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits a pixel, colours from the palette, no interlacing. */
const FORMAT = [8, 3, 0, 0, 0];

/** A picture whose pixels are numbers of colours. */
export interface IndexedPicture {
  width: number;
  height: number;
  /** A byte a pixel, row by row. */
  pixels: Uint8Array;
  /** Up to 256 colours as `[red, green, blue]`. */
  palette: readonly (readonly [number, number, number])[];
}

/**
 * Writes a picture as PNG. A general encoder would look for the colours first, which takes ten times as long as
 * all the rest (handbook/decisions/010-social-cards.md).
 */
export function encodeIndexedPng({ width, height, pixels, palette }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(FORMAT, 8);
  // Each row begins with the number of its filter: none, the best for flat colours.
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
