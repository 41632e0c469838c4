import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DocSearchHit, SearchRequest } from '../docsearch/protocol.ts';
import { escapeHtml } from '../results-html.ts';
import { RESULTS_PER_PAGE } from '../search-address.ts';
import { joinPieces } from '../site-search.ts';
import { hostedService, readMarked, toRequest, toResult } from './hosted-service.ts';
import { sampleSearchSite } from './testing/sample-search.ts';

// @vitest-environment happy-dom

const site = { ...sampleSearchSite, search: { ...sampleSearchSite.search, provider: 'hosted' as const, applicationId: 'A', apiKey: 'k' } };

/** A hit for a page (`kafka`), or for a section of it (`kafka#setup`). */
function sampleHit(name: string, changes: Partial<DocSearchHit> = {}): DocSearchHit {
  const [page = '', anchor = ''] = name.split('#');
  const levels = { lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
  return {
    objectID: name,
    url: `/base/docs/${page}${anchor && `#${anchor}`}`,
    url_without_anchor: `/base/docs/${page}`,
    anchor,
    type: anchor === '' ? 'lvl1' : 'lvl2',
    content: null,
    hierarchy: { lvl0: 'Guides', lvl1: page, ...levels, ...(anchor !== '' && { lvl2: anchor }) },
    ...changes,
  };
}

/** Stubs the service: each request gets the given hits, and the requests are recorded. */
function stubService(answerTo: (request: SearchRequest) => object): SearchRequest[][] {
  const asked: SearchRequest[][] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const { requests } = JSON.parse(body) as { requests: SearchRequest[] };
    asked.push(requests);
    return Promise.resolve(Response.json({ results: requests.map(answerTo) }));
  });
  return asked;
}
afterEach(() => void vi.unstubAllGlobals());

describe('R-305 requests', () => {
  test('contain the index name and the tags for highlights', () => {
    expect(toRequest('docs', { text: 'a' })).toMatchObject({
      ...{ indexName: 'docs', query: 'a', distinct: true, facetFilters: [] },
      ...{ highlightPreTag: '<mark>', highlightPostTag: '</mark>' },
    });
  });

  test('R-304 filter by language, version, and group, as DocSearch does', () => {
    expect(toRequest('docs', { text: 'a', language: 'en', tags: ['default', 'docs-1'], group: 'guides' }).facetFilters).toEqual([
      'language:en',
      ['docusaurus_tag:default', 'docusaurus_tag:docs-1'],
      'group:guides',
    ]);
  });

  test('request the given page of results, and counts without the group filter', async () => {
    const asked = stubService(({ hitsPerPage }) =>
      hitsPerPage === 0 ? { nbHits: 9, facets: { group: { guides: 7, sources: 2 } } } : { hits: [sampleHit('kafka')], nbHits: 7 },
    );
    const results = await hostedService(site).answer({ text: 'x', group: 'guides', page: 2, pages: 2 });
    expect(asked[0]?.map(({ page, facetFilters }) => [page, facetFilters])).toEqual([
      [undefined, []],
      [2, ['group:guides']],
      [3, ['group:guides']],
    ]);
    expect(results).toMatchObject({ total: 7, everywhere: 9, suggestions: [] });
    expect(results.results).toHaveLength(2);
    expect(results.groups.map(({ count }) => count)).toEqual([7, 2, 0]);
  });

  test('hits that were not requested are left out', async () => {
    stubService(() => ({ hits: Array.from({ length: 20_000 }, () => sampleHit('kafka')), nbHits: 20_000 }));
    expect((await hostedService(site).answer({ text: 'x' })).results).toHaveLength(RESULTS_PER_PAGE);
  });

  test.each([[{}], [{ hits: 'x', nbHits: 'many', facets: null }]])('an invalid response has no results: %j', async (answer) => {
    stubService(() => answer);
    expect(await hostedService(site).answer({ text: 'x' })).toMatchObject({ results: [], total: 0, everywhere: 0 });
  });
});

