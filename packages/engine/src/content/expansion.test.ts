import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { prepare } from './compile.ts';
import type { DocSource, PageOutline } from './document.ts';
import { createLinkResolver } from './link-resolver.ts';
import { checkAnchors } from './links.ts';
import { withoutDeepLines } from './parser-limits.ts';
import { compileMarkdown, docSource, messages } from './testing/compile-markdown.ts';

test('a table with too many cells is shown as text', async () => {
  const page = await compileMarkdown(`${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${'|x|\n'.repeat(1000)}`);
  expect(page.html).not.toContain('<table');
  expect(messages(page)).toEqual(['2: The table has more than 200000 cells, so it is shown as text. Divide it.']);
});

test('a wide table of usual size is rendered as a table', async () => {
  const page = await compileMarkdown(`${'|a'.repeat(30)}|\n${'|-'.repeat(30)}|\n${`${'|x'.repeat(26)}|\n`.repeat(1000)}`);
  expect(page.html.match(/<tr>/g)).toHaveLength(1001);
  expect(messages(page)).toEqual([]);
});

const wide = (columns: number, row: string): string => `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${row}\n`;
const LACKING = /^\d+: The rows of the tables up to this one lack more than \d+ cells, so this table is shown as text\. Write all cells/;

test.each([
  ['one table', wide(387, '|x\n'.repeat(510))],
  ['many tables', wide(40, '|x\n'.repeat(100)).repeat(20)],
  ['few columns', wide(7, 'x\n'.repeat(20_000))],
  ['rows of escaped bars', wide(100, '|\\|\\|x\n'.repeat(600))],
  ['a wider row that looks like a delimiter row', wide(387, `${'|-'.repeat(388)}\n${'|x\n'.repeat(510)}`)],
  ['a row before it that looks like a delimiter row', `${'|-'.repeat(387)}\n${wide(387, '|x\n'.repeat(510))}`],
  ['tables in a quotation', wide(387, '|x\n'.repeat(510)).replace(/^(?=.)/gm, '> ')],
])('the rows of a page cannot lack many more cells than the page has characters: %s', async (_, source) => {
  const page = await compileMarkdown(source);
  expect(page.html.match(/<td/g)?.length ?? 0).toBeLessThan(5000 + 2 * source.length);
  expect(messages(page)).toContainEqual(expect.stringMatching(LACKING));
});

test('rows may lack some cells', async () => {
  const page = await compileMarkdown(wide(10, '| a name | and a value |\n'.repeat(1000)));
  expect(page.html.match(/<td/g)).toHaveLength(10_000);
  expect(messages(page)).toEqual([]);
});

