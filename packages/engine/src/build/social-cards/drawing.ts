import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
// Node takes the package's CommonJS form, whose exports are one object; the linter looks at its other form.
// oxlint-disable-next-line import/default
import opentype from 'opentype.js';
import type { Glyph, PathCommand } from 'opentype.js';
import sharp from 'sharp';
import { CARD_HEIGHT, CARD_WIDTH, type CardFrame, type SocialCard } from './card-folder.ts';

/** Colors that the drawing may take of the 256 of a picture; the others are for the inks. */
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

/** The mark of the site, in tints: two streams that cross in a catalog. */
function largeMark({ colors }: CardFrame): string {
  return `<g fill="none" stroke-width="3" stroke-opacity=".22" stroke-linecap="round"><path stroke="${colors.brand}" d="M7 7c0 6 3.5 9 9 9s9 3 9 9"/>
    <path stroke="${colors['brand-fill']}" d="M25 7c0 6-3.5 9-9 9s-9 3-9 9"/></g>
    <g fill="${colors.brand}"><circle cx="7" cy="6" r="3"/><circle cx="25" cy="6" r="3"/></g>
    <g fill="${colors['brand-fill']}"><circle cx="7" cy="26" r="3"/><circle cx="25" cy="26" r="3"/></g>
    <circle cx="16" cy="16" r="5" fill="#f4711f"/>`;
}

