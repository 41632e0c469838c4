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
import { readDrawing, writeDrawing } from './plain-svg.ts';
import { inlineDiagram, withTextLabels } from './svg.ts';
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

/** Processor time of this thread in milliseconds, which excludes other processes and the threads that collect garbage. */
async function processorTime(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Creates a folder that is removed after the test. */
function temporaryFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'linear-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
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
  ['<svg xmlns="http://www.w3.org/2000/svg"><path d="a1', '  '],
  ['<svg xmlns="http://www.w3.org/2000/svg"><path d="a', '1 '],
  ['<svg xmlns="http://www.w3.org/2000/svg"><g style="fill:url(', '  '],
];

/** Maximum number of measurements. The first ones are enough, except on a busy machine. */
const MEASUREMENTS = 12;

/**
 * Returns how many times as long the work takes for the size `long` as for the size `short`; 0 if the time for `long` is so short that
 * the ratio cannot reach `max`. The short work counts as at least `minimum` milliseconds, and is repeated until it has processed as much
 * as the long one, so that both leave the same amount of garbage. Other processes only add time, so the shortest of a few measurements of
 * each counts.
 */
async function ratioOf(work: (size: number) => unknown, long: number, short: number, minimum: number, max: number): Promise<number> {
  let [longTime, shortTime] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const repetitions = Math.round(long / short);
  for (let measured = 0; measured < MEASUREMENTS; measured++) {
    longTime = Math.min(longTime, await processorTime(() => work(long)));
    if (longTime < max * minimum) return 0;
    const repeated = await processorTime(async () => {
      for (let done = 0; done < repetitions; done++) await work(short);
    });
    shortTime = Math.min(shortTime, repeated / repetitions);
    if (longTime < max * shortTime) break;
  }
  return longTime / Math.max(shortTime, minimum);
}

const STEPS: Readonly<Record<string, (text: string) => void>> = {
  'steps on lines': (text) => void prepare('page.mdx', text, 1, () => 'missing'),
  comments: (text) => void removeComments(readLines(text, 1), () => undefined),
  modules: (text) => void readModules(readLines(text, 1), () => undefined),
  headings: (text) => void (firstHeading(text) ?? plainText(text)),
  'metadata in `<head>`': (text) => void [headMetadata(text), headMetadata(`${text}</head>`), elementsWithoutEffect(text, {})],
  'drawings that are read and written again': (text) => {
    const { root } = readDrawing(withTextLabels(text));
    if (root !== null) writeDrawing(root);
  },
  'drawings in pages': (text) =>
    inlineDiagram(
      { type: 'element', tagName: 'img', properties: {}, children: [] },
      { type: 'root', children: [] },
      text,
      1,
      { services: {} as CompileServices },
      () => undefined,
    ),
  'names in code': (value) =>
    breakIdentifiers({
      type: 'root',
      children: [{ type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value }] }],
    }),
};

/** Lengths of a text for the steps: the shortest, the one that is measured first, and the longest, which is seldom necessary. */
const [SHORT_TEXT, FIRST_TEXT, LONG_TEXT] = [1 << 12, 1 << 14, 1 << 16];
/** For 16 times the text a linear step takes 16 times as long, a quadratic one 256 times: noise cannot turn one into the other. */
const MAX_STEP_FACTOR = 48;
/** For 4 times the text. A quadratic part of the time that leads to this factor leads to `MAX_STEP_FACTOR` for 16 times the text. */
const MAX_FIRST_FACTOR = 5.6;

const repeat = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Milliseconds of processor time that are too short to compare. */
const NOISE = 2;

