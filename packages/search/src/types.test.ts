import { expect, test } from 'vitest';
import { MARK, plainText, withoutMarks } from './types.ts';

test('plainText() removes the marks and adds the separators that a reader sees', () => {
  const marked = [
    `${MARK.step}1${MARK.step}Run ${MARK.code}ls${MARK.code}.${MARK.codeBlock}`,
    `${MARK.within}${MARK.item}7 items`,
    `${MARK.headerRow}Name ${MARK.cell}Default`,
  ];
  expect(plainText(marked.join('\n'))).toBe('Run ls.\n7 items\nName Default');
  expect(plainText('2 steps, 10 % — أبجد 🙂')).toBe('2 steps, 10 % — أبجد 🙂');
});

test('withoutMarks() removes marks from the text of an author', () => {
  const hostile = `a${Object.values(MARK).join('')}b\u0081${1}\u0081`;
  expect(plainText(withoutMarks(hostile))).toBe(withoutMarks(hostile));
  expect(withoutMarks(hostile)).toBe('ab1');
});
