import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cosine, createVocabulary, sumOf, vectorsOf } from './terms.ts';

const { numberOf, termsOf } = createVocabulary();

const texts = fc.array(fc.constantFrom('token', 'tokens', 'policy', 'role', 'the', 'AUTH_OIDC_ENABLED', 'search'), { maxLength: 12 });
const timesOf = (text: string, term: string): number => {
  const { numbers, counts } = termsOf(text);
  const at = numbers.indexOf(numberOf(term));
  return at < 0 ? 0 : (counts?.[at] ?? 1);
};

test('terms are counted by their stems, identifiers as a whole and by their parts, stop words not at all', () => {
  expect(timesOf('Tokens and a token', 'token')).toBe(2);
  expect(timesOf('AUTH_OIDC_ENABLED', 'auth_oidc_enabled')).toBe(1);
  expect(timesOf('AUTH_OIDC_ENABLED', 'oidc')).toBe(1);
  expect(timesOf('of the and', 'the')).toBe(0);
  expect(termsOf('')).toEqual({ numbers: [], counts: null });
});

test('the terms of texts together are those of the text that they make', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const [first, second] = [a.join(' '), b.join(' ')];
      expect(sumOf([termsOf(first), termsOf(second)])).toEqual(termsOf(`${first}\n${second}`));
    }),
  );
});

test('likeness is 1 for the same text, 0 without a term in common, and the same in both directions', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const all = [a, b].map((words) => termsOf(words.join(' ')));
      const [first, second] = vectorsOf(all, all) as [ReturnType<typeof vectorsOf>[0], ReturnType<typeof vectorsOf>[0]];
      if (first.numbers.length > 0) expect(cosine(first, first)).toBeCloseTo(1, 12);
      expect(cosine(first, second)).toBe(cosine(second, first));
      if (!first.numbers.some((number) => second.numbers.includes(number))) expect(cosine(first, second)).toBe(0);
    }),
  );
});

test('a term that stands in few of the texts weighs more, and a call leaves nothing behind for the next', () => {
  const all = ['token role', 'token policy', 'token search'].map(termsOf);
  const once = vectorsOf(all.slice(0, 1), all);
  const [{ numbers, values }] = once as [ReturnType<typeof vectorsOf>[0]];
  expect(values[numbers.indexOf(numberOf('role'))]).toBeGreaterThan(values[numbers.indexOf(numberOf('token'))] as number);
  expect(vectorsOf(all.slice(0, 1), all)).toEqual(once);
});
