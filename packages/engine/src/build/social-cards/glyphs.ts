/** Text rendering for social cards: typefaces, and a cache of rasterized glyphs. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
// Node takes the package's CommonJS form, whose exports are one object; the linter looks at its other form.
// oxlint-disable-next-line import/default
import opentype from 'opentype.js';
import type { Glyph, PathCommand } from 'opentype.js';
import sharp from 'sharp';

/** A typeface that provides glyphs as outlines, so that cards do not depend on the fonts of the machine. */
export interface Typeface {
  /** Returns the width of a text in pixels, including kerning. */
  measure(text: string, size: number): number;
  /** Returns the glyphs of a text with their origins, in pixels from the start of the text. */
  place(text: string, size: number): PlacedGlyph[];
  /** Returns the SVG path data of a glyph with its origin at x, y, and its bounding box: left, top, right, bottom. */
  outline(glyph: number, x: number, y: number, size: number): { path: string; box: [number, number, number, number] };
}

interface PlacedGlyph {
  /** Index of the glyph in the font. */
  glyph: number;
  x: number;
}

export type Weight = 500 | 700 | 800;

/** Opens the engine's typeface in one weight. It skips characters for which the font has no glyph. */
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
    // The last entry is not a glyph: it is the end of the text, which `measure` returns as the width.
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

/** Converts a command to path data. The library's own conversion drops points that are close to each other. */
function toPathData(command: PathCommand): string {
  const numbers =
    'x' in command
      ? [...('x1' in command ? [command.x1, command.y1] : []), ...('x2' in command ? [command.x2, command.y2] : []), command.x, command.y]
      : [];
  return command.type + numbers.map((number) => number.toFixed(2)).join(' ');
}

export type Ink = 'title' | 'soft' | 'brand' | 'faint';

export interface TextLine {
  text: string;
  weight: Weight;
  /** Pixels. */
  size: number;
  /** Start of the baseline, in pixels. */
  x: number;
  y: number;
  ink: Ink;
}

export type Typefaces = Readonly<Record<Weight, Typeface>>;

/** A rasterized glyph: the coverage of each pixel, and the offset of its bitmap from the glyph's origin. */
interface GlyphMask {
  left: number;
  top: number;
  width: number;
  height: number;
  /** One byte per pixel, from 0 (not covered) to 255 (covered). */
  coverage: Uint8Array;
}

/** A rasterized glyph and the position of its origin. */
export interface PositionedMask {
  mask: GlyphMask;
  /** Whole pixels. */
  x: number;
  y: number;
}

/** Rasterizes each glyph once for all cards. */
interface GlyphCache {
  /** Returns the rasterized glyphs of each line. */
  masksOf(lines: readonly TextLine[]): Promise<PositionedMask[][]>;
}

interface GlyphToRasterize {
  key: string;
  path: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Glyphs are positioned in steps of a quarter of a pixel. With whole pixels, the spaces between letters would be uneven. */
const SUBPIXEL_STEPS = 4;
/** Width in pixels of the sheet on which glyphs are rasterized together. */
const SHEET_WIDTH = 4000;

export function createGlyphCache(typefaces: Typefaces): GlyphCache {
  const masks = new Map<string, GlyphMask>();

  return {
    async masksOf(lines) {
      const wanted = new Map<string, GlyphToRasterize>();
      const places = lines.map((line) => {
        const typeface = typefaces[line.weight];
        return typeface.place(line.text, line.size).map(({ glyph, x }) => {
          const at = Math.round((line.x + x) * SUBPIXEL_STEPS);
          const phase = at % SUBPIXEL_STEPS;
          const key = `${line.weight} ${line.size} ${glyph} ${phase}`;
          if (!masks.has(key) && !wanted.has(key)) {
            const { path, box } = typeface.outline(glyph, phase / SUBPIXEL_STEPS, 0, line.size);
            const [left, top] = [Math.floor(box[0]) - 1, Math.floor(box[1]) - 1];
            wanted.set(key, { key, path, left, top, width: Math.ceil(box[2]) + 1 - left, height: Math.ceil(box[3]) + 1 - top });
          }
          return { key, x: (at - phase) / SUBPIXEL_STEPS, y: line.y };
        });
      });
      for (const [key, mask] of await rasterize([...wanted.values()])) masks.set(key, mask);
      return places.map((line) =>
        line.flatMap(({ key, x, y }) => {
          const mask = masks.get(key);
          return mask === undefined ? [] : [{ mask, x, y }];
        }),
      );
    },
  };
}

/** Rasterizes glyphs together, side by side on one sheet, and cuts them out. */
async function rasterize(wanted: readonly GlyphToRasterize[]): Promise<[string, GlyphMask][]> {
  if (wanted.length === 0) return [];
  const rowHeight = Math.max(...wanted.map((letter) => letter.height));
  let [x, y] = [0, 0];
  const placed = wanted.map((letter) => {
    if (x + letter.width > SHEET_WIDTH) [x, y] = [0, y + rowHeight];
    const spot = { letter, x, y };
    x += letter.width;
    return spot;
  });
  const paths = placed.map(
    (spot) => `<path transform="translate(${spot.x - spot.letter.left} ${spot.y - spot.letter.top})" d="${spot.letter.path}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET_WIDTH}" height="${y + rowHeight}">${paths.join('')}</svg>`;
  const sheet = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return placed.map(({ letter, ...spot }) => {
    const { key, left, top, width, height } = letter;
    const coverage = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const start = (spot.y + row) * SHEET_WIDTH + spot.x;
      coverage.set(sheet.subarray(start, start + width), row * width);
    }
    return [key, { left, top, width, height, coverage }];
  });
}
