import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_RATING_CHARACTERS } from '../contract.ts';
import { pageRatingsService } from './page-ratings-service.ts';
import type { QueryLog, QueryRecord } from './store.ts';

let stored: QueryRecord[] = [];
beforeEach(() => void (stored = []));

const storingLog: QueryLog = {
  append: async (...records) => void stored.push(...records),
  read: async function* read() {},
  deleteBefore: async () => {},
  close: async () => {},
};
const request = (path: string, body?: unknown, queryLog: QueryLog | null = storingLog): Response | Promise<Response> =>
  pageRatingsService({ queryLog, baseUrl: '/base/', log: () => undefined, now: () => 7 }).request(
    path,
    body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
  );
const RATINGS = '/base/rest/v1/page_ratings';

test('a rating is stored with its page and its comment, which may be empty', async () => {
  expect((await request(RATINGS, { page: '/docs/a', rating: 'negative', sentence: ' The flag is gone. ' })).status).toBe(201);
  expect((await request(RATINGS, { page: '/docs/ä', rating: 'positive' })).status).toBe(201);
  expect(stored).toEqual([
    { time: 7, source: 'page', page: '/docs/a', query: 'The flag is gone.', rating: 'negative', outcome: null },
    { time: 7, source: 'page', page: '/docs/ä', query: '', rating: 'positive', outcome: null },
  ]);
});

describe('invalid ratings are refused with an explanation', () => {
  test.each([
    ['{', 'Send a JSON object'],
    [{ page: 'https://example.org', rating: 'positive' }, 'page: expected'],
    [{ page: `/${'a'.repeat(300)}`, rating: 'positive' }, 'page: expected'],
    [{ page: '/docs/a', rating: 'so-so' }, 'rating: expected'],
    [{ page: '/docs/a', rating: 'positive', sentence: 'x'.repeat(MAX_RATING_CHARACTERS + 1) }, 'sentence: expected'],
  ])('%j', async (body, message) => {
    const response = await request(RATINGS, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
    expect(stored).toEqual([]);
  });

  test('a body that is too large and other methods are refused', async () => {
    expect((await request(RATINGS, 'x'.repeat(5000))).status).toBe(413);
    expect((await request(RATINGS)).status).toBe(405);
  });
});

describe('GET reports whether ratings are stored', () => {
  const forwarding: QueryLog = { ...storingLog, read: null };
  test.each([
    ['a log', storingLog, true],
    ['a forwarding log', forwarding, false],
    ['no log', null, false],
  ])('%s', async (_name, log, isKept) => {
    expect(await (await request('/base/page-ratings.json', undefined, log)).json()).toEqual({ isKept });
    expect((await request(RATINGS, { page: '/docs/a', rating: 'positive' }, log)).status).toBe(isKept ? 201 : 503);
  });
});
