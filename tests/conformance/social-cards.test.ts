import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createFixture } from './build-fixture.ts';
import type { Fixture } from './build-fixture.ts';

const PAGES = { 'one.md': '# First\n\nWords of the first page.\n', 'two.md': '# Second\n\nWords of the second page.\n' };

const cardsOf = (site: Fixture): string[] => readdirSync(join(site.dir, 'build/site/assets/cards')).toSorted();
const cardOf = (site: Fixture, page: string): string =>
  /property="og:image" content="([^"]+)"/.exec(site.read(`site/docs/${page}/index.html`))?.[1] ?? '';

test('each page has a card at the address in its head, and an edit of a page changes at most its own card', async () => {
  const site = createFixture(PAGES, `socialCards: true, baseUrl: '/base/',`);
  await site.build();
  const html = site.read('site/docs/one/index.html');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(html).toContain('<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">');
  expect(html).toContain('<meta property="og:image:alt" content="First. Words of the first page.">');
  const [one, two] = [cardOf(site, 'one'), cardOf(site, 'two')];
  expect(one).toMatch(/^https:\/\/docs\.example\.org\/base\/assets\/cards\/[\da-f]{16}\.png$/);
  expect(existsSync(join(site.dir, 'build/site', one.replace('https://docs.example.org/base', '')))).toBe(true);
  const before = cardsOf(site);
  const file = join(site.dir, 'build/site', two.replace('https://docs.example.org/base', ''));
  const { ino } = statSync(file);

  site.write({ 'one.md': '# First\n\nWords of the first page.\n\nAnd more of them.\n' });
  await site.build();
  expect(cardsOf(site)).toEqual(before);
  site.write({ 'one.md': '# Another title\n\nWords of the first page.\n' });
  await site.build();
  expect(cardOf(site, 'one')).not.toBe(one);
  expect(cardOf(site, 'two')).toBe(two);
  expect(cardsOf(site).filter((name) => before.includes(name))).toHaveLength(before.length - 1);
  expect(statSync(file).ino).toBe(ino);
});

test('a site without social cards has none, and its pages do not refer to one', async () => {
  const site = createFixture(PAGES);
  await site.build();
  const html = site.read('site/docs/one/index.html');
  expect(html).toContain('<meta name="twitter:card" content="summary">');
  expect(html).not.toContain('og:image');
  expect(existsSync(join(site.dir, 'build/site/assets/cards'))).toBe(false);
});
