import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { encodeIndex } from '../index-file/write.ts';
import { decodeIndex } from '../index-file/read.ts';
import { createSearchEngine } from '../ranking/engine.ts';
import { SAMPLE_GROUPS, SAMPLE_RECORDS, samplePage } from '../testing/sample-records.ts';
import type { AnsweredSearch, TextPiece } from '../types.ts';
import { joinPieces as plain } from '../site-search.ts';
import { createResponder, type Responder, highlightedValue, toHtml, highlightTags, snippet } from './responder.ts';
import type { SearchRequest, SearchResults } from './protocol.ts';

/** Thirty pages that share a word, so that results fill several pages. */
const MANY = Array.from({ length: 30 }, (_, i) =>
  samplePage(`/docs/topic-${i}`, `Topic ${i}`, [
    [`Topic ${i}`, 'About lineage.'],
    ['First lineage', 'Lineage of tables.'],
    ['Second lineage', 'Lineage of columns.'],
  ]),
).flat();
const HOSTILE = samplePage(
  '/docs/a&b',
  '<img src=x onerror=alert(1)> "quoted"',
  [['<b>bold</b>', "zebra </mark><script>alert('1')</script> & more"]],
  {
    breadcrumbs: ['Q & A', '<i>'],
  },
);
const reported: AnsweredSearch[] = [];

function responderOver(records = [...SAMPLE_RECORDS, ...MANY, ...HOSTILE]): Responder {
  const engine = createSearchEngine(decodeIndex(encodeIndex(records, { groups: SAMPLE_GROUPS })));
  return createResponder({ engine, indexName: 'docs', baseUrl: '/portal/', now: () => 5, onSearch: (search) => reported.push(search) });
}
const responder = responderOver();

function ask(request: Partial<SearchRequest>): SearchResults {
  const [result] = responder.answerAll(JSON.stringify({ requests: [{ indexName: 'docs', ...request }] })).results;
  return result as SearchResults;
}

test('distinct returns one hit for each page, consistent with the facet counts', () => {
  const all = ask({ query: 'lineage', facets: ['group'] });
  const pages = ask({ query: 'lineage', facets: ['group'], distinct: true });
  expect(all.nbHits).toBeGreaterThan(pages.nbHits);
  expect(Object.values(pages.facets?.['group'] ?? {}).reduce((sum, count) => sum + count, 0)).toBe(pages.nbHits);
  const listed = [0, 1].flatMap((page) => ask({ query: 'lineage', distinct: 1, page }).hits.map((hit) => hit.url_without_anchor));
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toHaveLength(pages.nbHits);
});

test('several queries are answered in order, even if they share a ranking', () => {
  const requests = ['lineage', 'quickstart', 'lineage'].map((query, page) => ({ indexName: 'docs', query, hitsPerPage: 5, page }));
  const { results } = responder.answerAll(JSON.stringify({ requests }));
  expect(results.map(({ query, page }) => [query, page])).toEqual(requests.map(({ query, page }) => [query, page]));
  expect(results[2]?.hits).toEqual(ask({ query: 'lineage', hitsPerPage: 5, page: 2 }).hits);
});

