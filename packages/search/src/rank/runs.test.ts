import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeIndex } from '../index/encode-index.ts';
import { SAMPLE_RECORDS } from '../testing/sample-records.ts';
import { decodeIndex } from './decode-index.ts';
import { createMatcher } from './matcher.ts';
import { readQuery } from './read-query.ts';
import { createKnownRuns, LONGEST_RUN, type RunList } from './runs.ts';

const { dictionary } = decodeIndex(encodeIndex(SAMPLE_RECORDS));
const slotsOf = (text: string) => readQuery(dictionary, [], `${text} `).slots;

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
  const known = createKnownRuns();
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
  const known = createKnownRuns();
  const matcher = createMatcher(dictionary, slotsOf('glossary'), known);
  const text = 'see https://example.org/docs/aVeryLongNameOfTheGlossaryOfEverything now';
  const found = matcher.findIn(known.read(text) as RunList);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Glossary']);
  expect(found).toEqual(matcher.find(text));
});

test('a text with a run beyond what is read around a word is not read', () => {
  const known = createKnownRuns();
  expect(known.read('x'.repeat(LONGEST_RUN))?.starts).toEqual(Uint32Array.of(0));
  expect(known.read(`a ${'x'.repeat(LONGEST_RUN + 1)} b`)).toBeNull();
  expect(known.read('')?.runs).toHaveLength(0);
});

test('runs that come after a query are known to it too', () => {
  const known = createKnownRuns();
  const matcher = createMatcher(dictionary, slotsOf('glossary'), known);
  expect(matcher.findIn(known.read('one glossary') as RunList)).toHaveLength(1);
  expect(matcher.findIn(known.read('glossaries of a Glossary_') as RunList)).toHaveLength(2);
});
