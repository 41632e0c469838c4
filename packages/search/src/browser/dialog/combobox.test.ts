import { describe, expect, test } from 'vitest';
import { sampleResult } from '../testing/sample-search.ts';
import { groupResults, optionAfter, startNearMatch } from './combobox.tsx';

const of = (...results: ReturnType<typeof sampleResult>[]) => groupResults(results);
const other = (name: string) => sampleResult(name, { group: 'Sources' });

describe('groupResults', () => {
  test('sorts groups by their best hit', () => {
    expect(of(other('a'), sampleResult('b'), other('c')).map(({ label, rows }) => [label, rows.map(({ id }) => id)])).toEqual([
      ['Sources', ['a', 'c']],
      ['Guides', ['b']],
    ]);
  });

  test('places the hits of a page next to each other, the page itself first', () => {
    const rows = of(sampleResult('a#x'), sampleResult('b'), sampleResult('a'))[0]?.rows;
    expect(rows?.map(({ id, isContinued }) => [id, isContinued])).toEqual([
      ['a', false],
      ['a#x', true],
      ['b', false],
    ]);
  });

  test('marks the sections of different pages that have the same heading', () => {
    const title = [{ text: 'When something goes wrong', highlighted: false }];
    const section = (id: string, group: string) => sampleResult(id, { group, title });
    const rows = of(section('a#x', 'Guides'), section('b#x', 'Sources'), sampleResult('c#y'), section('d', 'Guides')).flatMap(
      (group) => group.rows,
    );
    expect(Object.fromEntries(rows.map(({ id, isAmbiguous }) => [id, isAmbiguous]))).toEqual({
      'a#x': true,
      'c#y': false,
      d: false,
      'b#x': true,
    });
  });

  test('numbers rows across all groups', () => {
    expect(of(other('a'), sampleResult('b'), other('c')).flatMap(({ rows }) => rows.map(({ id, index }) => id + index))).toEqual([
      'a0',
      'c1',
      'b2',
    ]);
  });

  test('shows at most eight rows of a group, and no groups without hits', () => {
    expect(of(...[...'abcdefghijkl'].map((name) => sampleResult(name)))[0]?.rows).toHaveLength(8);
    expect(of()).toEqual([]);
  });
});

test('an excerpt begins near its first match, at a word', () => {
  const match = { text: 'refused', highlighted: true };
  const shown = (...pieces: Parameters<typeof startNearMatch>[0]): string =>
    startNearMatch(pieces)
      .map(({ text }) => text)
      .join('');
  const before = { text: 'Log lines such as dial tcp 127.0.0.1: connection ', highlighted: false };
  expect(shown(before, match, { text: ' again', highlighted: false })).toBe('… 127.0.0.1: connection refused again');
  expect(shown({ text: 'It was ', highlighted: false }, match)).toBe('It was refused');
  expect(shown(before)).toBe(before.text);
  expect(shown()).toBe('');
});

const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 1, 0],
  ['End', 0, 2],
])('%s moves from %i of three to %i', (key, from, to) => {
  expect(optionAfter({ ...plain, key }, from, 3)).toBe(to);
});

test('other keys, modifier keys, and an empty list do not move the selection', () => {
  expect(optionAfter({ ...plain, key: 'a' }, 0, 3)).toBeNull();
  expect(optionAfter({ ...plain, key: 'Home', shiftKey: true }, 1, 3)).toBeNull();
  expect(optionAfter({ ...plain, key: 'ArrowDown' }, -1, 0)).toBeNull();
});
