import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../analysis.ts';
import { decodeIndex } from '../index-file/read.ts';
import { encodeIndex } from '../index-file/write.ts';
import { SAMPLE_RECORDS } from '../testing/sample-records.ts';
import { createMatcher, MAX_RUN_LENGTH, type RunList, createRunTable } from './matcher.ts';
import { createQueryAnalyzer } from './query.ts';

const analyzer = createAnalyzer();
const { tokenize } = analyzer;
const index = decodeIndex(encodeIndex(SAMPLE_RECORDS));
const { dictionary } = index;
const analyzeQuery = createQueryAnalyzer(index);
const { slots } = analyzeQuery('snowflake glossary term permission role ');
const matcher = createMatcher(dictionary, slots, createRunTable(analyzer));
const queryTerms = new Set(
  slots.flatMap(({ stem, alternatives }) => [stem, ...alternatives.flatMap(({ terms }) => terms.map(dictionary.term))]),
);

/** Returns the matching words by tokenizing the whole text. */
const expectedWords = (text: string): number[] =>
  tokenize(text)
    .filter(({ word }) => [...word.wholes, ...word.parts].some((term) => queryTerms.has(term)))
    .map(({ start }) => start);

/** Returns the words that contain the matches, because only the matching part of a very long word is marked. */
function matchedWords(text: string): number[] {
  const words = tokenize(text);
  return matcher.find(text).map((match) => words.find(({ start, end }) => start <= match.start && match.end <= end)?.start ?? -1);
}

test.each([
  ['createGlossaryTerm', 1],
  ['GLOSSARY_TERM v2term', 2],
  ['determine the pattern of controlled roleplay', 0],
  ['a urn:li:glossaryTerm', 1],
])('in %j, %i words match', (text, count) => {
  expect(matcher.find(text)).toHaveLength(count);
});

test.each([
  ["Snowflake's", 1],
  ["S'nowflake", 1],
  ['Snowfläke, a snow\u2019flake', 2],
])('in %j, %i words match in any spelling', (text, count) => {
  expect(matcher.find(text)).toHaveLength(count);
});

test('only the matching part of each of several long names is marked', () => {
  const text = 'theLongNameOfTheGlossaryOfAll,theLongNameOfTheRoleOfNobody';
  expect(matcher.find(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Glossary', 'Role']);
});

test('property: matching names is equivalent to matching each of their words', () => {
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
      expect(matchedWords(text)).toEqual(expectedWords(text));
    }),
    { numRuns: 3000 },
  );
});

const slotsOf = (text: string) => analyzeQuery(`${text} `).slots;

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

test('property: a cached run list gives the same matches as the text', () => {
  const runTable = createRunTable(analyzer);
  const matchers = ['glossary term role', 'snowflake', ''].map((query) => createMatcher(dictionary, slotsOf(query), runTable));
  fc.assert(
    fc.property(texts, (text) => {
      const list = runTable.intern(text);
      fc.pre(list !== null);
      for (const matcher of matchers) expect(matcher.findInRuns(list as RunList)).toEqual(matcher.find(text));
    }),
    { numRuns: 2000 },
  );
});

test('only the matching part of a very long name is marked, with and without the run table', () => {
  const runTable = createRunTable(analyzer);
  const matcher = createMatcher(dictionary, slotsOf('glossary'), runTable);
  const text = 'see https://example.org/docs/aVeryLongNameOfTheGlossaryOfEverything now';
  const found = matcher.findInRuns(runTable.intern(text) as RunList);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Glossary']);
  expect(found).toEqual(matcher.find(text));
});

test('a text with a run above the maximum length is not interned', () => {
  const runTable = createRunTable(analyzer);
  expect(runTable.intern('x'.repeat(MAX_RUN_LENGTH))?.starts).toEqual(Uint32Array.of(0));
  expect(runTable.intern(`a ${'x'.repeat(MAX_RUN_LENGTH + 1)} b`)).toBeNull();
  expect(runTable.intern('')?.runs).toHaveLength(0);
});

test('runs that are interned after the creation of a matcher are matched too', () => {
  const runTable = createRunTable(analyzer);
  const matcher = createMatcher(dictionary, slotsOf('glossary'), runTable);
  expect(matcher.findInRuns(runTable.intern('one glossary') as RunList)).toHaveLength(1);
  expect(matcher.findInRuns(runTable.intern('glossaries of a Glossary_') as RunList)).toHaveLength(2);
});
