import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SearchRecord } from '@quire/search';
import { createSectionReader, createVocabulary, mergeTerms } from './units.ts';

const { numberOf, termsOf } = createVocabulary();

const texts = fc.array(fc.constantFrom('token', 'tokens', 'policy', 'role', 'the', 'AUTH_OIDC_ENABLED', 'search'), { maxLength: 12 });
const timesOf = (text: string, term: string): number => {
  const { numbers, counts } = termsOf(text);
  const at = numbers.indexOf(numberOf(term));
  return at < 0 ? 0 : (counts?.[at] ?? 1);
};

test('terms are counted by stem, identifiers as a whole and in parts, and stop words are ignored', () => {
  expect(timesOf('Tokens and a token', 'token')).toBe(2);
  expect(timesOf('AUTH_OIDC_ENABLED', 'auth_oidc_enabled')).toBe(1);
  expect(timesOf('AUTH_OIDC_ENABLED', 'oidc')).toBe(1);
  expect(timesOf('of the and', 'the')).toBe(0);
  expect(termsOf('')).toEqual({ numbers: [], counts: null });
});

test('the merged terms of texts equal the terms of the joined text', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const [first, second] = [a.join(' '), b.join(' ')];
      expect(mergeTerms([termsOf(first), termsOf(second)])).toEqual(termsOf(`${first}\n${second}`));
    }),
  );
});

test('the units of a section are cached until thousands of other sections were read', () => {
  const recordOf = (text: string): SearchRecord => ({ text, heading: text, code: [] }) as unknown as SearchRecord;
  const { unitsOf } = createSectionReader();
  const first = recordOf('A policy grants a role.');
  const units = unitsOf(first);
  expect(unitsOf(first)).toBe(units);
  for (let i = 0; i < 2500; i++) unitsOf(recordOf(`Policy ${i}.`));
  expect(unitsOf(first)).not.toBe(units);
  expect(unitsOf(first).map(({ passage }) => passage)).toEqual(units.map(({ passage }) => passage));
});
