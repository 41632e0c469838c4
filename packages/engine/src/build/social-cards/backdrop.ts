import sharp from 'sharp';

import { CARD_HEIGHT, CARD_WIDTH } from './card.ts';
import type { CardFrame } from './card.ts';
import type { IndexedPicture } from './indexed-png.ts';
import { MARGIN } from './layout.ts';

/** Colours that the drawing may take of the 256 of a picture; the others are for the inks. */
const COLORS = 160;
const LOGO_HEIGHT = 48;

/** What all cards of a site have in common, drawn once: ground, logo and a large mark at the right edge. */
export async function drawBackdrop(frame: CardFrame): Promise<IndexedPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
    <rect width="100%" height="100%" fill="${frame.colors.surface}"/>
    <rect y="${CARD_HEIGHT - 12}" width="100%" height="12" fill="${frame.colors.brand}"/>
    <g transform="translate(846 146) scale(10.5)">${largeMark(frame)}</g>
    ${frame.logo === null ? '' : placeLogo(frame.logo)}
  </svg>`;
  return toIndexed(await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer());
}

/** The mark of the site, in tints: two streams that cross in a catalogue. */
function largeMark({ colors }: CardFrame): string {
  return `<g fill="none" stroke-width="3" stroke-opacity=".22" stroke-linecap="round"><path stroke="${colors.brand}" d="M7 7c0 6 3.5 9 9 9s9 3 9 9"/>
    <path stroke="${colors['brand-fill']}" d="M25 7c0 6-3.5 9-9 9s-9 3-9 9"/></g>
    <g fill="${colors.brand}"><circle cx="7" cy="6" r="3"/><circle cx="25" cy="6" r="3"/></g>
    <g fill="${colors['brand-fill']}"><circle cx="7" cy="26" r="3"/><circle cx="25" cy="26" r="3"/></g>
    <circle cx="16" cy="16" r="5" fill="#f4711f"/>`;
}

/** A logo keeps its proportions, which its `viewBox` tells. */
function placeLogo(svg: string): string {
  const [, , width = 1, height = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(/[\s,]+/).map(Number);
  const size = `x="${MARGIN}" y="68" width="${Math.round((LOGO_HEIGHT * width) / height)}" height="${LOGO_HEIGHT}"`;
  return svg.replace(
    /^[^]*?<svg\b([^>]*)>/,
    (_, attributes: string) => `<svg ${size}${attributes.replace(/\s(?:width|height|x|y)="[^"]*"/g, '')}>`,
  );
}

type Rgb = readonly [red: number, green: number, blue: number];

/** The colours that most pixels have stay as they are; those of a few, at the edges of shapes, become the nearest of these. */
function toIndexed(rgb: Buffer): IndexedPicture {
  const keyAt = (pixel: number): number => rgb.readUIntBE(pixel * 3, 3);
  const counts = new Map<number, number>();
  const size = CARD_WIDTH * CARD_HEIGHT;
  for (let pixel = 0; pixel < size; pixel += 1) counts.set(keyAt(pixel), (counts.get(keyAt(pixel)) ?? 0) + 1);
  const byCount = [...counts].toSorted(([a, manyA], [b, manyB]) => manyB - manyA || a - b).map(([key]) => key);
  const palette = byCount.slice(0, COLORS).map(toRgb);
  const numbers = new Map(byCount.map((key, index) => [key, index < COLORS ? index : nearest(toRgb(key), palette)]));
  const pixels = new Uint8Array(size);
  for (let pixel = 0; pixel < size; pixel += 1) pixels[pixel] = numbers.get(keyAt(pixel)) ?? 0;
  return { width: CARD_WIDTH, height: CARD_HEIGHT, pixels, palette };
}

const toRgb = (key: number): Rgb => [key >> 16, (key >> 8) & 255, key & 255];

function nearest(color: Rgb, palette: readonly Rgb[]): number {
  const distances = palette.map((other) => color.reduce((sum, channel, at) => sum + (channel - (other[at] ?? 0)) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}
