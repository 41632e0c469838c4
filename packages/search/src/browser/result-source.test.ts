// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readResultsQuery } from '../search-address.ts';
import type { ResultsQuery } from '../site-search.ts';
import { contextOf, createResultSource, type ResultSource } from './result-source.ts';
import type { SearchSite } from './search-site.ts';
import { sampleResults, sampleSearchSite } from './testing/sample-search.ts';

const asked = vi.fn<typeof fetch>();
afterEach(() => void vi.unstubAllGlobals());

function sourceFor(search: Partial<SearchSite['search']>, answer: () => Promise<Response>): ResultSource {
  asked.mockReset().mockImplementation(answer);
  vi.stubGlobal('fetch', asked);
  return createResultSource({ ...sampleSearchSite, search: { ...sampleSearchSite.search, ...search } });
}

const RESULTS = sampleResults([]);
const found = (): Promise<Response> => Promise.resolve(Response.json(RESULTS));

describe('R-305 the configuration selects the source of results', () => {
  test('our own server is requested at the results page, with all parameters', async () => {
    const query: ResultsQuery = { text: 'a & b', group: 'guides', page: 2, pages: 3, withSections: true, language: 'en', tags: ['x', 'y'] };
    await expect(sourceFor({}, found).answer(query)).resolves.toEqual(RESULTS);
    const address = new URL(String(asked.mock.calls[0]?.[0]), 'https://docs.example');
    expect(address.pathname).toBe('/base/search/results.json');
    expect(readResultsQuery(address.searchParams, sampleSearchSite.search.groups)).toEqual(query);
  });

  test('the hosted service is requested with its id and key in the address', async () => {
    const hosted = (): Promise<Response> => Promise.resolve(Response.json({ results: [{ nbHits: 0 }, { hits: [] }] }));
    await sourceFor({ provider: 'hosted', applicationId: 'AB12', apiKey: 'key' }, hosted).answer({ text: 'x' });
    expect(asked.mock.calls[0]?.[0]).toBe(
      'https://ab12-dsn.algolia.net/1/indexes/*/queries?x-algolia-application-id=AB12&x-algolia-api-key=key',
    );
  });
});

describe('R-304 the search is limited to the current language and version', () => {
  test('if it is contextual', () => {
    expect(contextOf(sampleSearchSite)).toEqual({ language: 'en', tags: ['default', 'docs-default-current'] });
    expect(contextOf({ ...sampleSearchSite, search: { ...sampleSearchSite.search, contextual: false } })).toEqual({});
  });
});

describe('R-303 failures are reported', () => {
  test.each([
    ['an unreachable server', () => Promise.reject(new TypeError('Failed to fetch')), { message: 'Failed to fetch', status: 0 }],
    [
      'an error status',
      () => Promise.resolve(Response.json({ error: { code: 'no_index', message: 'No index' } }, { status: 503 })),
      { message: 'No index', status: 503 },
    ],
    [
      'a response that is not JSON',
      () => Promise.resolve(new Response('1')),
      { message: 'The answer is not a search result.', status: 200 },
    ],
    [
      'JSON without results',
      () => Promise.resolve(Response.json({ a: 1 })),
      { message: 'The answer is not a search result.', status: 200 },
    ],
  ])('%s', async (_case, answer, expected) => {
    await expect(sourceFor({}, answer).answer({ text: 'x' })).rejects.toMatchObject({ name: 'SearchError', ...expected });
  });

  test('an aborted search is not reported as a failure', async () => {
    const source = sourceFor({}, () => Promise.reject(new DOMException('', 'AbortError')));
    await expect(source.answer({ text: 'x' }, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('R-601 on a static host, the browser searches the index', () => {
  class FakeWorker extends EventTarget {
    postMessage({ id }: { id: number }): void {
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { id, results: { ...RESULTS, total: 7 } } })));
    }
  }

  test.each([
    ['404', () => Promise.resolve(new Response('', { status: 404 }))],
    ['405', () => Promise.resolve(new Response('', { status: 405 }))],
    ['501', () => Promise.resolve(new Response('', { status: 501 }))],
    ['an HTML page', () => Promise.resolve(new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }))],
  ])('a static host that answers with %s is requested once', async (_case, answer) => {
    const source = sourceFor({}, answer);
    vi.stubGlobal('Worker', FakeWorker);
    for (let query = 0; query < 2; query += 1) await expect(source.answer({ text: 'x' })).resolves.toMatchObject({ total: 7 });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('queries that a static host rejects at the same time share a worker', async () => {
    const source = sourceFor({}, () => Promise.resolve(new Response('', { status: 404 })));
    const start = vi.fn();
    class CountedWorker extends FakeWorker {
      constructor() {
        super();
        start();
      }
    }
    vi.stubGlobal('Worker', CountedWorker);
    await Promise.all([source.answer({ text: 'x' }), source.answer({ text: 'y' })]);
    expect(start).toHaveBeenCalledTimes(1);
  });

  test('a server error is reported, and the hosted service has no fallback', async () => {
    const unavailable = (): Promise<Response> => Promise.resolve(Response.json({ message: 'No index' }, { status: 503 }));
    await expect(sourceFor({}, unavailable).answer({ text: 'x' })).rejects.toMatchObject({ status: 503 });
    const missing = (): Promise<Response> => Promise.resolve(Response.json({ message: 'No such index' }, { status: 404 }));
    const hosted = sourceFor({ provider: 'hosted', applicationId: 'a', apiKey: 'b' }, missing);
    await expect(hosted.answer({ text: 'x' })).rejects.toMatchObject({ status: 404 });
  });
});
