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

test('a text that was read before matches as one that was not', () => {
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

test('of a very long name only the part that matched is marked, in both ways', () => {
  const runTable = createRunTable(analyzer);
  const matcher = createMatcher(dictionary, slotsOf('glossary'), runTable);
  const text = 'see https://example.org/docs/aVeryLongNameOfTheGlossaryOfEverything now';
  const found = matcher.findInRuns(runTable.intern(text) as RunList);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Glossary']);
  expect(found).toEqual(matcher.find(text));
});

test('a text with a run beyond what is read around a word is not read', () => {
  const runTable = createRunTable(analyzer);
  expect(runTable.intern('x'.repeat(MAX_RUN_LENGTH))?.starts).toEqual(Uint32Array.of(0));
  expect(runTable.intern(`a ${'x'.repeat(MAX_RUN_LENGTH + 1)} b`)).toBeNull();
  expect(runTable.intern('')?.runs).toHaveLength(0);
});

test('runs that come after a query are runTable to it too', () => {
  const runTable = createRunTable(analyzer);
  const matcher = createMatcher(dictionary, slotsOf('glossary'), runTable);
  expect(matcher.findInRuns(runTable.intern('one glossary') as RunList)).toHaveLength(1);
  expect(matcher.findInRuns(runTable.intern('glossaries of a Glossary_') as RunList)).toHaveLength(2);
});
