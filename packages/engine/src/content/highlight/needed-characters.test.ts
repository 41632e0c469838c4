import fc from 'fast-check';
import { toRegExp } from 'oniguruma-to-es';
import { expect, test } from 'vitest';

import { charactersOf, holdsAll } from './ascii-set.ts';
import { neededCharacters } from './needed-characters.ts';

const needs = (pattern: string): string =>
  [...' !"#$()*+,-./:;<=>[]{}0123456789abcdefghijklmnopqrstuvwxyzAB']
    .filter(
      (character) => !holdsAll(charactersOf([...neededCandidates].filter((one) => one !== character).join('')), neededCharacters(pattern)),
    )
    .join('');
const neededCandidates = ' !"#$()*+,-./:;<=>[]{}0123456789abcdefghijklmnopqrstuvwxyzAB\0\t\n';

test.each([
  ['"', '"'],
  ['\\b(function)\\b\\s*(\\w+)', 'cfinotu'],
  ['ab|bc', 'b'],
  ['(?:ab|c)', ''],
  ['a?b*c+d{2}e{0,1}', 'cd'],
  ['[x]y', 'xy'],
  ['[xy]z', 'z'],
  ['[^x]z', 'z'],
  ['(?=a)b', 'ab'],
  ['(?<=a)b', 'ab'],
  ['(?!a)b', 'b'],
  ['(?<!a)b', 'b'],
  ['(?i)a:', ':'],
  ['(?i:a):', ':'],
  ['(?x) a \n # b', 'a'],
  ['\\Aa\\z', 'a'],
  ['\\{', '{'],
  ['(a)\\1', 'a'],
  ['', ''],
])('%s needs %s', (pattern, wanted) => {
  expect(needs(pattern)).toBe([...wanted].toSorted((a, b) => neededCandidates.indexOf(a) - neededCandidates.indexOf(b)).join(''));
});

test('letters beyond ASCII count as one: a text without any holds none that a pattern needs', () => {
  expect(holdsAll(charactersOf('plain'), neededCharacters('é'))).toBe(false);
  expect(holdsAll(charactersOf('naïve'), neededCharacters('é'))).toBe(true);
});

test('a text in which a pattern matches holds what it needs', () => {
  const atom = fc.constantFrom('a', 'b', 'é', '"', '\\{', '[ab]', '[^a]', '.', '\\w', '(?i:a)', '(?=b)', '(?!b)', '^', '\\b');
  const pattern = fc.letrec<{ one: string }>((tie) => ({
    one: fc.oneof(
      { maxDepth: 3 },
      atom,
      fc.tuple(tie('one'), tie('one')).map(([a, b]) => a + b),
      fc.tuple(tie('one'), tie('one')).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie('one'), fc.constantFrom('?', '*', '+', '{2}', '{0,2}')).map(([a, times]) => `(?:${a})${times}`),
    ),
  })).one;
  let matched = 0;
  fc.assert(
    fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', '"', '{', 'x', '\n') }), (source, text) => {
      if (!toRegExp(source).test(text)) return;
      matched += 1;
      expect(holdsAll(charactersOf(text), neededCharacters(source))).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(matched).toBeGreaterThan(300);
});
