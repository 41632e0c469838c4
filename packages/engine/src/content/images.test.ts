import { expect, test } from 'vitest';

import { compileMarkdown, messages } from './testing/compile-markdown.ts';

/** Returns the images of a page by class and alternative text. The files do not exist, so each is reported with the address that was parsed. */
const picturesOf = async (html: string): Promise<string[]> => messages(await compileMarkdown(html));

test('R-605 <picture> with sources for color modes becomes one picture for each mode', async () => {
  const found = await picturesOf(
    '<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="./night.png 2x, ./evening.png">\n  <img src="./day.png" alt="A lamp">\n</picture>\n',
  );
  expect(found).toEqual([
    '2: the source "./evening.png" of <picture> is left out: there is no such page or file',
    '3: image "./day.png": there is no such page or file',
    '2: image "./night.png": there is no such page or file',
  ]);
});

test('R-605 other sources of <picture> are dropped, because the build creates its own variants, and reported if they are missing', async () => {
  const page = await compileMarkdown(
    '<picture>\n<source srcset="./day.webp 100w 50h, ./day@2.webp 2x,./d,a.webp 3x" type="image/webp">\n' +
      '<source srcset="https://media.example.org/day.avif, data:image/png;base64,AA== 2x">\n<img src="./day.png" alt="A lamp"></picture>\n',
  );
  expect(messages(page)).toEqual([
    ...['day.webp', 'day@2.webp', 'd,a.webp'].map(
      (name) => `2: the source "./${name}" of <picture> is left out: there is no such page or file`,
    ),
    '4: image "./day.png": there is no such page or file',
  ]);
  expect(page.html).not.toContain('day.webp');
});

test('R-605 the sources of a player are parsed, so their attributes are not reported', async () => {
  const { html, problems } = await compileMarkdown(
    '<video controls>\n  <source src="https://media.example.org/lamp.mp4" type="video/mp4">\n</video>\n',
  );
  expect(html).toContain('href="https://media.example.org/lamp.mp4"');
  expect(problems.map(({ message }) => message)).toEqual(['<video> is shown as a link, because pages load nothing from other sites']);
});
