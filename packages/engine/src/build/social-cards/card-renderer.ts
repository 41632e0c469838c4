/** Renders social cards as PNG: lays out their text, draws it on the backdrop of the site, and encodes the picture with a palette. */
import sharp from 'sharp';
import { CARD_HEIGHT, CARD_WIDTH, type CardColor, type CardTemplate, type SocialCard } from './card-cache.ts';
import { createGlyphCache, type Ink, type PositionedMask, openTypeface, type TextLine, type Typeface, type Typefaces } from './glyphs.ts';
import { crc32, deflateSync } from 'node:zlib';

/** Number of palette colors per ink, from almost the background color to the ink, for smooth edges of letters. */
const SHADES = 16;
const INK_TOKENS: Readonly<Record<Ink, CardColor>> = { title: 'text', soft: 'text-soft', brand: 'brand-text', faint: 'text-faint' };
const INKS = Object.keys(INK_TOKENS) as Ink[];

interface CardRenderer {
  /** Renders a card as PNG. */
  render(card: SocialCard): Promise<Buffer>;
}

/** Creates the renderer of a site's cards. The backdrop and each glyph are drawn only once. */
export async function createCardRenderer(template: CardTemplate): Promise<CardRenderer> {
  const typefaces = { 500: openTypeface(500), 700: openTypeface(700), 800: openTypeface(800) };
  const glyphs = createGlyphCache(typefaces);
  const backdrop = await drawBackdrop(template);
  const inkStart = backdrop.palette.length;
  const palette = [...backdrop.palette, ...INKS.flatMap((ink) => shadesOf(template.colors[INK_TOKENS[ink]], template.colors.surface))];

  return {
    async render(card) {
      const lines = [...layOutCard(card, template, typefaces), ...(template.logo === null ? [nameLine(template.siteTitle)] : [])];
      const picture: IndexedPicture = { ...backdrop, pixels: backdrop.pixels.slice(), palette };
      for (const [index, letters] of (await glyphs.masksOf(lines)).entries()) {
        const ink = INKS.indexOf(lines[index]?.ink ?? 'title');
        for (const letter of letters) drawGlyph(picture, letter, inkStart + ink * SHADES);
      }
      return encodeIndexedPng(picture);
    },
  };
}

/** Returns the title as a line of text, for sites without a logo. */
const nameLine = (text: string): TextLine => ({ text, x: MARGIN, y: 106, weight: 800, size: 38, ink: 'title' });

/** Draws a glyph. @param ink index of the ink's first color in the palette. Where glyphs overlap, the stronger shade wins. */
function drawGlyph({ pixels, width, height }: IndexedPicture, { mask, x, y }: PositionedMask, ink: number): void {
  for (let row = 0; row < mask.height; row += 1) {
    const top = y + mask.top + row;
    if (top < 0 || top >= height) continue;
    for (let column = 0; column < mask.width; column += 1) {
      const shade = Math.round(((mask.coverage[row * mask.width + column] ?? 0) * SHADES) / 255);
      const left = x + mask.left + column;
      if (shade === 0 || left < 0 || left >= width) continue;
      const at = top * width + left;
      const before = pixels[at] ?? 0;
      const number = ink + shade - 1;
      if (before < ink || before >= ink + SHADES || before < number) pixels[at] = number;
    }
  }
}

/** Returns shades from almost the background color to the ink. */
function shadesOf(ink: string, ground: string): [number, number, number][] {
  const [from, to] = [channels(ground), channels(ink)];
  return Array.from({ length: SHADES }, (_, step) => {
    const mix = (at: 0 | 1 | 2): number => Math.round(from[at] + ((to[at] - from[at]) * (step + 1)) / SHADES);
    return [mix(0), mix(1), mix(2)];
  });
}

function channels(hex: string): [number, number, number] {
  const at = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

const LOGO_HEIGHT = 48;

/** Draws the backdrop that all cards of a site share: background, logo, and a large mark at the right edge. */
async function drawBackdrop(template: CardTemplate): Promise<IndexedPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
    <rect width="100%" height="100%" fill="${template.colors.surface}"/>
    <rect y="${CARD_HEIGHT - 12}" width="100%" height="12" fill="${template.colors.brand}"/>
    <g transform="translate(846 146) scale(10.5)">${largeMark(template)}</g>
    ${template.logo === null ? '' : placeLogo(template.logo)}
  </svg>`;
  return toIndexed(await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer(), CARD_WIDTH, CARD_HEIGHT);
}

/** Returns the mark of the site in tints of its colors. */
function largeMark({ colors }: CardTemplate): string {
  return `<g fill="none" stroke-width="3" stroke-opacity=".22" stroke-linecap="round"><path stroke="${colors.brand}" d="M7 7c0 6 3.5 9 9 9s9 3 9 9"/>
    <path stroke="${colors['brand-fill']}" d="M25 7c0 6-3.5 9-9 9s-9 3-9 9"/></g>
    <g fill="${colors.brand}"><circle cx="7" cy="6" r="3"/><circle cx="25" cy="6" r="3"/></g>
    <g fill="${colors['brand-fill']}"><circle cx="7" cy="26" r="3"/><circle cx="25" cy="26" r="3"/></g>
    <circle cx="16" cy="16" r="5" fill="${colors.accent}"/>`;
}

/** Places the logo with the aspect ratio of its `viewBox`. */
function placeLogo(svg: string): string {
  const [, , width = 1, height = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(/[\s,]+/).map(Number);
  const size = `x="${MARGIN}" y="68" width="${Math.round((LOGO_HEIGHT * width) / height)}" height="${LOGO_HEIGHT}"`;
  return svg.replace(
    /^[^]*?<svg\b([^>]*)>/,
    (_, attributes: string) => `<svg ${size}${attributes.replace(/\s(?:width|height|x|y)="[^"]*"/g, '')}>`,
  );
}

