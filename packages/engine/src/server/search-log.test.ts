import { expect, test } from 'vitest';
import { searchLogEntry } from './search-log.ts';

const NOW = Date.UTC(2026, 10, 20);

test('a search that found nothing is logged, and a slow one', () => {
  expect(searchLogEntry({ query: 'a@b.org zz', total: 0, ms: 1.26 }, NOW)).toEqual({
    kind: 'search',
    time: '2026-11-20T00:00:00.000Z',
    query: '[e-mail] zz',
    total: 0,
    ms: 1.3,
  });
  expect(searchLogEntry({ query: 'x'.repeat(900), total: 3, ms: 51 }, NOW)?.query).toHaveLength(200);
});

test.each([
  { query: 'found at once', total: 3, ms: 2 },
  { query: ' ', total: 0, ms: 0 },
])('nothing is logged of $query', (search) => expect(searchLogEntry(search, NOW)).toBeNull());
