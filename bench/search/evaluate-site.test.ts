import { expect, test } from 'vitest';

import { SAMPLE_RECORDS } from '@quire/search/testing';

import { describeEvaluation, evaluateSite, knownQueries, type SearchEvaluation } from './evaluate-site.ts';
import { evaluateSearch, type SearchReport } from './evaluate.ts';

const QUERIES = [
  { q: 'x', kind: 'keyword', relevant: ['/a'] },
  { q: 'y', kind: 'typo', relevant: ['/b'] },
];
const reportOf = (engine: string, found: Record<string, string[]>): SearchReport =>
  evaluateSearch({ engine: { name: engine, search: (text) => found[text] ?? [] }, queries: QUERIES });

const own = reportOf('own index', { x: ['/a'], y: ['/c', '/b'] });
const evaluation: SearchEvaluation = { site: 'a.ts', pages: 3, sections: 9, queries: 2, leftOut: 1, goal: 0.85, kept: false, report: own };

test('the report compares engines side by side and lists the weaknesses of ours', () => {
  const text = describeEvaluation({ ...evaluation, compared: [own, reportOf('Other', { y: ['/b'] })] });
  expect(text).toContain('Asked: a.ts\n3 pages, 9 sections; 2 queries, 1 more ask for pages that this site does not have');
  expect(text).toContain('| kind | queries | own index | Other |');
  expect(text).toContain('| keyword | 1 | 1.000 | 0.000 |');
  expect(text).toContain('Behind Other for typo, by 0.369.');
  expect(text).toContain('goal 0.85: NOT KEPT');
  expect(describeEvaluation({ ...evaluation, compared: [own, reportOf('Other', {})] })).toContain('Ahead of the others for every kind.');
  expect(describeEvaluation(evaluation)).not.toContain('side by side');
});

test('a missing file of queries is reported', async () => {
  await expect(
    evaluateSite({ queries: '/absent.jsonl', config: 'tests/fixtures/small-site/site.config.ts', compare: false }),
  ).rejects.toThrow(
    '/absent.jsonl cannot be read: there is no such file. --queries takes a file of JSON lines such as bench/search/queries.dev.jsonl.',
  );
});

test('queries without a relevant page on the site are skipped', () => {
  const queries = [
    { q: 'a', kind: 'keyword', relevant: ['/docs/absent', '/docs/quickstart'] },
    { q: 'b', kind: 'keyword', relevant: ['/docs/absent'] },
  ];
  expect(knownQueries(queries, SAMPLE_RECORDS)).toEqual({
    known: [{ q: 'a', kind: 'keyword', relevant: ['/docs/quickstart'] }],
    leftOut: 1,
  });
});