test.each(Object.keys(STEPS))('%s take linear time', async (name) => {
  const step = STEPS[name] as (text: string) => void;
  const slow: string[] = [];
  for (const [beginning, piece] of [...PIECES.map((one) => ['', one] as const), ...BEGINNINGS]) {
    const at = (length: number): void => step(beginning + repeat(piece, length));
    const first = await processorTime(() => at(FIRST_TEXT));
    // If the time were quadratic, that of the longest text would be too short to compare.
    if (first < (MAX_STEP_FACTOR * NOISE) / 4 ** 2) continue;
    if (first < MAX_FIRST_FACTOR * (await processorTime(() => at(SHORT_TEXT)))) continue;
    const ratio = await ratioOf(at, LONG_TEXT, SHORT_TEXT, NOISE, MAX_STEP_FACTOR);
    if (ratio > MAX_STEP_FACTOR) slow.push(`${JSON.stringify(beginning + piece)}: ${ratio.toFixed(0)} times as long for 16 times the text`);
  }
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

// The longest one is above the longest paragraph, because the time of the parser is quadratic below it. It is quadratic in the depth
// of blocks of HTML that are never closed, too: five seconds for 256 kB of `<div>`.
const [SHORT_PAGE, MIDDLE_PAGE, LONG_PAGE] = [1 << 15, 1 << 16, 1 << 17];
const SHORT_TIME = 80;
/** For the quadruple length. For quadratic time, the factor would be 16. */
const MAX_FACTOR = 2.5 ** 2;
/** For the double length. A quadratic part of the time that leads to this factor leads to `MAX_FACTOR` for the quadruple length. */
const MAX_MIDDLE_FACTOR = 2.375;

/**
 * Expects that a long page takes at most `MAX_FACTOR` times as long as a short one, which counts as at least `SHORT_TIME`. The long one
 * takes most of the time, so it is compiled only if shorter ones do not show that its time is linear or too short to compare.
 */
async function expectLinear(work: (length: number) => unknown): Promise<void> {
  const maxTime = MAX_FACTOR * SHORT_TIME;
  const short = await processorTime(() => work(SHORT_PAGE));
  if (short < maxTime / 4 ** 2) return;
  const middle = await processorTime(() => work(MIDDLE_PAGE));
  if (middle < maxTime / 2 ** 2 || middle < MAX_MIDDLE_FACTOR * short) return;
  const ratio = await ratioOf(work, LONG_PAGE, SHORT_PAGE, SHORT_TIME, MAX_FACTOR);
  expect(ratio).toBeLessThan(MAX_FACTOR);
}

test.each([...new Set([...PIECES, ...TREE_PIECES])])('a page of many %j is compiled in linear time', async (piece) => {
  await expectLinear(async (length) => {
    const { problems } = await compileMarkdown(repeat(piece, length), { source: 'page.mdx' });
    expect(problems.filter(({ message }) => /RangeError|call stack/.test(message))).toEqual([]);
  });
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
  'a wide table': (size) => `|${' a |'.repeat(size / 32)}\n|${' - |'.repeat(size / 32)}\n|${' `a_b` |'.repeat(size / 64)}\n`,
  'rows of many cells': (size) => `${'|a'.repeat(size / 20)}\n${'|-'.repeat(size / 20)}\n${`${'|a'.repeat(size / 20)}\n`.repeat(4)}`,
  'links to pages that are not there': (size) => range(size / 24, (n) => `[a](lost${n}.md)\n\n`).join(''),
  'links in expressions to pages that are not there': (size) => range(size / 40, (n) => `<a href={"lost${n}.md"}>b</a>\n\n`).join(''),
  footnotes: (size) => range(size / 24, (n) => `a[^n${n}]\n\n[^n${n}]: b\n\n`).join(''),
  'marked lines': (size) => `\`\`\`js {${'1-9999,'.repeat(size / 8)}1}\na\n\`\`\`\n`,
  'footnotes that are never closed': (size) => '[^'.repeat(size / 2),
  'spaces in code': (size) => `<CodeBlock>\n{\`${' '.repeat(size)}x\`}\n</CodeBlock>\n`,
  'code with nested brackets': (size) => `\`\`\`swift\n${'((\n'.repeat(size / 3)}\`\`\`\n`,
  'invisible characters': (size) => '\u{e0041}'.repeat(size / 2),
  'selectors of variants after letters': (size) => 'é\u{fe00}\u{fe00}'.repeat(size / 3),
  'flags and tag characters': (size) => `\u{1f3f4}${'\u{e0041}'.repeat(9)}`.repeat(size / 20),
  'headings with one text': (size) => '## The same words\n\n'.repeat(size / 20),
};

const range = (length: number, make: (n: number) => string): string[] => Array.from({ length: Math.floor(length) }, (_, n) => make(n));

test.each(Object.keys(LARGE))('%s take linear time', async (name) => {
  const make = LARGE[name] as (size: number) => string;
  const services = { components: { Props: { list: 'rows' } } };
  await expectLinear((size) => compileMarkdown(make(size), { source: 'page.mdx', services }));
});

test('front matter and groups of tabs take linear time', async () => {
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
    const ratio = await ratioOf(step, 20_000, 5000, NOISE, MAX_FACTOR);
    expect(ratio).toBeLessThan(MAX_FACTOR);
  }
});

test('broken links in included files take linear time', async () => {
  const root = temporaryFolder();
  await expectLinear(async (size) => {
    writeFileSync(join(root, 'part.md'), range(size / 24, (n) => `[a](lost${n}.md)\n\n`).join(''));
    const { problems } = await compileMarkdown('{{ inline /part.md }}\n', { root });
    expect(problems.at(-1)).toMatchObject({ file: 'content/docs/part.md', line: 2 * Math.floor(size / 24) - 1 });
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
  'blank lines in a command': ['```sh npm2yarn\n', '\n', 'x\n```'],
  'blank lines in indented code': ['    a\n', '\n', '    b'],
  'letters in the size of a picture': ['![a](b.png){width="!', 'a', '"}'],
  'slashes in a link': ['[a](b', '/', 'c)'],
};

/** From a size at which even cubic time is short, so that the test fails soon. */
const GROWING = [1 << 8, 1 << 9, 1 << 10, 1 << 12, 1 << 14, 60_000];
/** Milliseconds of processor time that are short on any machine. Only a longer time is compared. */
const SHORT = 125;

/** Expects that no size that takes long takes more than `MAX_FACTOR` times as long as a quarter of it. */
async function expectShort(work: (size: number) => unknown): Promise<void> {
  for (const size of [...GROWING, MIDDLE_PAGE, LONG_PAGE]) {
    const time = await processorTime(() => work(size));
    // If the time were quadratic, that of the long page would also be short.
    if (size === MIDDLE_PAGE && time < SHORT) return;
    if (time < SHORT) continue;
    const ratio = await ratioOf(work, size, size / 4, SHORT / 4 ** 2, MAX_FACTOR);
    expect(ratio, `${size} characters`).toBeLessThan(MAX_FACTOR);
  }
}

test.each(Object.keys(ENDINGS))('%s take linear time', async (name) => {
  const [beginning, piece, end] = ENDINGS[name] as (typeof ENDINGS)[string];
  await expectShort((size) => compileMarkdown(beginning + repeat(piece, size) + end, { source: 'page.mdx' }));
});

test.each(['cursor="', 'preserveAspectRatio="', 'transform="rotate(1)', 'style="paint-order:', 'style="fill:red!', 'fill="url('])(
  'spaces in an attribute of a drawing take linear time: %s',
  async (beginning) => {
    await expectShort((size) => readDrawing(`<svg xmlns="http://www.w3.org/2000/svg"><path ${beginning}${' '.repeat(size)}!"/></svg>`));
  },
);

test('spaces after the number of a size take linear time', async () => {
  await expectShort((size) => shownSize({ width: `1${repeat(' ', size)}x` }, { width: 1, height: 1 }));
});

test.each([
  ['spaces after the name of a region', '#region', ' ', 'x'],
  ['blank lines', '//#region b\n', '\n', 'x'],
])('%s in the file of a snippet take linear time', async (_, beginning, piece, end) => {
  const root = temporaryFolder();
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
  const root = temporaryFolder();
  const file = join(root, 'sidebar.yaml');
  writeFileSync(file, 'blog:\n  - type: category\n    label: Posts\n    link: { type: generated-index, slug: all }\n    items: [a]\n');
  await expectShort(async (size) => {
    const body = `${beginning}${repeat(piece, size)}${end}\n\n<!-- truncate -->\n`;
    const options = { file, root, docs: [docSource('a.md', body)], basePath: '/docs', projectRoot: root, blogLocale: 'en' };
    const [index] = await categoryIndexes(options);
    expect(index?.body).toContain('A page');
  });
});