/** A logo keeps its proportions, which are in its `viewBox`. */
function placeLogo(svg: string): string {
  const [, , width = 1, height = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(/[\s,]+/).map(Number);
  const size = `x="${MARGIN}" y="68" width="${Math.round((LOGO_HEIGHT * width) / height)}" height="${LOGO_HEIGHT}"`;
  return svg.replace(
    /^[^]*?<svg\b([^>]*)>/,
    (_, attributes: string) => `<svg ${size}${attributes.replace(/\s(?:width|height|x|y)="[^"]*"/g, '')}>`,
  );
}

type Rgb = readonly [red: number, green: number, blue: number];

/** The colors that most pixels have stay as they are; those of a few, at the edges of shapes, become the nearest of these. */
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

/** A letter as drawn: how much of each pixel it covers, and its offset from the letter's origin. */
export interface LetterMask {
  left: number;
  top: number;
  width: number;
  height: number;
  /** A byte a pixel: 0 not covered, 255 all of it. */
  coverage: Uint8Array;
}

/** A letter of a line at the place where it is to be drawn. */
export interface LetterToDraw {
  mask: LetterMask;
  /** Whole pixels. */
  x: number;
  y: number;
}

/** Draws each letter once for all cards: a card is put together from them. */
export interface LetterMasks {
  lettersOf(lines: readonly TextLine[]): Promise<LetterToDraw[][]>;
}

interface Wanted {
  key: string;
  path: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Letters are drawn at quarters of a pixel: whole pixels would make the spaces between them uneven. */
const PHASES = 4;
/** Taller than any letter with its rim. */
const STRIP_WIDTH = 4000;

export function createLetterMasks(typefaces: Typefaces): LetterMasks {
  const masks = new Map<string, LetterMask>();

  return {
    async lettersOf(lines) {
      const wanted = new Map<string, Wanted>();
      const places = lines.map((line) => {
        const typeface = typefaces[line.weight];
        return typeface.place(line.text, line.size).map(({ glyph, x }) => {
          const at = Math.round((line.x + x) * PHASES);
          const phase = at % PHASES;
          const key = `${line.weight} ${line.size} ${glyph} ${phase}`;
          if (!masks.has(key) && !wanted.has(key)) {
            const { path, box } = typeface.outline(glyph, phase / PHASES, 0, line.size);
            const [left, top] = [Math.floor(box[0]) - 1, Math.floor(box[1]) - 1];
            wanted.set(key, { key, path, left, top, width: Math.ceil(box[2]) + 1 - left, height: Math.ceil(box[3]) + 1 - top });
          }
          return { key, x: (at - phase) / PHASES, y: line.y };
        });
      });
      for (const [key, mask] of await drawLetters([...wanted.values()])) masks.set(key, mask);
      return places.map((line) =>
        line.flatMap(({ key, x, y }) => {
          const mask = masks.get(key);
          return mask === undefined ? [] : [{ mask, x, y }];
        }),
      );
    },
  };
}

/** All letters on one sheet, row after row; then each is cut out. */
async function drawLetters(wanted: readonly Wanted[]): Promise<[string, LetterMask][]> {
  if (wanted.length === 0) return [];
  const rowHeight = Math.max(...wanted.map((letter) => letter.height));
  let [x, y] = [0, 0];
  const placed = wanted.map((letter) => {
    if (x + letter.width > STRIP_WIDTH) [x, y] = [0, y + rowHeight];
    const spot = { letter, x, y };
    x += letter.width;
    return spot;
  });
  const paths = placed.map(
    (spot) => `<path transform="translate(${spot.x - spot.letter.left} ${spot.y - spot.letter.top})" d="${spot.letter.path}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${STRIP_WIDTH}" height="${y + rowHeight}">${paths.join('')}</svg>`;
  const sheet = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return placed.map(({ letter, ...spot }) => {
    const { key, left, top, width, height } = letter;
    const coverage = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const start = (spot.y + row) * STRIP_WIDTH + spot.x;
      coverage.set(sheet.subarray(start, start + width), row * width);
    }
    return [key, { left, top, width, height, coverage }];
  });
}

// Node takes the package's CommonJS form, whose exports are one object; the linter looks at its other form.
// oxlint-disable-next-line import/default

/** Letters as outlines, so that a card looks the same on every machine, whatever fonts it has. */
export interface Typeface {
  /** Advance of a text in pixels, kerning included. */
  measure(text: string, size: number): number;
  /** Each letter of a text with the place of its origin, in pixels from the text's start. */
  place(text: string, size: number): PlacedGlyph[];
  /** SVG path data of a glyph with its origin at x, y; and its box: left, top, right, bottom. */
  outline(glyph: number, x: number, y: number, size: number): { path: string; box: [number, number, number, number] };
}

export interface PlacedGlyph {
  /** Number of the glyph in the font. */
  glyph: number;
  x: number;
}

export type Weight = 500 | 700 | 800;

/** The site's own typeface in one weight; what it has no letter for is left out. */
export function openTypeface(weight: Weight): Typeface {
  const file = createRequire(import.meta.url).resolve(`@fontsource/manrope/files/manrope-latin-${weight}-normal.woff`);
  const font = opentype.parse(new Uint8Array(readFileSync(file)).buffer);

  function place(text: string, size: number): PlacedGlyph[] {
    const placed: PlacedGlyph[] = [];
    const scale = size / font.unitsPerEm;
    let x = 0;
    let before: Glyph | null = null;
    for (const glyph of font.stringToGlyphs(text)) {
      if (glyph.index === 0) continue;
      if (before !== null) x += font.getKerningValue(before, glyph) * scale;
      placed.push({ glyph: glyph.index, x });
      x += (glyph.advanceWidth ?? 0) * scale;
      before = glyph;
    }
    // The end of the last letter, as the place of one that does not follow.
    placed.push({ glyph: 0, x });
    return placed;
  }

  return {
    measure: (text, size) => place(text, size).at(-1)?.x ?? 0,
    place: (text, size) => place(text, size).slice(0, -1),
    outline(glyph, x, y, size) {
      const path = font.glyphs.get(glyph).getPath(x, y, size);
      const { x1, y1, x2, y2 } = path.getBoundingBox();
      return { path: path.commands.map(toPathData).join(''), box: [x1, y1, x2, y2] };
    },
  };
}

/** The library's own way to path data drops points that are near each other. */
function toPathData(command: PathCommand): string {
  const numbers =
    'x' in command
      ? [...('x1' in command ? [command.x1, command.y1] : []), ...('x2' in command ? [command.x2, command.y2] : []), command.x, command.y]
      : [];
  return command.type + numbers.map((number) => number.toFixed(2)).join(' ');
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits a pixel, colors from the palette, no interlacing. */
const FORMAT = [8, 3, 0, 0, 0];

/** A picture whose pixels are numbers of colors. */
export interface IndexedPicture {
  width: number;
  height: number;
  /** A byte a pixel, row by row. */
  pixels: Uint8Array;
  /** Up to 256 colors as `[red, green, blue]`. */
  palette: readonly (readonly [number, number, number])[];
}

/**
 * Writes a picture as PNG. A general encoder would look for the colors first, which takes ten times as long as
 * all the rest (handbook/decisions/010-social-cards.md).
 */
export function encodeIndexedPng({ width, height, pixels, palette }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(FORMAT, 8);
  // Each row begins with the number of its filter: none, the best for flat colors.
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

export type Ink = 'title' | 'soft' | 'brand' | 'faint';

export interface TextLine {
  text: string;
  weight: Weight;
  /** Pixels. */
  size: number;
  /** Start of the base line, in pixels. */
  x: number;
  y: number;
  ink: Ink;
}

export type Typefaces = Readonly<Record<Weight, Typeface>>;

/** Left edge of all words, and how wide they may run: the drawing keeps to the right of that. */
export const MARGIN = 80;
const COLUMN = 780;
/** The words are between logo and address. */
const MIDDLE = { top: 150, bottom: 520 };
const HOST_BASE = 562;

const TITLE_STEPS = [
  { size: 70, lines: 2 },
  { size: 58, lines: 3 },
  { size: 46, lines: 4 },
] as const;
const TITLE_LEADING = 1.16;
const GROUP = { size: 26, below: 26 };
const TEXT = { size: 28, leading: 1.45, above: 26 };

/**
 * The lines of a card: group, title in the largest size that takes it, as much of the description as a title of that height
 * leaves room for; in the middle of the height as one block.
 */
export function layOutCard(card: SocialCard, frame: CardFrame, typefaces: Typefaces): TextLine[] {
  const title = fitTitle(card.title, typefaces[800]);
  const description = breakLines(card.description, Math.min(3, 5 - title.lines.length), (text) => typefaces[500].measure(text, TEXT.size));
  const group = breakLines(card.group, 1, (text) => typefaces[700].measure(text, GROUP.size));
  const height =
    group.length * (GROUP.size + GROUP.below) +
    title.lines.length * title.size * TITLE_LEADING +
    (description.length > 0 ? TEXT.above + description.length * TEXT.size * TEXT.leading : 0);

  const lines: TextLine[] = [];
  let y = Math.round((MIDDLE.top + MIDDLE.bottom - height) / 2);
  /** Letters are on a base line, a quarter of their size above the line's foot. */
  const add = (text: string, leading: number, style: Pick<TextLine, 'weight' | 'size' | 'ink'>): void => {
    const line = style.size * leading;
    lines.push({ text, x: MARGIN, y: Math.round(y + line / 2 + style.size * 0.36), ...style });
    y += line;
  };
  for (const text of group) add(text, 1, { weight: 700, size: GROUP.size, ink: 'brand' });
  y += group.length * GROUP.below;
  for (const text of title.lines) add(text, TITLE_LEADING, { weight: 800, size: title.size, ink: 'title' });
  y += TEXT.above;
  for (const text of description) add(text, TEXT.leading, { weight: 500, size: TEXT.size, ink: 'soft' });
  lines.push({ text: frame.host, x: MARGIN, y: HOST_BASE, weight: 700, size: 24, ink: 'faint' });
  return lines;
}

function fitTitle(title: string, typeface: Typeface): { size: number; lines: string[] } {
  for (const { size, lines: most } of TITLE_STEPS) {
    const lines = breakLines(title, most + 1, (text) => typeface.measure(text, size));
    if (lines.length <= most) return { size, lines };
  }
  const { size, lines: most } = TITLE_STEPS[2];
  return { size, lines: breakLines(title, most, (text) => typeface.measure(text, size)) };
}

const ELLIPSIS = '…';

/** Words into lines no wider than the column; a word that is wider is cut; what does not fit into `most` lines ends with `…`. */
export function breakLines(text: string, most: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => cutWord(one, measure))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= COLUMN) {
      line = longer;
      continue;
    }
    if (lines.length === most - 1) return [...lines, shorten(longer, measure)];
    lines.push(line);
    line = word;
  }
  return line === '' ? lines : [...lines, line];
}

/** Behind a sign that parts a name where there is one, else anywhere. */
function cutWord(word: string, measure: (text: string) => number): string[] {
  if (measure(word) <= COLUMN) return [word];
  let length = word.length - 1;
  while (length > 1 && measure(word.slice(0, length)) > COLUMN) length -= 1;
  const sign = Math.max(...['.', '_', '/', '-', ':'].map((one) => word.lastIndexOf(one, length - 1)));
  const end = sign > 0 ? sign + 1 : length;
  return [word.slice(0, end), ...cutWord(word.slice(end), measure)];
}

/** Whole words as long as there are some. */
function shorten(text: string, measure: (text: string) => number): string {
  let kept = text;
  while (kept !== '' && measure(kept + ELLIPSIS) > COLUMN)
    kept = kept.includes(' ') ? kept.slice(0, kept.lastIndexOf(' ')) : kept.slice(0, -1);
  return kept.replace(/[\s,;:.–-]+$/, '') + ELLIPSIS;
}
