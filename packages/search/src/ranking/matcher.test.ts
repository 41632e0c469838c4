import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../analysis.ts';
import { decodeIndex } from '../index-file/read.ts';
import { encodeIndex } from '../index-file/write.ts';
import { SAMPLE_RECORDS } from '../testing/sample-records.ts';
import { LONGEST_RUN, type RunList, createKnownRuns, createMatcher } from './matcher.ts';
import { createQueryReader } from './query.ts';

const analyzer = createAnalyzer();
const { tokenize } = analyzer;
const index = decodeIndex(encodeIndex(SAMPLE_RECORDS));
const { dictionary } = index;
const readQuery = createQueryReader(index);
const { slots } = readQuery('snowflake glossary term permission role ');
const matcher = createMatcher(dictionary, slots, createKnownRuns(analyzer));
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

const slotsOf = (text: string) => readQuery(`${text} `).slots;

const words = fc.constantFrom(
  'term',
  'Terms',
  'GLOSSARY',
  'Snowflake',
  'role',
  'a.b_role',
  'pattern',
  'naïve',
  '2',
  '(x)',
  'urn:li:glossaryTerm',
);
const joints = fc.constantFrom(' ', '\n', '  ', ', ', '_', '/', '-', '\t', '');
const texts = fc.array(fc.tuple(words, joints), { maxLength: 20 }).map((pairs) => pairs.flat().join(''));

test('a text that was read before matches as one that was not', () => {
  const known = createKnownRuns(analyzer);
  const matchers = ['glossary term role', 'snowflake', ''].map((query) => createMatcher(dictionary, slotsOf(query), known));
  fc.assert(
    fc.property(texts, (text) => {
      const list = known.read(text);
      fc.pre(list !== null);
      for (const matcher of matchers) expect(matcher.findIn(list as RunList)).toEqual(matcher.find(text));
    }),
    { numRuns: 2000 },
  );
});

test('of a very long name only the part that matched is marked, in both ways', () => {
  const known = createKnownRuns(analyzer);
  const matcher = createMatcher(dictionary, slotsOf('glossary'), known);
  const text = 'see https://example.org/docs/aVeryLongNameOfTheGlossaryOfEverything now';
  const found = matcher.findIn(known.read(text) as RunList);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Glossary']);
  expect(found).toEqual(matcher.find(text));
});

test('a text with a run beyond what is read around a word is not read', () => {
  const known = createKnownRuns(analyzer);
  expect(known.read('x'.repeat(LONGEST_RUN))?.starts).toEqual(Uint32Array.of(0));
  expect(known.read(`a ${'x'.repeat(LONGEST_RUN + 1)} b`)).toBeNull();
  expect(known.read('')?.runs).toHaveLength(0);
});

test('runs that come after a query are known to it too', () => {
  const known = createKnownRuns(analyzer);
  const matcher = createMatcher(dictionary, slotsOf('glossary'), known);
  expect(matcher.findIn(known.read('one glossary') as RunList)).toHaveLength(1);
  expect(matcher.findIn(known.read('glossaries of a Glossary_') as RunList)).toHaveLength(2);
});
