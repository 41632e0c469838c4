import type { Root } from 'hast';
import { markdownToHast } from 'satteri';
import { expect, test } from 'vitest';

import { breakIdentifiers } from './break-identifiers.ts';
import { toHtml, visitElements } from './html-tree.ts';

function cell(code: string): string {
  const tree = markdownToHast(`| a |\n| --- |\n| ${code} |`, { position: false }) as Root;
  breakIdentifiers(tree);
  return /<td>(.*)<\/td>/.exec(toHtml(tree))?.[1] ?? '';
}

test.each([
  ['`include_operational_stats`', '<code>include_<wbr>operational_<wbr>stats</code>'],
  ['`^SNOWFLAKE_SAMPLE_DATA$`', '<code>^SNOWFLAKE_SAMPLE_DATA$</code>'],
  ['`StatefulStaleMetadataRemoval`', '<code>Stateful<wbr>Stale<wbr>Metadata<wbr>Removal</code>'],
  ['`profiling.profile_pattern`', '<code>profiling.<wbr>profile_<wbr>pattern</code>'],
  ['[`StructuredPropertyInput!`](#x)', '<a href="#x"><code>Structured<wbr>Property<wbr>Input!</code></a>'],
  ['`.eu.snowflakecomputing.com`', '<code>.eu.<wbr>snowflakecomputing.<wbr>com</code>'],
  ['`__init_subclass_of_model__`', '<code>__init_<wbr>subclass_<wbr>of_<wbr>model__</code>'],
  ['`urn:li:dataPlatform:myPlatform`', '<code>urn:li:dataPlatform:<wbr>myPlatform</code>'],
  ['`x{8}[-_][a-f]{4}[0-9]{12}`', '<code>x{8}<wbr>[-_][a-f]{4}<wbr>[0-9]{12}</code>'],
  ['`short_name`', '<code>short_name</code>'],
  ['`acryl_datahub_with_v0.10.4`', '<code>acryl_<wbr>datahub_<wbr>with_<wbr>v0.10.4</code>'],
  ['who (`host`, `port`).', 'who <span class="name">(<code>host</code>,</span> <span class="name"><code>port</code>).</span>'],
  ['[`host`](#x); the name', '<span class="name"><a href="#x"><code>host</code></a>;</span> the name'],
  ['`--end-time`', '<code>--end-time</code>'],
  ['Run `a -b`; then', 'Run <code class="phrase">a -b</code>; then'],
  ['`ingest --preview`', '<code class="phrase">ingest <span class="whole">--preview</span></code>'],
  ['plain_text_stays_whole', 'plain_text_stays_whole'],
])('%s in a table cell', (markdown, html) => {
  expect(cell(markdown)).toBe(html);
});

test('a long default breaks as well, because its column is narrow', () => {
  const tree = markdownToHast('| Default |\n| --- |\n| `SOME_AUTHENTICATOR` |', { position: false }) as Root;
  visitElements(tree, ({ tagName, properties }) => {
    if (tagName === 'td') properties['dataLabel'] = 'Default';
    return undefined;
  });
  breakIdentifiers(tree);
  expect(toHtml(tree)).toContain('<td data-label="Default"><code>SOME_<wbr>AUTHENTICATOR</code></td>');
  expect(cell('`SOME_AUTHENTICATOR`')).toBe('<code>SOME_AUTHENTICATOR</code>');
});

test.each([
  ['Set `include_operational_stats`.', '<code>include_operational_stats</code>'],
  ['## `datahub.emitter.rest_emitter`', '<code>datahub.<wbr>emitter.<wbr>rest_<wbr>emitter</code>'],
  ['Needs `--end-time`.', '<code><span class="whole">--end-time</span></code>'],
  ['`a --start-time min --end-time`', '<code>a <span class="whole">--start-time</span> min <span class="whole">--end-time</span></code>'],
  ['Start `dbt-cloud`.', '<code><span class="whole">dbt-cloud</span></code>'],
  ['`ps --filter name=datahub-gms`', '<code>ps <span class="whole">--filter</span> <span class="whole">name=datahub-gms</span></code>'],
  ["`pip install 'acryl-datahub[datahub-kafka]'`", `<code>pip install <span class="whole">'acryl-datahub[datahub-kafka]'</span></code>`],
  ['Not `-f`, and not `a-b.c-d`', '<code>-f</code>, and not <code>a-b.c-d</code>'],
  ['A name: `urn:li:dataset:(mysql,shop.orders)`', '<code>urn:li:dataset:(<wbr>mysql,<wbr>shop.<wbr>orders)</code>'],
  ['```\na_block_of_code.that_scrolls.and_never_breaks\n```', '<code>a_block_of_code.that_scrolls.and_never_breaks\n</code>'],
])('outside of tables, only inline code that may be wider than a phone can break: %s', (markdown, html) => {
  const tree = markdownToHast(markdown, { position: false }) as Root;
  breakIdentifiers(tree);
  expect(toHtml(tree)).toContain(html);
});