/** Left edge and maximum width of text in pixels. The mark is to the right of this column. */
const MARGIN = 80;
const COLUMN = 780;
/** Vertical range of the text in pixels, between the logo and the host name. */
const MIDDLE = { top: 150, bottom: 520 };
const HOST_BASE = 562;

/** Font sizes of the title, each with its maximum number of lines. The first one that fits is used. */
const TITLE_STEPS = [
  { size: 70, lines: 2 },
  { size: 58, lines: 3 },
  { size: 46, lines: 4 },
] as const;
const TITLE_LEADING = 1.16;
const GROUP = { size: 26, below: 26 };
const TEXT = { size: 28, leading: 1.45, above: 26 };

/**
 * Lays out the lines of a card as one vertically centered block: the group, the title in the largest size that fits, and as
 * much of the description as there is room for.
 */
export function layOutCard(card: SocialCard, template: CardTemplate, typefaces: Typefaces): TextLine[] {
  const title = fitTitle(card.title, typefaces[800]);
  const description = breakLines(card.description, Math.min(3, 5 - title.lines.length), (text) => typefaces[500].measure(text, TEXT.size));
  const group = breakLines(card.group, 1, (text) => typefaces[700].measure(text, GROUP.size));
  const height =
    group.length * (GROUP.size + GROUP.below) +
    title.lines.length * title.size * TITLE_LEADING +
    (description.length > 0 ? TEXT.above + description.length * TEXT.size * TEXT.leading : 0);

  const lines: TextLine[] = [];
  let y = Math.round((MIDDLE.top + MIDDLE.bottom - height) / 2);
  /** Adds a line, whose baseline is a quarter of the font size above its bottom edge. */
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
  lines.push({ text: template.host, x: MARGIN, y: HOST_BASE, weight: 700, size: 24, ink: 'faint' });
  return lines;
}

function fitTitle(title: string, typeface: Typeface): { size: number; lines: string[] } {
  for (const { size, lines: max } of TITLE_STEPS) {
    const lines = breakLines(title, max + 1, (text) => typeface.measure(text, size));
    if (lines.length <= max) return { size, lines };
  }
  const { size, lines: max } = TITLE_STEPS[2];
  return { size, lines: breakLines(title, max, (text) => typeface.measure(text, size)) };
}

const ELLIPSIS = '…';
/** No card has space for so many characters, so that a longer text is cut before it is measured. */
const MAX_TEXT_LENGTH = 500;

/** Breaks a text into at most `maxLines` lines of the column's width. Cuts longer words, and ends with `…` if text is left. */
export function breakLines(text: string, maxLines: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.slice(0, MAX_TEXT_LENGTH).split(/\s+/);
  for (const word of words.values().flatMap((one) => cutWord(one, measure))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= COLUMN) {
      line = longer;
      continue;
    }
    if (lines.length === maxLines - 1) return [...lines, shorten(longer, measure)];
    lines.push(line);
    line = word;
  }
  return line === '' ? lines : [...lines, line];
}

/** Cuts a word that is wider than the column, preferably after a separator such as `.` or `/`. The parts that are left out are not measured. */
function* cutWord(word: string, measure: (text: string) => number): Generator<string> {
  let rest = word;
  while (measure(rest) > COLUMN) {
    const end = endOfPart(rest, measure);
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

/** Returns the end of the first part of a word that is wider than the column. */
function endOfPart(word: string, measure: (text: string) => number): number {
  // Binary search for the longest part that fits.
  let [length, tooLong] = [1, word.length];
  while (tooLong - length > 1) {
    const middle = (length + tooLong) >> 1;
    if (measure(word.slice(0, middle)) <= COLUMN) length = middle;
    else tooLong = middle;
  }
  const sign = Math.max(...['.', '_', '/', '-', ':'].map((one) => word.lastIndexOf(one, length - 1)));
  return sign > 0 ? sign + 1 : length;
}

/** Shortens a text to the column's width, by whole words if possible, and adds an ellipsis. */
function shorten(text: string, measure: (text: string) => number): string {
  let kept = text;
  while (kept !== '' && measure(kept + ELLIPSIS) > COLUMN)
    kept = kept.includes(' ') ? kept.slice(0, kept.lastIndexOf(' ')) : kept.slice(0, -1);
  return kept.replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '') + ELLIPSIS;
}

/** A picture whose pixels are indexes into a palette. */
interface IndexedPicture {
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
function toIndexed(rgb: Buffer, width: number, height: number): IndexedPicture {
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
