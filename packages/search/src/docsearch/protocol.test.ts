import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_QUERIES, parseQueries, parseSingleQuery, ProtocolError } from './protocol.ts';

const one = (fields: object): string => JSON.stringify({ requests: [{ indexName: 'docs', ...fields }] });

function errorOf(body: string): string {
  try {
    parseQueries(body);
  } catch (error) {
    if (error instanceof ProtocolError) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'none';
}

test('R-305 a request of DocSearch is parsed', () => {
  const fields = {
    query: 'delete',
    attributesToRetrieve: ['hierarchy.lvl0', 'content'],
    attributesToSnippet: ['hierarchy.lvl1:15', 'content:15'],
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: 20,
    clickAnalytics: false,
    facetFilters: ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']],
  };
  expect(parseQueries(one(fields))[0]).toMatchObject({
    indexName: 'docs',
    query: 'delete',
    page: 0,
    hitsPerPage: 20,
    facetFilters: fields.facetFilters,
  });
});

test('R-305 the params field of older clients is parsed', () => {
  const params = 'query=a%20b&hitsPerPage=7&page=2&facetFilters=%5B%22language%3Aen%22%5D&attributesToSnippet=%5B%22content%3A5%22%5D';
  expect(parseSingleQuery(JSON.stringify({ params }), 'docs')).toMatchObject({
    query: 'a b',
    hitsPerPage: 7,
    page: 2,
    facetFilters: ['language:en'],
    attributesToSnippet: ['content:5'],
    params,
  });
});

test('hitsPerPage is limited, and an empty body is an empty query', () => {
  expect(parseQueries(one({ hitsPerPage: 100_000 }))[0]?.hitsPerPage).toBe(100);
  expect(parseSingleQuery('', 'docs')).toMatchObject({ indexName: 'docs', query: '', hitsPerPage: 20 });
});

describe('invalid requests are reported', () => {
  test.each([
    ['{', '400 The body is not JSON.'],
    ['[]', '400 The body must be a JSON object.'],
    ['{}', '400 "requests" must be a list of queries.'],
    ['{"requests":[7]}', '400 requests[0] must be an object.'],
    ['{"requests":[{}]}', '400 requests[0].indexName must be the name of an index.'],
    [one({ query: 7 }), '400 "query" must be a string.'],
    [one({ page: -1 }), '400 "page" must be a nonnegative integer.'],
    [one({ page: 1.5 }), '400 "page" must be a nonnegative integer.'],
    [one({ params: 'page=x' }), '400 "page" must be a nonnegative integer.'],
    [one({ hitsPerPage: '9' }), '400 "hitsPerPage" must be a nonnegative integer.'],
    [one({ facets: [1] }), '400 "facets" must be a list of at most 100 strings.'],
    [one({ facetFilters: [['language']] }), '400 "facetFilters" must be a list of "attribute:value", or of lists of these.'],
    [one({ facetFilters: [[['a:b']]] }), '400 "facetFilters" must be a list of "attribute:value", or of lists of these.'],
    [one({ params: 'facets=[x' }), '400 "facets" in params is not JSON.'],
    ...['highlightPreTag', 'highlightPostTag', 'snippetEllipsisText'].map((name) => [
      one({ [name]: "'".repeat(41) }),
      `400 "${name}" has 41 characters, but at most 40 are allowed.`,
    ]),
    [one({ params: `snippetEllipsisText=${'a'.repeat(41)}` }), '400 "snippetEllipsisText" has 41 characters, but at most 40 are allowed.'],
  ])('%s', (body, expected) => expect(errorOf(body)).toBe(expected));

  test('too many queries in one request are rejected', () => {
    const requests = Array.from({ length: MAX_QUERIES + 1 }, () => ({ indexName: 'docs' }));
    expect(errorOf(JSON.stringify({ requests }))).toBe('400 "requests" contains 13 queries, but at most 12 are answered at once.');
  });
});

test('property: any body is either parsed or rejected with a sentence', () => {
  const field = fc.constantFrom(
    'query',
    'params',
    'page',
    'hitsPerPage',
    'facetFilters',
    'facets',
    'attributesToSnippet',
    'highlightPreTag',
    '__proto__',
  );
  const requests = fc.array(
    fc.dictionary(field, fc.jsonValue()).map((fields) => ({ indexName: 'docs', ...fields })),
    { maxLength: 4 },
  );
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    requests.map((list) => JSON.stringify({ requests: list })),
  );
  fc.assert(
    fc.property(body, (text) => {
      expect(errorOf(text)).toMatch(/^none$|^400 .+\.$/);
    }),
    { numRuns: 2000 },
  );
});

const ask = (queries: object[]): (() => unknown) => {
  const body = JSON.stringify({ requests: queries.map((query) => ({ indexName: 'docs', ...query })) });
  return () => parseQueries(body);
};
const words = (count: number, letter: string): string => Array.from({ length: count }, (_, i) => letter.repeat(i + 1)).join(' ');

describe('requests of common clients are within the limits', () => {
  test.each([
    ['DocSearch over two indices', [{ query: words(22, 'a') }, { query: words(22, 'b') }]],
    [
      'the results page, in one group',
      [{ hitsPerPage: 20 }, ...[0, 1, 2, 3].map((page) => ({ page, facetFilters: ['group:guides'] }))].map((one) => ({
        query: words(22, 'a'),
        ...one,
      })),
    ],
    ['the maximum number of results', [{ query: 'a', hitsPerPage: 100 }]],
    ['six alternative words', 'abcdef'.split('').map((query) => ({ query, hitsPerPage: 1 }))],
    ['one long text', [{ query: 'fooBarBaz_x '.repeat(25) }]],
  ])('%s', (_name, queries) => expect(ask(queries)).not.toThrow());
});

describe('a request above the limits is rejected with a sentence', () => {
  test.each([
    [
      [{ query: 'a' }, { query: 'x'.repeat(301) }],
      '"requests[1].query" has 301 characters, but at most 300 are allowed: shorten it to a few words.',
    ],
    [
      [{ params: `query=${'x'.repeat(301)}` }],
      '"requests[0].query" has 301 characters, but at most 300 are allowed: shorten it to a few words.',
    ],
    [Array.from({ length: 13 }, () => ({ query: 'a' })), '"requests" contains 13 queries, but at most 12 are answered at once.'],
    [
      [{ hitsPerPage: 100 }, { hitsPerPage: 21 }],
      'The queries of this request ask for 121 results in total, but at most 120 are returned at once: lower "hitsPerPage", or send several requests.',
    ],
    [
      ['a', 'b', 'c'].map((letter) => ({ query: words(19, letter) })),
      'The queries of this request contain 57 words in total, but at most 40 are searched at once: send several requests.',
    ],
    [
      Array.from({ length: 11 }, (_, i) => ({ query: `fooBarBaz_x${i}`, hitsPerPage: 1 })),
      'The queries of this request contain 55 words in total, but at most 40 are searched at once: send several requests.',
    ],
  ])('%#', (queries, sentence) => expect(ask(queries)).toThrow(sentence));
});
