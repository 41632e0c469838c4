import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluateSearch, formatReports, parseQueries, type RankedSearch } from './evaluate.ts';

const engineThatFinds = (...routes: string[]): RankedSearch => ({ name: 'fixed', search: () => routes });
const QUERY = { q: 'x', kind: 'keyword', relevant: ['/a', '/b'] };

test('the ideal order scores 1 in all measures', () => {
  const { overall, misses } = evaluateSearch({ engine: engineThatFinds('/a', '/b', '/c'), queries: [QUERY] });
  expect(overall).toEqual({ queries: 1, ndcg10: 1, mrr10: 1, success1: 1, success5: 1, recall10: 1, zeroResults: 0 });
  expect(misses).toEqual([]);
});

test('measures follow their definitions', () => {
  const { overall } = evaluateSearch({ engine: engineThatFinds('/c', '/b'), queries: [QUERY] });
  // The gains are 3 and 2. The engine finds only the second page, at rank 2: (2 / log2 3) / (3 + 2 / log2 3).
  expect(overall.ndcg10).toBeCloseTo(0.296, 3);
  expect(overall).toMatchObject({ mrr10: 0.5, success1: 0, success5: 1, recall10: 0.5 });
});

test('misses and queries without a result are reported by kind', () => {
  const report = evaluateSearch({ engine: engineThatFinds(), queries: [QUERY, { ...QUERY, kind: 'typo' }] });
  expect(report.overall.zeroResults).toBe(1);
  expect(Object.keys(report.kinds)).toEqual(['keyword', 'typo']);
  expect(report.misses[0]).toEqual({ q: 'x', kind: 'keyword', ndcg10: 0, expected: ['/a', '/b'], found: [] });
  expect(formatReports([report]).split('\n')[2]).toMatch(/^\| fixed \| \.000/);
});

test.each(['nonsense', '{"q":"x"}', '{"q":"x","kind":"k","relevant":[]}', '{"q":"x","kind":"k","relevant":[1]}', 'null'])(
  'the error for a malformed line contains its number: %s',
  (line) => {
    expect(() => parseQueries(`\n${line}\n`, 'q.jsonl')).toThrow(/^q\.jsonl:2: expected \{"q": text/);
  },
);

test('the development set is large enough, has every kind, and contains no duplicates', () => {
  const queries = parseQueries(readFileSync('bench/search/queries.dev.jsonl', 'utf8'), 'queries.dev.jsonl');
  expect(queries.length).toBeGreaterThanOrEqual(150);
  expect(new Set(queries.map(({ q }) => q.toLowerCase())).size).toBe(queries.length);
  expect(new Set(queries.map(({ kind }) => kind))).toEqual(new Set(['keyword', 'question', 'typo', 'synonym', 'error', 'code']));
});
