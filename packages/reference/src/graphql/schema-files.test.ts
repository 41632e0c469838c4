import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { afterEach, describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';

import { createGraphQLReference, graphql } from './graphql-pages.ts';
import { buildSchemaOfFiles, readGraphQL } from './schema-files.ts';

const SHARED = resolve(import.meta.dirname, '../../../../../shared');

const PROJECT = resolve(import.meta.dirname, '../../../..');
const PLATFORM_SCHEMA = resolve(SHARED, 'corpus/datahub-2023-06/datahub-graphql-core/src/main/resources');

interface Member {
  name: string;
  type: string;
  deprecated?: boolean;
  args?: Member[];
}

/** What `graphql.json` says of the schema. */
interface GraphQLFacts {
  queries: Member[];
  mutations: Member[];
  objects: { name: string; interfaces: string[]; fields: Member[] }[];
  inputs: { name: string; fields: Member[] }[];
  interfaces: { name: string; fields: Member[] }[];
  unions: { name: string; types: string[] }[];
  enums: { name: string; values: { name: string; deprecated?: boolean }[] }[];
  scalars: { name: string }[];
}

/** Null, and a line in the log, where the material is not there. */
function readFacts(): GraphQLFacts | null {
  const file = resolve(SHARED, 'facts/graphql.json');
  if (existsSync(file) && existsSync(PLATFORM_SCHEMA)) return JSON.parse(readFileSync(file, 'utf8')) as GraphQLFacts;
  console.warn(`graphql facts: skipped, since ${SHARED} is not there`);
  return null;
}

const facts = readFacts();

/** Everything that the facts know of a schema, one line each. */
function namesOfFacts({ queries, mutations, objects, inputs, interfaces, unions, enums, scalars }: GraphQLFacts): Set<string> {
  type Member = GraphQLFacts['queries'][number];
  const member = (owner: string, each: Member): string[] => [
    `${owner}.${each.name}: ${each.type}${each.deprecated === true ? ' deprecated' : ''}`,
    ...(each.args ?? []).map((arg) => `${owner}.${each.name}(${arg.name}: ${arg.type})`),
  ];
  return new Set([
    ...queries.flatMap((each) => member('Query', each)),
    ...mutations.flatMap((each) => member('Mutation', each)),
    ...[...objects, ...inputs, ...interfaces].flatMap((type) => type.fields.flatMap((field) => member(type.name, field))),
    ...objects.flatMap((type) => type.interfaces.map((each) => `${type.name} implements ${each}`)),
    ...unions.map((union) => `${union.name} = ${union.types.join(' | ')}`),
    ...enums.flatMap((type) => type.values.map((value) => `${type.name}.${value.name}${value.deprecated === true ? ' deprecated' : ''}`)),
    ...scalars.map((scalar) => `scalar ${scalar.name}`),
  ]);
}

function namesOfSchema(schema: GraphQLSchema): Set<string> {
  const old = (each: { deprecationReason?: string | null | undefined }): string => (each.deprecationReason == null ? '' : ' deprecated');
  const field = (owner: string, each: GraphQLField<unknown, unknown>): string[] => [
    `${owner}.${each.name}: ${String(each.type)}${old(each)}`,
    ...each.args.map((arg) => `${owner}.${each.name}(${arg.name}: ${String(arg.type)})`),
  ];
  const lines = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isObjectType(type) || isInterfaceType(type)) {
      const implemented = isObjectType(type) ? type.getInterfaces().map((each) => `${type.name} implements ${each.name}`) : [];
      return [...Object.values(type.getFields()).flatMap((each) => field(type.name, each)), ...implemented];
    }
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map((each) => `${type.name}.${each.name}: ${String(each.type)}${old(each)}`);
    if (isUnionType(type))
      return [
        `${type.name} = ${type
          .getTypes()
          .map((each) => each.name)
          .join(' | ')}`,
      ];
    if (isEnumType(type)) return type.getValues().map((value) => `${type.name}.${value.name}${old(value)}`);
    return [`scalar ${type.name}`];
  });
  return new Set(lines);
}

