import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryLogClient, NO_QUERY_LOG } from './session.ts';

const request = vi.fn<typeof fetch>();
const told: unknown[][] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', request.mockReset());
  told.length = 0;
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation((...words) => void told.push(words));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('R-410 the query log', () => {
  let log = createQueryLogClient('', '');
  beforeEach(() => (log = createQueryLogClient('/base/rest/v1/queries', 'anonymous')));

  test('a query, with the headers of the service', async () => {
    request.mockResolvedValue(new Response(null, { status: 201 }));
    await log.logQuery('What is a domain?');
    expect(request).toHaveBeenCalledExactlyOnceWith('/base/rest/v1/queries', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal', apikey: 'anonymous' },
      body: '{"query":"What is a domain?"}',
      keepalive: true,
    });
    expect(told).toEqual([['Logged query']]);
  });

  test.each(['positive', 'negative'] as const)('a rating: %s', async (rating) => {
    request.mockResolvedValue(new Response(null, { status: 200 }));
    await log.logFeedback('q', rating);
    expect(request.mock.calls[0]?.[1]?.body).toBe(JSON.stringify({ query: 'q', result_rating: rating }));
    expect(told).toEqual([['Logged feedback']]);
  });

  test('only ok is looked at; what fails is reported on the console alone', async () => {
    request.mockResolvedValueOnce(new Response('{}', { status: 401 }));
    await log.logQuery('q');
    request.mockRejectedValueOnce(new TypeError('offline'));
    await log.logFeedback('q', 'positive');
    expect(told.map(([words]) => words)).toEqual(['Error logging query', 'Error logging feedback']);
  });

  test.each([
    ['status 404', new Response('', { status: 404 })],
    ['status 405', new Response('', { status: 405 })],
    ['status 501', new Response('', { status: 501 })],
    ['a page', new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })],
  ])('R-601 a static host, which answers with %s, gets one entry only', async (_answer, answer) => {
    request.mockResolvedValueOnce(answer);
    await log.logQuery('q');
    await log.logQuery('another');
    await log.logFeedback('another', 'positive');
    expect(request).toHaveBeenCalledOnce();
    expect(told).toEqual([]);
  });

  test('an entry follows one that failed for another reason', async () => {
    request.mockResolvedValue(new Response('{}', { status: 503 }));
    await log.logQuery('q');
    await log.logQuery('another');
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('R-601 without a server nothing is sent', async () => {
    await NO_QUERY_LOG.logQuery('q');
    await NO_QUERY_LOG.logFeedback('q', 'positive');
    expect(request).not.toHaveBeenCalled();
  });
});
