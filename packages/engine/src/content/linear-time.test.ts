/** No input of an author may take quadratic time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { elementsWithoutEffect, headMetadata } from './head-metadata.ts';
import { removeComments, readModules } from './mdx.ts';
import { firstHeading, plainText } from './excerpts.ts';
import { prepare } from './compile.ts';
import type { CompileServices } from './document.ts';
import { readLines } from './source-lines.ts';
import { parseFrontMatter } from './front-matter.ts';
import { breakIdentifiers } from './break-identifiers.ts';
import { dangerInSvg, inlineDiagram } from './svg.ts';
import { categoryIndexes } from './sidebar/categories.ts';
import { checkTabGroups } from './tabs.ts';
import { shownSize } from './picture-size.ts';
import { compileMarkdown, docSource } from './testing/compile-markdown.ts';

/** Pieces that open something and never close it, or that patterns can split in many ways. */
const PIECES = [
  '<!--',
  '<!DOCTYPE ',
  '<?xml ',
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
  '{a.map(',
  '{a && <b>',
  '{a ? (',
  '{[',
  '{`\n',
  '$a\n',
  "import a from 'b'; ",
  '<x>\n</x>',
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
  'export const A = () => <b>x</b>\n\n<A>',
  '<A b={<',
  '<A b={<b>c</b>} />` `` ',
  '<br />\na\n\n',
  '<A b={<i>c</i>}>\n',
  '<A b={<>\n<C>{`a\nb`}</C>\n</>}>\n\n',
  'import {',
  '&',
  ':',
  '    ',
  'a\n',
  '\n',
  '<!--\n',
  '<A\n',
  '<BrowserOnly>{() => <',
  '{\n',
  '# a\n',
  '<head>\n',
  '## {#a}\n',
  ':::note\n',
  '{{ inline a }}\n',
  '[a](b)\n',
  '```\n',
  '| a\n',
  'aA',
  '_',
];

/** Processor time in milliseconds, which excludes other processes. */
function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Prefixes after which a pattern can read the same characters repeatedly, and the text to repeat after them. */
const BEGINNINGS: readonly (readonly [beginning: string, piece: string])[] = [
  ['import {', '  '],
  ['{a.map(', '`` ` '],
  ['<A>\n', '<A b={`\n'],
  ['{a\n', '// '],
  ['{', '// '],
  ['<BrowserOnly>{() => <', '  '],
  ['```', '# '],
  ['```js ', '['],
  ['~~~', '> ~~~'],
  ['<svg>', '<g xmlns:a="b">'],
  ['<svg ', 'id="b" '],
];

const MEASUREMENTS = 3;

/** The shortest of several measurements, because the garbage collector and other processes only add time. */
const shortestTime = (work: () => void): number => Math.min(...Array.from({ length: MEASUREMENTS }, () => processorTime(work)));

const STEPS: Readonly<Record<string, (text: string) => void>> = {
  'steps on lines': (text) => void prepare('page.mdx', text, 1, () => 'missing'),
  comments: (text) => void removeComments(readLines(text, 1), () => undefined),
  modules: (text) => void readModules(readLines(text, 1), () => undefined),
  headings: (text) => void (firstHeading(text) ?? plainText(text)),
  'metadata in `<head>`': (text) => void [headMetadata(text), headMetadata(`${text}</head>`), elementsWithoutEffect(text, {})],
  'checks of drawings': (text) => void dangerInSvg(Buffer.from(text)),
  'drawings in pages': (text) =>
    inlineDiagram(
      { type: 'element', tagName: 'img', properties: {}, children: [] },
      { type: 'root', children: [] },
      text,
      { services: {} as CompileServices },
      () => undefined,
    ),
  'names in code': (value) =>
    breakIdentifiers({
      type: 'root',
      children: [{ type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value }] }],
    }),
};

const repeat = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Milliseconds of processor time that are too short to compare. */
const NOISE = 25;

