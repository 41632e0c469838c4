import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createWordListEncoder, decodeWordList, isWordList } from './format.ts';

test.each(['a b c', 'port', 'A a', '_x b'])('%j is a word list', (text) => expect(isWordList(text)).toBe(true));

test.each(['', 'b a', 'a a', 'a  b', ' a', 'a ', 'Which port is used?'])('%j is not a word list', (text) =>
  expect(isWordList(text)).toBe(false),
);

test('word lists are restored', () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}_?-]+$/u, { maxLength: 8 }).filter((text) => text !== '');
  const list = fc.uniqueArray(word, { minLength: 1 }).map((words) => words.sort().join(' '));
  fc.assert(
    fc.property(fc.array(list), (lists) => {
      const { words, encode } = createWordListEncoder(lists);
      expect(lists.map((one) => decodeWordList(encode(one), words))).toEqual(lists);
    }),
  );
});

test('a difference of more words than there are characters before the surrogates is restored', () => {
  const rare = Array.from({ length: 70_000 }, (_, index) => `w${index}`).sort();
  const lists = ['a', 'a', rare.join(' '), `a ${rare.at(-1)}`];
  const { words, encode } = createWordListEncoder(lists);
  const encoded = encode(lists[3] as string);
  expect(encoded.isWellFormed()).toBe(true);
  expect(decodeWordList(encoded, words)).toBe(lists[3]);
});

test('the words of a list need one character each, and frequent words have low numbers', () => {
  const { words, encode } = createWordListEncoder(['a b', 'b c', 'b']);
  expect(words).toEqual(['b', 'a', 'c']);
  expect(encode('b c')).toBe(' !');
});
