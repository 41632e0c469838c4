/** Reads the size of the pictures inside a drawing, because a browser decodes them in full size. */
import { readImageData } from './image-data.ts';

/** Maximum number of pixels of all pictures in a drawing, as often as it shows them. A browser decodes forty million in about a second. */
export const MAX_EMBEDDED_PIXELS = 40_000_000;

/** Scans that count once. Common encoders write 10 to 20, and a browser goes through the whole picture for each. */
const MAX_SCANS = 30;

/** Removes spaces and control characters from an address, because browsers ignore some of them. */
// oxlint-disable-next-line no-control-regex
export const compactAddress = (address: string): string => address.replace(/[\u0000-\u0020]/g, '');

/** An embedded picture. Its address is compact. */
const EMBEDDED = /^data:image\/(?:png|jpe?g|webp);base64,([\w+/]*={0,2})$/i;

/** The size fields of each format, found by its first bytes, as Latin-1; null: an animation. */
const FORMATS: readonly (readonly [start: RegExp, pixels: (bytes: Buffer) => number | null])[] = [
  // oxlint-disable-next-line no-control-regex
  [/^\x89PNG\r\n\x1a\n[^]{4}IHDR/, (bytes) => (bytes.includes('acTL') ? null : bytes.readUInt32BE(16) * bytes.readUInt32BE(20))],
  [/^\xff\xd8\xff/, pixelsOfJpeg],
  [/^RIFF[^]{4}WEBPVP8 /, (bytes) => (bytes.readUInt16LE(26) & 0x3f_ff) * (bytes.readUInt16LE(28) & 0x3f_ff)],
  [/^RIFF[^]{4}WEBPVP8L/, (bytes) => ((bytes.readUInt32LE(21) & 0x3f_ff) + 1) * (((bytes.readUInt32LE(21) >> 14) & 0x3f_ff) + 1)],
  [/^RIFF[^]{4}WEBPVP8X/, (bytes) => ((bytes[20] ?? 0) & 2 ? null : (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1))],
];

function pixelsOfJpeg(bytes: Buffer): number | null {
  const { pixels, scans, unusual } = readImageData(bytes, 'jpeg');
  return pixels === null || unusual !== null ? null : pixels * Math.max(1, Math.ceil(scans / MAX_SCANS));
}

/** Returns the number of pixels of an embedded picture; null if it is not a PNG, JPEG, or WebP whose size is known, or is animated. */
export function pixelsOf(address: string): number | null {
  const data = EMBEDDED.exec(address)?.[1];
  if (data === undefined) return null;
  const bytes = Buffer.from(data, 'base64');
  const format = FORMATS.find(([start]) => start.test(bytes.toString('latin1', 0, 16)));
  return format === undefined || bytes.length < 30 ? null : format[1](bytes);
}
