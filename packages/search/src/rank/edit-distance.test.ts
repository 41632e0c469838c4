import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['lineage', 'lineage', 0],
  ['linage', 'lineage', 1],
  ['linaege', 'lineage', 1],
  ['snowflke', 'snowflake', 1],
  ['kuberntse', 'kubernetes', 2],
  ['', 'ab', 2],
])('%s → %s takes %i edits', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits);
});

test('beyond the limit it says limit + 1', () => {
  expect(editDistance('lineage', 'glossary', 2)).toBe(3);
  expect(editDistance('a', 'abcdef', 1)).toBe(2);
});

test('distance is the same both ways, and zero for equal words only', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 3)).toBe(editDistance(b, a, 3));
      expect(editDistance(a, b, 3) === 0).toBe(a === b);
    }),
  );
});
