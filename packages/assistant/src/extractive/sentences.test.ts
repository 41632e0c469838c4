import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MARK } from '@quire/search';
import { anyCharacter } from '@quire/search/testing';
import { splitSentences } from './sentences.ts';

const code = (text: string): string => `${MARK.code}${text}${MARK.code}`;

test.each([
  ['two sentences', ['Stop it.', 'Start it again!']],
  ['an abbreviation', ['Use a store, e.g. MySQL or Postgres, i.e. a database.', 'Then go on.']],
  ['a version and an identifier', ['Since v0.10.4 the field a.b.c is there.', 'Set it.']],
  ['a number at the end', ['The latest has the number 0.', 'This is why.']],
  ['a figure', ['See fig. 3 below.', 'Then go on.']],
  ['a period in code', [`Run ${code('a. B c')} first.`, 'Then go on.']],
  ['code that begins a sentence', ['It is off.', `${code('enabled')} turns it on.`]],
  ['a bracket', ['It holds three (A. B. C.) parts.', 'More.']],
  ['quotation marks', ['It says "No such file."', 'Create it.']],
  ['a question', ['Is it there?', 'yes, mostly it is'.replace('yes', 'Yes')]],
  ['Chinese', ['数据集是表。', '它有所有者。']],
  [
    'bold text',
    [`${MARK.strong}Roles.${MARK.strongEnd}`, `${MARK.strong}Open${MARK.strongEnd} it, e.g. ${MARK.strong}Users${MARK.strongEnd}.`],
  ],
  ['Arabic', ['هل هذا صحيح؟', 'نعم']],
  ['no period at all', ['just words']],
])('%s', (_, sentences) => {
  const joint = /[。]$/.test(sentences[0] ?? '') ? '' : ' ';
  expect(splitSentences(sentences.join(joint))).toEqual(sentences);
});

test('property: no character of a text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const bare = (part: string): string => part.replace(/\s+/g, '');
      expect(bare(splitSentences(text).join(''))).toBe(bare(text));
    }),
  );
  expect(splitSentences('   ')).toEqual([]);
});

test('a megabyte without a period, and a megabyte of periods, keep all characters', () => {
  for (const text of ['word '.repeat(200_000), '.'.repeat(1_000_000), 'A. '.repeat(30_000), '( '.repeat(300_000)]) {
    expect(splitSentences(text).join('').replaceAll(' ', '').length).toBe(text.replaceAll(' ', '').length);
  }
});