describe.skipIf(facts === null)('against the facts about the platform', () => {
  const expected = facts === null ? new Set<string>() : namesOfFacts(facts);

  test("R-109 this site's schema has every name, type and deprecation, and nothing else", async () => {
    const { catalog, problems } = await graphql.read({ dir: join(PROJECT, 'website/catalog'), projectRoot: PROJECT });
    expect(problems).toEqual([]);
    const found = namesOfSchema(catalog.schema as GraphQLSchema);
    expect([...expected].filter((line) => !found.has(line))).toEqual([]);
    expect([...found].filter((line) => !expected.has(line))).toEqual([]);
  });

  test("the platform's own files give the same pages by configuration", async () => {
    const platform = createGraphQLReference({ folder: '.' });
    const { catalog, problems } = await platform.read({ dir: PLATFORM_SCHEMA, projectRoot: PLATFORM_SCHEMA });
    expect(problems).toEqual([]);
    expect(namesOfSchema(catalog.schema as GraphQLSchema)).toEqual(expected);
    const pages = platform.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
    const entries = Object.fromEntries(pages.map((page) => [page.source, page.markdown.match(/^##+ /gm)?.length ?? 0]));
    expect(entries).toEqual({
      'graphql/queries.md': 73,
      'graphql/mutations.md': 96,
      'graphql/objects.md': 314,
      'graphql/inputObjects.md': 160,
      'graphql/interfaces.md': 5,
      'graphql/unions.md': 5,
      'graphql/enums.md': 59,
      'graphql/scalars.md': 5,
    });
  });
});

describe('author errors', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  async function problemsOf(files: Record<string, string>): Promise<string[]> {
    const root = await mkdtemp(join(tmpdir(), 'graphql-'));
    folders.push(root);
    await mkdir(join(root, 'catalog/graphql'), { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, 'catalog/graphql', name), text);
    const { problems } = await readGraphQL({ dir: join(root, 'catalog'), projectRoot: root }, { folder: 'graphql' });
    return problems.map(formatProblem);
  }

  test('a catalog without the folder has no pages and no problems', async () => {
    const { catalog, problems } = await readGraphQL({ dir: '/nowhere', projectRoot: '/nowhere' }, { folder: 'graphql' });
    expect(problems).toEqual([]);
    expect(catalog.schema).toBeNull();
  });

  const schema = 'type Query { dataset(urn: String!): Int }\n';

  test.each([
    ['an empty folder', {}, ['catalog/graphql: The folder has no .graphql file. Add the schema, or remove the folder.']],
    [
      'broken syntax',
      { 'a.graphql': 'type Query {' },
      ['catalog/graphql/a.graphql:1: is not a valid GraphQL schema: Expected Name, found <EOF>'],
    ],
    [
      'a type in two files',
      { 'a.graphql': `${schema}type Tag { a: Int }`, 'b.graphql': 'type Tag { b: Int }' },
      ['catalog/graphql/b.graphql:1: There can be only one type named "Tag"'],
    ],
    [
      'a description of an unknown name',
      { 'a.graphql': schema, 'shared-fields.yaml': 'urm: Unique name.\n' },
      ['catalog/graphql/shared-fields.yaml: urm: the schema has no field or argument of this name; did you mean urn?'],
    ],
    [
      'a description that is not a string',
      { 'a.graphql': schema, 'shared-fields.yaml': 'urn: 3\n' },
      ['catalog/graphql/shared-fields.yaml:1: urn: must be a text, but is a number'],
    ],
    [
      'an unknown key of the samples',
      { 'a.graphql': schema, 'samples.yaml': 'value:\n  urn: x\n' },
      ['catalog/graphql/samples.yaml:1: value: is not a key of this file. Did you mean values?'],
    ],
    [
      'an operation without a topic, and an unknown name',
      {
        'a.graphql': 'type Query { a: Int  b: Int }',
        'reference.yaml': 'topics:\n  - { id: x, label: X, description: Y, queries: [a] }\nprivileges: { bb: None }\n',
      },
      [
        'catalog/graphql/reference.yaml: privileges: the schema has no bb; did you mean b?',
        'catalog/graphql/reference.yaml: topics: b has no topic',
      ],
    ],
    [
      'a response without a value',
      { 'a.graphql': 'type Query { a: String }', 'reference.yaml': 'responses: [a]\n' },
      ['catalog/graphql/reference.yaml: responseValues: Query.a has no value'],
    ],
    [
      'a sample of the wrong type',
      { 'a.graphql': schema, 'samples.yaml': 'values:\n  dataset.urn: 3\n' },
      [expect.stringMatching(/^catalog\/graphql\/samples\.yaml: example of dataset: .*String cannot represent/)],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await problemsOf(files)).toEqual(expected);
  });
});

const messages = (...texts: string[]): string[] =>
  buildSchemaOfFiles(
    texts.map((text, index) => ({ file: `${'ab'[index] ?? 'c'}.graphql`, text })),
    'schema',
  ).problems.map(formatProblem);

describe('a schema of several files', () => {
  test('types may be extended across files', () => {
    const files = [
      { file: 'a.graphql', text: 'extend type Query { dataset: Dataset }' },
      { file: 'b.graphql', text: 'type Dataset { urn: String! }\nextend type Query { me: String }' },
    ];
    const { schema, problems } = buildSchemaOfFiles(files, 'schema');
    expect(problems).toEqual([]);
    expect(Object.keys(schema?.getQueryType()?.getFields() ?? {})).toEqual(['dataset', 'me']);
  });

  test('a file may consist of comments', () => {
    expect(messages('type Query { me: String }', '# Nothing yet.\n')).toEqual([]);
  });

  test('an implementation may deprecate a field that its interface does not', () => {
    const text = 'interface Entity { urn: String }\ntype Tag implements Entity { urn: String @deprecated }\ntype Query { tag: Tag }';
    expect(messages(text)).toEqual([]);
  });
});

describe('errors are reported with file and line', () => {
  test.each([
    [
      'a type twice',
      ['type Query { a: Tag }\ntype Tag { a: Int }', '\ntype Tag { b: Int }'],
      ['b.graphql:2: There can be only one type named "Tag"'],
    ],
    ['a field twice', ['type Query {\n  a: Int\n  a: Int\n}'], ['a.graphql:3: Field "Query.a" can only be defined once']],
    ['an enum value twice', ['type Query { a: E }\nenum E {\n  A\n  A\n}'], ['a.graphql:4: Enum value "E.A" can only be defined once']],
    [
      'an unknown type',
      ['type Query { a: Datset }\ntype Dataset { urn: Int }'],
      ['a.graphql:1: Unknown type "Datset". Did you mean "Dataset"?'],
    ],
    ['an unknown directive', ['type Query {\n  a: Int @depricated\n}'], ['a.graphql:2: Unknown directive "@depricated"']],
    ['broken syntax', ['type Query {\n  a Int\n}'], ['a.graphql:2: is not a valid GraphQL schema: Expected ":", found Name "Int"']],
    [
      'an extension of nothing',
      ['type Query { a: Int }\nextend type Tagg { b: Int }'],
      ['a.graphql:2: Cannot extend type "Tagg" because it is not defined'],
    ],
    [
      'an incomplete implementation of an interface',
      ['type Query { a: Tag }\ninterface Entity { urn: Int }\ntype Tag implements Entity { b: Int }'],
      ['a.graphql:3: Interface field Entity.urn expected but Tag does not provide it'],
    ],
    [
      'an input as a result',
      ['type Query {\n  a: In\n}\ninput In { b: Int }'],
      ['a.graphql:2: The type of Query.a must be Output Type but got: In'],
    ],
    ['no query at all', ['type Tag { a: Int }'], ['schema: Query root type must be provided']],
  ])('%s', (_, texts, expected) => {
    expect(messages(...texts)).toEqual(expected);
  });

  test('an excessively nested type is reported, not thrown', () => {
    const text = `type Query { a: ${'['.repeat(100_000)}Int${']'.repeat(100_000)} }`;
    expect(messages(text)).toEqual([
      expect.stringMatching(/^a\.graphql(:1)?: is (nested too deeply for a schema|not a valid GraphQL schema: .*)/),
    ]);
  });
});
