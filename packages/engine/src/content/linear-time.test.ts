/** No text of an author may take quadratic time. */
import { expect, test } from 'vitest';

import { removeComments, readModules } from './mdx.ts';
import { firstHeading, plainText } from './load-docs.ts';
import { prepare } from './compile.ts';
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

/** Pieces that matter only to the parser and to the steps on trees. */
const TREE_PIECES = [
  ...['- a\n  ', '- ', '1. a\n', '> a\n> ', '<div>', '<b>', '[^a]', '[^a]: b\n', '$', '$$\n', 'a|b\n-|-\n', '## a\n\nb\n\n'],
  ...[
    '```js\na\n```\n',
    '<Tabs>\n\n',
    '<TabItem value="a">\n',
    'https://a.b/',
    'www.a.',
    'a@b.c ',
    '*a _b ',
    '![a](b)\n',
    ':a:',
    '[[',
    '[a]: b\n',
  ],
  ...['[a]\n', '<a href="#b">', '&amp;', '&amp;\n', '_a\n', '<details>\n', '</details>\n', '<details><summary>a</summary>\n\n'],
];

// Above the longest paragraph, because the time of the parser is quadratic below it. It is quadratic in the depth of blocks of
// HTML that are never closed, too: five seconds for 256 kB of `<div>`.
const [SHORT_PAGE, LONG_PAGE] = [1 << 16, 1 << 18];
const SHORT_TIME = 250;

test.each([...new Set([...PIECES, ...TREE_PIECES])])('a page of many %j is compiled in linear time', async (piece) => {
  const timeOf = async (length: number): Promise<number> => {
    const start = process.cpuUsage();
    const { problems } = await compileMarkdown(repeat(piece, length), { source: 'page.mdx' });
    const { user, system } = process.cpuUsage(start);
    expect(problems.filter(({ message }) => /RangeError|call stack/.test(message))).toEqual([]);
    return (user + system) / 1000;
  };
  const short = await timeOf(SHORT_PAGE);
  const long = await timeOf(LONG_PAGE);
  // Linear: 4; quadratic: 16.
  expect(long / Math.max(short, SHORT_TIME)).toBeLessThan(9);
});

test('a paragraph that is too long and elements that are never closed are reported with their place', async () => {
  const long = await compileMarkdown(`# A\n\n${'word '.repeat(20_000)}\n\nThe end.\n`, { source: 'page.md' });
  expect(long.problems).toMatchObject([{ line: 3, severity: 'error', message: expect.stringContaining('longer than 65536 characters') }]);
  expect(long.html).toContain('The end.');
  const rows = await compileMarkdown(`| a |\n| - |\n${'| a row of a table |\n'.repeat(5000)}`, { source: 'page.md' });
  expect(rows.problems).toEqual([]);
  const deep = await compileMarkdown('> '.repeat(300), { source: 'page.md' });
  expect(deep.problems).toMatchObject([{ severity: 'error', message: expect.stringContaining('more than 200 levels deep') }]);
});
