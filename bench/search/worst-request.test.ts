/** The dearest requests that the server takes: it answers one at a time, so each holds up all others. */
import { beforeAll, describe, expect, test } from 'vitest';

import { createSearchEngine, decodeIndex, LONGEST_QUERY } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import { encodeIndex } from '@quire/search/indexing';
import { docSearchService } from '@quire/engine/server/routes/search.ts';

import { largeSite, wordOfRank } from './large-site.ts';

/** More than the project's own site has. */
const SECTIONS = 4000;
const ROUNDS = 7;
/** What a request may cost. The dearest of them were measured at 2.3 to 5.1, with and without busy neighbors, which make both slower. */
const MOST_YARDSTICKS = 7;

let app: ReturnType<typeof docSearchService>;
beforeAll(() => {
  const engine = createSearchEngine(decodeIndex(encodeIndex(largeSite(SECTIONS))));
  const responder = createResponder({ engine, indexName: 'docs', baseUrl: '/', now: () => performance.now() });
  app = docSearchService({ responder, baseUrl: '/' });
});

/** The commonest words of the site, each query with others. */
const words = (count: number, from: number): string => Array.from({ length: count }, (_, i) => wordOfRank(from + i)).join(' ');
const misspelled = (count: number, from: number): string => words(count, from).replaceAll(/(\w\w)\b/g, 'q$1');
const unknown = (round: number, i: number): string =>
  ['zqxjw', 'wvzqkq', 'jjwqvv'].map((word) => word + 'abcdefghijkl'[i] + 'vwxyzqj'[round]).join(' ');
const times = <Item>(count: number, make: (i: number) => Item): Item[] => Array.from({ length: count }, (_, i) => make(i));

type Make = (round: number) => object[];

/** Processor time of a task, in milliseconds. */
async function timeOf(task: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The sum, without the one that something else made long. */
const sumOfUsual = (all: readonly number[]): number => all.reduce((sum, time) => sum + time, 0) - Math.max(...all);

const YARDSTICK_WORDS = words(400, 0).split(' ');
/** Work of the platform alone, of the kind that searching is: strings, a map, a sorted list. */
function yardstick(): number {
  const counts = new Map<string, number>();
  for (let i = 0; i < 40_000; i++) {
    const key = `${YARDSTICK_WORDS[i % YARDSTICK_WORDS.length]}${i % 7000}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).length;
}

/** Processor time of the answer, in yardsticks measured in between. */
async function cost(make: Make, status = 200): Promise<number> {
  const taken: number[] = [];
  const yardsticks: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const body = JSON.stringify({ requests: make(round).map((query) => ({ indexName: 'docs', ...query })) });
    yardsticks.push(await timeOf(yardstick));
    taken.push(
      await timeOf(async () => {
        const response = await app.request('/1/indexes/*/queries', { method: 'POST', body });
        expect(response.status).toBe(status);
      }),
    );
  }
  return sumOfUsual(taken) / sumOfUsual(yardsticks);
}

describe('R-305 no request that is within the limits takes long', () => {
  const everything = { hitsPerPage: 100, attributesToSnippet: times(100, (i) => `hierarchy.lvl${i % 7}:100`), facets: ['*'] };
  test.each<[string, Make]>([
    ['twenty common words, a hundred results', (round) => [{ query: words(20, round), ...everything }]],
    ['its second page', (round) => [{ query: words(20, round), ...everything, page: 1 }]],
    ['two such queries', (round) => times(2, (i) => ({ query: words(20, round + 20 * i), hitsPerPage: 60, page: 1 }))],
    ['twelve short queries', (round) => times(12, (i) => ({ query: words(3, round + 3 * i), hitsPerPage: 10, page: 1 }))],
    ['twelve pages of one', (round) => times(12, (page) => ({ query: words(20, round), hitsPerPage: 10, page }))],
    [
      'twelve pages of two, by turns',
      (round) => times(12, (page) => ({ query: words(20, round + (page % 2) * 20), hitsPerPage: 10, page })),
    ],
    ['misspelled words', (round) => times(12, (i) => ({ query: misspelled(3, round + 3 * i), hitsPerPage: 10 }))],
    ['words that nothing is like', (round) => times(12, (i) => ({ query: unknown(round, i), hitsPerPage: 10 }))],
  ])('%s', async (_name, make) => expect(await cost(make)).toBeLessThan(MOST_YARDSTICKS));
});

describe('R-214 nor does a hostile one', () => {
  test.each([
    ['10 kB of a letter', 'a'.repeat(10_000)],
    ['10 kB of words', words(200, 0).repeat(10)],
    ['punctuation', '-.:/@=$'.repeat(1500)],
    ['a run of joined words', 'a.b:c/d@e='.repeat(3000)],
    ['capitals', 'FooBarBaz'.repeat(3000)],
    ['emoji', '🤦🏼‍♂️'.repeat(1500)],
    ['right to left', '\u202eשלום עולם '.repeat(1500)],
    ['accents', `a${'\u0301'.repeat(20_000)}`],
    ['unbalanced quotes', '"\'“«'.repeat(4000)],
    ['HTML', '<img src=x onerror=alert(1)>'.repeat(1500)],
    ['a pattern that repeats patterns', `${'(a+)+$'.repeat(3000)}${'a'.repeat(20_000)}!`],
    ['lone surrogates', '\uD800'.repeat(10_000)],
  ])('%s, and as much of it as may be searched for', async (_name, query) => {
    expect(await cost(() => [{ query }], 400)).toBeLessThan(MOST_YARDSTICKS / 5);
    expect(await cost(() => [{ query: query.slice(0, LONGEST_QUERY) }])).toBeLessThan(MOST_YARDSTICKS);
  });

  test('names of the language', async () => {
    const query = '__proto__ constructor hasOwnProperty toString valueOf';
    expect(await cost(() => [{ query }])).toBeLessThan(MOST_YARDSTICKS);
  });

  test('a request with too much is refused before anything is looked up', async () => {
    expect(await cost((round) => times(12, (i) => ({ query: words(20, round + i) })), 400)).toBeLessThan(MOST_YARDSTICKS / 5);
  });
});
