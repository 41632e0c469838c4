import { expect, test } from 'vitest';

import { SAMPLE_RECORDS } from '@quire/search/testing';

import { knownQueries } from './known-queries.ts';

test('queries are held against the pages that there are', () => {
  const queries = [
    { q: 'a', kind: 'keyword', relevant: ['/docs/absent', '/docs/quickstart'] },
    { q: 'b', kind: 'keyword', relevant: ['/docs/absent'] },
  ];
  expect(knownQueries(queries, SAMPLE_RECORDS)).toEqual({
    known: [{ q: 'a', kind: 'keyword', relevant: ['/docs/quickstart'] }],
    leftOut: 1,
  });
});