describe('R-305 a hit has the fields that DocSearch reads', () => {
  test('for a page that is found by its title', () => {
    const [hit] = ask({ query: 'quickstart guide', attributesToSnippet: ['hierarchy.lvl1:15', 'content:15'] }).hits;
    expect(hit).toMatchObject({
      objectID: '/docs/quickstart#',
      url: '/portal/docs/quickstart',
      type: 'lvl1',
      hierarchy: { lvl0: 'Guides', lvl1: 'Quickstart Guide', lvl2: null, lvl6: null },
      _highlightResult: {
        hierarchy: {
          lvl1: { value: '<mark>Quickstart</mark> <mark>Guide</mark>', matchLevel: 'full', matchedWords: ['quickstart', 'guide'] },
        },
      },
      _snippetResult: {
        hierarchy: { lvl1: { value: '<mark>Quickstart</mark> <mark>Guide</mark>' } },
        content: { value: expect.any(String) },
      },
    });
  });

  test('for a heading and for text below one', () => {
    expect(ask({ query: 'stopping the platform' }).hits[0]).toMatchObject({
      type: 'lvl2',
      url: '/portal/docs/quickstart#s1',
      anchor: 's1',
    });
    expect(ask({ query: 'containers state' }).hits[0]).toMatchObject({ type: 'content', content: expect.stringContaining('container') });
  });

  test('with only the requested attributes', () => {
    const [hit] = ask({ query: 'quickstart', attributesToRetrieve: ['hierarchy.lvl0', 'url'], attributesToHighlight: [] }).hits;
    expect(Object.keys(hit ?? {}).sort()).toEqual(['_highlightResult', 'hierarchy', 'objectID', 'url']);
    expect(hit?._highlightResult).toEqual({ hierarchy: {} });
  });

  test('with everything escaped except the marks', () => {
    const { hits } = ask({ query: 'zebra', attributesToSnippet: ['*:20'], highlightPreTag: '<script>', highlightPostTag: '</script>' });
    expect(hits).toHaveLength(1);
    const text = JSON.stringify(hits).replaceAll('<mark>', '').replaceAll('</mark>', '');
    expect(text).not.toMatch(/[<>']/);
    expect(hits[0]).toMatchObject({
      url: '/portal/docs/a&amp;b',
      hierarchy: { lvl0: 'Q &amp; A', lvl1: '&lt;img src=x onerror=alert(1)&gt; &quot;quoted&quot;', lvl2: '&lt;b&gt;bold&lt;/b&gt;' },
    });
    expect(hits[0]?._highlightResult?.content?.value).toContain('<mark>zebra</mark> &lt;/mark&gt;&lt;script&gt;');
  });
});

describe('R-304 facet filters', () => {
  const paths = (facetFilters: SearchRequest['facetFilters']): string[] =>
    ask({ query: 'quickstart', facetFilters: facetFilters ?? [] }).hits.map((hit) => hit.url_without_anchor);
  test('are applied as DocSearch sends them', () => {
    expect(paths(['language:de', ['docusaurus_tag:default', 'docusaurus_tag:current']])).toEqual(['/portal/de/docs/schnellstart']);
    expect(paths(['language:en', ['docusaurus_tag:default', 'docusaurus_tag:current']])).toContain('/portal/docs/quickstart');
    expect(paths(['language:en', ['docusaurus_tag:default', 'docusaurus_tag:older']])).toEqual([]);
  });
  test('filter by part of the site, can exclude, and can match nothing', () => {
    expect([...new Set(ask({ query: 'snowflake', facetFilters: ['group:sources'] }).hits.map((hit) => hit.group))]).toEqual(['sources']);
    expect(ask({ query: 'snowflake', facetFilters: ['group:-sources'] }).hits.every((hit) => hit.group !== 'sources')).toBe(true);
    expect(paths(['constructor:x'])).toEqual([]);
    expect(paths([])).not.toEqual([]);
  });
  test('have counts that cover all results and count each page once', () => {
    expect(ask({ query: 'lineage', hitsPerPage: 0, facets: ['group', 'language', 'unknown'] })).toMatchObject({
      hits: [],
      nbPages: 0,
      facets: { group: { guides: 30, sources: 1 }, language: { en: 31 } },
    });
  });
});

describe('pages of results', () => {
  test.each([1, 3, 4, 7, 10, 20, 50])('with %i hits each are full except the last, without duplicates or gaps', (hitsPerPage) => {
    const first = ask({ query: 'lineage', hitsPerPage });
    const all = Array.from({ length: first.nbPages }, (_, page) => ask({ query: 'lineage', hitsPerPage, page }));
    const ids = all.flatMap(({ hits }) => hits.map((hit) => hit.objectID));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(first.nbHits);
    expect(all.slice(0, -1).every(({ hits }) => hits.length === hitsPerPage)).toBe(true);
    expect(new Set(all.flatMap(({ hits }) => hits.map((hit) => hit.url_without_anchor))).size).toBe(31);
    expect(ask({ query: 'lineage', hitsPerPage, page: first.nbPages }).hits).toEqual([]);
    expect(ask({ query: 'lineage', hitsPerPage, page: 2 ** 40 }).hits).toEqual([]);
  });

  test('contain a second section of each of the first three pages if it has a similar score', () => {
    const { hits } = ask({ query: 'lineage', hitsPerPage: 20 });
    expect(hits.slice(0, 6).map((hit) => hit.anchor)).toEqual(['s1', 's2', 's1', 's2', 's1', 's2']);
    expect(new Set(hits.map((hit) => hit.url_without_anchor)).size).toBe(17);
  });
});

test('R-302 a search without results suggests similar titles', () => {
  expect(ask({ query: 'snowfxxxxx' })).toMatchObject({ nbHits: 0, suggestions: ['Snowflake'] });
  // Titles that only contain a word with the same prefix would look like a random choice.
  expect(ask({ query: 'removxxxxx' })).toMatchObject({ nbHits: 0, suggestions: ['Removing Metadata'] });
  expect(ask({ query: 'xq' })).not.toHaveProperty('suggestions');
});

test('each search is reported once with its query, its total, and its duration', () => {
  reported.length = 0;
  ask({ query: 'qqqqqqqqqq' });
  expect(reported).toEqual([{ query: 'qqqqqqqqqq', total: 0, ms: 0 }]);
});

test('an unknown index is an error', () => {
  expect(() => responder.answerAll('{"requests":[{"indexName":"other"}]}')).toThrow(
    'Index other does not exist; the index of this site is docs.',
  );
});

test('R-106 each version and language has its own index, which is named in its answers', () => {
  const engineOf = (path: string) =>
    createSearchEngine(
      decodeIndex(encodeIndex(samplePage(path, 'Zanzibar', [['Zanzibar', 'About zanzibar.']]), { groups: SAMPLE_GROUPS })),
    );
  const several = createResponder({
    ...{ engine: engineOf('/docs/z'), indexName: 'docs', baseUrl: '/', now: () => 5 },
    others: { 'docs-1.0': engineOf('/docs/1.0/z') },
  });
  const requests = ['docs', 'docs-1.0'].map((indexName) => ({ indexName, query: 'zanzibar' }));
  const found = several.answerAll(JSON.stringify({ requests })).results.map(({ index, hits }) => [index, hits[0]?.url]);
  expect(found).toEqual([
    ['docs', '/docs/z'],
    ['docs-1.0', '/docs/1.0/z'],
  ]);
  for (const name of ['docs-2.0', 'toString']) expect(() => several.answerOne('', name)).toThrow(`Index ${name} does not exist`);
});

const tags = highlightTags(undefined, undefined);
const plainPiece = (text: string): TextPiece => ({ text, highlighted: false });
const hit = (text: string): TextPiece => ({ text, highlighted: true });

test('R-305 only paired mark tags without attributes are used', () => {
  expect(highlightTags('<em>', '</em>')).toEqual({ pre: '<em>', post: '</em>' });
  expect(highlightTags('<span class="hit one">', '</span>').pre).toBe('<span class="hit one">');
  for (const [pre, post] of [
    ['<script>', '</script>'],
    ['<mark onclick="x">', '</mark>'],
    ['<em>', '</mark>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<span class="a" style="b">', '</span>'],
  ])
    expect(highlightTags(pre, post)).toEqual({ pre: '<mark>', post: '</mark>' });
});

test('R-305 property: the only markup in a highlighted value is our tags', () => {
  const pieces = fc.array(
    fc.record({ text: fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', 'mark', 'a', ' ') }), highlighted: fc.boolean() }),
  );
  fc.assert(
    fc.property(pieces, (list) => {
      expect(toHtml(list, tags).replaceAll('<mark>', '').replaceAll('</mark>', '')).not.toMatch(/[<>"']/);
    }),
  );
});

test('the match level is none, partial, or full', () => {
  const level = (pieces: TextPiece[]): string => highlightedValue(pieces, tags, 2).matchLevel;
  expect([[plainPiece('a')], [hit('a')], [hit('a'), hit('A')], [hit('a'), hit('b')]].map(level)).toEqual([
    'none',
    'partial',
    'partial',
    'full',
  ]);
});

test('a snippet keeps its spaces, contains the words around the first match, and marks omissions', () => {
  const pieces = [
    plainPiece('one two three four five six '),
    hit('seven'),
    plainPiece(' '),
    hit('eight'),
    plainPiece(' nine ten eleven twelve'),
  ];
  const cut = snippet(pieces, 6, '…');
  expect(plain(cut)).toBe('…five six seven eight nine ten …');
  expect(toHtml(cut, tags)).toContain('<mark>seven</mark> <mark>eight</mark>');
  expect(plain(snippet([plainPiece('all of it')], 6, '…'))).toBe('all of it');
  expect(plain(snippet([plainPiece('… '), hit('end')], 6, '[more]'))).toBe('[more]end');
});
