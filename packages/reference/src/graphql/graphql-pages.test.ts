import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { getNamedType, isInputObjectType, parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql';
import type { GraphQLInputType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';

import { compileMarkdown, docSource } from '@quire/engine/content/testing/compile-markdown.ts';
import type { ReadPage } from '@quire/engine/content/testing/compile-markdown.ts';
import { formatProblem } from '@quire/engine/model/problem.ts';

import type { GeneratedPage } from '../generator.ts';
import { reference } from '../plugin.ts';
import { createGraphQLChecker } from './checker.ts';
import { exampleOperation, operationsOf, sampleSchema } from './example-operation.ts';
import { graphql, graphqlPages } from './graphql-pages.ts';
import { presentationSchema, buildSchemaOfFiles } from './schema-files.ts';
import type { GraphQLCatalog } from './schema-files.ts';

const PROJECT = process.cwd();
const CONTEXT = { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => true };
const MOST_BYTES = 120_000;

function pagesOf(text: string, more: Partial<GraphQLCatalog> = {}): GeneratedPage[] {
  const { schema, problems } = buildSchemaOfFiles([{ file: 'x.graphql', text }], 'x');
  expect(problems).toEqual([]);
  return graphqlPages(
    {
      schema,
      sdl: text,
      sharedFields: {},
      samples: sampleSchema.parse({}),
      presentation: presentationSchema.parse({}),
      folder: 'x',
      ...more,
    },
    CONTEXT,
  );
}

const markdownOf = (pages: readonly GeneratedPage[], name: string): string =>
  pages.find((page) => page.source === `graphql/${name}.md`)?.markdown ?? '';

function compile(page: GeneratedPage, all: readonly GeneratedPage[]): Promise<ReadPage> {
  const others = all.map(({ source, path }) => docSource(source, '', { path }));
  return compileMarkdown(page.markdown, {
    source: page.source,
    doc: { path: page.path, title: page.title },
    others,
    services: {
      components: reference({ catalog: 'catalog' }).components ?? {},
      highlight: async (code: string) => code.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    },
  });
}

describe("R-109 this site's GraphQL reference", () => {
  let catalog: GraphQLCatalog;
  let pages: GeneratedPage[];
  const compiled = new Map<string, ReadPage>();

  beforeAll(async () => {
    const read = await graphql.read({ dir: join(PROJECT, 'website/catalog'), projectRoot: PROJECT });
    if (read.problems.length > 0) throw new Error(read.problems.map(formatProblem).join('\n'));
    catalog = read.catalog;
    pages = graphql.generate(catalog, CONTEXT);
    for (const page of pages) compiled.set(page.path, await compile(page, pages));
  });

  test('there are eight pages with the original letter case, and a page of objects for each topic', () => {
    const names = ['queries', 'mutations', 'objects', 'inputObjects', 'interfaces', 'unions', 'enums', 'scalars'];
    const topics = catalog.presentation.topics.map(({ id }) => `objects/${id}`);
    expect(topics).toHaveLength(12);
    expect(pages.map((page) => page.path)).toEqual([...names, ...topics].map((name) => `/docs/graphql/${name}`));
    expect(pages.map((page) => page.source)).toEqual([...names, ...topics].map((name) => `graphql/${name}.md`));
    for (const { description } of pages)
      expect(description.length, description).toSatisfy((length: number) => length >= 50 && length <= 160);
  });

  test('the objects page keeps the anchor of every object type and links to its entry', () => {
    const index = pages.find((page) => page.source === 'graphql/objects.md')?.markdown ?? '';
    expect(index).toContain('- <a id="dataset" class="moved" href="objects/datasets.md#dataset"><code>Dataset</code></a>');
    const entries = pages
      .filter((page) => page.source.startsWith('graphql/objects/'))
      .flatMap((page) => [...page.markdown.matchAll(/^## .* \{#(.*)\}$/gm)]);
    expect(entries).toHaveLength(314);
    expect([...index.matchAll(/<a id="([^"]*)" class="moved"/g)].map(([, id]) => id).toSorted()).toEqual(
      entries.map(([, id]) => id).toSorted(),
    );
  });

  test('every operation is in its topic, with its privileges, badges, and response', () => {
    const mutations = markdownOf(pages, 'mutations');
    expect(mutations.indexOf('## Tags, owners')).toBeLessThan(mutations.indexOf('### `addTag` {#addtag}'));
    expect(mutations).toContain('**Required privilege:** Edit Tags on the asset; for a column, Edit Dataset Column Tags.');
    expect(mutations).toMatch(/### `updateDescription` \{#updatedescription\}\n\n<section class="reference">\n\n\*\*Incubating:\*\*/);
    expect(markdownOf(pages, 'queries')).toContain('**Deprecated.** Use `createAccessToken`');
    expect(markdownOf(pages, 'objects/datasets')).toMatch(/\| `statsSummary` .*\*\*Experimental:\*\*/);
    const responses = [
      ...(markdownOf(pages, 'queries') + mutations).matchAll(/<TabItem value="Response">\s*<NotIndexed>\s*```json\n([\s\S]*?)\n```/g),
    ];
    expect(responses.length).toBeGreaterThanOrEqual(30);
    for (const [, json = ''] of responses) expect(JSON.parse(json)).toHaveProperty('data');
  });

  test('pages of operations begin with an index by topic, which the search does not index', () => {
    for (const [name, kind] of [
      ['queries', 'query'],
      ['mutations', 'mutation'],
    ] as const) {
      const page = compiled.get(`/docs/graphql/${name}`);
      const index = /<table>[\s\S]*?<\/table>/.exec(page?.html.slice(0, page.html.indexOf('<h2')) ?? '')?.[0] ?? '';
      const linked = [...index.matchAll(/href="#([^"]+)"><code>/g)].map(([, id]) => id);
      const operations = operationsOf(catalog.schema as NonNullable<typeof catalog.schema>).filter((each) => each.kind === kind);
      expect(linked.toSorted()).toEqual(operations.map(({ field }) => field.name.toLowerCase()).toSorted());
      const topics = page?.headings.filter(({ level }) => level === 2).map(({ id }) => id);
      expect([...index.matchAll(/href="#(topic-[^"]+)"/g)].map(([, id]) => id)).toEqual(topics);
      expect(page?.sections[0]?.text).not.toMatch(/\b(?:addTag|searchAcrossLineage)\b/);
    }
  });

  test('the samples of an operation share one block of tabs, and the search indexes all but the response', () => {
    const { html = '', sections = [] } = compiled.get('/docs/graphql/mutations') ?? {};
    const entry = html.slice(html.indexOf('id="addtag"'), html.indexOf('id="addtags"'));
    expect([...entry.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual(['Mutation', 'Variables', 'Response']);
    expect(entry.match(/<figure/g)).toHaveLength(3);
    const { code = [] } = sections.find(({ anchor }) => anchor === 'addtag') ?? {};
    expect(code).toHaveLength(2);
    expect(code[0]).toContain('mutation addTag($input: TagAssociationInput!)');
    expect(code[1]).toContain('"tagUrn"');
  });

  test('every page has questions that point to its headings, and no two pages have the same question', () => {
    const asked = pages.flatMap(({ questions = [] }) => questions.map(({ ask }) => ask));
    expect(asked.filter((ask, index) => asked.indexOf(ask) !== index)).toEqual([]);
    for (const page of pages) {
      expect(page.questions?.length ?? 0, page.path).toBeGreaterThanOrEqual(3);
      for (const { at } of page.questions ?? [])
        if (at !== undefined) expect(compiled.get(page.path)?.anchors, `${page.path}#${at}`).toContain(at);
    }
  });

  test('all pages compile without problems, and every link between them has a target', () => {
    for (const page of compiled.values()) {
      expect(page.problems).toEqual([]);
      const lost = page.references.filter(({ path, anchor }) => anchor !== null && compiled.get(path)?.anchors.has(anchor) !== true);
      expect(lost).toEqual([]);
    }
    expect(compiled.get('/docs/graphql/mutations')?.anchors.has('addtag')).toBe(true);
  });

  test('no two entries of a page share an anchor', () => {
    for (const page of compiled.values()) {
      const ids = page.headings.map((heading) => heading.id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    }
  });

  test('each page has at most 120 kB, compressed', () => {
    for (const [path, page] of compiled) expect(gzipSync(page.html).length, path).toBeLessThan(MOST_BYTES);
  });

  test('R-606 all 169 examples are valid, with variables', () => {
    const { schema, samples } = catalog;
    if (schema === null) throw new Error('there is no schema');
    const checker = createGraphQLChecker(schema);
    const operations = operationsOf(schema);
    expect(operations).toHaveLength(169);
    for (const { kind, field } of operations) {
      const { document, variables } = exampleOperation(kind, field, schema, samples);
      expect(validate(schema, parse(document)), field.name).toEqual([]);
      expect(checker.checkRequest(document, variables ?? {}), field.name).toEqual([]);
    }
  });

  test('examples contain the inputs that the server needs although the schema does not, and resource types that fit their URNs', () => {
    const { schema, samples } = catalog;
    if (schema === null) throw new Error('there is no schema');
    const exampleOf = (name: string) => {
      const found = operationsOf(schema).find(({ field }) => field.name === name);
      if (found === undefined) throw new Error(`there is no operation ${name}`);
      return exampleOperation(found.kind, found.field, schema, samples);
    };
    expect(exampleOf('autoComplete').variables).toHaveProperty('input.type');
    expect(exampleOf('getEntityCounts').variables).toHaveProperty('input.types');
    expect(exampleOf('getSchemaBlame').document).toContain('schemaFieldChange {');
    const { variables } = exampleOf('getGrantedPrivileges');
    expect(variables).toHaveProperty('input.resourceSpec.resourceType', 'DATASET');
    expect(variables).toHaveProperty('input.resourceSpec.resourceUrn', expect.stringMatching(/^urn:li:dataset:/));
  });

  test('examples contain neither fields that are always null or empty nor inputs without effect', () => {
    const { schema, samples, sharedFields } = catalog;
    if (schema === null) throw new Error('there is no schema');
    const isUseless = ({ name, description }: { name: string; description?: string | null | undefined }): boolean =>
      /\balways (?:null|empty)\b|\bhas no effect\b/.test(description ?? sharedFields[name] ?? '');
    const inputsOf = (type: GraphQLInputType, value: unknown): string[] => {
      const named = getNamedType(type);
      if (Array.isArray(value)) return value.flatMap((each) => inputsOf(type, each));
      if (!isInputObjectType(named) || value === null) return [];
      return Object.entries(value as object).flatMap(([name, each]) => {
        const field = named.getFields()[name];
        if (field === undefined) return [];
        return [...(isUseless(field) ? [`${named.name}.${name}`] : []), ...inputsOf(field.type, each)];
      });
    };
    const found = operationsOf(schema).flatMap(({ kind, field }) => {
      const { document, variables } = exampleOperation(kind, field, schema, samples);
      const info = new TypeInfo(schema);
      const selected: string[] = [];
      const enter = (): void => {
        const each = info.getFieldDef();
        if (each != null && isUseless(each)) selected.push(`${info.getParentType()?.name}.${each.name}`);
      };
      visit(parse(document), visitWithTypeInfo(info, { Field: enter }));
      return [...selected, ...field.args.flatMap(({ name, type }) => inputsOf(type, variables?.[name] ?? null))];
    });
    expect([...new Set(found)].toSorted()).toEqual([]);
  });

  test('no description in a table is empty', () => {
    for (const page of pages) expect(page.markdown.match(/^.*\|\s*\|$/gm) ?? []).toEqual([]);
  });

  test('every query, mutation, type and enum value has a description, and every deprecation a replacement', () => {
    const { schema } = catalog;
    const types = Object.values(schema?.getTypeMap() ?? {}).filter(
      (type) => !type.name.startsWith('__') && !/^(Query|Mutation)$/.test(type.name),
    );
    const nothing = (each: { description?: string | null | undefined }): boolean => (each.description ?? '') === '';
    expect(types.filter(nothing).map((type) => type.name)).toEqual([]);
    expect(operationsOf(schema as NonNullable<typeof schema>).filter(({ field }) => nothing(field))).toEqual([]);
    const values = types.flatMap((type) => ('getValues' in type ? type.getValues() : []));
    expect(values.filter(nothing).map((value) => value.name)).toEqual([]);
    expect(catalog.sdl).not.toMatch(/@deprecated(?!\(reason: "\w)/);
  });
});

describe('entries', () => {
  test('show arguments with type and default, and the fields of input objects', () => {
    const pages = pagesOf(
      'type Query { find(input: FindInput!, limit: Int = 5): String }\ninput FindInput { "What to look for." text: String! }',
    );
    const queries = markdownOf(pages, 'queries');
    expect(queries).toContain('| Argument | Type | Default | Description |');
    expect(queries).toContain('| `input` | [`FindInput!`](inputObjects.md#findinput)<br>**required** | `none` |');
    expect(queries).toContain('| `input.text` | [`String!`](scalars.md#string)<br>**required** | `none` | What to look for. |');
    expect(queries).toContain('| `limit` | [`Int`](scalars.md#int) | `5` |');
  });

  test('show the replacement of a deprecated operation', () => {
    const pages = pagesOf('type Query { old: Int @deprecated(reason: "Use `new`.") new: Int }');
    expect(markdownOf(pages, 'queries')).toContain('**Deprecated.** Use `new`.');
  });

  test('distinguish an announced deprecation from a deprecation', () => {
    const presentation = presentationSchema.parse({
      deprecated: { 'Query.old': 'Use `new`.' },
      toBeDeprecated: { Kind: 'It is rarely used.', 'Find.name': 'It will be merged into `title`.' },
    });
    const pages = pagesOf('type Query { old(find: Find): Kind new: Int }\nenum Kind { A }\ninput Find { "Name." name: Int }', {
      presentation,
    });
    expect(markdownOf(pages, 'queries')).toContain('**Deprecated.** Use `new`.');
    expect(markdownOf(pages, 'enums')).toContain('**To be deprecated.** It is rarely used.');
    expect(markdownOf(pages, 'inputObjects')).toContain('| **To be deprecated.** It will be merged into `title`. Name. |');
  });

  test('use shared descriptions, and name the arguments of fields', () => {
    const text = 'type Query { a: Tag }\ntype Tag { urn: String  uses(range: Int): Int }';
    const pages = pagesOf(text, { sharedFields: { urn: 'Unique name.' } });
    expect(markdownOf(pages, 'objects')).toContain('| `urn` | [`String`](scalars.md#string) | Unique name. |');
    expect(markdownOf(pages, 'objects')).toContain('| `uses` | [`Int`](scalars.md#int) | Arguments: `range` ([`Int`](scalars.md#int)). |');
  });

  test('of deprecated members show the replacement and their own description, but no general one', () => {
    const text =
      'type Query { a: Tag }\ntype Tag { "Built-in type." kind: String @deprecated(reason: "Use `new`.") name: String @deprecated(reason: "Use `new`.") label: String }';
    const presentation = presentationSchema.parse({ deprecated: { 'Tag.label': 'Use `new`.' } });
    const pages = pagesOf(text, { presentation, sharedFields: { kind: 'Kind.', name: 'Name.', label: 'Label.' } });
    const objects = markdownOf(pages, 'objects');
    expect(objects).toContain('| `kind` | [`String`](scalars.md#string) | **Deprecated.** Use `new`. Built-in type. |');
    expect(objects).toContain('| `name` | [`String`](scalars.md#string) | **Deprecated.** Use `new`. |');
    expect(objects).toContain('| `label` | [`String`](scalars.md#string) | **Deprecated.** Use `new`. |');
  });

  test('of interfaces and unions name their types', () => {
    const pages = pagesOf(
      'type Query { a: E b: U }\ninterface E { urn: Int }\ntype Tag implements E { urn: Int }\ntype Term implements E { urn: Int }\nunion U = Tag | Term',
    );
    expect(markdownOf(pages, 'interfaces')).toContain('Implemented by [`Tag`](objects.md#tag) and [`Term`](objects.md#term).');
    expect(markdownOf(pages, 'unions')).toContain('Possible types: [`Tag`](objects.md#tag), [`Term`](objects.md#term).');
    expect(markdownOf(pages, 'objects')).toContain('Implements [`E`](interfaces.md#e).');
  });

  test('show HTML, Markdown and directives in descriptions as text', async () => {
    const evil = '<img src=x onerror=alert(1)> <b>bold</b> | a {{ inline x }} <Tabs> </section> ![x](y) :::note';
    const pages = pagesOf(
      `type Query {\n  """${evil}"""\n  a: E @deprecated(reason: "<script>alert(1)</script>")\n}\n"""${evil}"""\nenum E { """${evil}""" A }`,
    );
    for (const page of pages) {
      const { html, problems } = await compile(page, pages);
      expect(problems).toEqual([]);
      expect(html).not.toMatch(/<img|<b>|<script|onerror=(?![^<]*&gt;|[^<]*>?<\/)/);
      expect(html.match(/<section/g)?.length).toBe(html.match(/<\/section>/g)?.length);
    }
    const queries = await compile(pages[0] as GeneratedPage, pages);
    expect(queries.sections.map((section) => section.text).join('\n')).toContain('<img src=x onerror=alert(1)>');
  });

  test('do not exist without a schema', () => {
    expect(
      graphqlPages(
        {
          schema: null,
          sdl: '',
          sharedFields: {},
          samples: sampleSchema.parse({}),
          presentation: presentationSchema.parse({}),
          folder: 'x',
        },
        CONTEXT,
      ),
    ).toEqual([]);
  });

  test('of recursive types terminate', () => {
    const text = 'type Query { a(input: In!): Node }\ntype Node { next: Node  nodes: [Node!]! }\ninput In { in: In  or: [In!] }';
    const pages = pagesOf(text, { samples: sampleSchema.parse({ include: ['in', 'or'], select: ['next', 'nodes'] }) });
    expect(markdownOf(pages, 'queries').length).toBeLessThan(3000);
  });
});
