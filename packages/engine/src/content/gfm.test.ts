import type { Element, Root } from 'hast';
import { markdownToHast } from 'satteri';
import { expect, test } from 'vitest';

import type { CompileServices } from './document.ts';
import { jumpLists, tables } from './gfm.ts';
import { createElement, toHtml } from './html-tree.ts';
import { compileMarkdown } from './testing/compile-markdown.ts';

test.each([
  [
    'a text that is longer than half a line on a phone',
    '| Name | Meaning |\n| --- | --- |\n| a | This text takes several lines beside a name. |',
    'table pairs',
  ],
  ['short texts', '| Name | Meaning |\n| --- | --- |\n| a | one word |', 'table'],
  ['a third column', '| a | b | c |\n| --- | --- | --- |\n| 1 | This text takes several lines beside a name. | 3 |', 'table'],
  [
    'a third column with a text of four lines on a phone',
    '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | This text takes four lines or more in a third of a phone. |',
    'table cards',
  ],
  [
    'three columns with names in the first',
    '| a | b | c |\n| --- | --- | --- |\n| `one` | 2 | 3 |\n| [`two`](#two) | 2 | 3 |',
    'table cards',
  ],
  [
    'three columns whose names are together wider than a phone',
    '| What | Ingested | Edited |\n| --- | --- | --- |\n| Dataset | `datasetProperties` | `editableSchemaMetadata` |',
    'table cards',
  ],
  [
    'three columns whose long names have break opportunities',
    '| What | Ingested | Edited |\n| --- | --- | --- |\n| Dataset | `include_operational_stats_of_all_tables` | `include_operational_stats_of_all_views` |',
    'table',
  ],
  ['a column without a name', '| | b |\n| --- | --- |\n| 1 | This text takes several lines beside a name. |', 'table'],
])('tables get the class for their layout on phones: %s', (_what, markdown, className) => {
  const tree = markdownToHast(markdown, { position: false }) as Root;
  tables(tree, { services: {} as CompileServices });
  expect(toHtml(tree)).toContain(`<div class="${className}"`);
});

test.each([
  ['links to three sections', '- [A](#a)\n- [B](#b)\n- [C](#c)', true],
  ['two links', '- [A](#a)\n- [B](#b)', false],
  ['a text after a link', '- [A](#a)\n- [B](#b): text\n- [C](#c)', false],
  ['a link to another page', '- [A](#a)\n- [B](./b.md)\n- [C](#c)', false],
])('a list of section links becomes a row of links: %s', (_what, markdown, isRow) => {
  const tree = markdownToHast(markdown, { position: false }) as Root;
  jumpLists(tree);
  expect(toHtml(tree).includes('<ul class="jumps">')).toBe(isRow);
});

test('a table whose header has no text has no header', () => {
  const tree = markdownToHast('|  |  |\n| --- | --- |\n| Type | text |\n', { position: false }) as Root;
  tables(tree, { services: {} as CompileServices });
  expect(toHtml(tree)).toMatch(/<table>\s*<tbody>\s*<tr>\s*<td>Type<\/td>/);
  const partly = markdownToHast('|  | b |\n| --- | --- |\n| Type | text |\n', { position: false }) as Root;
  tables(partly, { services: {} as CompileServices });
  expect(toHtml(partly)).toMatch(/<thead>\s*<tr>\s*<td><\/td>\s*<th>b<\/th>/);
});

test('cells after the last column of a table are reported', async () => {
  const { problems } = await compileMarkdown(
    '| a | b |\n|:--|---|\n| 1 | 2 |\n| `x | y` | lost |\n| `x \\| y` | kept |\n| 1 | 2 | |\n\n| no | table |\n\n> | a |\n> |---|\n> | 1 | lost too |\n\n```md\n| a |\n|---|\n| 1 | 2 |\n```\n',
  );
  expect(problems.map(({ line, severity, message }) => [line, severity, /so "(.*)" is left out/.exec(message)?.[1]])).toEqual([
    [4, 'warning', 'lost'],
    [12, 'warning', 'lost too'],
  ]);
});

