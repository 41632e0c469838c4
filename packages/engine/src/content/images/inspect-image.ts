import sharp from 'sharp';

import { ImageError } from './image-error.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg';

export interface ImageFacts {
  format: ImageFormat;
  /** As shown: a camera's orientation mark is heeded. */
  width: number;
  height: number;
  /** Whether smaller widths can be made of it: drawings and moving pictures stay as they are. */
  resizable: boolean;
}

/** A picture of more pixels would take over a gigabyte to work on. */
const MOST_MEGAPIXELS = 100;

const FORMATS = new Set<string>(['png', 'jpeg', 'webp', 'gif', 'svg']);

/**
 * Reads format and size of a picture.
 * @param bytes the file @param file its name, for the error
 * @throws ImageError for an empty, broken, foreign or too large file
 */
export async function inspectImage(bytes: Buffer, file: string): Promise<ImageFacts> {
  if (bytes.length === 0) throw new ImageError(file, 'the picture is empty (0 bytes): save it again');
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new ImageError(file, notAnImage(bytes, error));
    });
  const { format, width, height } = metadata.autoOrient === undefined ? metadata : { ...metadata, ...metadata.autoOrient };
  if (!isKnownFormat(format)) {
    throw new ImageError(
      file,
      `the picture has the format ${format}, which not every browser shows: save it as PNG, JPEG, WebP, GIF or SVG`,
    );
  }
  const megapixels = (width * height) / 1e6;
  if (megapixels > MOST_MEGAPIXELS && format !== 'svg') {
    const size = `${width} × ${height} pixels (${Math.round(megapixels)} megapixels)`;
    throw new ImageError(file, `the picture has ${size}, more than ${MOST_MEGAPIXELS} megapixels: make it smaller`);
  }
  return { format, width, height, resizable: format !== 'svg' && format !== 'gif' && (metadata.pages ?? 1) === 1 };
}

function isKnownFormat(format: string): format is ImageFormat {
  return FORMATS.has(format);
}

const SIGNATURES: readonly (readonly [name: string, start: string])[] = [
  ['PNG', '89504e47'],
  ['JPEG', 'ffd8ff'],
  ['WebP', '52494646'],
  ['GIF', '47494638'],
];

/** A file that starts like a picture is a broken one; another is none at all. */
function notAnImage(bytes: Buffer, error: unknown): string {
  const start = bytes.toString('hex', 0, 4);
  const known = SIGNATURES.find(([, signature]) => start.startsWith(signature));
  if (known === undefined) return 'the file is not a picture, whatever its name says';
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return `the ${known[0]} file is broken (${reason}): save it again`;
}
