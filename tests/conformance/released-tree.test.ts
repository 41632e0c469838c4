/** A site whose configuration is TypeScript, as Docusaurus compiles it, with released versions, pages, a blog, and a translation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { loadConfig } from '@quire/engine/config/load.ts';

import { migratedTree } from './build-fixture.ts';

describe('R-605 a Docusaurus site in TypeScript', () => {
  const { out, migrated, built, read, dataOf } = migratedTree('released');
  let report: string;
  beforeAll(() => void (report = readFileSync(join(out, 'report.md'), 'utf8')));

  const idsOf = (route: string): (string | undefined)[] => [...dataOf(route).body.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);

  test('is evaluated with its local modules, JSON files, enums, and names of CommonJS', async () => {
    const config = await loadConfig(join(out, 'site.config.ts'), {});
    expect(config).toMatchObject({ title: 'Lantern', tagline: 'Version 2.0.1', colorMode: { defaultMode: 'dark' } });
    // GitHub's mark replaces only the label of a link to the repository.
    expect(config.navbar.items.map(({ label, icon }) => [label, icon])).toEqual([
      ['Docs', undefined],
      ['News', undefined],
      ['v2.0', undefined],
      ['GitHub', 'github'],
    ]);
    expect(report).toContain('- the configuration uses packages that are not installed, and their values are missing here: lost-rates.');
  });

  test('leaves out pages that are components, and the links to them', async () => {
    const config = await loadConfig(join(out, 'site.config.ts'), {});
    expect(config.footer.groups.map(({ title }) => title)).toEqual(['Docs']);
    expect(read('docs/start.html')).not.toContain('Crew');
    expect(report).toContain('- the pages of src/pages that are components, and links to them in the navbar and the footer: /crew. ');
    expect(report).toContain('- the icon https://lantern.example.org/icon.png: ');
    expect(config.favicon).toBe('/favicon.svg');
  });

  test('removes the comments of its configuration from code, and highlights the lines that they mark', () => {
    const { body } = dataOf('/docs/start');
    expect(body).not.toContain('remove-me');
    expect(body).toMatch(/<span class="line">/);
    expect(report).toContain('- `prism.magicComments`, all of which highlight lines in the same way\n');
  });

  test('has its released versions, with the newest at the route of the docs', () => {
    expect(report).toContain('- versions: 2.0, 1.0\n');
    expect(dataOf('/docs/start').body).toContain('Light the lamp before dusk.');
    expect(dataOf('/docs/1.0/start').body).toContain('The first lamp had a candle.');
    expect(read('docs/1.0/start.html')).toContain('One');
    expect(read(String(dataOf('/docs/1.0/start').sidebar))).toContain('"/docs/1.0/start"');
  });

  test('is built although a sidebar names a page that another tool generates, and a page names a sidebar that does not exist', () => {
    expect(migrated().errors).toBe(0);
    expect(built().warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('no page has the id "generated/api"'),
        expect.stringContaining('front matter "displayed_sidebar": there is no sidebar "lost"'),
        expect.stringContaining('navbar logo: "/img/lost.svg": no static folder has this file'),
      ]),
    );
  });

  test('includes the title when it generates heading ids, and reads ids in MDX comments', () => {
    expect(idsOf('/docs/start')).toEqual(['start-here-1']);
    expect(idsOf('/docs/guides/wick')).toEqual(['short']);
    const wick = dataOf('/docs/guides/wick');
    expect(wick.title).toBe('Trim the wick');
    expect(wick.body).not.toContain('#short */');
    expect(dataOf('/docs/start').body).toMatch(/lamp\.js[^]*lamp/);
  });

  test('shows the beginning of pages without a description in the overview of a category, which is not a page of its folder', () => {
    const { body } = dataOf('/docs/category/guides-for-keepers');
    expect(body).toContain('A short wick burns without smoke, as trim({ length: 1 }) explains.');
    expect(body).toContain('Rapeseed oil is clear.');
    const { breadcrumbs } = dataOf('/docs/guides/oil');
    expect(breadcrumbs.map(({ label }) => label)).toEqual(['Guides for keepers', 'Choose the oil']);
    expect(dataOf('/docs/start').next?.path).toBe('/docs/category/guides-for-keepers');
    expect(read('docs/start.html')).not.toMatch(/>Category</);
  });

  test('has its blog at the same addresses, with dates in the list of posts, and the Markdown pages of src/pages', () => {
    expect(dataOf('/blog').body).toMatch(/The harbor at night[^]*Mar\s4,\s2026[^]*Two ships came in\.[^]*A storm[^]*Dec\s1,\s2025/);
    expect(dataOf('/blog/harbor')).toMatchObject({ title: 'The harbor at night', lastUpdate: { author: 'Ana Vela', date: '2026-03-04' } });
    expect(read('blog/archive/index.html')).toContain('url=/blog');
    expect(dataOf('/plan').body).toContain('A second lamp follows in spring.');
    expect(dataOf('/docs/start').body).toMatch(/href="\/blog"[^]*href="\/plan"/);
    expect(report).toContain('- Markdown pages of src/pages: 1\n');
  });

  test.each([
    ['/docs/start', 'versioned_docs/version-2.0/start.mdx'],
    ['/docs/1.0/start', 'versioned_docs/version-1.0/start.md'],
    ['/blog/harbor', 'blog/2026-03-04-harbor/index.md'],
    ['/plan', 'src/pages/plan.md'],
    ['/de/docs/guides/oil', 'versioned_docs/version-2.0/guides/oil.md'],
    ['/de/docs/start', 'versioned_docs/version-2.0/start.mdx'],
  ])('keeps the edit link of %s', (route, path) => {
    expect(dataOf(route).editUrl).toBe(`https://git.example.org/lantern/edit/main/site/${path}`);
  });

  test('keeps translated pages and labels', () => {
    expect(dataOf('/de/docs/guides/oil')).toMatchObject({ title: 'Das Öl wählen' });
    expect(dataOf('/de/docs/guides/oil').breadcrumbs[0]?.label).toBe('Anleitungen');
    expect(read('de/docs/guides/oil.html')).toContain('Neues');
    expect(report).toContain(
      '- translations (de) of the docs, of the labels of the navbar, the footer, and the sidebars, and of the words of the interface that Docusaurus has too\n',
    );
  });

  test('keeps the translated words of the interface', () => {
    const words = parse(readFileSync(join(out, 'words-de.yaml'), 'utf8')) as Record<string, string>;
    expect(words).toMatchObject({
      'Edit this page': 'Diese Seite bearbeiten',
      Tip: 'Tipp',
      Lantern: 'Laterne',
      'This is the documentation of version {version}, which is no longer maintained.': 'Lantern {version} wird nicht mehr gepflegt.',
    });
    expect(Object.keys(words)).not.toContain('home.title');
    expect(read('de/docs/start.html')).toContain('Weiter');
  });
});
