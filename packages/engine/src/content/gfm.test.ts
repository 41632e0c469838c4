import type { Root } from 'hast';
import { markdownToHast } from 'satteri';
import { expect, test } from 'vitest';

import type { CompileServices } from './document.ts';
import { toHtml } from './html-tree.ts';
import { jumpLists, tables } from './gfm.ts';
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
