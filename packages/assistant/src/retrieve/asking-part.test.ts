import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthBeyondLinear, HOSTILE_PIECES } from '@quire/engine/server/testing/growth.ts';
import { askingPart, isEveryday, isSmallTalk } from './read-question.ts';

describe('the question is separated from its context', () => {
  test.each([
    ['Our build is slow. How do I skip the tests?', 'How do I skip the tests?', 'Our build is slow.'],
    ['hi team, we moved to AWS, where do i set the region', 'where do i set the region', 'hi team, we moved to AWS,'],
    ['can I delete it? my boss is angry', 'can I delete it?', 'my boss is angry'],
    ['I want to see the owners because the audit is tomorrow', 'I want to see the owners', 'because the audit is tomorrow'],
    ['We upgraded to 0.10.4\nwhich job rebuilds the index', 'which job rebuilds the index', 'We upgraded to 0.10.4'],
  ])('%s', (text, asked, context) => {
    expect(askingPart(text)).toMatchObject({ asked, context });
  });

  test.each(['How do I delete a dataset?', 'snowflake lineage', 'It fails. What can I do?', 'Connection refused, any idea?', '', '?!'])(
    '"%s" is asked as a whole',
    (text) => {
      expect(askingPart(text)).toEqual({ asked: text, context: '', leans: false });
    },
  );

  test('a question that refers to its context leans on it', () => {
    expect(askingPart('Our intern broke the index. How do I build it again?').leans).toBe(true);
    expect(askingPart('Our intern broke the index. How do I build an index?').leans).toBe(false);
  });
});

test('small talk and everyday words are distinguished from names', () => {
  expect(['boss', 'Thanks', 'yesterday'].every(isSmallTalk)).toBe(true);
  expect(['lineage', 'Snowflake'].some((word) => isSmallTalk(word) || isEveryday(word))).toBe(false);
  expect(isEveryday('afternoon')).toBe(true);
});

test.each([...HOSTILE_PIECES, '…', ' – ', 'we ', 'and, '])('the time to read a text grows with its length and no faster: %j', (piece) => {
  expect(growthBeyondLinear(askingPart, piece, 64_000)).toBeNull();
});

test('no word of any text is lost', () => {
  const letters = (text: string): string[] => (text.match(/[\p{L}\p{N}]/gu) ?? []).toSorted();
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc
      .array(fc.constantFrom('how do I ', 'it broke', ', ', '. ', '?', ' because ', '\n', 'hi ', ' - ', '…'), { maxLength: 30 })
      .map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (written) => {
      const { asked, context } = askingPart(written);
      expect(letters(`${asked} ${context}`)).toEqual(letters(written));
    }),
  );
});
