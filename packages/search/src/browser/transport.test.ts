// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SearchSite } from './result-item.ts';
import { createTransport } from './transport.ts';

const asked = vi.fn<typeof fetch>();
afterEach(() => void vi.unstubAllGlobals());

function transportFor(search: Partial<SearchSite['search']>, answer: () => Promise<Response>): ReturnType<typeof createTransport> {
  asked.mockReset().mockImplementation(answer);
  vi.stubGlobal('fetch', asked);
  return createTransport({
    baseUrl: '/base/',
    search: { provider: 'embedded', applicationId: '', apiKey: '', indexName: 'docs', contextual: true, groups: [], ...search },
  });
}

const result = (): Promise<Response> => Promise.resolve(Response.json({ results: [] }));

describe('R-305 who answers is a matter of configuration', () => {
  test('the own server, below the base URL', async () => {
    await expect(transportFor({}, result).query([{ indexName: 'docs', query: 'x' }])).resolves.toEqual({ results: [] });
    expect(asked.mock.calls[0]?.[0]).toBe('/base/1/indexes/*/queries');
    expect(asked.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"requests":[{"indexName":"docs","query":"x"}]}' });
  });

  test('the hosted service, with id and key in the address', async () => {
    await transportFor({ provider: 'hosted', applicationId: 'AB12', apiKey: 'key' }, result).query([]);
    expect(asked.mock.calls[0]?.[0]).toBe(
      'https://ab12-dsn.algolia.net/1/indexes/*/queries?x-algolia-application-id=AB12&x-algolia-api-key=key',
    );
  });
});

describe('R-303 no answer is an error', () => {
  test.each([
    ['nobody is there', () => Promise.reject(new TypeError('Failed to fetch')), { message: 'Failed to fetch', status: 0 }],
    [
      'an error',
      () => Promise.resolve(Response.json({ message: 'No index', status: 503 }, { status: 503 })),
      { message: 'No index', status: 503 },
    ],
    ['a page of a proxy', () => Promise.resolve(new Response('<html>')), { message: 'The answer is no search result.', status: 200 }],
  ])('%s', async (_case, answer, expected) => {
    await expect(transportFor({}, answer).query([])).rejects.toMatchObject({ name: 'TransportError', ...expected });
  });

  test('a search that was given up is none', async () => {
    const transport = transportFor({}, () => Promise.reject(new DOMException('', 'AbortError')));
    await expect(transport.query([], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