// For 16 times the text a linear step takes 16 times as long, a quadratic one 256 times: noise cannot turn one into the other.
test.each(Object.keys(STEPS))('%s take linear time', (name) => {
  const step = STEPS[name] as (text: string) => void;
  const slow = [...PIECES.map((piece) => ['', piece] as const), ...BEGINNINGS].flatMap(([beginning, piece]) => {
    const long = processorTime(() => step(beginning + repeat(piece, 1 << 18)));
    const short = long <= 48 * NOISE ? NOISE : processorTime(() => step(beginning + repeat(piece, 1 << 14)));
    const ratio = long / Math.max(short, NOISE);
    return ratio > 48 ? [`${JSON.stringify(beginning + piece)}: ${ratio.toFixed(0)} times as long for 16 times the text`] : [];
  });
  expect(slow).toEqual([]);
});

/** Pieces that affect only the parser and the steps on trees. */
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
  ...[
    '<Note>a</Note>\n\n',
    '<docs-a>b</docs-a>\n',
    '<Tabs items={["a"]}>\n<Tab>\n',
    '> [!NOTE]\n> a\n\n',
    ':::details a\n',
    '::: code-group\n',
    '```js tab\na\n```\n',
  ],
  ...[
    '<iframe src="https://a.example">\n',
    '<style>\n',
    '[[toc]]\n\n## a\n\n',
    '|a_b.c|\n|-|\n|`a_b.cD`|\n\n',
    '  <A\n b="c"\n  >\n',
    '- [ ] a\n',
  ],
];

// Above the longest paragraph, because the time of the parser is quadratic below it. It is quadratic in the depth of blocks of
// HTML that are never closed, too: five seconds for 256 kB of `<div>`.
const [SHORT_PAGE, LONG_PAGE] = [1 << 16, 1 << 18];
const SHORT_TIME = 250;
/** Two doublings, each of which may take at most 2.5 times as long. For quadratic time, the factor would be 16. */
const MAX_FACTOR = 2.5 ** 2;

/**
 * Expects that a long page takes at most `MAX_FACTOR` times as long as a short one, which counts as at least `SHORT_TIME`. Other
 * processes and the garbage collector only add time, so the shortest of a few measurements of each counts.
 */
async function expectLinear(timeOf: (length: number) => Promise<number>): Promise<void> {
  let [short, long] = [0, Number.POSITIVE_INFINITY];
  for (let measured = 0; measured < MEASUREMENTS && long >= MAX_FACTOR * Math.max(short, SHORT_TIME); measured++) {
    long = Math.min(long, await timeOf(LONG_PAGE));
    // The time of the short page cannot change the result if the long one takes less than the minimum allows.
    if (long >= MAX_FACTOR * SHORT_TIME) short = short === 0 ? await timeOf(SHORT_PAGE) : Math.min(short, await timeOf(SHORT_PAGE));
  }
  expect(long / Math.max(short, SHORT_TIME)).toBeLessThan(MAX_FACTOR);
}

test.each([...new Set([...PIECES, ...TREE_PIECES])])('a page of many %j is compiled in linear time', async (piece) => {
  const timeOf = async (length: number): Promise<number> => {
    const start = process.cpuUsage();
    const { problems } = await compileMarkdown(repeat(piece, length), { source: 'page.mdx' });
    const { user, system } = process.cpuUsage(start);
    expect(problems.filter(({ message }) => /RangeError|call stack/.test(message))).toEqual([]);
    return (user + system) / 1000;
  };
  await expectLinear(timeOf);
});

test('a paragraph that is too long and elements that are never closed are reported with their lines', async () => {
  const long = await compileMarkdown(`# A\n\n${'word '.repeat(20_000)}\n\nThe end.\n`, { source: 'page.md' });
  expect(long.problems).toMatchObject([{ line: 3, severity: 'error', message: expect.stringContaining('longer than 65536 characters') }]);
  expect(long.html).toContain('The end.');
  const rows = await compileMarkdown(`| a |\n| - |\n${'| a row of a table |\n'.repeat(5000)}`, { source: 'page.md' });
  expect(rows.problems).toEqual([]);
  const deep = await compileMarkdown('> '.repeat(300), { source: 'page.md' });
  expect(deep.problems).toMatchObject([{ severity: 'error', message: expect.stringContaining('more than 200 levels deep') }]);
});

