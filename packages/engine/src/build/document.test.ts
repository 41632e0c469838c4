import { describe, expect, test } from 'vitest';
import type { PageShell } from '#model/page.ts';
import { sampleSite } from '#model/testing/sample-site.ts';
import { structuredData } from './document.ts';

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
  test('a docs page is an article below the pages that its breadcrumbs name', () => {
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

  test('a page of an older version names the address that search engines show', () => {
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

  test('the home page is the site; the search page and the not-found page are nothing', () => {
    expect(structuredData({ ...PAGE, kind: 'home', path: '/' }, SITE)).toMatchObject({
      '@type': 'WebSite',
      url: 'https://a.example/base/',
    });
    for (const kind of ['search', 'not-found', 'guild']) expect(structuredData({ ...PAGE, kind }, SITE)).toBeNull();
  });
});
