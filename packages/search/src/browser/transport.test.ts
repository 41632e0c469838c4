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
    ['something else', () => Promise.resolve(new Response('1')), { message: 'The answer is not a search result.', status: 200 }],
  ])('%s', async (_case, answer, expected) => {
    await expect(transportFor({}, answer).query([])).rejects.toMatchObject({ name: 'TransportError', ...expected });
  });

  test('a search that was given up is none', async () => {
    const transport = transportFor({}, () => Promise.reject(new DOMException('', 'AbortError')));
    await expect(transport.query([], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('R-601 a host that only serves files has its index searched in the browser', () => {
  class FakeWorker extends EventTarget {
    postMessage({ id }: { id: number }): void {
      const data = { id, response: { results: [{ query: 'from the worker' }] } };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
  }

  test.each([
    ['404', () => Promise.resolve(new Response('', { status: 404 }))],
    ['405', () => Promise.resolve(new Response('', { status: 405 }))],
    ['501', () => Promise.resolve(new Response('', { status: 501 }))],
    ['a page', () => Promise.resolve(new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }))],
  ])('that answers with %s is asked once', async (_case, answer) => {
    const transport = transportFor({}, answer);
    vi.stubGlobal('Worker', FakeWorker);
    for (let query = 0; query < 2; query += 1)
      await expect(transport.query([])).resolves.toEqual({ results: [{ query: 'from the worker' }] });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('an error of a server that is there is not hidden, and the hosted service has no substitute', async () => {
    const unavailable = (): Promise<Response> => Promise.resolve(Response.json({ message: 'No index' }, { status: 503 }));
    await expect(transportFor({}, unavailable).query([])).rejects.toMatchObject({ status: 503 });
    const missing = (): Promise<Response> => Promise.resolve(Response.json({ message: 'No such index' }, { status: 404 }));
    const hosted = transportFor({ provider: 'hosted', applicationId: 'a', apiKey: 'b' }, missing);
    await expect(hosted.query([])).rejects.toMatchObject({ status: 404 });
  });
});