/** Texts of some length in which one thing is long or frequent and others refer to it. */
const LARGE: Readonly<Record<string, (size: number) => string>> = {
  'tabs with a list of their values': (size) =>
    `<Tabs values={[${range(size / 60, (n) => `{ label: "L${n}", value: "v${n}" }`).join(', ')}]}>\n${range(size / 60, (n) => `<TabItem value="v${n}">\n`).join('</TabItem>\n')}</TabItem>\n</Tabs>\n`,
  'a tag with many attributes': (size) => `<div\n${range(size / 16, (n) => `  data${n}x={y}`).join('\n')}\n>\na\n</div>\n`,
  'a tag with a long list': (size) => `<Props rows={[${range(size / 24, (n) => `{ name: "option${n}" }`).join(', ')}]} />\n`,
  'a picture with many sources': (size) => `<picture><source srcset="${','.repeat(size)}"><img src="a.png"></picture>\n`,
  'a wide table': (size) => `|${' a |'.repeat(size / 16)}\n|${' - |'.repeat(size / 16)}\n|${' `a_b` |'.repeat(size / 32)}\n`,
  'rows of many cells': (size) => `${'|a'.repeat(size / 10)}\n${'|-'.repeat(size / 10)}\n${`${'|a'.repeat(size / 10)}\n`.repeat(4)}`,
  'links to pages that are not there': (size) => range(size / 24, (n) => `[a](lost${n}.md)\n\n`).join(''),
  'links in expressions to pages that are not there': (size) => range(size / 40, (n) => `<a href={"lost${n}.md"}>b</a>\n\n`).join(''),
  footnotes: (size) => range(size / 24, (n) => `a[^n${n}]\n\n[^n${n}]: b\n\n`).join(''),
  'marked lines': (size) => `\`\`\`js {${'1-9999,'.repeat(size / 8)}1}\na\n\`\`\`\n`,
  'footnotes that are never closed': (size) => '[^'.repeat(size / 2),
  'spaces in code': (size) => `<CodeBlock>\n{\`${' '.repeat(size)}x\`}\n</CodeBlock>\n`,
  'headings with one text': (size) => '## The same words\n\n'.repeat(size / 20),
};

const range = (length: number, make: (n: number) => string): string[] => Array.from({ length: Math.floor(length) }, (_, n) => make(n));

