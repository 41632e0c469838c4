import { readFileSync } from 'node:fs';

// Node.js loads the CommonJS build, whose only export is the default.
// oxlint-disable-next-line import/default
import opentype from 'opentype.js';
import { describe, expect, test } from 'vitest';

import { FONTS, makeFont } from './subset-fonts.mjs';

const read = (path: string): Buffer => readFileSync(new URL(`../packages/engine/src/client/${path}`, import.meta.url));
const css = read('styles/fonts.css').toString();

/** Returns the characters in the `unicode-range` of a font file. */
function rangeOf(file: string): string[] {
  const range = new RegExp(`${file}[^}]*unicode-range:([^;]+);`).exec(css)?.[1] ?? '';
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
}

test('R-220 the fonts that a page may load have at most 30 kB together', () => {
  const bytes = FONTS.reduce((sum, { file }) => sum + read(`fonts/${file}`).length, 0);
  expect(bytes).toBeLessThanOrEqual(30_000);
});

describe.each(FONTS)('R-220 $file', (font) => {
  test('is up to date; otherwise, run `npm run subset-fonts`', async () => {
    expect((await makeFont(font)).equals(read(`fonts/${font.file}`))).toBe(true);
  });

  test('has the characters that fonts.css declares', () => {
    expect(rangeOf(font.file)).toEqual([...new Set(font.characters)].toSorted());
  });
});

test('R-220 fonts.css declares only characters that the font of the other letters has, so that no page loads it in vain', async () => {
  const source = '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2';
  const declared = rangeOf('manrope-latin-wght-normal.woff2');
  const bytes = await makeFont({ source, characters: declared.join(''), options: { targetFormat: 'truetype' } });
  const font = opentype.parse(Uint8Array.from(bytes).buffer);
  expect(declared.length).toBeGreaterThan(90);
  expect(declared.filter((character) => font.charToGlyphIndex(character) === 0)).toEqual([]);
});
