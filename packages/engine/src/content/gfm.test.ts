import type { Root } from 'hast';
import { markdownToHast } from 'satteri';
import { expect, test } from 'vitest';

import { toHtml } from './html-tree.ts';
import { breakIdentifiers } from './gfm.ts';

function cell(code: string): string {
  const tree = markdownToHast(`| a |\n| --- |\n| ${code} |`, { position: false }) as Root;
  breakIdentifiers(tree);
  return /<td>(.*)<\/td>/.exec(toHtml(tree))?.[1] ?? '';
}

test.each([
  ['`include_operational_stats`', '<code>include_<wbr>operational_<wbr>stats</code>'],
  ['`StatefulStaleMetadata`', '<code>Stateful<wbr>Stale<wbr>Metadata</code>'],
  ['`profiling.enabled`', '<code>profiling.<wbr>enabled</code>'],
  ['[`TagAssociationInput!`](#x)', '<a href="#x"><code>Tag<wbr>Association<wbr>Input!</code></a>'],
  ['`.snowflakecomputing.com`', '<code>.snowflakecomputing.<wbr>com</code>'],
  ['`__init_subclass__`', '<code>__init_<wbr>subclass__</code>'],
  ['`x{8}[-_][a-f]{4}[0-9]{12}`', '<code>x{8}<wbr>[-_][a-f]{4}<wbr>[0-9]{12}</code>'],
  ['`short_name`', '<code>short_name</code>'],
  ['plain_text_stays_whole', 'plain_text_stays_whole'],
])('%s in a table cell', (markdown, html) => {
  expect(cell(markdown)).toBe(html);
});

test.each([
  ['Set `include_operational_stats`.', '<code>include_operational_stats</code>'],
  ['A name: `urn:li:dataset:(mysql,shop.orders)`', '<code>urn:li:dataset:(<wbr>mysql,<wbr>shop.<wbr>orders)</code>'],
  ['```\na_block_of_code.that_scrolls.and_never_breaks\n```', '<code>a_block_of_code.that_scrolls.and_never_breaks\n</code>'],
])('outside of tables, only inline code that may be wider than a phone has places to break: %s', (markdown, html) => {
  const tree = markdownToHast(markdown, { position: false }) as Root;
  breakIdentifiers(tree);
  expect(toHtml(tree)).toContain(html);
});
