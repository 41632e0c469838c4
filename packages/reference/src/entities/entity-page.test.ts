import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { compileMarkdown, docSource } from '@quire/engine/content/testing/compile-markdown.ts';

import { createGraphQLChecker } from '../graphql/checker.ts';
import { graphql } from '../graphql/graphql-pages.ts';
import type { GeneratedPage } from '../generator.ts';
import { readEntities } from './entity-files.ts';
import { reference } from '../plugin.ts';
import { entities } from './entity-page.ts';
import { relationshipEdges } from './model.ts';

const location = { dir: resolve('website/catalog'), projectRoot: process.cwd() };
const context = {
  basePath: '/docs',
  siteUrl: 'https://docs.example.com',
  hasDoc: (source: string) => existsSync(resolve('website/content/docs', source)),
};
let pages: GeneratedPage[] = [];

beforeAll(async () => {
  pages = entities.generate((await readEntities(location)).catalog, context);
});

const compile = (page: GeneratedPage) =>
  compileMarkdown(page.markdown, {
    source: page.source,
    doc: { path: page.path, title: page.title, drawings: page.drawings ?? {} },
    others: [
      ...pages.filter((other) => other !== page).map((other) => docSource(other.source)),
      ...['graphql/queries.md', 'graphql/mutations.md', 'generated/ingestion/sources/openapi.md', ...writtenTargets(page)].map((source) =>
        docSource(source),
      ),
    ],
    services: { components: reference({ catalog: 'catalog' }).components ?? {} },
  });

