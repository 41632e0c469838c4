import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryCounters } from '@quire/engine/server/rate-limit.ts';
import { createUnansweredSearches, searchesAgainService, type UnansweredSearches } from './searches-service.ts';
import type { QueryLog, QueryRecord } from './store.ts';

const NOW = Date.UTC(2026, 10, 20);
let stored: QueryRecord[] = [];
let errors: unknown[] = [];
let isBroken = false;
let searches: UnansweredSearches;

beforeEach(() => {
  vi.useFakeTimers();
  [stored, errors, isBroken] = [[], [], false];
  searches = createUnansweredSearches({
    counters: createMemoryCounters(),
    queryLog: {
      append: async (record) => (isBroken ? Promise.reject(new Error('away')) : void stored.push(record)),
      read: null,
      deleteBefore: async () => {},
      close: async () => {},
    },
    now: () => NOW,
    onError: (error) => errors.push(error),
  });
});
afterEach(() => vi.useRealTimers());

function type(queries: readonly string[], total = 0): void {
  for (const query of queries) {
    searches.notice({ query, total, ms: 1 });
    vi.advanceTimersByTime(300);
  }
}
const queries = (): string[] => stored.map(({ query }) => query);

test('R-604 only the last query of a reader who types letter by letter is stored', async () => {
  type(['sno', 'snow', 'snowp', 'Snowpi', 'Snowpipe ']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stored).toEqual([{ time: NOW, source: 'search', query: 'Snowpipe', rating: null, outcome: 'no-results' }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('R-412 at most 10,000 searches are stored in a day', async () => {
  const waitFor = async (count: number): Promise<void> => {
    for (let batch = 0; batch < count; batch += 50) {
      for (let n = batch; n < batch + 50; n++) searches.notice({ query: `${n} unknown`, total: 0, ms: 1 });
      await vi.advanceTimersByTimeAsync(5000);
    }
  };
  await waitFor(10_200);
  expect(stored).toHaveLength(10_000);
  await vi.advanceTimersByTimeAsync(86_400_000);
  await waitFor(50);
  expect(stored).toHaveLength(10_050);
});

test('a search that ends with results is not stored', async () => {
  type(['kafak']);
  type(['kafak kafka'], 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored).toEqual([]);
});

test('readers who type at the same time are tracked separately', async () => {
  for (const [one, other] of [
    ['ora', 'tera'],
    ['orac', 'terad'],
    ['oracl9', 'teradat4'],
  ])
    type([one ?? '', other ?? '']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(queries()).toEqual(['oracl9', 'teradat4']);
});

test('the same search is stored again after a pause', async () => {
  for (let times = 0; times < 2; times += 1) {
    type(['teradata']);
    await vi.advanceTimersByTimeAsync(6000);
  }
  expect(queries()).toEqual(['teradata', 'teradata']);
});

test('empty, very short and very long queries are not stored', async () => {
  type(['', '  ', 'ab', 'x'.repeat(201)]);
  await vi.advanceTimersByTimeAsync(6000);
  expect(stored).toEqual([]);
});

test('a flood of searches is limited in memory and in the log', async () => {
  for (let n = 0; n < 10_000; n += 1) searches.notice({ query: `${n} flood`, total: 0, ms: 1 });
  expect(vi.getTimerCount()).toBe(50);
  await vi.advanceTimersByTimeAsync(6000);
  expect(stored).toHaveLength(50);
  type(['after it']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(queries().at(-1)).toBe('after it');
});

test('pending searches are stored when the server stops', async () => {
  type(['teradata', 'presto 4']);
  await searches.finish();
  expect(queries()).toEqual(['teradata', 'presto 4']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure to write the log is reported, and the search still answers', async () => {
  isBroken = true;
  type(['teradata']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(errors).toEqual([new Error('away')]);
});

function postSearchAgain(body: unknown, queryLog: QueryLog | null): Response | Promise<Response> {
  const service = searchesAgainService({ queryLog, baseUrl: '/base/', log: () => undefined, now: () => NOW });
  return service.request('/base/rest/v1/searches_again', { method: 'POST', body: JSON.stringify(body) });
}

const storing: QueryLog = {
  append: async (...records) => (isBroken ? Promise.reject(new Error('away')) : void stored.push(...records)),
  read: async function* read() {},
  deleteBefore: async () => {},
  close: async () => {},
};

test('R-604 an abandoned search is stored as its own entry with a negative rating', async () => {
  expect((await postSearchAgain({ query: ' company dictionary ' }, storing)).status).toBe(201);
  expect(stored).toEqual([{ time: NOW, source: 'search', query: 'company dictionary', rating: 'negative', outcome: null }]);
});

test.each([[{}], [{ query: 'ab' }], [{ query: 'x'.repeat(201) }], [{ query: 7 }], [null]])(
  '%j is refused with an explanation',
  async (body) => {
    const response = await postSearchAgain(body, storing);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('3 to 200 characters');
    expect(stored).toEqual([]);
  },
);

test('searches are discarded without a log, and a failing log is reported', async () => {
  expect((await postSearchAgain({ query: 'dictionary' }, null)).status).toBe(204);
  expect((await postSearchAgain({ query: 'dictionary' }, { ...storing, read: null })).status).toBe(204);
  isBroken = true;
  const response = await postSearchAgain({ query: 'dictionary' }, storing);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('It may have stored it.');
  expect(stored).toEqual([]);
});
