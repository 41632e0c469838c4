import sharp from 'sharp';

import type { TextLine, Typefaces } from './layout.ts';

/** A letter as drawn: how much of each pixel it covers, and where that stands from the letter's origin. */
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
