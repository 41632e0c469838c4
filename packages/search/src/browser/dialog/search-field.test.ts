import { expect, test } from 'vitest';
import { optionAfter } from './search-field.tsx';

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
