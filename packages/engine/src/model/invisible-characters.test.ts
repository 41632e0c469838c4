import { expect, test } from 'vitest';

import { jsonLine, terminalText } from './invisible-characters.ts';

const HOSTILE = '\u001b[31mred\u001b]0;t\u0007\u009b2J\u202egnp\u200f\u061c\u2028\rCR';

test('an error of several lines contains no command for a terminal or a CI service', () => {
  expect(terminalText(`site.config.ts: two problems\n  - ${HOSTILE}\n\t- b`)).toBe(
    'site.config.ts: two problems\n  - �[31mred�]0;t��2J�gnp����CR\n\t- b',
  );
  expect(terminalText('::error::a\n  ::error::b\n##[group]c\nd::e # f')).toBe('| ::error::a\n|   ::error::b\n| ##[group]c\nd::e # f');
});

test('JSON contains none either, and has the same value', () => {
  const line = jsonLine({ title: HOSTILE });
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]./u);
  expect(JSON.parse(line)).toEqual({ title: HOSTILE });
});
