import { describe, expect, test } from 'vitest';
import { sampleResult } from '../testing/sample-search.ts';
import { groupResults, optionAfter } from './combobox.tsx';

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
