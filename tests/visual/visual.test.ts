import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../e2e/global-setup.ts';
import { useBrowser } from '../e2e/visit.ts';
import { compare, toKept } from './compare.ts';
import { takePicture } from './look.ts';
import { STATES } from './states.ts';
import type { State } from './states.ts';

const visit = useBrowser();
const KEPT = join(import.meta.dirname, 'pictures');
const ACTUAL = join(ROOT, '.cache/visual');
/** Part of the pixels that may differ. */
const TOLERANCE = 0.002;
const RENEW = 'If it is meant to look like that, look at it and run `npm run renew-screenshots`.';
const isRenewing = process.env['RENEW_SCREENSHOTS'] !== undefined;

const fileOf = ({ name }: State): string => join(KEPT, `${name}.webp`);

function pictureOf(state: State, script = ''): Promise<Buffer> {
  return visit({ viewport: state.viewport, reducedMotion: 'reduce', expected: /404/ }, async ({ page }) => {
    await page.addInitScript({ content: script });
    return toKept(await takePicture(page, state));
  });
}

/** What is wrong with a picture, in a sentence; null when it looks as before. */
async function complaint(state: State, actual: Buffer): Promise<string | null> {
  const kept = fileOf(state);
  await mkdir(ACTUAL, { recursive: true });
  const place = join(ACTUAL, `${state.name}.webp`);
  await writeFile(place, actual);
  const seen = `The actual picture is ${relative(ROOT, place)}.`;
  if (!existsSync(kept)) return `There is no picture ${relative(ROOT, kept)} yet. ${seen} ${RENEW}`;
  const result = await compare(await readFile(kept), actual);
  if (result === null) return `The picture ${state.name} has another size than the kept one. ${seen} ${RENEW}`;
  if (result.share <= TOLERANCE) return null;
  await writeFile(join(ACTUAL, `${state.name}.difference.png`), result.difference);
  const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
  return `The picture ${state.name} differs in ${percent(result.share)} of its pixels (${percent(TOLERANCE)} may). ${seen} What differs is marked in ${state.name}.difference.png beside it. ${RENEW}`;
}

test.each(STATES)('looks unchanged: $name', async (state) => {
  const actual = await pictureOf(state);
  if (isRenewing) await writeFile(fileOf(state), actual);
  expect(await complaint(state, actual)).toBeNull();
});

test('every kept picture is looked at, and all weigh at most 1 MB', async () => {
  const names = (await readdir(KEPT)).toSorted();
  expect(names).toEqual(STATES.map(({ name }) => `${name}.webp`).toSorted());
  const sizes = await Promise.all(names.map(async (name) => (await readFile(join(KEPT, name))).length));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000);
});

/** Source of a script that runs before the page is painted: one token of the design is another. */
function changeToken(token: string, value: string): string {
  const rule = JSON.stringify(`:root, [data-theme] { ${token}: ${value}; }`);
  const adopt = `const sheet = new CSSStyleSheet(); sheet.replaceSync(${rule}); document.adoptedStyleSheets.push(sheet);`;
  return `addEventListener('DOMContentLoaded', () => { ${adopt} });`;
}

test.each([
  ['the color of text', 'guild-768-light', '--text', '#7a2e00'],
  ['the color of actions', 'home-390-dark', '--brand-fill', '#b3181f'],
  ['the ground of code', 'docs-page-390-dark', '--code-surface', '#7a2e5f'],
  ['a space', 'integrations-1440-light', '--space-4', '1.5rem'],
])('a change of %s is seen in %s, and told with the way on', async (_what, name, token, value) => {
  const state = STATES.find((one) => one.name === name);
  if (state === undefined) throw new Error(`no state ${name}`);
  const told = await complaint(state, await pictureOf(state, changeToken(token, value)));
  expect(told).toMatch(
    new RegExp(
      `^The picture ${name} differs in [\\d.]+ % of its pixels \\(0\\.20 % may\\)\\. The actual picture is \\.cache/visual/${name}\\.webp\\.`,
    ),
  );
  expect(told).toContain('npm run renew-screenshots');
});