/** Written pages that generated pages link to. Only links to existing pages are allowed. */
const writtenTargets = ({ markdown }: GeneratedPage): string[] =>
  [...markdown.matchAll(/\]\(\.\.\/\.\.\/\.\.\/([^)#]+)\)/g)].map(([, source = '']) => source).filter((source) => context.hasDoc(source));

test('R-109 each of the 43 entities has a page with a lowercase route, and there is an index of aspects', () => {
  expect(pages).toHaveLength(44);
  expect(pages.at(-1)?.path).toBe('/docs/generated/metamodel/aspects');
  for (const page of pages) {
    expect(page.path).toMatch(/^\/docs\/generated\/metamodel\/(entities\/[a-z]+|aspects)$/);
    expect(page.description.length, page.description).toBeGreaterThanOrEqual(50);
    expect(page.description.length, page.description).toBeLessThanOrEqual(160);
  }
});

test('R-109 every page compiles without a problem, and its own links have targets', async () => {
  for (const page of pages) {
    const compiled = await compile(page);
    expect(compiled.problems, page.id).toEqual([]);
    for (const { anchor, path } of compiled.references) {
      if (anchor !== null && path === page.path) expect(compiled.anchors, `${page.id}#${anchor}`).toContain(anchor);
    }
  }
});

test('R-109 the page of the dataset contains its key, its aspects, and a diagram with alternative text', async () => {
  const page = pages.find(({ id }) => id.endsWith('/dataset'));
  if (page === undefined) throw new Error('there is no page of the dataset');
  const { html } = await compile(page);
  expect(html.replaceAll('<wbr>', '')).toContain('urn:li:dataset:(&#x3C;platform>,&#x3C;name>,&#x3C;origin>)');
  expect(html).toContain('id="upstreamlineage"');
  expect(html).toContain('<figure class="diagram"');
  expect(html).toMatch(/<svg[^>]* aria-label="Dataset points to /);
  expect(html).toContain('href="/docs/generated/metamodel/entities/glossaryterm"');
});

test('a diagram has at most twelve neighbors, and its version for phones has the same', () => {
  const drawings = pages.flatMap(({ drawings: of }) => Object.values(of ?? {}));
  expect(drawings.length).toBeGreaterThan(20);
  for (const svg of drawings) {
    const [wide, narrow] = svg.split('<symbol id="narrow"').map((drawing) => drawing.match(/<rect/g)?.length);
    expect(wide).toBeLessThanOrEqual(13);
    expect(narrow).toBe(wide);
  }
});

test('the overview of aspects has two columns, which fit on a phone, and marks timeseries aspects', () => {
  const dataset = pages.find(({ id }) => id.endsWith('/dataset'))?.markdown ?? '';
  expect(dataset).toContain('| Aspect | Content |');
  expect(dataset).toMatch(/^\| \[`datasetProfile`\]\(#datasetprofile\) \| \*\*Timeseries\.\*\* /m);
});

test('the section of a deprecated aspect begins with a mark and says what to write instead', () => {
  const dataset = pages.find(({ id }) => id.endsWith('/dataset'))?.markdown ?? '';
  expect(dataset).toMatch(/^### `datasetDeprecation` \{#datasetdeprecation\}\n\n\*\*Deprecated\.\*\* .* Write `deprecation` instead/m);
  expect(dataset).not.toContain('keeps this aspect only');
});

test('the description of a page ends after a sentence', () => {
  for (const { description } of pages) expect(description).toMatch(/\.$/);
});

test('a field has its type below its name, and its description explains how it can be searched', () => {
  const dataset = pages.find(({ id }) => id.endsWith('/dataset'))?.markdown ?? '';
  expect(dataset).toContain('| Field and type | Required | Description |');
  expect(dataset).toMatch(
    /^\| `rowCount`<br>`long` \| no \| .* Searchable as `rowCount` \(`COUNT`\) and `hasRowCount` \(`BOOLEAN`\)\. \|$/m,
  );
});

test('a field also lists the index fields that say whether it has a value, and how many', () => {
  const chart = pages.find(({ id }) => id.endsWith('/chart'))?.markdown ?? '';
  expect(chart).toContain(' Searchable as `owners` (`URN`) and `hasOwners` (`BOOLEAN`).');
  const job = pages.find(({ id }) => id.endsWith('/datajob'))?.markdown ?? '';
  expect(job).toContain(' Searchable as `inputs` (`URN`) and `numInputDatasets` (`COUNT`).');
});

test('fields of one relationship share a row only if they lead to the same entities and agree about lineage', () => {
  const markdownOf = (name: string): string => pages.find(({ id }) => id.endsWith(`/${name}`))?.markdown ?? '';
  expect(markdownOf('corpgroup')).toMatch(/^\| `OwnedBy` \| \[User\]\(\S+\) \| `corpGroupInfo\.admins` \|$/m);
  expect(markdownOf('corpgroup')).toMatch(/^\| `IsPartOf` \| \[User\]\(\S+\) \| `corpGroupInfo\.members` \|$/m);
  expect(markdownOf('datajob')).toMatch(/^\| `Consumes` \| \[Schema field\]\(\S+\) \| `dataJobInputOutput\.inputDatasetFields` \| no \|$/m);
  expect(markdownOf('dashboard')).toMatch(
    /^\| `Contains` \| \[Chart\]\(\S+\) \| `dashboardInfo\.charts`, `dashboardInfo\.chartEdges` \| yes \|$/m,
  );
});

test('sentences join the names in a list with "and"', () => {
  const markdownOf = (name: string): string => pages.find(({ id }) => id.endsWith(`/${name}`))?.markdown ?? '';
  expect(markdownOf('datahubview')).toMatch(/^With GraphQL, use \[`listMyViews`\]\(\S+\) and \[`listGlobalViews`\]\(\S+\)\.$/m);
  expect(markdownOf('dataset')).toContain(' Relationship `DownstreamOf` to Dataset and Schema field.');
  expect(markdownOf('dataset')).toContain('(`datasetProfile`, `datasetUsageStatistics`, and `operation`) need a separate request');
  expect(markdownOf('chart')).toContain('Group (OwnedBy), and 4 more.');
});

test('R-606 every GraphQL example is valid, and every named operation exists', async () => {
  const { catalog } = await graphql.read(location);
  if (catalog.schema === null) throw new Error('the catalog has no GraphQL schema');
  const { checkDocument } = createGraphQLChecker(catalog.schema);
  for (const page of pages) {
    for (const [, code = ''] of page.markdown.matchAll(/```graphql\n([\s\S]*?)```/g)) expect(checkDocument(code), page.id).toEqual([]);
  }
  const operations = {
    queries: catalog.schema.getQueryType()?.getFields() ?? {},
    mutations: catalog.schema.getMutationType()?.getFields() ?? {},
  };
  const { catalog: model } = await readEntities(location);
  for (const { graphql: named } of model.entities) {
    for (const query of [...named.queries, ...(named.query === null ? [] : [named.query])])
      expect(operations.queries).toHaveProperty(query);
    for (const mutation of named.mutations) expect(operations.mutations).toHaveProperty(mutation);
  }
});

test('the questions of a page have the correct article', () => {
  const asked = (name: string): string[] => (pages.find(({ id }) => id.endsWith(`/${name}`))?.questions ?? []).map(({ ask }) => ask);
  expect(asked('corpuser')).toContain('What metadata can I store about a user?');
  expect(asked('mlfeature')).toContain('What metadata can I store about an ML feature?');
  expect(asked('datahubupgrade')).toContain('What metadata can I store about an upgrade step?');
  expect(asked('telemetry')).toContain('What metadata can I store about telemetry?');
  // No GraphQL query returns this entity.
  expect(asked('telemetry')).toContain('How do I get telemetry with curl?');
  expect(asked('corpuser')).toContain('How do I get a user with curl or GraphQL?');
});

test('aspects precede relationships', () => {
  for (const { markdown, id } of pages.slice(0, -1))
    expect(markdown.indexOf('## Aspects'), id).toBeLessThan(markdown.indexOf('## Relationships'));
});

test('the page of an entity lists the mutations that write its aspects, with tutorials, and its notes', () => {
  const dataset = pages.find(({ id }) => id.endsWith('/dataset'))?.markdown ?? '';
  expect(dataset).toMatch(/^- Add and remove tags: \[`addTag`\].* \(\[tutorial\]\(\.\.\/\.\.\/\.\.\/api\/tutorials\/tags\.md\)\)$/m);
  expect(dataset).toContain('## Schema and field paths {#field-paths}');
});

test('an entity that names a mutation for many entities also names its counterpart', async () => {
  const { catalog } = await readEntities(location);
  const groups = [...catalog.writers.values()].flat();
  const named = [...catalog.entities.map(({ graphql: { mutations } }) => mutations), ...groups.map(({ mutations }) => mutations)];
  const missing = named.flatMap((names) =>
    names.filter((name) => name.startsWith('batchAdd') && !names.includes(name.replace('Add', 'Remove'))),
  );
  expect(missing).toEqual([]);
});

test('the catalog of the project is valid and complete', async () => {
  const { catalog, problems } = await readEntities(location);
  expect(problems).toEqual([]);
  expect([catalog.entities.length, catalog.aspects.size]).toEqual([43, 159]);
  expect(relationshipEdges(catalog)).toHaveLength(207);
});
