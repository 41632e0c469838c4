import { describe, expect, test } from 'vitest';
import { parseQueries } from './parse-request.ts';
import { cutQuery } from './request-limits.ts';

const ask = (queries: object[]): (() => unknown) => {
  const body = JSON.stringify({ requests: queries.map((query) => ({ indexName: 'docs', ...query })) });
  return () => parseQueries(body);
};
const words = (count: number, letter: string): string => Array.from({ length: count }, (_, i) => letter.repeat(i + 1)).join(' ');

describe('what clients send in one request is within the limits', () => {
  test.each([
    ['DocSearch over two indices', [{ query: words(22, 'a') }, { query: words(22, 'b') }]],
    [
      'the results page, in one group',
      [{ hitsPerPage: 20 }, ...[0, 1, 2, 3].map((page) => ({ page, facetFilters: ['group:guides'] }))].map((one) => ({
        query: words(22, 'a'),
        ...one,
      })),
    ],
    ['as many results as there can be', [{ query: 'a', hitsPerPage: 100 }]],
    ['six words to try', 'abcdef'.split('').map((query) => ({ query, hitsPerPage: 1 }))],
    ['one long text', [{ query: 'fooBarBaz_x '.repeat(25) }]],
  ])('%s', (_name, queries) => expect(ask(queries)).not.toThrow());
});

describe('more than one request may take is refused in a sentence', () => {
  test.each([
    [
      [{ query: 'a' }, { query: 'x'.repeat(301) }],
      '"requests[1].query" has 301 characters, at most 300 are searched for: shorten it to a few words.',
    ],
    [
      [{ params: `query=${'x'.repeat(301)}` }],
      '"requests[0].query" has 301 characters, at most 300 are searched for: shorten it to a few words.',
    ],
    [Array.from({ length: 13 }, () => ({ query: 'a' })), '"requests" holds 13 queries, at most 12 are answered at once.'],
    [
      [{ hitsPerPage: 100 }, { hitsPerPage: 21 }],
      'The queries of this request ask for 121 results together, at most 120 are given at once: lower "hitsPerPage", or send several requests.',
    ],
    [
      ['a', 'b', 'c'].map((letter) => ({ query: words(19, letter) })),
      'The queries of this request hold 57 words together, at most 40 are looked up at once: send several requests.',
    ],
    [
      Array.from({ length: 11 }, (_, i) => ({ query: `fooBarBaz_x${i}`, hitsPerPage: 1 })),
      'The queries of this request hold 55 words together, at most 40 are looked up at once: send several requests.',
    ],
  ])('%#', (queries, sentence) => expect(ask(queries)).toThrow(sentence));
});

test.each([
  ['short', 'short'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), 'x'.repeat(300)],
  [`${'x'.repeat(299)}🤦`, 'x'.repeat(299)],
  [`${'x'.repeat(298)}  y`, 'x'.repeat(298)],
])('a query is cut between characters: %#', (query, expected) => expect(cutQuery(query)).toBe(expected));
