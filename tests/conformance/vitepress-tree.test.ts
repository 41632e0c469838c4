/** A VitePress site: its configuration, the ids of its headings, links with its base, and the home page in its front matter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { loadConfig } from '@quire/engine/config/load.ts';

import { migratedTree } from './build-fixture.ts';

const { out, migrated, built, dataOf } = migratedTree('vitepress');

test('R-605 the configuration of VitePress becomes one of this engine', async () => {
  const config = await loadConfig(join(out, 'site.config.ts'), {});
  expect(config).toMatchObject({
    ...{ title: 'Heron', tagline: 'A tool for letters', url: 'https://heron.example.org', baseUrl: '/heron/', favicon: '/mark.svg' },
    footer: { copyright: 'Free for <b>all</b>. © Heron' },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 4 },
    docs: { editUrl: 'https://git.example.org/heron/edit/main/docs/', showLastUpdateTime: true, rules: { headingIds: 'vitepress' } },
  });
  expect(config.navbar).toMatchObject({ title: 'Heron', logo: { src: '/mark.svg' } });
  expect(
    config.navbar.items.map(({ label, to, href, icon, items }) => [label, to ?? href ?? items?.map((one) => one.to ?? one.href), icon]),
  ).toEqual([
    ['Guide', '/guide/start', undefined],
    ['More', ['https://ask.example.org', '/reference/'], undefined],
    ['Français', 'https://fr.heron.example.org', undefined],
    ['GitHub', 'https://github.com/heron-example/heron', 'github'],
  ]);
  const report = readFileSync(join(out, 'report.md'), 'utf8');
  expect(report).toContain('the settings of the search');
  expect(report).not.toContain('set `url`');
});

test('R-605 every page is built, with its sidebar, and every link and anchor leads to its page', () => {
  expect(migrated()).toMatchObject({ pages: 4, errors: 0, warnings: 1, mistakes: 0 });
  // The drawing has a label that only HTML can show.
  expect(built().warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('image "./label.svg": it contains <foreignObject>'),
  ]);
  const start = dataOf('/guide/start');
  expect(start.breadcrumbs.map(({ label }) => label)).toEqual(['Guide', 'First letter']);
  expect(start.next).toMatchObject({ label: 'Stamps', path: '/guide/stamps' });
  expect(start.body).toMatch(/href="\/heron\/guide\/stamps#heron-weigh-letter"[^]*href="\/heron\/reference#_2-wings"/);
  expect(dataOf('/guide/stamps').contents.map(({ id }) => id)).toEqual(['heron-weigh-letter', 'heron-weigh-letter-1']);
});

test('R-605 a drawing with a gradient stays a file, because its colors would be lost on the page', () => {
  expect(dataOf('/guide/stamps').body).toMatch(
    /<img src="\/heron\/assets\/files\/stamp-\w+\.svg" alt="A gold stamp"[^>]*width="40" height="20">/,
  );
});

test('R-605 of a drawing that contains HTML, a picture is published', () => {
  const { body } = dataOf('/guide/stamps');
  expect(body).toMatch(/<img src="\/heron\/assets\/images\/drawing-\w+\.svg"/);
  expect(body).not.toMatch(/label-|foreignObject/);
});

test('R-605 the hero and the features of the front matter are the content of the home page', () => {
  const { title, body } = dataOf('/index');
  expect(title).toBe('Heron');
  const text = body
    .replace(/<svg[^]*?<\/svg>|<button[^]*?<\/button>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
  expect(text.trim()).toBe(
    'Heron Letters, sent by birds Write today, and wait for a wing. Send a letter · Source 🪶 Light: No letter is heavier than a feather. Weigh a letter Slow: Wings take their time. Near: It is next door. A link below the features.',
  );
  expect(body).toMatch(
    /href="\/heron\/guide\/start">Send a letter[^]*href="\/heron\/guide\/stamps">Weigh a letter[^]*href="\/heron\/reference">Slow/,
  );
  expect(body).toMatch(/<img src="\/heron\/mark\.svg" alt="A heron"[^>]*width="320" height="160">/);
  expect(body).toMatch(/<li><img src="\/heron\/mark\.svg" alt="Near"[^>]*width="48" height="24"> <strong>Near<\/strong>/);
});