describe('R-302 without results, words that have results by themselves are suggested', () => {
  test('are unique', async () => {
    const asked = stubService(({ query }) => ({ hits: [], nbHits: query === 'kafka' ? 3 : 0 }));
    expect((await hostedService(site).answer({ text: 'xyzzy kafka, kafka' })).suggestions).toEqual(['kafka']);
    expect(asked[1]?.map(({ query }) => query)).toEqual(['xyzzy', 'kafka']);
  });

  test('are empty for a query of one word', async () => {
    const asked = stubService(() => ({ hits: [], nbHits: 0 }));
    expect((await hostedService(site).answer({ text: 'xyzzy' })).suggestions).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

describe('hits', () => {
  test('contain the heading of a section, its page, and its breadcrumbs', () => {
    const found = toResult(sampleHit('kafka#setup', { breadcrumbs: ['Ingestion', 'Sources &amp; sinks'] }), site);
    expect(joinPieces(found?.title ?? [])).toBe('setup');
    expect(found).toMatchObject({ href: '/base/docs/kafka#setup', pageHref: '/base/docs/kafka', isPage: false, group: 'Guides' });
    expect(found?.trail).toEqual(['Ingestion', 'Sources & sinks', 'kafka']);
  });

  test('contain highlights if the service returns them', () => {
    const highlight = { value: '<mark>Kaf</mark>ka', matchLevel: 'full' as const, matchedWords: ['kaf'] };
    const found = toResult(sampleHit('kafka', { _highlightResult: { hierarchy: { lvl1: highlight } } }), site);
    expect(found?.title[0]).toEqual({ text: 'Kaf', highlighted: true });
    expect(found?.isPage).toBe(true);
  });

  test('have relative addresses if they are on this site', () => {
    expect(toResult(sampleHit('a', { url: 'https://docs.example/base/docs/a' }), site)?.href).toBe('/base/docs/a');
    expect(toResult(sampleHit('a', { url: 'https://docs.example.evil/a' }), site)?.href).toBe('https://docs.example.evil/a');
  });

  test('have unescaped addresses', () => {
    expect(toResult(sampleHit('a', { url: '/docs/a&amp;b#it&#39;s' }), site)?.href).toBe("/docs/a&b#it's");
  });

  test.each([
    ['a script URL', sampleHit('a', { url: 'javascript:alert(1)' })],
    ['a script URL with an entity', sampleHit('a', { url: 'java&#10;script:alert(1)' })],
    ['a hit without a name', { ...sampleHit('a'), hierarchy: {} }],
    ['a hit whose names are not strings', { ...sampleHit('a'), hierarchy: { lvl1: 7 } }],
    ['a hit without an address', { objectID: 'a', hierarchy: {} }],
    ['a value that is not an object', 'a'],
    ['nothing', null],
  ])('%s is not a result', (_name, value) => {
    expect(toResult(value, site)).toBeNull();
  });

  test('ignore malformed highlights', () => {
    expect(toResult({ ...sampleHit('a'), _highlightResult: { hierarchy: { lvl1: null } }, _snippetResult: 'x' }, site)?.id).toBe('a');
  });
});

describe('highlighted values', () => {
  test('are split at marks, and entities are decoded', () => {
    expect(readMarked('Use <mark>Kafka</mark> &amp; &lt;b&gt; &quot;&#39;&#x41;')).toEqual([
      { text: 'Use ', highlighted: false },
      { text: 'Kafka', highlighted: true },
      { text: ` & <b> "'A`, highlighted: false },
    ]);
  });

  test.each([
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['<mark onmouseover=x>a</mark>', '<mark onmouseover=x>a'],
    ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
    ['&#0;&#9999999;&unknown;', '&#0;&#9999999;&unknown;'],
    ['</mark></mark><mark>open', 'open'],
  ])('a malicious value is text: %s', (value, text) => {
    expect(joinPieces(readMarked(value))).toBe(text);
  });

  test.each([null, undefined, 7, {}, ['<mark>']])('a value that is not text is empty: %s', (value) => {
    expect(readMarked(value)).toEqual([]);
  });

  test('property: any text that the server escapes is decoded unchanged', () => {
    fc.assert(fc.property(fc.string(), (text) => joinPieces(readMarked(escapeHtml(text))) === text));
  });
});
