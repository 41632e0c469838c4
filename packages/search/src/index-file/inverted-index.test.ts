import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDictionary, editDistance } from './inverted-index.ts';

const TERMS = ['glossari', 'ingest', 'ingestor', 'lineag', 'line', 'snowflak', 'tag'].sort();
const dictionary = createDictionary(
  TERMS,
  Uint32Array.from(TERMS, (term) => (term === 'ingest' ? 50 : 3)),
);

const named = (ids: number[]): string[] => ids.map((id) => dictionary.term(id));

test('find() returns the id of a term, or -1 for an unknown term', () => {
  for (const [id, term] of TERMS.entries()) expect(dictionary.find(term)).toBe(id);
  for (const unknown of ['', 'aaa', 'ingestion', 'zzz', '__proto__']) expect(dictionary.find(unknown)).toBe(-1);
});

test('prefixes return the most frequent terms first, up to the limit', () => {
  expect(named(dictionary.withPrefix('ing', 5))).toEqual(['ingest', 'ingestor']);
  expect(named(dictionary.withPrefix('ing', 1))).toEqual(['ingest']);
  expect(dictionary.withPrefix('x', 5)).toEqual([]);
});

test('near() returns the terms within the edit distance', () => {
  expect(named(dictionary.near('snowflk', 2, 3))).toEqual(['snowflak']);
  expect(named(dictionary.near('linag', 1, 3))).toEqual(['lineag']);
  expect(dictionary.near('quicksand', 2, 3)).toEqual([]);
});

test.each([
  ['lineage', 'lineage', 0],
  ['linage', 'lineage', 1],
  ['linaege', 'lineage', 1],
  ['snowflke', 'snowflake', 1],
  ['kuberntse', 'kubernetes', 2],
  ['', 'ab', 2],
])('%s to %s takes %i edits', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits);
});

test('the distance is at most limit + 1', () => {
  expect(editDistance('lineage', 'glossary', 2)).toBe(3);
  expect(editDistance('a', 'abcdef', 1)).toBe(2);
});

test('property: the distance is symmetric, and zero only for equal words', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 3)).toBe(editDistance(b, a, 3));
      expect(editDistance(a, b, 3) === 0).toBe(a === b);
    }),
  );
});
