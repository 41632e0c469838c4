import { expect, test } from 'vitest';
import { createDictionary } from './dictionary.ts';

const TERMS = ['glossari', 'ingest', 'ingestor', 'lineag', 'line', 'snowflak', 'tag'].sort();
const dictionary = createDictionary(
  TERMS,
  Uint32Array.from(TERMS, (term) => (term === 'ingest' ? 50 : 3)),
);

const named = (ids: number[]): string[] => ids.map((id) => dictionary.term(id));

test('a term is found by itself and by nothing else', () => {
  for (const [id, term] of TERMS.entries()) expect(dictionary.find(term)).toBe(id);
  for (const unknown of ['', 'aaa', 'ingestion', 'zzz', '__proto__']) expect(dictionary.find(unknown)).toBe(-1);
});

test('prefixes give the most frequent terms first, at most as many as asked for', () => {
  expect(named(dictionary.withPrefix('ing', 5))).toEqual(['ingest', 'ingestor']);
  expect(named(dictionary.withPrefix('ing', 1))).toEqual(['ingest']);
  expect(dictionary.withPrefix('x', 5)).toEqual([]);
});

test('near spellings come nearest first', () => {
  expect(named(dictionary.near('snowflk', 2, 3))).toEqual(['snowflak']);
  expect(named(dictionary.near('linag', 1, 3))).toEqual(['lineag']);
  expect(dictionary.near('quicksand', 2, 3)).toEqual([]);
});
