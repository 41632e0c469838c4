import { expect, test } from 'vitest';
import type { SearchRecord } from '@quire/search';
import { PLAIN_TERMS } from '../retrieve/terms.ts';
import { createSectionReader, createVocabulary } from './units.ts';

const { numberOf, termsOf } = createVocabulary(PLAIN_TERMS);

test('terms are distinct stems, and identifiers as a whole and in parts, in ascending order; stop words are ignored', () => {
  expect(termsOf('Tokens and a token')).toEqual([numberOf('token')]);
  expect(termsOf('AUTH_OIDC_ENABLED')).toEqual(expect.arrayContaining([numberOf('auth_oidc_enabled'), numberOf('oidc')]));
  expect(termsOf('of the and')).toEqual([]);
  const terms = termsOf('A policy grants a token, and a token grants a role.');
  expect(terms).toEqual(['token', 'polici', 'grant', 'role'].map(numberOf).toSorted((a, b) => a - b));
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
