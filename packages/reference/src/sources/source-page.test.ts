import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseDocument, type YAMLMap } from 'yaml';

import { createRecipeCheck } from '../examples/check-examples.ts';
import type { GeneratedPage } from '../generator.ts';
import { readYamlText } from '../catalog-files.ts';
import { groupOf } from './option-tables.ts';
import { recipeSchema } from './recipes.ts';
import { sourceSchema, splitNotes } from './source-file.ts';
import type { SourceCatalog } from './source-file.ts';
import { sourcePage, sources } from './source-page.ts';

const context = {
  basePath: '/docs',
  siteUrl: 'https://docs.example.com',
  hasDoc: (source: string): boolean => source === 'quick-ingestion-guides/shop/setup.md',
};

const SHARED = { '*.allow': 'Names to take.', '*.deny': 'Names to skip.', profiling: 'Reads values. It takes long.' };
const TYPES = { Filter: { description: 'A filter by name.', label: 'everything', defaults: { allow: ['.*'], deny: [] } } };

function page(text: string, notes: string | null = null) {
  const result = readYamlText(text, 'catalog/sources/shop.yaml', sourceSchema);
  if (!('read' in result)) throw new Error(JSON.stringify(result.problems));
  return sourcePage({ source: result.read, notes }, { shared: SHARED, sharedTypes: TYPES }, context);
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
    code: src/shop.py
    capabilities:
      - { capability: LINEAGE_FINE, supported: false, note: 'Not <yet>, see \`mode\`' }
    fields:
      - { name: host, type: string, required: true, description: 'Where | what <i>it</i> is.' }
      - { name: mode, type: Enum, default: a, values: [a, b], nullable: true, description: d, deprecated: true }
      - { name: size, type: integer, default: 1, constraints: { gt: 0, le: 100 }, description: d }
      - { name: workers, type: integer, computed: 5 for each processor, description: d }
      - { name: auth, type: Auth, description: Signs in. }
      - { name: auth.token, type: string, required: with-parent, description: d }
      - { name: profiling, type: Profiles, default: { a: 1 } }
      - { name: profiling.a, type: integer, default: 1, description: d }
      - { name: table_pattern, type: Filter, default: {}, description: d }
      - { name: table_pattern.allow, type: Array of string, default: ['.*'] }
      - { name: table_pattern.deny, type: Array of string, default: [] }
      - { name: view_pattern, type: Filter, default: {}, description: d }
      - { name: view_pattern.allow, type: Array of string, default: ['.*'] }
      - { name: view_pattern.deny, type: Array of string, default: [tmp] }
      - { name: log_pattern, type: Filter, default: { allow: ['.*'], deny: [debug] }, description: d }
      - { name: log_pattern.allow, type: Array of string, default: ['.*'] }
      - { name: log_pattern.deny, type: Array of string, default: [] }
      - { name: paths, type: Array of Path, required: true, description: d }
      - { name: paths.include, type: string, required: with-parent, description: d }
`;

describe('the page of a source', () => {
  test('shows name, type, default and constraints of each option', () => {
    const { markdown } = page(SOURCE);
    expect(markdown).toContain(
      '| <a id="shop-host" href="#shop-host">`host`</a><br>`string` | **required** | Where &#124; what &lt;i&gt;it&lt;/i&gt; is. |',
    );
    expect(markdown).toContain('`mode`</a><br>`Enum`: `a`, `b`, may be null | `a` | **Deprecated.** d |');
    expect(markdown).toContain('`size`</a><br>`integer`, more than 0, at most 100 | `1` | d |');
    expect(markdown).toContain('`workers`</a><br>`integer` | 5 for each processor | d |');
    expect(markdown).toContain('`auth.token`</a><br>`string` | **required** in `auth` | d |');
  });

  test('begins with the capabilities, and with the options that a recipe needs to connect', () => {
    const { markdown } = page(SOURCE);
    expect(markdown).toMatch(/^<SourceFace support="certified">\n\n<SourceMark name="The <b>Shop<\/b>"\/>\n\n<\/SourceFace>\n/);
    expect(markdown).not.toContain('These are the first lines of a recipe');
    expect(markdown).toContain('- **Plugin**: `shop`, [source code](https://github.com/datahub-project/datahub/blob/v0.10.4/src/shop.py)');
    const complete = SOURCE.replace(
      'type: shop\n',
      'type: shop\n    config:\n      host: "${SHOP}"\n      size: 5\n      auth: { token: "${TOKEN}", headers: { a: b } }\n      paths: [{ include: a }]\n',
    );
    expect(page(complete, 'A shop.\n\n| a | b |\n| - | - |\n').markdown).toContain(
      'A shop.\n\n<NotIndexed>\n\n```yaml partial\nsource:\n  type: shop\n  config:\n    host: ${SHOP}\n    auth:\n      token: ${TOKEN}\n      headers:\n        a: b\n    paths:\n      - include: a\n```\n\nThese are the first lines of a recipe',
    );
  });

  test('the summary of a folded option has its type, default, need and first sentence', () => {
    const { markdown } = page(SOURCE);
    expect(markdown).toContain(
      '<details class="option" id="shop-auth">\n\n<summary><code>auth</code>: Auth, optional. Signs in. 1 option, no default.</summary>',
    );
    expect(markdown).toContain(
      '<summary><code>profiling</code>: Profiles, optional. Reads values. 1 option, with the defaults below.</summary>',
    );
    expect(markdown, 'the text below does not repeat the summary').toContain('</summary>\n\nIt takes long.\n\n|');
    const linked = page(SOURCE.replace('description: Signs in.', 'description: "Signs in, see [tokens](https://example.com/t)."')).markdown;
    expect(linked).toContain(
      'Auth, optional. Signs in, see tokens. 1 option, no default.</summary>\n\nSigns in, see [tokens](https://example.com/t).\n\n|',
    );
  });

  test('the default of a folded option is in its rows, or in its summary if it is empty', () => {
    const naming = "{ name: naming, type: Naming, default: { pattern: '{model}.{name}' }, description: d }";
    const lists = '{ name: jobs, type: Array of Job, default: [], description: d }';
    const nested = ['naming', 'jobs'].map((name) => `{ name: ${name}.pattern, type: string, required: with-parent, description: d }`);
    const { markdown } = page(`${SOURCE}${[naming, lists, ...nested].map((field) => `      - ${field}\n`).join('')}`);
    expect(markdown).toContain('<code>naming</code>: Naming, optional. d 1 option, with the defaults below.</summary>');
    expect(markdown).toContain('`naming.pattern`</a><br>`string` | `{model}.{name}`<br>**required** in `naming` | d |');
    expect(markdown).toContain('<code>jobs</code>: Array of Job, optional. d 1 option, empty by default.</summary>');
    expect(markdown).toContain('`jobs.pattern`</a><br>`string` | **required** in `jobs` | d |');
  });

  test('required options come first and are never folded', () => {
    const { markdown } = page(SOURCE);
    const headings = [...markdown.matchAll(/^### (.*)$/gm)].map((match) => match[1]);
    expect(headings).toEqual([
      'Required {#options-required}',
      'Connection {#options-connection}',
      'Filters and scope {#options-filters}',
      'Profiling {#options-profiling}',
      'Other options {#options-other}',
      '`Filter` {#type-filter}',
    ]);
    const required = markdown.slice(markdown.indexOf('### Required'), markdown.indexOf('### Connection'));
    expect(required).toContain('`paths.include`</a><br>`string` | **required** in `paths` |');
    expect(required).not.toContain('<details');
  });

  test('the anchor of a group that a page no longer has leads to the option that was in it', () => {
    const field = (name: string): string => `      - { name: ${name}, type: string, description: d }\n`;
    const withoutFilters = SOURCE.replace(/^.*(?:table|view|log)_pattern.*\n/gm, '') + field('uri_replace_pattern');
    expect(page(withoutFilters).markdown).toContain('| <a id="options-filters"></a><a id="shop-uri_replace_pattern"');
    const folded = withoutFilters + field('uri_replace_pattern.match');
    expect(page(folded).markdown).toContain('<summary><a id="options-filters"></a><code>');
    const { markdown } = page(SOURCE + field('uri_replace_pattern'));
    expect(markdown).toContain('| <a id="shop-uri_replace_pattern"');
    expect(markdown).not.toContain('id="options-filters"');
  });

  test('a shared type is explained once; its options keep their anchors and differing defaults', () => {
    const { markdown } = page(SOURCE);
    expect(markdown).toContain(
      '<a id="shop-table_pattern.allow"></a><a id="shop-table_pattern.deny"></a><br>[`Filter`](#type-filter) | everything | d |',
    );
    expect(markdown).toContain('[`Filter`](#type-filter) | `deny`: `["tmp"]` | d |');
    expect(markdown).toContain('<a id="shop-log_pattern.deny"></a><br>[`Filter`](#type-filter) | `deny`: `["debug"]` | d |');
    expect(markdown.match(/Names to take\./g)).toHaveLength(1);
  });

  test('each capability is shown once, with links to its options; one without notes is supported', () => {
    const { markdown } = page(SOURCE.replace("mode`' }", "mode`' }\n      - { capability: TAGS, supported: true }"));
    expect(markdown).toContain('| Column-level lineage | **Not supported.** Not &lt;yet&gt;, see [`mode`](#shop-mode) |');
    expect(markdown).toContain('| Tags | Supported |');
    expect(markdown.match(/Column-level lineage/g)).toHaveLength(1);
  });

  test("has its sections in the order of a reader's work", () => {
    const notes = 'It is a shop.\n\n## Troubleshooting\n\nNo.\n\n## Prerequisites\n\nA key.\n';
    const headings = [...page(SOURCE, notes).markdown.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
    expect(headings).toEqual([
      'Capabilities {#capabilities}',
      'Prerequisites',
      'Install {#install}',
      'Starter recipe {#recipe}',
      'Options {#options}',
      'Shared types {#shared-types}',
      'Troubleshooting',
      'Related guides {#related-guides}',
    ]);
  });

  test('links existing guides', () => {
    expect(page(SOURCE).markdown).toContain('- [Quick guide: set up access](../../../quick-ingestion-guides/shop/setup.md)\n');
    expect(page(SOURCE).markdown).not.toContain('overview.md');
  });

  test('several plugins have a table and a section each', () => {
    const two = SOURCE.replace('plugins:\n', 'plugins:\n  - plugin: shop-usage\n    support: testing\n    extra: null\n    fields: []\n');
    const { markdown } = page(two);
    expect(markdown).toContain('| [`shop-usage`](#shop-usage) | Testing (available for experiments; may change without notice) | 0 |');
    expect(markdown).toContain('### Options {#options-shop}');
    expect(markdown).toContain('This plugin has no options.');
  });
});

