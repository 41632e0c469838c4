import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { afterEach, describe, expect, test } from 'vitest';

import { formatProblem } from '@quire/engine/model/problem.ts';

import { createGraphQLReference, graphql } from './index.ts';
import { readGraphQL } from './read-graphql.ts';
import { PLATFORM_SCHEMA, PROJECT, readFacts } from './testing/shared.ts';
import type { GraphQLFacts } from './testing/shared.ts';

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
    const { catalogue, problems } = await graphql.read({ dir: join(PROJECT, 'website/catalog'), projectRoot: PROJECT });
    expect(problems).toEqual([]);
    const found = namesOfSchema(catalogue.schema as GraphQLSchema);
    expect([...expected].filter((line) => !found.has(line))).toEqual([]);
    expect([...found].filter((line) => !expected.has(line))).toEqual([]);
  });

  test("the platform's own files give the same pages by configuration", async () => {
    const platform = createGraphQLReference({ folder: '.' });
    const { catalogue, problems } = await platform.read({ dir: PLATFORM_SCHEMA, projectRoot: PLATFORM_SCHEMA });
    expect(problems).toEqual([]);
    expect(namesOfSchema(catalogue.schema as GraphQLSchema)).toEqual(expected);
    const pages = platform.generate(catalogue, { basePath: '/docs', hasDoc: () => false });
    const entries = Object.fromEntries(pages.map((page) => [page.source, page.markdown.match(/^## /gm)?.length ?? 0]));
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

describe('what an author can get wrong', () => {
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

  test('a catalogue without the folder has no pages and no problems', async () => {
    const { catalogue, problems } = await readGraphQL({ dir: '/nowhere', projectRoot: '/nowhere' }, { folder: 'graphql' });
    expect(problems).toEqual([]);
    expect(catalogue.schema).toBeNull();
  });

  const schema = 'type Query { dataset(urn: String!): Int }\n';

  test.each([
    ['an empty folder', {}, ['catalog/graphql: holds no .graphql file: put the schema there, or remove the folder from the catalogue']],
    [
      'broken syntax',
      { 'a.graphql': 'type Query {' },
      ['catalog/graphql/a.graphql:1: is no valid GraphQL schema: Expected Name, found <EOF>'],
    ],
    [
      'a type in two files',
      { 'a.graphql': `${schema}type Tag { a: Int }`, 'b.graphql': 'type Tag { b: Int }' },
      ['catalog/graphql/b.graphql:1: There can be only one type named "Tag"'],
    ],
    [
      'a meaning for a name that no field has',
      { 'a.graphql': schema, 'shared-fields.yaml': 'urm: Unique name.\n' },
      ['catalog/graphql/shared-fields.yaml: urm: no field or argument of the schema has this name; did you mean urn?'],
    ],
    [
      'a meaning that is no text',
      { 'a.graphql': schema, 'shared-fields.yaml': 'urn: 3\n' },
      ['catalog/graphql/shared-fields.yaml:1: urn: must be a text, but is a number'],
    ],
    [
      'an unknown key of the samples',
      { 'a.graphql': schema, 'samples.yaml': 'value:\n  urn: x\n' },
      ['catalog/graphql/samples.yaml:1: value: is not a key of this file. Did you mean values?'],
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
