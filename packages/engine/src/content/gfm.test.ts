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
  ['`short_name`', '<code>short_name</code>'],
  ['plain_text_stays_whole', 'plain_text_stays_whole'],
])('%s in a table cell', (markdown, html) => {
  expect(cell(markdown)).toBe(html);
});

test('code outside of tables stays as it is', () => {
  const tree = markdownToHast('Set `include_operational_stats`.', { position: false }) as Root;
  breakIdentifiers(tree);
  expect(toHtml(tree)).not.toContain('<wbr');
});
