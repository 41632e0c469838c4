import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SearchResponse, SearchResults } from '@quire/search/docsearch';
import { anyCharacter } from '@quire/search/testing';
import { sampleSearch } from '../testing/search-backend.ts';
import { docSearchService, resultsService } from './search.ts';

const app = docSearchService({ responder: sampleSearch('/portal/').responder, baseUrl: '/portal/' });
const ALL = '/1/indexes/*/queries';
const body = (query: string): string => JSON.stringify({ requests: [{ indexName: 'docs', query }] });

function post(path: string, text: string | undefined, headers: Record<string, string> = {}): Promise<Response> {
  return Promise.resolve(app.request(path, { method: 'POST', ...(text !== undefined && { body: text }), headers }));
}

test('R-412 a search is charged a further point for each four words beyond the first four', async () => {
  const charged: number[] = [];
  const charge = (_: unknown, points: number): Promise<void> => Promise.resolve(void charged.push(points));
  const { search, responder } = sampleSearch('/');
  const service = docSearchService({ responder, baseUrl: '/', charge }).route(
    '/',
    resultsService({ search, siteDir: null, baseUrl: '/', feedbackUrl: null, charge }),
  );
  const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${'abcdefghijklmnopqrst'[i]}`).join(' ');
  const send = async (path: string, message: object): Promise<number> =>
    (await service.request(path, { method: 'POST', body: JSON.stringify(message) })).status;
  const requests = [20, 20, 19].map((count) => ({ indexName: 'docs', query: words(count) }));
  expect(await send('/1/indexes/*/queries', { requests })).toBe(200);
  expect(await send('/1/indexes/docs/query', { query: words(5) })).toBe(200);
  expect(await send('/1/indexes/docs/query', { query: words(4) })).toBe(200);
  expect((await service.request(`/search/results.json?q=${encodeURIComponent(words(12))}`)).status).toBe(200);
  // Equal queries are searched once: 39 words.
  expect(charged).toEqual([9, 1, 2]);
});

describe('R-305 the query protocol on our own origin', () => {
  test.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', ''])('content type "%s" is accepted', async (type) => {
    const response = await post(ALL, body('quickstart'), type === '' ? {} : { 'Content-Type': type });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { results } = (await response.json()) as SearchResponse;
    expect(results[0]).toMatchObject({
      index: 'docs',
      query: 'quickstart',
      page: 0,
      nbPages: 1,
      hitsPerPage: 20,
      params: '',
      processingTimeMS: expect.any(Number),
    });
    expect(results[0]?.hits[0]?.url).toBe('/portal/docs/quickstart');
  });

  test('is also answered below the base URL, with keys in headers or in the address', async () => {
    expect((await post(`/portal${ALL}`, body('oidc'))).status).toBe(200);
    expect((await post(`${ALL}?x-algolia-agent=Lite&x-algolia-application-id=APP&x-algolia-api-key=0af`, body('oidc'))).status).toBe(200);
    expect((await post(ALL, body('oidc'), { 'X-Algolia-Application-Id': 'APP', 'X-Algolia-API-Key': '0af=' })).status).toBe(200);
  });

  test('a single query to a named index is answered', async () => {
    const response = await post('/1/indexes/docs/query', JSON.stringify({ params: 'query=oidc&hitsPerPage=1' }));
    const result = (await response.json()) as SearchResults;
    expect(result.hits).toHaveLength(1);
    expect(result.params).toBe('query=oidc&hitsPerPage=1');
  });
});

describe('errors have the form of the protocol', () => {
  test.each([
    [ALL, '{', 400, 'The body is not JSON.'],
    [ALL, '{"requests":[{"indexName":"docs","page":-1}]}', 400, '"page" must be a nonnegative integer.'],
    [
      ALL,
      JSON.stringify({ requests: Array.from({ length: 13 }, () => ({ indexName: 'docs' })) }),
      400,
      '"requests" contains 13 queries, but at most 12 are answered at once.',
    ],
    [ALL, '{"requests":[{"indexName":"docs"},{"indexName":"b"}]}', 404, 'Index b does not exist; the index of this site is docs.'],
    ['/1/indexes/b/query', '{}', 404, 'Index b does not exist; the index of this site is docs.'],
    ['/1/indexes/docs/queries', '{}', 404, 'Send several queries to /1/indexes/*/queries, and a single query to /1/indexes/docs/query.'],
    [`${ALL}?x-algolia-api-key=%3Cb%3E`, body('x'), 403, 'x-algolia-api-key has an invalid format.'],
  ])('%s %s', async (path, text, status, message) => {
    const response = await post(path, text);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message, status });
  });

  test('a build without an index reports that', async () => {
    const without = docSearchService({ responder: null, baseUrl: '/' });
    const response = await without.request(ALL, { method: 'POST', body: body('x') });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      message: 'This site was built without a search index. Build it again and check the output of the build.',
      status: 503,
    });
  });
});

test('property: any request gets a result or a client error', async () => {
  const field = fc.constantFrom(
    'query',
    'params',
    'page',
    'hitsPerPage',
    'facetFilters',
    'facets',
    'attributesToRetrieve',
    'attributesToSnippet',
    'highlightPreTag',
    'snippetEllipsisText',
  );
  const value = fc.oneof(fc.jsonValue(), fc.string(), fc.integer(), fc.array(fc.string()));
  const request = fc.dictionary(field, value).map((fields) => ({ indexName: 'docs', ...fields }));
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json(),
    fc.array(request, { maxLength: 3 }).map((requests) => JSON.stringify({ requests })),
  );
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      const response = await post(ALL, sent);
      expect([200, 400]).toContain(response.status);
    }),
    { numRuns: 500 },
  );
});

test('long and malformed queries are answered', async () => {
  const words = 'lineage quickstart snowflake delete metadata createGlossaryTerm AUTH_OIDC_ENABLED '.repeat(3);
  for (const query of [words, 'a'.repeat(300), 'x '.repeat(150), '\u0000\uD800'.repeat(150), '🤦🏼‍♂️'.repeat(40), '"\'<>&'.repeat(60)]) {
    expect((await post(ALL, body(query))).status).toBe(200);
  }
});
