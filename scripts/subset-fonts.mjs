/* Reduces the site's web fonts to the characters that its pages use (handbook/decisions/011-code-font.md). Run it with
   `npm run subset-fonts` if a list below changes. A test fails if the files in packages/engine/src/client/fonts are out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@quire/engine/commands/command.ts';
import subsetFont from 'subset-font';

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/engine/src/client/fonts');
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

export const FONTS = [
  {
    file: 'manrope-basic.woff2',
    source: '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2',
    characters: `${ASCII}\u00a0©«®°·»×–—‘’“”•…‹›€™↑↓−`,
    // Only the weights that the stylesheets use, without alternative forms of the characters.
    options: { variationAxes: { wght: { min: 400, max: 700 } }, noLayoutClosure: true },
  },
  {
    file: 'jetbrains-mono-basic.woff2',
    source: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    characters: `${ASCII}\u00a0·×–—‘’“”…`,
    // No ligatures: code must show the characters as they were typed.
    options: { variationAxes: { wght: 400 }, noLayoutClosure: true },
  },
];

/**
 * Returns the bytes of one of the fonts above.
 * @param {{ source: string, characters: string, options?: object }} font
 */
export async function makeFont({ source, characters, options }) {
  const whole = readFileSync(createRequire(import.meta.url).resolve(source));
  return subsetFont(whole, characters, { targetFormat: 'woff2', ...options });
}

async function writeFonts() {
  for (const font of FONTS) {
    const bytes = await makeFont(font);
    writeFileSync(join(FOLDER, font.file), bytes);
    console.log(`${font.file} ${(bytes.length / 1000).toFixed(1)} kB`);
  }
  return 0;
}

if (import.meta.main) {
  await runCommand('subset-fonts', () => ({
    summary: 'Writes the web fonts again, with only the characters that the pages use.',
    usage: '',
    options: {},
    run: writeFonts,
  }));
}