describe('handwritten notes', () => {
  test('a heading in a code block does not start a section', () => {
    const notes = splitNotes('Intro.\n\n```shell\n## no heading\n```\n\n## Mapping\n\nx\n');
    expect(notes.introduction).toBe('Intro.\n\n```shell\n## no heading\n```');
    expect(notes.others).toEqual(['## Mapping\n\nx']);
    expect(notes.prerequisites).toBeNull();
  });
});

const root = process.cwd();
const siteContext = {
  basePath: '/docs',
  siteUrl: 'https://docs.example.com',
  hasDoc: (source: string): boolean => existsSync(join(root, 'website/content/docs', source)),
};

let catalog: SourceCatalog;
let pages: GeneratedPage[];
let problems: { file: string; message: string }[];

beforeAll(async () => {
  ({ catalog, problems } = await sources.read({ dir: join(root, 'website/catalog'), projectRoot: root }));
  pages = sources.generate(catalog, siteContext);
});

describe('pages of ingestion sources', () => {
  test('the catalog is valid', () => {
    expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
  });

  test('R-109 there are 51 sources with distinct routes', () => {
    expect(new Set(pages.map((page) => page.path)).size).toBe(51);
  });

  test('each page has an install command, a description of the right length, and unique ids', () => {
    for (const page of pages) {
      expect(page.markdown, page.path).toContain('python3 -m pip install');
      expect(page.description.length, `${page.path}: ${page.description}`).toBeGreaterThanOrEqual(50);
      expect(page.description.length, page.path).toBeLessThanOrEqual(160);
      const ids = [...page.markdown.matchAll(/ id="([^"]+)"|\{#([^}]+)\}/g)].map((match) => match[1] ?? match[2]);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        page.path,
      ).toEqual([]);
    }
  });

  test('the recipe answers how metadata is ingested', () => {
    const snowflake = pages.find(({ path }) => path.endsWith('/snowflake'));
    expect(snowflake?.questions).toContainEqual({ ask: 'How do I ingest metadata from Snowflake?', at: 'recipe' });
  });

  test('phrasings lead to the section about a capability, an option group, or the notes', () => {
    const asked = (name: string) =>
      Object.fromEntries(pages.find(({ path }) => path.endsWith(`/${name}`))?.phrasings?.map(({ ask, at }) => [ask, at ?? '']) ?? []);
    expect(asked('oracle')).toMatchObject({
      'Does DataHub support Oracle?': '',
      'Oracle profiling': 'capabilities',
      'exclude schemas, tables, or other objects of Oracle': 'options-filters',
      'rights and grants of the Oracle account': 'prerequisites',
      'Oracle ingestion fails with an error': 'troubleshooting',
    });
    expect(asked('oracle')).not.toHaveProperty('Oracle lineage');
    // Of several plugins, the first one that has the capability or the options.
    expect(asked('trino')).toMatchObject({
      'Trino profiling': 'capabilities-trino',
      'usage options of Trino': 'options-usage-starburst-trino-usage',
    });
    expect(asked('mode')).not.toHaveProperty('rights and grants of the Mode account');
  });

  test('only sources that can select tables have tables that can be deleted', () => {
    const asked = (name: string) => pages.find(({ path }) => path.endsWith(`/${name}`))?.questions?.map(({ ask }) => ask);
    expect(asked('mysql')).toContain('Are tables deleted in MySQL also removed from DataHub?');
    expect(asked('glue')).toContain('Are tables deleted in Glue also removed from DataHub?');
    expect(asked('s3')).toContain('Are entities deleted in S3 Data Lake also removed from DataHub?');
    expect(asked('okta')).toContain('Are entities deleted in Okta also removed from DataHub?');
  });

  test('pages offer only questions about permissions and missing metadata that their notes answer', () => {
    const asks = (name: string) => pages.find(({ path }) => path.endsWith(`/${name}`))?.questions?.map(({ ask }) => ask) ?? [];
    expect(asks('mysql')).toContain('MySQL ingestion runs but metadata is missing');
    expect(asks('kafka')).toContain('Kafka ingestion runs but metadata is missing');
    // In the notes of Pulsar, a cause contains "no", but the symptoms are error messages.
    expect(asks('pulsar')).not.toContain('Pulsar ingestion runs but metadata is missing');
    expect(asks('azure-ad')).not.toContain('Azure AD ingestion runs but metadata is missing');
    expect(asks('mysql')).toContain('Which permissions does the MySQL source need?');
    expect(asks('oracle')).toContain('Which permissions does the Oracle source need?');
    expect(asks('mode')).not.toContain('Which permissions does the Mode source need?');
    expect(asks('demo-data')).not.toContain('Which permissions does the Demo Data source need?');
  });

  test('a page asks how to connect only if its plugin has options', () => {
    const asks = (name: string) => pages.find(({ path }) => path.endsWith(`/${name}`))?.questions?.map(({ ask }) => ask) ?? [];
    expect(asks('mysql')).toContain('How do I connect MySQL?');
    expect(asks('demo-data')).toContain('How do I ingest metadata from Demo Data?');
    expect(asks('demo-data')).not.toContain('How do I connect Demo Data?');
  });

  test('every question points to a section of its page, and no two pages have the same question', () => {
    const asked = pages.flatMap(({ questions = [] }) => questions.map(({ ask }) => ask));
    expect(asked.filter((ask, index) => asked.indexOf(ask) !== index)).toEqual([]);
    for (const page of pages) {
      expect(page.questions?.length ?? 0, page.path).toBeGreaterThanOrEqual(3);
      const ids = new Set([...page.markdown.matchAll(/ id="([^"]+)"|\{#([^}]+)\}/g)].map((match) => match[1] ?? match[2]));
      const slugs = [...page.markdown.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      const unknown = (page.questions ?? []).flatMap(({ at }) => (at === undefined || ids.has(at) || slugs.includes(at) ? [] : [at]));
      expect(unknown, page.path).toEqual([]);
    }
  });

  test('every address of a section of options that was ever published still works', () => {
    const published = parse(readFileSync(join(import.meta.dirname, 'testing/published-sections.yaml'), 'utf8')) as Record<string, string>;
    const lost = Object.entries(published).flatMap(([platform, groups]) => {
      const { markdown = '' } = pages.find(({ path }) => path.endsWith(`/${platform}`)) ?? {};
      const missing = groups.split(' ').filter((id) => !markdown.includes(`{#options-${id}}`) && !markdown.includes(`id="options-${id}"`));
      return missing.map((id) => `${platform}#options-${id}`);
    });
    expect(lost).toEqual([]);
  });

  test('less than a quarter of the options are in no specific group', () => {
    const top = catalog.entries.flatMap(({ source }) =>
      source.data.plugins.flatMap(({ fields }) => fields.filter(({ name }) => !name.includes('.'))),
    );
    expect(top.filter((field) => groupOf(field).id === 'other').length / top.length).toBeLessThan(0.25);
  });

  test('the starter recipe of each source matches its JSON Schema at the top level', () => {
    for (const { source } of catalog.entries) {
      const schema = JSON.parse(JSON.stringify(recipeSchema(source.data, catalog.shared, 'https://docs.example.com/x.json')));
      const variants = schema.properties.source.oneOf ?? [schema.properties.source];
      expect(variants).toHaveLength(source.data.plugins.length);
      for (const [index, plugin] of source.data.plugins.entries()) {
        const { properties, required = [] } = variants[index].properties.config;
        expect(Object.keys(properties)).toEqual(plugin.fields.flatMap(({ name }) => (name.includes('.') ? [] : [name])));
        expect(required).toEqual(plugin.fields.filter((field) => field.required === true).map(({ name }) => name));
      }
    }
  });
});

test('another type belongs to the plugin with the longest name with which it starts, in the schema as in the check of examples', () => {
  const field = { name: 'site', type: 'string', required: true };
  const source = sourceSchema.parse({
    platform: 'shop',
    name: 'Shop',
    otherTypes: ['shop-report-beta', 'store'],
    plugins: ['shop', 'shop-report'].map((plugin, index) => ({
      plugin,
      support: 'certified',
      extra: null,
      fields: index === 0 ? [] : [field],
    })),
  });
  const schema = JSON.parse(JSON.stringify(recipeSchema(source, { site: 'A site.' }, 'https://docs.example.com/x.json')));
  const types = schema.properties.source.oneOf.map((variant: { properties: { type: { enum: string[] } } }) => variant.properties.type.enum);
  expect(types).toEqual([
    ['shop', 'store'],
    ['shop-report', 'shop-report-beta'],
  ]);
  const check = createRecipeCheck([source], { cli: null, variables: null });
  const recipe = parseDocument('source: { type: shop-report-beta, config: {} }').contents as YAMLMap;
  expect(check(recipe, () => 1, false).map(({ message }) => message)).toEqual([
    'shop-report-beta needs the option "site", which is missing (mark a deliberate fragment as "partial")',
  ]);
});

test.each([
  ['stateful_ingestion', 'stateful-ingestion'],
  ['store_last_profiling_timestamps', 'stateful-ingestion'],
  ['profile_pattern', 'profiling'],
  ['okta_profile_to_username_attr', 'other'],
  ['aws_profile', 'connection'],
  ['include_table_location_lineage', 'lineage'],
  ['user_email_pattern', 'usage'],
  ['table_pattern', 'filters'],
  ['include_env_in_assertion_guid', 'naming'],
  ['warehouse', 'connection'],
  ['env', 'naming'],
  ['write_semantics', 'other'],
])('the option %s belongs to the group %s', (name, group) => {
  expect(groupOf({ name, required: false }).id).toBe(group);
});
