import { expect, test } from 'vitest';
import { readSince } from './read-since.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

test.each([
  ['12h', '2026-11-21T00:00:00.000Z'],
  ['30d', '2026-10-22T12:00:00.000Z'],
  ['2w', '2026-11-07T12:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
])('%s', (text, expected) => expect(new Date(readSince(text, NOW)).toISOString()).toBe(expected));

test.each(['', '0d', '-3d', '30', 'd', '1.5d', '30D', 'yesterday', '2026-02-31', '2026-13-01', '2026-1-1', '999999999d', '1e3d'])(
  '"%s" is told with what was expected',
  (text) => {
    expect(() => readSince(text, NOW)).toThrow(
      `--since ${text}: expected hours, days or weeks such as 12h, 30d or 8w, or a day such as 2026-11-01`,
    );
  },
);

test('a day to come has no entries', () => {
  expect(() => readSince('2026-11-22', NOW)).toThrow('--since 2026-11-22: that day is still to come');
});
