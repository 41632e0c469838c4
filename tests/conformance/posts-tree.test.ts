/** The blog of a Docusaurus site: its authors, its lists, and its translations. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { migratedTree } from './build-fixture.ts';

describe('R-605 a Docusaurus site with a translated blog', () => {
  const { out, migrated, built, read, dataOf } = migratedTree('posts');
  const bodyOf = (route: string): string => dataOf(route).body.replace(/\s*\n\s*/g, ' ');

  test('a post lists its authors with their roles and addresses', () => {
    expect(bodyOf('/blog/egg')).toContain(
      '<p><strong>Written by</strong> <a href="/blog/authors/ana">Ana Vela</a>, Keeper of eggs · <a href="mailto:ben@example.org">Ben</a></p>',
    );
    expect(bodyOf('/blog/2026/02/01/flight')).toMatch(
      /<strong>Written by<\/strong> <a href="https:\/\/dora\.example\.org"[^>]*>Dora<\/a>, Pilot/,
    );
    expect(bodyOf('/blog/2026/03/01/nest')).toMatch(
      /Ana Vela<\/a>, Keeper of eggs · <a href="https:\/\/eve[^>]*>Eve Sand, Inc\.<\/a> · <a href="\/blog\/who\/cleo">Cleo/,
    );
    expect(dataOf('/blog/egg').lastUpdate?.author).toBe('Ana Vela, Ben');
    expect(read('blog/2025/06/01/note.html')).not.toContain('Written by');
  });

  test('an author with a page has a list of posts, the newest first, and there is a list of these authors', () => {
    const ana = bodyOf('/blog/authors/ana');
    expect(ana).toMatch(
      /<h1>Ana Vela<\/h1>[^]*Keeper of eggs[^]*Ana counts all eggs twice\.[^]*ana\.example\.org[^]*github\.com\/anavela[^]*gullnet: ana-vela[^]*x\.com\/anavela/,
    );
    expect(ana).toMatch(
      /href="\/blog\/2026\/03\/01\/nest">A nest<\/a>: A nest is a hollow\.[^]*The first egg<\/a>: An egg was found on the beach\./,
    );
    expect(bodyOf('/blog/authors')).toMatch(/Ana Vela<\/a>: Keeper of eggs[^]*who\/cleo">Cleo/);
    expect(existsSync(join(out, '../build/site/blog/authors/ben.json'))).toBe(false);
  });

  test('lists of posts show the beginning of each post, and the second page of the list redirects to it', () => {
    expect(bodyOf('/blog/tags/eggs')).toContain('The first egg</a>: An egg was found on the beach.');
    expect(bodyOf('/blog')).toContain('Terns fly far.');
    expect(bodyOf('/fr/blog')).toContain('Terns fly far.');
    expect(read('blog/page/2/index.html')).toContain('url=/blog"');
    expect(existsSync(join(out, '../build/site/blog/page/3/index.html'))).toBe(false);
  });

  test('the list of a blog shows the excerpt of each post with its links and pictures', () => {
    expect(bodyOf('/blog')).toMatch(
      /<h2[^>]*><a href="\/blog\/egg">The first egg<\/a>.*<\/h2> <p><em>Jan\s5,\s2026 · Ana Vela, Ben · 1 min read<\/em><\/p>[^]*<strong>Shape<\/strong>[^]*href="\/blog\/2026\/02\/01\/flight"[^]*<svg[^>]*aria-label="An egg"/,
    );
    expect(bodyOf('/blog')).toContain('The <em>sand</em> is warm.');
    expect(bodyOf('/blog')).toContain('Its mark is <code>{egg}</code>.');
    expect(bodyOf('/blog')).not.toContain('after the excerpt');
    expect(bodyOf('/blog/egg')).toContain('after the excerpt');
  });

  test('a post shows its date of publication and its reading time', () => {
    const text = read('blog/egg.html').replace(/<[^>]*>/g, '');
    expect(text).toContain('Published by Ana Vela, Ben on Jan 5, 2026 · 1 min read');
    expect(text).not.toContain('Last updated');
  });

  test('the list of recent posts has its own title', () => {
    expect(dataOf('/blog/egg').breadcrumbs.map(({ label }) => label)).toEqual(['All entries', 'The first egg']);
    expect(dataOf('/fr/blog/egg').breadcrumbs[0]?.label).toBe('Toutes les notes');
    expect(dataOf('/blog').title).toBe('Journal');
  });

  test('has feeds of its newest posts in each language, with full texts and absolute addresses', () => {
    const [atom, rss] = ['blog/atom.xml', 'blog/rss.xml'].map(read);
    expect(atom).toMatch(/^<\?xml[^>]*\?>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
    expect(rss).toMatch(/<rss version="2\.0"[^]*<title>News of terns<\/title>[^]*Copyright © 2026 Tern/);
    expect(rss?.match(/<link>[^<]*<\/link>/g)).toEqual(
      ['/blog', '/blog/2026/03/01/nest', '/blog/2026/02/01/flight', '/blog/egg'].map(
        (path) => `<link>https://tern.example.org${path}</link>`,
      ),
    );
    for (const feed of [atom, rss]) {
      expect(feed).toContain('as the words after the excerpt say');
      expect(feed).toContain('<a href="https://tern.example.org/blog/2026/02/01/flight">the flight</a>');
      expect(feed).not.toMatch(/<h1>|<button/);
    }
    expect(atom).toMatch(/<name>Ana Vela<\/name>[^]*<name>Ben<\/name>\s*<email>ben@example\.org/);
    expect(atom).toMatch(/<name>Eve Sand, Inc\.<\/name>\s*<uri>https:\/\/eve\.example\.org/);
    const announced = (path: string): string[] => read(path).match(/<link rel="alternate" type="application[^>]*>/g) ?? [];
    for (const path of ['blog.html', 'blog/egg.html', 'blog/tags/eggs.html', 'blog/authors/ana.html'])
      expect(announced(path), path).toEqual(['<link rel="alternate" type="application/atom+xml" href="/blog/atom.xml">']);
    expect(announced('fr/blog/egg.html')).toEqual(['<link rel="alternate" type="application/atom+xml" href="/fr/blog/atom.xml">']);
    expect(announced('docs.html')).toEqual([]);
    expect(bodyOf('/community')).toContain('href="/blog/rss.xml"');
    expect(read('fr/blog/atom.xml')).toContain('Le premier œuf');
    expect(read('fr/blog/atom.xml')).toContain('href="https://tern.example.org/fr/blog/egg"');
  });

  test('has a feed in JSON if the site has one', () => {
    const feed = JSON.parse(read('blog/feed.json')) as { items: unknown[] };
    expect(feed).toMatchObject({ title: 'News of terns', feed_url: 'https://tern.example.org/blog/feed.json' });
    expect(feed.items).toHaveLength(3);
    expect(feed.items[1]).toMatchObject({
      ...{ url: 'https://tern.example.org/blog/2026/02/01/flight', title: 'A long flight', date_modified: '2026-02-01T00:00:00.000Z' },
      ...{
        content_html: expect.stringMatching(/^<p>Terns fly far\.<\/p>/) as string,
        author: { name: 'Dora', url: 'https://dora.example.org' },
      },
    });
  });

  test('the address of a post contains the date in its file and the folder after the date', () => {
    expect(dataOf('/blog/2025/6/9/sea/note')).toMatchObject({ title: 'Note 09', lastUpdate: { date: '2025-06-09' } });
  });

  test('translated posts have addresses in their language, and the original replaces a missing translation', () => {
    const egg = dataOf('/fr/blog/egg');
    expect(egg).toMatchObject({ title: 'Le premier œuf', lastUpdate: { author: 'Ana Vela, Ben' } });
    expect(egg.body).toMatch(/href="\/fr\/blog\/2026\/02\/01\/flight"[^]*href="\/fr\/blog\/authors\/ana">Ana Vela/);
    expect(egg.alternates?.locales.map(({ path }) => path)).toEqual(['/blog/egg', '/fr/blog/egg', '/de/blog/egg']);
    expect(dataOf('/fr/blog/2026/02/01/flight')).toMatchObject({ title: 'A long flight', alternates: { isUntranslated: true } });
    expect(read('fr/blog/egg.html')).toContain('<html lang="fr"');
    expect(bodyOf('/fr/blog')).toMatch(/<h1>Carnet<\/h1>[^]*\/fr\/blog\/2026\/03\/01\/nest[^]*Le premier œuf/);
    expect(bodyOf('/fr/blog')).toMatch(/5\sjanv\.\s2026/);
    expect(bodyOf('/fr/docs')).toMatch(/href="\/fr\/blog"[^]*href="\/fr\/blog\/egg"/);
    expect(bodyOf('/fr/community')).toContain('Sois gentil.');
    expect(dataOf('/de/blog/2026/03/01/nest').title).toBe('Ein Nest');
  });

  test.each([
    ['/docs', 'docs/index.md'],
    ['/fr/docs', 'i18n/fr/docusaurus-plugin-content-docs/current/index.md'],
    ['/fr/blog/egg', 'i18n/fr/docusaurus-plugin-content-blog/2026-01-05-egg.md'],
    ['/fr/blog/2026/02/01/flight', 'blog/2026-02-01-flight.md'],
    ['/de/docs', 'docs/index.md'],
  ])('the edit link of %s leads to its file, or to the file of its translation', (route, path) => {
    expect(dataOf(route).editUrl).toBe(`https://git.example.org/tern/edit/${path}`);
  });

  test('the report lists what was kept and which settings of the blog have no effect', () => {
    const report = readFileSync(join(out, 'report.md'), 'utf8');
    expect(report).toContain('- translations of community, blog\n');
    expect(report).toContain('- the pictures of authors in blog\n');
    expect(report).toContain('- `editLocalizedFiles` of blog: the edit links of translated posts lead where those of the docs do.');
    expect(report).toContain('- the pages in i18n/en, which is the folder of the default locale: 1.');
    expect(report).not.toContain('feed');
    expect(report).toContain('words of the interface that are not translated are in English');
    expect(migrated()).toMatchObject({ errors: 0, mistakes: 0 });
    expect(built().warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([expect.stringContaining('front matter "author_image_url" has no effect here')]),
    );
  });
});
