/* Cuts the site's web fonts down to what its pages use (handbook/decisions/011-code-font.md). Run by hand with
   `npm run subset-fonts` when a list below changes; a test says when the files in packages/engine/src/client/fonts are not what this makes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/engine/src/client/fonts');
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

export const FONTS = [
  {
    file: 'manrope-basic.woff2',
    source: '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2',
    characters: `${ASCII}\u00a0©«®°·»×–—‘’“”•…‹›€™↑↓−`,
    // The weights that the styles name, and no other forms of the same characters.
    options: { variationAxes: { wght: { min: 400, max: 700 } }, noLayoutClosure: true },
  },
  {
    file: 'jetbrains-mono-basic.woff2',
    source: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    characters: `${ASCII}\u00a0·×–—‘’“”…`,
    // No ligatures: in code a reader must see the characters that were typed.
    options: { variationAxes: { wght: 400 }, noLayoutClosure: true },
  },
];

/** The bytes of one of the fonts above. */
export async function makeFont({ source, characters, options }) {
  const whole = readFileSync(createRequire(import.meta.url).resolve(source));
  return subsetFont(whole, characters, { targetFormat: 'woff2', ...options });
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const font of FONTS) {
    const bytes = await makeFont(font);
    writeFileSync(join(FOLDER, font.file), bytes);
    console.log(`${font.file} ${(bytes.length / 1000).toFixed(1)} kB`);
  }
}
