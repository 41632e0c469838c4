import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeIndex } from '../index/encode-index.ts';
import { SAMPLE_RECORDS } from '../testing/sample-records.ts';
import { tokenize } from './analyze.ts';
import { decodeIndex } from './decode-index.ts';
import { createMatcher } from './matcher.ts';
import { readQuery } from './read-query.ts';

const { dictionary } = decodeIndex(encodeIndex(SAMPLE_RECORDS));
const { slots } = readQuery(dictionary, [], 'snowflake glossary term permission role ');
const matcher = createMatcher(dictionary, slots);
const wanted = new Set(
  slots.flatMap(({ stem, alternatives }) => [stem, ...alternatives.flatMap(({ terms }) => terms.map(dictionary.term))]),
);

/** Every word of the text, none passed over. */
const wordsRead = (text: string): number[] =>
  tokenize(text)
    .filter(({ word }) => [...word.wholes, ...word.parts].some((term) => wanted.has(term)))
    .map(({ start }) => start);

/** The words that matches lie in: of a very long one only the part is marked. */
function wordsFound(text: string): number[] {
  const words = tokenize(text);
  return matcher.find(text).map((match) => words.find(({ start, end }) => start <= match.start && match.end <= end)?.start ?? -1);
}

test.each([
  ['createGlossaryTerm', 1],
  ['GLOSSARY_TERM v2term', 2],
  ['determine the pattern of controlled roleplay', 0],
  ['a urn:li:glossaryTerm', 1],
])('of %j %i words are found', (text, count) => {
  expect(matcher.find(text)).toHaveLength(count);
});

test.each([
  ["Snowflake's", 1],
  ["S'nowflake", 1],
  ['Snowfläke, a snow\u2019flake', 2],
])('of %j %i words are found, however they are spelt', (text, count) => {
  expect(matcher.find(text)).toHaveLength(count);
});

test('of each long name in a row the part that matched is marked', () => {
  const text = 'theLongNameOfTheGlossaryOfAll,theLongNameOfTheRoleOfNobody';
  expect(matcher.find(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Glossary', 'Role']);
});

test('names written in any manner are found as if each word were read', () => {
  const words = fc.constantFrom(
    'term',
    'Term',
    'TERM',
    'glossary',
    'Snowflake',
    'role',
    'determine',
    'create',
    'pattern',
    'a',
    'URN',
    '2',
    'x',
  );
  const joints = fc.constantFrom('', '_', '-', '.', ':', '/', ' ', ', ', "'", '(', '::', '\n');
  const texts = fc.array(fc.tuple(words, joints), { maxLength: 12 }).map((pairs) => pairs.flat().join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(wordsFound(text)).toEqual(wordsRead(text));
    }),
    { numRuns: 3000 },
  );
});
