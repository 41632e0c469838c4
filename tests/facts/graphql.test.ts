/** compares the GraphQL reference with the schema of the platform. */
import { join } from 'node:path';

import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';

import { createGraphQLReference, graphql } from '@quire/reference/catalog';

import { CORPUS, readFacts } from './facts.ts';

const PLATFORM_SCHEMA = join(CORPUS, 'datahub-graphql-core/src/main/resources');

interface Member {
  name: string;
  type: string;
  deprecated?: boolean;
  args?: Member[];
}

/** The content of `graphql.json`. */
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

/** Returns a line for each fact about a schema. */
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

const expected = namesOfFacts(readFacts<GraphQLFacts>('graphql.json'));

test("R-109 this site's schema has exactly the names, types, and deprecations of the platform", async () => {
  const { catalog, problems } = await graphql.read({ dir: join(process.cwd(), 'website/catalog'), projectRoot: process.cwd() });
  expect(problems).toEqual([]);
  const found = namesOfSchema(catalog.schema as GraphQLSchema);
  expect([...expected].filter((line) => !found.has(line))).toEqual([]);
  expect([...found].filter((line) => !expected.has(line))).toEqual([]);
});

test('the schema files of the platform give the same pages as the catalog', async () => {
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
