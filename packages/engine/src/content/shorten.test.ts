import { expect, test } from 'vitest';

import { shorten } from './shorten.ts';

test.each([
  ['as long', 7, 'as long'],
  ['a long text', 7, 'a long…'],
  ['a long text', 5, 'a…'],
  ['unbroken', 4, 'unbr…'],
  [' unbroken', 4, ' unb…'],
  ['abc😀def', 4, 'abc…'],
  ['abc😀def', 5, 'abc😀…'],
])('%j has at most %j characters before the ellipsis', (text, maxLength, expected) => {
  expect(shorten(text, maxLength)).toBe(expected);
});
