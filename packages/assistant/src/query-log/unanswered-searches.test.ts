import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueryRecord } from '#query-log/contract.ts';
import { createUnansweredSearches, type UnansweredSearches } from './unanswered-searches.ts';

const NOW = Date.UTC(2026, 10, 20);
let kept: QueryRecord[] = [];
let errors: unknown[] = [];
let isBroken = false;
let searches: UnansweredSearches;

beforeEach(() => {
  vi.useFakeTimers();
  [kept, errors, isBroken] = [[], [], false];
  searches = createUnansweredSearches({
    queryLog: {
      append: async (record) => (isBroken ? Promise.reject(new Error('away')) : void kept.push(record)),
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
const queries = (): string[] => kept.map(({ query }) => query);

test('R-604 of what is typed key by key, the last is noted', async () => {
  type(['sno', 'snow', 'snowp', 'Snowpi', 'Snowpipe ']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(kept).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept).toEqual([{ time: NOW, source: 'search', query: 'Snowpipe', rating: null, outcome: 'no-results' }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is noted of a run that ends with results', async () => {
  type(['kafak']);
  type(['kafak kafka'], 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept).toEqual([]);
});

test('readers who type at the same time do not disturb each other', async () => {
  for (const [one, other] of [
    ['ora', 'tera'],
    ['orac', 'terad'],
    ['oracl9', 'teradat4'],
  ])
    type([one ?? '', other ?? '']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(queries()).toEqual(['oracl9', 'teradat4']);
});

test('the same search again, after a while, is noted again', async () => {
  for (let times = 0; times < 2; times += 1) {
    type(['teradata']);
    await vi.advanceTimersByTimeAsync(6000);
  }
  expect(queries()).toEqual(['teradata', 'teradata']);
});

test('empty, very short and very long ones are no questions', async () => {
  type(['', '  ', 'ab', 'x'.repeat(201)]);
  await vi.advanceTimersByTimeAsync(6000);
  expect(kept).toEqual([]);
});

test('a flood leaves memory and log alone', async () => {
  for (let n = 0; n < 10_000; n += 1) searches.notice({ query: `${n} flood`, total: 0, ms: 1 });
  expect(vi.getTimerCount()).toBe(50);
  await vi.advanceTimersByTimeAsync(6000);
  expect(kept).toHaveLength(50);
  type(['after it']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(queries().at(-1)).toBe('after it');
});

test('what waits when the server stops is noted', async () => {
  type(['teradata', 'presto 4']);
  await searches.finish();
  expect(queries()).toEqual(['teradata', 'presto 4']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a log that cannot be written is reported, and the search goes on', async () => {
  isBroken = true;
  type(['teradata']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(errors).toEqual([new Error('away')]);
});
