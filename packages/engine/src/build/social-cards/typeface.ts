import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Node takes the package's CommonJS form, whose exports are one object; the linter looks at its other form.
// oxlint-disable-next-line import/default
import opentype from 'opentype.js';
import type { Glyph, PathCommand } from 'opentype.js';

/** Letters as outlines, so that a card looks the same on every machine, whatever fonts it has. */
export interface Typeface {
  /** Advance of a text in pixels, kerning included. */
  measure(text: string, size: number): number;
  /** Each letter of a text with the place of its origin, in pixels from the text's start. */
  place(text: string, size: number): PlacedGlyph[];
  /** SVG path data of a glyph whose origin stands at x, y; and its box: left, top, right, bottom. */
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

/** The library's own way to path data drops points that lie near each other. */
function toPathData(command: PathCommand): string {
  const numbers =
    'x' in command
      ? [...('x1' in command ? [command.x1, command.y1] : []), ...('x2' in command ? [command.x2, command.y2] : []), command.x, command.y]
      : [];
  return command.type + numbers.map((number) => number.toFixed(2)).join(' ');
}
