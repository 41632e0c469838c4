import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';
import { growthBeyondLinear } from '@quire/engine/testing/growth.ts';

import { createGraphQLReference } from './graphql-pages.ts';
import { buildSchemaOfFiles, readGraphQL } from './schema-files.ts';

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

  test('R-605 a folder of schema files without other files becomes one page per kind of type', async () => {
    const root = await mkdtemp(join(tmpdir(), 'graphql-'));
    folders.push(root);
    await writeFile(join(root, 'a.graphql'), 'type Query { tag(urn: String!): Tag, tags: [Tag!] }\nenum Color { RED }');
    await writeFile(join(root, 'b.graphql'), 'type Tag { color: Color }');
    const platform = createGraphQLReference({ folder: '.' });
    const { catalog, problems } = await platform.read({ dir: root, projectRoot: root });
    expect(problems).toEqual([]);
    const pages = platform.generate(catalog, { basePath: '/docs', siteUrl: 'https://docs.example.com', hasDoc: () => false });
    expect(pages.map((page) => `${page.source}: ${page.markdown.match(/^##+ .*$/gm)?.join(', ') ?? ''}`)).toEqual([
      'graphql/queries.md: ### `tag` {#tag}, ### `tags` {#tags}',
      'graphql/mutations.md: ',
      'graphql/objects.md: ## `Tag` {#tag}',
      'graphql/inputObjects.md: ',
      'graphql/interfaces.md: ',
      'graphql/unions.md: ',
      'graphql/enums.md: ## `Color` {#color}',
      'graphql/scalars.md: ## `Boolean` {#boolean}, ## `String` {#string}',
    ]);
  });

  test('only the first 50 unknown names of a file get a suggestion, because each is a comparison with all names', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `urn${number}`);
    const found = await problemsOf({
      'a.graphql': 'type Query { a(urn: String!): Int }',
      'shared-fields.yaml': names.map((name) => `${name}: A name.\n`).join(''),
      'reference.yaml': `topics:\n  - { id: x, label: X, description: Y, queries: [a] }\nincubating: [${names.map((name) => name.replace('urn', 'Query')).join(', ')}]\n`,
    });
    for (const file of ['shared-fields.yaml', 'reference.yaml']) {
      const own = found.filter((message) => message.includes(file));
      expect(own).toHaveLength(60);
      expect(own.filter((message) => /did you mean (?:urn|Query)\?$/.test(message))).toHaveLength(50);
    }
  });

  const schema = 'type Query { dataset(urn: String!): Int }\n';

  test.each([
    ['an empty folder', {}, ['catalog/graphql: The folder has no .graphql file. Add the schema, or remove the folder.']],
    [
      'broken syntax',
      { 'a.graphql': 'type Query {' },
      ['catalog/graphql/a.graphql:1: The file is not a valid GraphQL schema: Expected Name, found <EOF>'],
    ],
    [
      'a file of a single long comment',
      { 'a.graphql': `${schema}# ${'x'.repeat(2_000_000)}`, 'b.graphql': 'type Tag { a: Int }' },
      ['catalog/graphql/a.graphql: The file has more than 2000000 bytes. Shorten its descriptions, or divide it into several files.'],
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

describe('a schema with thousands of mistakes', () => {
  const repeat = (count: number, lineOf: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => lineOf(index)).join('\n');

  test('the first hundred are listed, with suggestions in a schema of a usual size', () => {
    const unknown = (count: number): string[] =>
      messages(`type Query { a: Int }\n${repeat(count, (index) => `type Kind${index} {\n a: Kimd${index} }`)}`);
    const few = unknown(200);
    expect(few).toHaveLength(101);
    expect(few[1]).toMatch(/^a\.graphql:5: Unknown type "Kimd1". Did you mean "Kind1"/);
    expect(few.at(-1)).toBe('schema: The schema has further errors. They are listed once these are corrected');
    expect(unknown(6000)[1]).toBe('a.graphql:5: Unknown type "Kimd1"');
  });

  test('the time to find them grows linearly with their number', () => {
    const kinds: ((index: number) => string)[] = [(index) => `a${index}: Input`, (index) => `b${index}: None${index}`];
    for (const kind of kinds)
      expect(
        growthBeyondLinear((text) => messages(`input Input { a: Int }\ntype Query {\n${repeat(text.length, kind)}\n}`), 'x', 1 << 14),
      ).toBeNull();
  });

  const implementers = (types: number, fields: number, field: string, body: string): string =>
    `type Query { a: Int }\ninterface I {\n${repeat(fields, (index) => `f${index}${field}`)}\n}\n${repeat(types, (index) => `type T${index} implements I { ${body} }`)}`;

  test('the first hundred fields that types lack of their interfaces are listed', () => {
    const found = messages(implementers(20, 100, ': Int', 'x: Int'));
    expect(found).toHaveLength(101);
    expect(found[0]).toBe('a.graphql:104: Interface field I.f0 expected but T0 does not provide it');
    expect(found.at(-1)).toBe('schema: The schema has further errors. They are listed once these are corrected');
  });

  test.each([
    ['fields', implementers(200, 200, ': Int', 'x: Int')],
    ['arguments', implementers(200, 1, `(${repeat(200, (index) => `a${index}: Int`)}): Int`, 'f0: Int')],
    [
      'interfaces',
      `type Query { a: Int }\n${repeat(200, (index) => `interface I${index} { f: Int }`)}\ntype T implements ${Array.from({ length: 200 }, (_, index) => `I${index}`).join(' & ')} { f(${repeat(200, (index) => `a${index}: Int!`)}): Int }`,
    ],
  ])('types that implement too many %s are rejected without comparing them', (_, text) => {
    expect(messages(text)).toEqual([expect.stringMatching(/^schema: Checking the types against the interfaces/)]);
  });
});

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
    [
      'broken syntax',
      ['type Query {\n  a Int\n}'],
      ['a.graphql:2: The file is not a valid GraphQL schema: Expected ":", found Name "Int"'],
    ],
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
      expect.stringMatching(/^a\.graphql(:1)?: The file is (nested too deeply for a schema|not a valid GraphQL schema: .*)/),
    ]);
  });
});
