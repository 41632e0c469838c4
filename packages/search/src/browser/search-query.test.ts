import { describe, expect, test } from 'vitest';
import { sampleSearchSite as sampleSite } from './testing/sample-site.ts';
import { findSuggestions, resultsOf, toRequest } from './search-query.ts';
import { sampleHit, sampleTransport } from './testing/sample-search.ts';

const never = new AbortController().signal;

describe('the request', () => {
  test('R-304 keeps to the language and the version read, as DocSearch does', () => {
    expect(toRequest(sampleSite, 'a').facetFilters).toEqual([
      'language:en',
      ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current'],
    ]);
  });

  test('R-304 has no filters where search is not contextual', () => {
    const site = { ...sampleSite, search: { ...sampleSite.search, contextual: false } };
    expect(toRequest(site, 'a').facetFilters).toEqual([]);
  });

  test('R-305 names the index and marks matches', () => {
    expect(toRequest(sampleSite, 'a')).toMatchObject({
      indexName: 'sample',
      query: 'a',
      highlightPreTag: '<mark>',
      highlightPostTag: '</mark>',
    });
  });
});

test.each([[{ results: [] }], [{ results: [{ hits: 'x', nbHits: 'many', facets: null, suggestions: {} }] }]])(
  'a broken answer finds nothing: %j',
  (response) => {
    expect(resultsOf(response as never, 0)).toEqual({ hits: [], nbHits: 0 });
  },
);

describe('R-302 what to try instead', () => {
  test('what the answer names', async () => {
    expect(await findSuggestions(sampleTransport({}), sampleSite, 'a b', ['one', 'two', 'three', 'four'], never)).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  test('or else the words that find something alone', async () => {
    const transport = sampleTransport({ kafka: [sampleHit('kafka')] });
    expect(await findSuggestions(transport, sampleSite, 'xyzzy kafka, kafka', undefined, never)).toEqual(['kafka']);
    expect(transport.asked[0]?.map(({ query }) => query)).toEqual(['xyzzy', 'kafka']);
  });

  test('nothing for one word, and nothing when nobody answers', async () => {
    const transport = sampleTransport({});
    expect(await findSuggestions(transport, sampleSite, 'xyzzy', undefined, never)).toEqual([]);
    expect(transport.asked).toEqual([]);
    transport.down = true;
    expect(await findSuggestions(transport, sampleSite, 'xyzzy kafka', undefined, never)).toEqual([]);
  });
});
