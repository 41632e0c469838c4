/** No text of an author may take quadratic time. */
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
  comments: (text) => void removeComments(readLines(text, 1), () => undefined),
  modules: (text) => void readModules(readLines(text, 1), () => undefined),
  headings: (text) => void (firstHeading(text) ?? plainText(text)),
};

const repeat = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Milliseconds of processor time that are too short to compare. */
const NOISE = 25;

// For 16 times the text a linear step takes 16 times as long, a quadratic one 256 times: noise cannot turn one into the other.
test.each(Object.keys(STEPS))('%s take linear time', (name) => {
  const step = STEPS[name] as (text: string) => void;
  const slow = PIECES.flatMap((piece) => {
    const short = processorTime(() => step(repeat(piece, 1 << 14)));
    const long = processorTime(() => step(repeat(piece, 1 << 18)));
    const ratio = long / Math.max(short, NOISE);
    return ratio > 48 ? [`${JSON.stringify(piece)}: ${ratio.toFixed(0)} times as long for 16 times the text`] : [];
  });
  expect(slow).toEqual([]);
});

test('a page of many links, headings, cells and unclosed marks is compiled', async () => {
  const text = ['[a](b#c) `x', '## a', '| a | b |', '<A x={', ':::note', '<!-- a'].map((line) => `${line}\n\n`.repeat(200)).join('');
  expect((await compileMarkdown(text, { source: 'page.mdx' })).problems.length).toBeGreaterThan(0);
});
