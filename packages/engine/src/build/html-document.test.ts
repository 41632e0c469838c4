import { describe, expect, test, onTestFinished } from 'vitest';
import type { PageShell } from '#model/page.ts';
import { sampleSite } from '#model/testing/sample-site.ts';
import { growthBeyondLinear } from '#testing/growth.ts';
import { structuredData, findSocialImages } from './html-document.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkResolver } from '#content/link-resolver.ts';
import { docSource } from '#content/testing/compile-markdown.ts';

const SITE = { ...sampleSite, url: 'https://a.example', baseUrl: '/base/' };
const PAGE = {
  kind: 'doc',
  path: '/docs/x',
  title: 'X',
  description: 'About X.',
  breadcrumbs: [
    { label: 'Guides', path: '/docs/guides' },
    { label: 'No page', path: null },
    { label: 'X', path: '/docs/x' },
  ],
  lastUpdate: { author: null, date: '2026-11-20' },
} as unknown as PageShell;

describe('structured data', () => {
  test('a docs page is an article with breadcrumbs', () => {
    expect(structuredData(PAGE, SITE)).toMatchObject({
      '@graph': [
        { '@type': 'TechArticle', headline: 'X', url: 'https://a.example/base/docs/x', dateModified: '2026-11-20' },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { position: 1, name: 'Guides', item: 'https://a.example/base/docs/guides' },
            { position: 2, name: 'X', item: 'https://a.example/base/docs/x' },
          ],
        },
      ],
    });
  });

  test('headings that are questions are listed with the beginning of their answers', () => {
    const long = `${'It reads every table of the database. '.repeat(8)}`;
    const body = [
      '<header><h1>What is X?</h1></header><p>X is <code>a &lt; b</code> &#x26; more, &#x3C;x>.</p>',
      '<h2 id="steps">Steps</h2><p>Is this an answer?</p>',
      `<h2 id="a">Does it scale?<a class="anchor" href="#a"></a></h2>\n<p>${long}</p>`,
      '<h3 id="b">Without an answer?</h3><ul><li>x</li></ul><p>Later.</p>',
    ].join('\n');
    const data = structuredData({ ...PAGE, breadcrumbs: [], body } as typeof PAGE, SITE) as { '@graph': object[] };
    const question = (name: string, text: string) => ({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } });
    expect(data['@graph'][1]).toEqual({
      '@type': 'FAQPage',
      mainEntity: [
        question('What is X?', 'X is a < b & more, <x>.'),
        question('Does it scale?', Array(5).fill('It reads every table of the database.').join(' ')),
      ],
    });
    expect(JSON.stringify(data['@graph'][1]).length).toBeLessThan(1000);
    expect(JSON.stringify(structuredData({ ...PAGE, body: '<h2>Steps</h2><p>One.</p>' } as typeof PAGE, SITE))).not.toContain('FAQPage');
  });

  test.each(['<a title="<h2>" href="#">x</a>\n', '<i title="<h1>">', '<h2 ', '<h2>', '<h2><i>', '<h2></h2><p>', '<h3></h3>', '</h2><p>'])(
    'the time to find questions grows linearly with the length of a page: %j',
    (piece) => {
      const read = (body: string): unknown => structuredData({ ...PAGE, body } as typeof PAGE, SITE);
      expect(growthBeyondLinear(read, piece, 1 << 18)).toBeNull();
    },
  );

  test('a page of an older version has the canonical address of the newest version', () => {
    const alternates = { versions: [], locales: [], canonical: '/docs/newest' };
    expect(structuredData({ ...PAGE, alternates, breadcrumbs: [], lastUpdate: null }, SITE)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'TechArticle',
          headline: 'X',
          description: 'About X.',
          url: 'https://a.example/base/docs/newest',
          inLanguage: SITE.locale.htmlLang,
          publisher: { '@type': 'Organization', name: SITE.title, url: 'https://a.example/base/' },
        },
      ],
    });
  });

  test('the home page is a WebSite, and the search page and the not-found page have no structured data', () => {
    expect(structuredData({ ...PAGE, kind: 'home', path: '/' }, SITE)).toMatchObject({
      '@type': 'WebSite',
      url: 'https://a.example/base/',
    });
    for (const kind of ['search', 'not-found', 'guild']) expect(structuredData({ ...PAGE, kind }, SITE)).toBeNull();
  });
});

test('a page names a picture for social networks, but no drawing of the content, which would be published without a check', () => {
  const root = mkdtempSync(join(tmpdir(), 'social-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const names = ['photo.png', 'drawing.svg', 'DRAWING.SVG'];
  for (const name of names) writeFileSync(join(root, name), '<svg><script>alert(1)</script></svg>');
  const docs = [...names, 'missing.png'].map((name, index) =>
    docSource(`page-${index}.md`, '', { absolute: join(root, `page-${index}.md`), frontMatter: { image: `./${name}` } }),
  );
  const resolver = createLinkResolver({ docs, root, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] });
  const { assets, problems } = findSocialImages(docs, resolver);
  expect(assets.map(([, absolute]) => absolute)).toEqual([join(root, 'photo.png')]);
  expect(problems.map(({ message }) => message.replace(/\. Name .*/, ''))).toEqual([
    'front matter "image": social networks do not show the drawing "./drawing.svg"',
    'front matter "image": social networks do not show the drawing "./DRAWING.SVG"',
    'front matter "image": there is no file "./missing.png"',
  ]);
});
