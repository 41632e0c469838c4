import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../e2e/global-setup.ts';
import { useBrowser } from '../e2e/visit.ts';
import { compare, toReference } from './compare.ts';
import { takePicture } from './look.ts';
import { STATES } from './states.ts';
import type { State } from './states.ts';

const visit = useBrowser({ withBlur: true });
const REFERENCES = join(import.meta.dirname, 'pictures');
const ACTUAL = join(ROOT, '.cache/visual');
/** Largest permitted share of different pixels. */
const TOLERANCE = 0.002;
const RENEW = 'If the change is intended, check the picture and run `npm run renew-screenshots`.';
const isRenewing = process.env['RENEW_SCREENSHOTS'] !== undefined;

const fileOf = ({ name }: State): string => join(REFERENCES, `${name}.webp`);

function pictureOf(state: State, script = ''): Promise<Buffer> {
  return visit({ viewport: state.viewport, reducedMotion: 'reduce', expected: /404/ }, async ({ page }) => {
    await page.addInitScript({ content: script });
    return toReference(await takePicture(page, state), isRenewing ? 6 : 0);
  });
}

/** Compares a picture with its reference. @returns a description of the difference, or null if there is none */
async function describeDifference(state: State, actual: Buffer): Promise<string | null> {
  const reference = fileOf(state);
  await mkdir(ACTUAL, { recursive: true });
  const file = join(ACTUAL, `${state.name}.webp`);
  await writeFile(file, actual);
  const where = `The actual picture is ${relative(ROOT, file)}.`;
  if (!existsSync(reference)) return `The reference picture ${relative(ROOT, reference)} does not exist. ${where} ${RENEW}`;
  const result = await compare(await readFile(reference), actual);
  if (result === null) return `The picture ${state.name} and its reference have different sizes. ${where} ${RENEW}`;
  if (result.share <= TOLERANCE) return null;
  await writeFile(join(ACTUAL, `${state.name}.difference.png`), result.difference);
  const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
  return `The picture ${state.name} differs in ${percent(result.share)} of its pixels (at most ${percent(TOLERANCE)} are permitted). ${where} The file ${state.name}.difference.png beside it marks the differences. ${RENEW}`;
}

test.each(STATES)('looks unchanged: $name', async (state) => {
  const actual = await pictureOf(state);
  if (isRenewing) await writeFile(fileOf(state), actual);
  expect(await describeDifference(state, actual)).toBeNull();
});

test('every reference picture is used, and all have at most 1 MB together', async () => {
  const names = (await readdir(REFERENCES)).toSorted();
  expect(names).toEqual(STATES.map(({ name }) => `${name}.webp`).toSorted());
  const sizes = await Promise.all(names.map(async (name) => (await readFile(join(REFERENCES, name))).length));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000);
});

/** Returns the source of a script that changes a design token before the first paint. */
function changeToken(token: string, value: string): string {
  const rule = JSON.stringify(`:root, [data-theme] { ${token}: ${value}; }`);
  const adopt = `const sheet = new CSSStyleSheet(); sheet.replaceSync(${rule}); document.adoptedStyleSheets.push(sheet);`;
  return `addEventListener('DOMContentLoaded', () => { ${adopt} });`;
}

test.each([
  ['the color of text', 'guild-768-light', '--text', '#7a2e00'],
  ['the color of actions', 'home-390-dark', '--brand-fill', '#b3181f'],
  ['the background of code', 'docs-page-390-dark', '--code-surface', '#7a2e5f'],
  ['a spacing', 'integrations-1440-light', '--space-4', '1.5rem'],
])('a change of %s in %s is reported with instructions', async (_what, name, token, value) => {
  const state = STATES.find((one) => one.name === name);
  if (state === undefined) throw new Error(`There is no state ${name}.`);
  const difference = await describeDifference(state, await pictureOf(state, changeToken(token, value)));
  expect(difference).toMatch(
    new RegExp(
      `^The picture ${name} differs in [\\d.]+ % of its pixels \\(at most 0\\.20 % are permitted\\)\\. The actual picture is \\.cache/visual/${name}\\.webp\\.`,
    ),
  );
  expect(difference).toContain('npm run renew-screenshots');
});
