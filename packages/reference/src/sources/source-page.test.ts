import { describe, expect, test } from 'vitest';

import { readYamlText } from '../catalogue/read-yaml.ts';
import { sourceSchema } from '../schema/source.ts';
import { splitNotes } from './notes.ts';
import { sourcePage } from './source-page.ts';

const context = { basePath: '/docs', hasDoc: (source: string): boolean => source === 'quick-ingestion-guides/shop/setup.md' };

function page(text: string, notes: string | null = null) {
  const result = readYamlText(text, 'catalog/sources/shop.yaml', sourceSchema);
  if (!('read' in result)) throw new Error(JSON.stringify(result.problems));
  return sourcePage({ source: result.read, notes }, {}, context);
}

const SOURCE = `platform: shop
name: The <b>Shop</b>
summary: Tables of the \`shop\`.
recipe: |
  source:
    type: shop
plugins:
  - plugin: shop
    support: certified
    extra: shop
    capabilities:
      - { capability: LINEAGE_FINE, supported: false, note: 'Not <yet>' }
    fields:
      - { name: host, type: string, required: true, description: 'Where | what <i>it</i> is.' }
      - { name: mode, type: Enum, default: a, values: [a, b], nullable: true, description: d, deprecated: true }
      - { name: size, type: integer, default: 1, constraints: { gt: 0, le: 100 }, description: d }
      - { name: workers, type: integer, computed: 5 for each processor, description: d }
      - { name: auth, type: Auth, description: Signs in. }
      - { name: auth.token, type: string, required: with-parent, description: d }
`;

describe('the page of a source', () => {
  test('tells of each option: name, type, default, and what may be set', () => {
    const { markdown } = page(SOURCE);
    expect(markdown).toContain(
      '| <a id="shop-host" href="#shop-host">`host`</a><br>`string` | **required** | Where &#124; what &lt;i&gt;it&lt;/i&gt; is. |',
    );
    expect(markdown).toContain('`mode`</a><br>`Enum`: `a`, `b`, may be null | `a` | **Deprecated.** d |');
    expect(markdown).toContain('`size`</a><br>`integer`, more than 0, at most 100 | `1` | d |');
    expect(markdown).toContain('`workers`</a><br>`integer` | 5 for each processor | d |');
    expect(markdown).toContain('<details class="option" id="shop-auth">\n\n<summary><code>auth</code>: 1 option</summary>\n\nSigns in.');
    expect(markdown).toContain('`auth.token`</a><br>`string` | required in `auth` | d |');
  });

  test('has its parts in the order that a reader goes through', () => {
    const notes = 'It is a shop.\n\n## Troubleshooting\n\nNo.\n\n## Prerequisites\n\nA key.\n';
    const headings = [...page(SOURCE, notes).markdown.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
    expect(headings).toEqual([
      'Capabilities {#capabilities}',
      'Prerequisites',
      'Install {#install}',
      'Starter recipe {#recipe}',
      'Options {#options}',
      'Troubleshooting',
      'Related guides {#related-guides}',
    ]);
  });

  test('links the guides that exist', () => {
    expect(page(SOURCE).markdown).toContain('- [Quick guide: set up access](../../../quick-ingestion-guides/shop/setup.md)\n');
    expect(page(SOURCE).markdown).not.toContain('overview.md');
  });

  test('several plugins have a table and a part each', () => {
    const two = SOURCE.replace('plugins:\n', 'plugins:\n  - plugin: shop-usage\n    support: testing\n    extra: null\n    fields: []\n');
    const { markdown } = page(two);
    expect(markdown).toContain('| [`shop-usage`](#shop-usage) | Testing: an experiment that may change at any time | 0 |');
    expect(markdown).toContain('### Options {#options-shop}');
    expect(markdown).toContain('This plugin has no options.');
  });
});

describe('handwritten notes', () => {
  test('a heading in a code block is no heading', () => {
    const notes = splitNotes('Intro.\n\n```shell\n## no heading\n```\n\n## Mapping\n\nx\n');
    expect(notes.introduction).toBe('Intro.\n\n```shell\n## no heading\n```');
    expect(notes.others).toEqual(['## Mapping\n\nx']);
    expect(notes.prerequisites).toBeNull();
  });
});
