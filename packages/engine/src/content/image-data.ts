/** Walks the parts of a picture file without decoding it. The time is linear in its length, also if it is broken. */

/** The data of the pixels in a picture file, beside and after which there can be any other bytes. */
export interface ImageData {
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
