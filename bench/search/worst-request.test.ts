/** The most expensive requests that the server accepts. It answers one at a time, so each of them delays all others. */
import { beforeAll, describe, expect, test } from 'vitest';

import { createSearchEngine, decodeIndex, LONGEST_QUERY } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import { encodeIndex } from '@quire/search/indexing';
import { docSearchService } from '@quire/engine/server/routes/search.ts';

import { largeSite, wordOfRank } from './large-site.ts';

/** More sections than the project's own site has. */
const SECTIONS = 4000;
const ROUNDS = 7;
/**
 * Largest permitted processor time of a request, as a multiple of the reference work. The most expensive requests need 2.3 to 5.1
 * times that work, on an idle machine and on a busy one, which slows down both.
 */
const MAX_COST = 7;

let app: ReturnType<typeof docSearchService>;
beforeAll(() => {
  const engine = createSearchEngine(decodeIndex(encodeIndex(largeSite(SECTIONS))));
  const responder = createResponder({ engine, indexName: 'docs', baseUrl: '/', now: () => performance.now() });
  app = docSearchService({ responder, baseUrl: '/' });
});

/** Returns `count` of the site's most common words, from frequency rank `from` on. */
const words = (count: number, from: number): string => Array.from({ length: count }, (_, i) => wordOfRank(from + i)).join(' ');
const misspelled = (count: number, from: number): string => words(count, from).replaceAll(/(\w\w)\b/g, 'q$1');
const unknown = (round: number, i: number): string =>
  ['zqxjw', 'wvzqkq', 'jjwqvv'].map((word) => word + 'abcdefghijkl'[i] + 'vwxyzqj'[round]).join(' ');
const times = <Item>(count: number, make: (i: number) => Item): Item[] => Array.from({ length: count }, (_, i) => make(i));

type Make = (round: number) => object[];

/** Measures the processor time of a task in milliseconds. */
async function timeOf(task: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Sums the times without the longest one, which may be an outlier. */
const sumWithoutMaximum = (all: readonly number[]): number => all.reduce((sum, time) => sum + time, 0) - Math.max(...all);

const REFERENCE_WORDS = words(400, 0).split(' ');
/** Reference work that resembles a search but uses only the platform: strings, a map, and a sorted list. */
function referenceWork(): number {
  const counts = new Map<string, number>();
  for (let i = 0; i < 40_000; i++) {
    const key = `${REFERENCE_WORDS[i % REFERENCE_WORDS.length]}${i % 7000}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).length;
}

/** Returns the processor time of responses as a multiple of the reference work. The two are measured alternately. */
async function cost(make: Make, status = 200): Promise<number> {
  const responseTimes: number[] = [];
  const referenceTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const body = JSON.stringify({ requests: make(round).map((query) => ({ indexName: 'docs', ...query })) });
    referenceTimes.push(await timeOf(referenceWork));
    responseTimes.push(
      await timeOf(async () => {
        const response = await app.request('/1/indexes/*/queries', { method: 'POST', body });
        expect(response.status).toBe(status);
      }),
    );
  }
  return sumWithoutMaximum(responseTimes) / sumWithoutMaximum(referenceTimes);
}

describe('R-305 requests within the limits need little processor time', () => {
  const everything = { hitsPerPage: 100, attributesToSnippet: times(100, (i) => `hierarchy.lvl${i % 7}:100`), facets: ['*'] };
  test.each<[string, Make]>([
    ['twenty common words, a hundred results', (round) => [{ query: words(20, round), ...everything }]],
    ['its second page', (round) => [{ query: words(20, round), ...everything, page: 1 }]],
    ['two such queries', (round) => times(2, (i) => ({ query: words(20, round + 20 * i), hitsPerPage: 60, page: 1 }))],
    ['twelve short queries', (round) => times(12, (i) => ({ query: words(3, round + 3 * i), hitsPerPage: 10, page: 1 }))],
    ['twelve pages of one query', (round) => times(12, (page) => ({ query: words(20, round), hitsPerPage: 10, page }))],
    [
      'twelve alternating pages of two queries',
      (round) => times(12, (page) => ({ query: words(20, round + (page % 2) * 20), hitsPerPage: 10, page })),
    ],
    ['misspelled words', (round) => times(12, (i) => ({ query: misspelled(3, round + 3 * i), hitsPerPage: 10 }))],
    ['words without a similar word in the index', (round) => times(12, (i) => ({ query: unknown(round, i), hitsPerPage: 10 }))],
  ])('%s', async (_name, make) => expect(await cost(make)).toBeLessThan(MAX_COST));
});

describe('R-214 hostile requests need little processor time', () => {
  test.each([
    ['10 kB of one letter', 'a'.repeat(10_000)],
    ['10 kB of words', words(200, 0).repeat(10)],
    ['punctuation', '-.:/@=$'.repeat(1500)],
    ['a run of joined words', 'a.b:c/d@e='.repeat(3000)],
    ['capitals', 'FooBarBaz'.repeat(3000)],
    ['emoji', '🤦🏼‍♂️'.repeat(1500)],
    ['right to left', '\u202eשלום עולם '.repeat(1500)],
    ['accents', `a${'\u0301'.repeat(20_000)}`],
    ['unbalanced quotes', '"\'“«'.repeat(4000)],
    ['HTML', '<img src=x onerror=alert(1)>'.repeat(1500)],
    ['a pattern with catastrophic backtracking', `${'(a+)+$'.repeat(3000)}${'a'.repeat(20_000)}!`],
    ['lone surrogates', '\uD800'.repeat(10_000)],
  ])('%s, also shortened to the maximum length of a query', async (_name, query) => {
    expect(await cost(() => [{ query }], 400)).toBeLessThan(MAX_COST / 5);
    expect(await cost(() => [{ query: query.slice(0, LONGEST_QUERY) }])).toBeLessThan(MAX_COST);
  });

  test('names of built-in properties', async () => {
    const query = '__proto__ constructor hasOwnProperty toString valueOf';
    expect(await cost(() => [{ query }])).toBeLessThan(MAX_COST);
  });

  test('a request with too many words is refused before the search', async () => {
    expect(await cost((round) => times(12, (i) => ({ query: words(20, round + i) })), 400)).toBeLessThan(MAX_COST / 5);
  });
});