const labelled = (name: string): string => `| a | ${name} | c | d |\n| --- | --- | --- | --- |\n${'| 1 | 2 | 3 | 4 |\n'.repeat(1000)}`;

test('cells repeat at most 80 characters of the name of their column', async () => {
  const { html } = await compileMarkdown(labelled('x'.repeat(10_000)));
  expect(html).toContain(`data-label="${'x'.repeat(80)}…"`);
  expect(html.length).toBeLessThan(300_000);
  expect((await compileMarkdown(labelled('word '.repeat(16).trim()))).html).toContain(`data-label="${'word '.repeat(16).trim()}"`);
  expect((await compileMarkdown(labelled('word '.repeat(17).trim()))).html).toContain(`data-label="${'word '.repeat(16).trim()}…"`);
});

test('the names of tables repeat at most 120 characters of the heading above them', async () => {
  const { html } = await compileMarkdown(`## ${'x'.repeat(10_000)}\n\n${'| a |\n| - |\n\n'.repeat(1000)}`);
  expect(html).toContain(`aria-label="Table: ${'x'.repeat(120)}…"`);
  expect(html.length).toBeLessThan(400_000);
});

/** Returns a table with rows of one cell. */
function narrowRows(columns: number, rows: number): Root {
  const row = (tagName: string, cells: number): Element =>
    createElement(
      'tr',
      {},
      Array.from({ length: cells }, () => createElement(tagName, {}, [{ type: 'text', value: 'x' }])),
    );
  const body = Array.from({ length: rows }, () => row('td', 1));
  const parts = [createElement('thead', {}, [row('th', columns)]), createElement('tbody', {}, body)];
  return { type: 'root', children: [createElement('table', {}, parts)] };
}

test('a table can have more rows than a call can have arguments', () => {
  const tree = narrowRows(3, 333_000);
  expect(() => tables(tree, { services: {} as CompileServices })).not.toThrow();
});

test('the rows of a table are collected a fixed number of times, no matter how many columns it has', () => {
  const readsOf = (columns: number): number => {
    const tree = narrowRows(columns, 1);
    const table = tree.children[0] as Element;
    let { children } = table;
    let reads = 0;
    Object.defineProperty(table, 'children', {
      get: () => {
        reads += 1;
        return children;
      },
      set: (value: Element[]) => {
        children = value;
      },
    });
    tables(tree, { services: {} as CompileServices });
    return reads;
  };
  expect(readsOf(1000)).toBe(readsOf(5));
});

test('the tables of a page repeat labels and headings in relation to their cells, also if each character is escaped', async () => {
  const quotes = '"'.repeat(70);
  const rows = `| a | ${quotes} | ${quotes} | ${quotes} |\n|-|-|-|-|\n${'|x|x|x|x|\n'.repeat(5000)}`;
  const headings = `## ${quotes}\n\n${'|a|\n|-|\n|b|\n\n'.repeat(3000)}`;
  for (const source of [rows, headings]) {
    const { html } = await compileMarkdown(source);
    expect(html).toContain('<table');
    expect(html.length).toBeLessThan(50 * source.length);
  }
  expect((await compileMarkdown(headings)).html).toMatch(/aria-label="Table: (?:&#x22;|&quot;)/);
});

test.each([
  ['Done :tada: and :rocket:!', 'Done 🎉 and 🚀!'],
  ['**:tada:** it is', '<strong>🎉</strong> it is'],
  ['The tag urn:li:tag:gold', 'The tag urn:li:tag:gold'],
  ['From 10:date:12 on, a :kestrel: and a::tada::b', 'From 10:date:12 on, a :kestrel: and a::tada::b'],
  ['Write `:tada:`', 'Write <code>:tada:</code>'],
])('%j', async (markdown, html) => {
  expect((await compileMarkdown(`${markdown}\n`)).html).toContain(`<p>${html}</p>`);
});

test('emoji are part of a heading but not of its id', async () => {
  const { html, headings } = await compileMarkdown('## Start :rocket:\n');
  expect(html).toContain('>Start 🚀<');
  expect(headings).toMatchObject([{ text: 'Start 🚀', id: 'start-' }]);
});