test('a long definition with many references is reported and not repeated', async () => {
  const page = await compileMarkdown(`[a]: https://example.org "${'y'.repeat(50_000)}"\n\n${'[a]\n\n'.repeat(1000)}`);
  expect(page.html.length).toBeLessThan(1_000_000);
  expect(messages(page)).toEqual([
    '1: The definition of a reference is too long for the number of links on the page. Shorten its address or title.',
  ]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'JavaScript:alert(1)'])('a link to pathname://%s has no target', async (address) => {
  const { html } = await compileMarkdown(`[x](<pathname://${address}>) <a href="pathname://${address}">y</a>`);
  expect(html).not.toMatch(/href=/);
});

test.each([
  '<div>\n\n',
  '<ul><li>\n\n',
  '<div></b>\n\n',
  '<div><table></div></table>\n\n',
  '<div><button></div></button>\n\n',
  '<em>a\n\n',
  '<div>\n`<div>`\n\n',
])('elements that stay open, such as %j, are reported before they are parsed', async (piece) => {
  const found = messages(await compileMarkdown(`Text.\n\n${piece.repeat(5000)}`));
  expect(found.filter((message) => message.includes('nested'))).toEqual([
    expect.stringMatching(/^\d{4}: Quotations, lists, or elements are nested more than 200 levels deep\./),
  ]);
});

test.each([
  '<https://a.example>\n\n',
  '`<div>` and `List<b>`\n\n',
  '```html\n<div>\n```\n\n',
  '<p>\n\n',
  '<a name="x">\n\n',
  '<div></div> <b>x</b>\n\n',
])('a long page with %j is shown', async (piece) => {
  const page = await compileMarkdown(piece.repeat(2000));
  expect(messages(page)).toEqual([]);
});

test('only the first 50 broken links of a page get a suggestion', async () => {
  const found = messages(await compileMarkdown('[x](./othe.md)\n\n'.repeat(200)));
  expect(found).toHaveLength(200);
  expect(found.filter((message) => message.includes('did you mean'))).toHaveLength(50);
});

test('a placeholder of a component that the author writes does not repeat the component', async () => {
  const placeholders = '<x-component data-use="0">x</x-component>\n\n'.repeat(100);
  const { html } = await compileMarkdown(`<Card title="${'y'.repeat(10_000)}" href="https://example.org" />\n\n${placeholders}`, {
    source: 'page.mdx',
  });
  expect(html.match(/y{10000}/g)).toHaveLength(1);
});

test.each([
  ['constants as text', `export const a = '${'x'.repeat(50_000)}';\n\n`, '{a}\n\n'],
  ['constants as attributes', `export const a = '${'x'.repeat(50_000)}';\n\n`, '<Card title={a} />\n\n'],
  ['constants in lists', `export const a = '${'x'.repeat(50_000)}';\n\n`, '<TypeTable type={[a, a, a, a]} />\n\n'],
  ['data', `export const a = [{ b: '${'x'.repeat(50_000)}' }];\n\n`, '<TypeTable type={a} />\n\n'],
  ['front matter', '', '{frontMatter.a}\n\n'],
])('%s that a page repeats many times are reported and not repeated further', async (_, start, use) => {
  const frontMatter = { a: 'x'.repeat(50_000) } as object;
  const page = await compileMarkdown(start + use.repeat(1000), { source: 'page.mdx', doc: { frontMatter } });
  expect(page.html.length + page.markdown.length).toBeLessThan(9_000_000);
  expect(messages(page).filter((message) => message.includes('repeats its constants'))).toHaveLength(1);
});

test('a component of a page that repeats a long attribute is left out', async () => {
  const source = `export const A = ({ b }) => <p>${'{b}'.repeat(20_000)}</p>;\n\n<A b="${'x'.repeat(50_000)}" />\n\n<A b="c" />\n`;
  const page = await compileMarkdown(source, { source: 'page.mdx' });
  expect(page.html.length).toBeLessThan(1_000_000);
  expect(messages(page)).toContainEqual(expect.stringContaining('components that a page defines may add 262144 characters'));
});

test('an included file that repeats a long attribute is reported and does not repeat it further', () => {
  const body = `import B from './_b.mdx'\n\n<B a="${'x'.repeat(50_000)}" />\n`;
  const { markdown, problems } = prepare('page.mdx', body, 1, () => ({ text: '{props.a}\n\n'.repeat(20_000), file: '_b.mdx' }));
  expect(markdown.length).toBeLessThan(9_000_000);
  expect(problems.map(({ message }) => message)).toContain(
    'the attributes of <B/> are too long for the number of their uses in "./_b.mdx": shorten them',
  );
});

test('macros of formulas cannot expand a page without limit', async () => {
  const tens = ['\\a', '\\b'].map((name) => name.repeat(10));
  const macros = `\\def\\a{xxxxxxxxxx}\\def\\b{${tens[0]}}\\def\\c{${tens[1]}}`;
  const formula = (uses: number): string => `$$\n${macros}${'\\c'.repeat(uses)}\n$$\n\n`;
  const shown = await compileMarkdown(formula(1), { services: { math: true } });
  expect(messages(shown)).toEqual([]);
  expect(shown.html.match(/<mi>x<\/mi>/g)).toHaveLength(1000);
  const one = await compileMarkdown(`$$\n\\def\\a{${'x'.repeat(2000)}}${'\\a'.repeat(500)}\n$$\n`, { services: { math: true } });
  expect(messages(one)).toEqual([expect.stringContaining('Too many expansions')]);
  const parameters = `\\def\\a#1{${'#1'.repeat(200)}}\\def\\b{\\a{${'x'.repeat(300)}}}${'\\b'.repeat(80)}`;
  const repeated = await compileMarkdown(`$$\n${parameters}\n$$\n`, { services: { math: true } });
  expect(messages(repeated)).toEqual([expect.stringContaining('Too many expansions')]);
  const source = formula(8).repeat(100);
  const page = await compileMarkdown(source, { services: { math: true } });
  expect(page.html.length).toBeLessThan(source.length * 100);
  expect(messages(page)).toHaveLength(100);
});

test('macros of formulas add at most 100 characters for each of theirs', async () => {
  const tens = '\\b'.repeat(10);
  const formula = `$$\n\\def\\a{xxxxxxxxxx}\\def\\b{${'\\a'.repeat(10)}}${tens}\n$$\n\n`;
  const shown = await compileMarkdown(formula, { services: { math: true } });
  expect(messages(shown)).toEqual([]);
  const page = await compileMarkdown(formula.repeat(40), { services: { math: true } });
  expect(page.html.length).toBeLessThan(formula.length * 40 * 100 + 20_000);
  expect(messages(page).length).toBeGreaterThan(0);
  expect(messages(page)[0]).toMatch(
    /^\d+: the formula ".*" is shown as its source: the formulas of the page up to here would become \d+ characters, which is more than 100 for each of theirs, so use macros that repeat less$/s,
  );
});

test('one long formula is reported and shown as its source', async () => {
  const cells = (count: number): string => `$$\n\\begin{matrix}${'&'.repeat(count)}\\end{matrix}\n$$\n`;
  expect(messages(await compileMarkdown(cells(1000), { services: { math: true } }))).toEqual([]);
  const page = await compileMarkdown(`Text.\n\n${cells(100_000)}`, { services: { math: true } });
  expect(page.html).not.toContain('<math');
  expect(messages(page)).toEqual([
    '3: the formula "\\begin{matrix}&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&" is shown as its source: it is longer than 20000 characters, so divide it',
  ]);
  const all = await compileMarkdown(cells(15_000).repeat(4), { services: { math: true } });
  expect(all.html.match(/<math/g)).toHaveLength(3);
  expect(messages(all)).toEqual([expect.stringContaining('divide the page')]);
});

test('formulas without macros are shown, however many a page has', async () => {
  const page = await compileMarkdown(`${'$x$ '.repeat(100)}\n\n`.repeat(50), { services: { math: true } });
  expect(messages(page)).toEqual([]);
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'expansion-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

test('a page that shows a large drawing many times is reported and does not repeat it further', async () => {
  const root = folderWith({ 'a.svg': `<svg viewBox="0 0 90 90">${`<path d="${'M0 0'.repeat(5000)}"/>`.repeat(20)}</svg>` });
  const page = await compileMarkdown('![a](/a.svg)\n\n'.repeat(100), { root });
  expect(page.html.length).toBeLessThan(10_000_000);
  expect(messages(page)).toHaveLength(91);
  expect(messages(page)[0]).toBe(
    '19: image "/a.svg": the drawings on the page have more than 4000000 characters: divide the page, or show the drawing once',
  );
});

test('a page reads a file once, no matter how often it links to it', () => {
  const root = folderWith({ 'data.json': '[1]' });
  const doc = docSource('page.md', '', { absolute: join(root, 'page.md') });
  const resolver = createLinkResolver({ docs: [doc], root, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] });
  const { resolveTarget } = resolver.resolverFor(doc);
  const first = resolveTarget('data.json#a');
  // The address contains a hash of the content.
  writeFileSync(join(root, 'data.json'), '[2]');
  expect(resolveTarget('./data.json#a')).toEqual(first);
  expect(resolver.resolverFor(doc).resolveTarget('data.json#a')).not.toEqual(first);
});

test('repeated lists of cards are reported and left out', async () => {
  const cards = Array.from({ length: 5000 }, (_, number) => ({ label: `Page ${number}`, href: '/docs/quickstart' }));
  const page = await compileMarkdown('<DocCardList />\n\n'.repeat(10), { source: 'page.mdx', doc: { cards } });
  expect(page.html.match(/<li>/g)).toHaveLength(20_000);
  expect(page.markdown.match(/^- \[/gm)).toHaveLength(20_000);
  expect(messages(page)).toHaveLength(6);
  expect(messages(page)[0]).toContain('the lists of the page have more than 20000 cards: remove repeated lists');
});

test('the broken links of all pages are compared with a limited number of ids', () => {
  const large = { path: '/docs/large', anchors: new Set(Array.from({ length: 100_000 }, (_, number) => `part-${number}`)) };
  const reference = { target: 'large.md#parts-1', path: large.path, anchor: 'parts-1' };
  const pages = Array.from({ length: 200 }, (_, number) => ({
    path: `/docs/${number}`,
    file: 'a.md',
    anchors: new Set(),
    references: [reference],
  }));
  const found = checkAnchors({
    pages: pages as unknown as PageOutline[],
    others: [large],
    lineOf: () => 1,
    isKnownMissing: () => false,
    severity: 'error',
  });
  expect(found).toHaveLength(200);
  expect(found.filter(({ message }) => message.endsWith('did you mean "#part-1"?'))).toHaveLength(49);
});

test('paragraphs of character references cannot fill the memory, because the parser copies the text before each', async () => {
  const page = await compileMarkdown(`Start.\n\n${`${'&amp;'.repeat(10_000)}\n\n`.repeat(20)}`);
  expect(messages(page)).toEqual([expect.stringMatching(/^3: The paragraphs up to this one have too many character references/)]);
  const usual = await compileMarkdown(`${'a &lt; b &amp; c '.repeat(500)}\n\n`.repeat(10));
  expect(messages(usual)).toEqual([]);
  expect(usual.html.match(/a &#x3C; b|a &lt; b/g)).toHaveLength(5000);
  expect(messages(await compileMarkdown(`- ${'&#60;'.repeat(100)}\n`.repeat(120)))).toEqual([]);
});

test('long ids are not compared with broken links, because a page can contain hundreds of kilobytes of them', () => {
  const at = (id: string) => ({
    path: '/docs/a',
    file: 'a.md',
    anchors: new Set([`${id}s`]),
    references: [{ target: `#${id}`, path: '/docs/a', anchor: id }],
  });
  const found = (id: string): string | undefined =>
    checkAnchors({ pages: [at(id)] as unknown as PageOutline[], lineOf: () => 1, isKnownMissing: () => false, severity: 'error' })[0]
      ?.message;
  expect(found('part')).toContain('did you mean "#parts"?');
  expect(found('x'.repeat(10_000))).not.toContain('did you mean');
});

test('the tables of a page have a limited number of cells, however few columns they have', async () => {
  const one = await compileMarkdown(`|a|b|\n|-|-|\n${'|x|y|\n'.repeat(101_000)}`);
  expect(one.html).not.toContain('<table');
  expect(messages(one)).toEqual(['2: The table has more than 200000 cells, so it is shown as text. Divide it.']);
  const table = (rows: number): string => `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(rows)}\n`;
  const many = await compileMarkdown(table(1000) + table(99_500));
  expect(many.html.match(/<table/g)).toHaveLength(1);
  expect(messages(many)).toEqual([expect.stringContaining('The tables up to this one have more than 200000 cells')]);
});

test('a page with thousands of references to footnotes is reported', async () => {
  const page = await compileMarkdown(`[^a]: b\n\n${'c[^a][^a]\n\n'.repeat(4000)}`);
  expect(page.html.length).toBeLessThan(2_000_000);
  expect(messages(page)).toEqual([expect.stringMatching(/: The page has more than 5000 references to footnotes\. Divide it\.$/)]);
});

test('ranges of lines cost time in relation to the lines of their block', async () => {
  const began = performance.now();
  await compileMarkdown('```text {1-10000}\na\n```\n'.repeat(5000));
  const ranged = performance.now() - began;
  await compileMarkdown('```text {1-1}\na\n```\n'.repeat(5000));
  expect(ranged).toBeLessThan(5 * (performance.now() - began - ranged) + 500);
});

test('lists of contents are left out if they are far longer than the headings of the page', async () => {
  const page = await compileMarkdown(`${'<TOCInline toc={toc} />\n\n'.repeat(10)}${`## ${'<'.repeat(100)}\n\n`.repeat(500)}`, {
    source: 'page.mdx',
  });
  expect(page.html.length).toBeLessThan(35 * 52_000);
  expect(messages(page)).toContainEqual(expect.stringContaining('the lists of contents of the page are far longer than its headings'));
});

test('unknown routes of all pages are compared with a limited number of routes', () => {
  const docs = Array.from({ length: 5000 }, (_, number) => docSource(`page${number}.md`, 'short'));
  const resolver = createLinkResolver({ docs, root: '/', inlineRoot: '/', otherPaths: [], staticDirectories: [], knownMissing: [] });
  const found = Array.from({ length: 1500 }, () => resolver.nearestPath('/docs/page1x'));
  expect(found.filter((near) => near !== null)).toHaveLength(1000);
});

test('the pages of a site cannot repeat a drawing without limit', () => {
  const root = folderWith({});
  const docs = Array.from({ length: 3 }, (_, number) => docSource(`page${number}.md`, 'short'));
  const resolver = createLinkResolver({ docs, root, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] });
  const { countRepeated } = resolver.resolverFor(docs[0] as DocSource);
  expect([1, 2, 3, 4].map(() => countRepeated('/a.svg', 2_000_000))).toEqual([true, true, true, false]);
  expect(countRepeated('/b.svg', 1)).toBe(false);
});

test('the pages of a site cannot repeat an included file without limit', () => {
  const root = folderWith({ 'part.md': 'word '.repeat(20_000), 'other.md': 'word '.repeat(20_000) });
  const docs = Array.from({ length: 100 }, (_, number) =>
    docSource(`page${number}.md`, 'short', { absolute: join(root, `page${number}.md`) }),
  );
  const resolver = createLinkResolver({ docs, root, inlineRoot: root, otherPaths: [], staticDirectories: [], knownMissing: [] });
  const read = docs.map((doc) => {
    const { readInclude } = resolver.resolverFor(doc);
    return [readInclude('/part.md'), readInclude('/other.md')];
  });
  expect(
    read
      .slice(0, 25)
      .flat()
      .every((found) => typeof found === 'object'),
  ).toBe(true);
  expect(read.flat().filter((found) => typeof found === 'object')).toHaveLength(52);
  expect(read.at(-1)).toEqual(['repeated', 'silent']);
});

test.each(['>', '> ', '* ', '-\t', '1. ', '2) > ', '[^a]: >', '[^a]: [^b]: '])(
  'a line that starts with thousands of %j is reported and left out before it is parsed',
  async (mark) => {
    const page = await compileMarkdown(`Before.[^a]\n\n${mark.repeat(201)}<td>\n\nAfter.`);
    // After parsing, the whole page would be left out, and the line would not be known.
    expect(messages(page)[0]).toMatch(/^3: Quotations, lists, or elements are nested more than 200 levels deep\./);
    expect(page.html).toMatch(/Before\.[^]*<p>After\.<\/p>/);
  },
);

test('an error on a page with nested marks, whose line is searched in the whole page, does not parse them', async () => {
  const deep = Array.from({ length: 20 }, (_, row) => `${' '.repeat(300 * row)}${'- '.repeat(150)}a`).join('\n');
  for (const nested of ['>'.repeat(65_000), deep]) {
    const page = await compileMarkdown(`[x](./none.md) [y](./none.md)\n\n${nested}\n`);
    expect(messages(page).some((message) => message.includes('nested more than 200 levels deep'))).toBe(true);
  }
});

test('lines, texts, and code that only look like nested marks stay as they are', async () => {
  const long = 300;
  const lines = [
    '* '.repeat(long),
    '- '.repeat(long),
    '*'.repeat(long),
    '-'.repeat(long),
    `> ${'- '.repeat(long)}`,
    `a ${'> '.repeat(long)}`,
  ];
  const page = await compileMarkdown(`${lines.join('\n\n')}\n\n\`\`\`\n${'>'.repeat(long)}\n${'- '.repeat(long)}a\n\`\`\`\n`);
  expect(messages(page)).toEqual([]);
  expect(page.html.match(/<hr>/g)).toHaveLength(5);
  expect(page.html).toContain('>'.repeat(long));
});

test('descriptions and feeds leave out lines that are nested too deeply', () => {
  expect(withoutDeepLines(`a\n${'> '.repeat(201)}b\n${'> '.repeat(200)}c`)).toBe(`a\n\n${'> '.repeat(200)}c`);
});

test('quotations and lists within others are limited in number', async () => {
  const blocks = ['> ', '- ', '1. '].map((mark) => `${mark.repeat(80)}a\n\n`);
  // The line of the message shows that all three count.
  const page = await compileMarkdown(blocks.join('').repeat(500));
  expect(messages(page)).toEqual([
    expect.stringMatching(/^2531: The page has more than 100000 quotations and lists within others\. Divide it\.$/),
  ]);
});
