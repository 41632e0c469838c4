/** No text of an author may take quadratic time: each doubling of its length may at most triple the time. */
import { expect, test } from 'vitest';

import { removeComments, readModules } from './mdx.ts';
import { firstHeading, plainText } from './load-docs.ts';
import { prepare } from './prepare.ts';
import { readLines } from './source-lines.ts';
import { compileMarkdown } from './testing/compile-markdown.ts';

/** Pieces that open something and never close it, or that patterns can split in many ways. */
const PIECES = [
  '<!--',
  '{/*',
  '<A x="',
  '<A x={',
  "<a b='",
  '<Tabs ',
  '</Tabs>',
  '`',
  '`` ` ',
  '[',
  '](',
  '![',
  '<',
  '{',
  '{{ inline ',
  ':::',
  ':::note[',
  '#',
  '# a ',
  '# ',
  '\\',
  '| ',
  '|a',
  '* ',
  '> ',
  '**',
  '_a',
  '~~',
  'export const a = {',
  'import {',
  '&',
  ':',
  '    ',
  'a\n',
  '\n',
  '<!--\n',
  '<A\n',
  '{\n',
  '# a\n',
  '## {#a}\n',
  ':::note\n',
  '{{ inline a }}\n',
  '[a](b)\n',
  '```\n',
  '| a\n',
];

/** Processor time in milliseconds: that of other processes does not count. */
function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const STEPS: Readonly<Record<string, (text: string) => void>> = {
  'steps on lines': (text) => void prepare('page.mdx', text, 1, () => 'absent'),
  comments: (text) => void removeComments(readLines(text, 1)),
  modules: (text) => void readModules(readLines(text, 1), () => undefined),
  headings: (text) => void (firstHeading(text) ?? plainText(text)),
};

/** Below this time in milliseconds the length is doubled further. */
const MEASURABLE = 5;

test.each(Object.keys(STEPS))('%s', (name) => {
  const step = STEPS[name] as (text: string) => void;
  const slow = PIECES.flatMap((piece) => {
    let length = 4096;
    let time = 0;
    while (time < MEASURABLE && length < 1 << 18) {
      length *= 2;
      const text = piece.repeat(Math.ceil(length / piece.length));
      time = Math.min(...[1, 2].map(() => processorTime(() => step(text))));
    }
    // A quadratic step takes 16 times as long for four times the text, a linear one 4 times.
    const text = piece.repeat(Math.ceil((4 * length) / piece.length));
    const ratio = Math.min(...[1, 2, 3].map(() => processorTime(() => step(text)))) / time;
    return ratio > 9 ? [`${JSON.stringify(piece)}: ${ratio.toFixed(1)} times for 4 times ${length} characters`] : [];
  });
  expect(slow).toEqual([]);
});

test('a page of many links, headings, cells and unclosed marks is compiled', async () => {
  const text = ['[a](b#c) `x', '## a', '| a | b |', '<A x={', ':::note', '<!-- a'].map((line) => `${line}\n\n`.repeat(200)).join('');
  expect((await compileMarkdown(text, { source: 'page.mdx' })).problems.length).toBeGreaterThan(0);
});