test.each(Object.keys(LARGE))('%s take linear time', async (name) => {
  const make = LARGE[name] as (size: number) => string;
  const services = { components: { Props: { list: 'rows' } } };
  const timeOf = async (size: number): Promise<number> => {
    const start = process.cpuUsage();
    await compileMarkdown(make(size), { source: 'page.mdx', services });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  await expectLinear(timeOf);
});

test('front matter and groups of tabs take linear time', () => {
  const keys = (count: number): string => `---\n${range(count, (n) => `key${n}of: a\n`).join('')}---\n`;
  const groups = (count: number): Parameters<typeof checkTabGroups>[0] => {
    const set = (values: string): string => `<Tabs groupId="g">\n${values}</Tabs>\n`;
    const item = (n: number | string): string => `<TabItem value="v${n}">\n`;
    return [{ file: 'a.md', bodyLine: 1, body: set(range(count, item).join('')) + range(count, () => set(item('other'))).join('') }];
  };
  for (const step of [
    (count: number) => void parseFrontMatter('a.md', keys(count)),
    (count: number) => void checkTabGroups(groups(count)),
  ]) {
    const [short, long] = [5000, 20_000].map((count) => shortestTime(() => step(count))) as [number, number];
    expect(long / Math.max(short, NOISE)).toBeLessThan(2.5 ** 2);
  }
});

test('broken links in included files take linear time', async () => {
  const root = mkdtempSync(join(tmpdir(), 'linear-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  await expectLinear(async (size) => {
    writeFileSync(join(root, 'part.md'), range(size / 24, (n) => `[a](lost${n}.md)\n\n`).join(''));
    const start = process.cpuUsage();
    const { problems } = await compileMarkdown('{{ inline /part.md }}\n', { root });
    const { user, system } = process.cpuUsage(start);
    expect(problems.at(-1)).toMatchObject({ file: 'content/docs/part.md', line: 2 * Math.floor(size / 24) - 1 });
    return (user + system) / 1000;
  });
});

/** Texts that end with characters that a pattern does not allow, after a long run that it can divide in many ways. */
const ENDINGS: Readonly<Record<string, readonly [beginning: string, piece: string, end: string]>> = {
  'spaces after the colons of a directive': [':::', ' ', '-\u2028y'],
  'spaces after the name of a directive': [':::note', ' ', 'x\u2028y'],
  'spaces before a carriage return in a directive': [':::', ' ', '-\ry'],
  'spaces after the label of a directive': [':::note[a]', ' ', '-\u2029y'],
  'dashes in the name of a directive': [':::a', '-', ' x\u2028y'],
  'spaces in a snippet': ['<<< a', ' ', 'x y'],
  'spaces after the braces of a snippet': ['<<< a{1}', ' ', 'x y'],
  'spaces after an alignment': ['<p style="text-align: left', ' ', 'x">a</p>'],
  'spaces in an exported constant': ['export const a = x', ' ', 'y'],
  'dashes before a letter': ['', '-', 'x'],
  'spaces in the parameters of a list': ['{[1,2].map((', ' ', 'x => <b>x</b>)}'],
  'a long parameter of a list': ['{[1,2].map((', 'x', ' => <b>x</b>)}'],
  'backticks before a line separator': ['```', '`', ' x\u2028y'],
};

/** From a size at which even cubic time is short, so that the test fails soon. */
const GROWING = [1 << 8, 1 << 9, 1 << 10, 1 << 12, 1 << 14, 60_000, 1 << 18];

/** Expects that each size takes less time than the quadratic time of the largest. */
async function expectShort(work: (size: number) => unknown): Promise<void> {
  for (const size of GROWING) {
    const start = process.cpuUsage();
    await work(size);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000, `${size} characters`).toBeLessThan(4 * SHORT_TIME);
  }
}

test.each(Object.keys(ENDINGS))('%s take linear time', async (name) => {
  const [beginning, piece, end] = ENDINGS[name] as (typeof ENDINGS)[string];
  await expectShort((size) => compileMarkdown(beginning + repeat(piece, size) + end, { source: 'page.mdx' }));
});

test('spaces after the number of a size take linear time', async () => {
  await expectShort((size) => shownSize({ width: `1${repeat(' ', size)}x` }, { width: 1, height: 1 }));
});

test.each([
  ['spaces after the name of a region', '#region', ' ', 'x'],
  ['blank lines', '//#region b\n', '\n', 'x'],
])('%s in the file of a snippet take linear time', async (_, beginning, piece, end) => {
  const root = mkdtempSync(join(tmpdir(), 'linear-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  await expectShort((size) => {
    writeFileSync(join(root, 'a.js'), beginning + repeat(piece, size) + end);
    return compileMarkdown('<<< @/a.js#b\n', { root, source: 'page.mdx' });
  });
});

test.each([
  ['spaces in a heading', '## a', ' ', 'b\u2028c'],
  ['number signs in a heading', '## a', '#', 'b'],
  ['backticks that are never closed', 'a ', '`', ' b` ` c'],
])('%s in the excerpt of a post take linear time', async (_, beginning, piece, end) => {
  const root = mkdtempSync(join(tmpdir(), 'linear-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = join(root, 'sidebar.yaml');
  writeFileSync(file, 'blog:\n  - type: category\n    label: Posts\n    link: { type: generated-index, slug: all }\n    items: [a]\n');
  await expectShort(async (size) => {
    const body = `${beginning}${repeat(piece, size)}${end}\n\n<!-- truncate -->\n`;
    const options = { file, root, docs: [docSource('a.md', body)], basePath: '/docs', projectRoot: root, blogLocale: 'en' };
    const [index] = await categoryIndexes(options);
    expect(index?.body).toContain('A page');
  });
});
