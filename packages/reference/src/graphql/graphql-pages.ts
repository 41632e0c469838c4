import { isIntrospectionType, OperationTypeNode } from 'graphql';
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';

import { blocks } from '../markdown.ts';
import type { GenerateContext, GeneratedPage, ReferencePart } from '../part.ts';
import { operationEntry, pageOfType, typeEntry } from './entry.ts';
import type { PageName } from './entry.ts';
import { operationsOf } from './example-operation.ts';
import { readGraphQL } from './schema-files.ts';
import type { GraphQLCatalog, GraphQLOptions } from './schema-files.ts';

interface PageText {
  name: PageName;
  title: string;
  label: string;
  description: string;
  /** First paragraph, in the site's dialect. */
  introduction: string;
  keywords: readonly string[];
}

const NULLS = 'A type with `!` is never null; `[…]` is a list.';

/** In the order of the sidebar. */
const PAGES: readonly PageText[] = [
  {
    name: 'queries',
    title: 'GraphQL queries',
    label: 'Queries',
    description: 'Every query of the DataHub GraphQL API with its arguments, its result and a request with variables to send as it is.',
    introduction: `Queries read metadata. Send them with \`POST\` to \`/api/graphql\`, with the document as \`query\` and the values as \`variables\`. ${NULLS}`,
    keywords: ['graphql query', 'read metadata', 'graphql api reference'],
  },
  {
    name: 'mutations',
    title: 'GraphQL mutations',
    label: 'Mutations',
    description: 'Every mutation of the DataHub GraphQL API with its arguments, its result and a request with variables to send as it is.',
    introduction: `Mutations change metadata. Send them like [queries](queries.md); the caller needs the privilege for what changes. ${NULLS}`,
    keywords: ['graphql mutation', 'write metadata', 'update metadata'],
  },
  {
    name: 'objects',
    title: 'GraphQL objects',
    label: 'Objects',
    description: 'Every object type that queries and mutations of the DataHub GraphQL API return, with fields, arguments and types.',
    introduction: `Objects are what [queries](queries.md) and [mutations](mutations.md) return. ${NULLS}`,
    keywords: ['graphql types', 'graphql schema'],
  },
  {
    name: 'inputObjects',
    title: 'GraphQL input objects',
    label: 'Input objects',
    description: 'Every input type that arguments of the DataHub GraphQL API take, with fields, types and what is required.',
    introduction: `Input objects are what arguments of [queries](queries.md) and [mutations](mutations.md) take. ${NULLS} Everything that is not required may be left out.`,
    keywords: ['graphql input', 'graphql arguments', 'graphql variables'],
  },
  {
    name: 'interfaces',
    title: 'GraphQL interfaces',
    label: 'Interfaces',
    description: 'Interfaces of the DataHub GraphQL API: the fields that several object types share, and which types those are.',
    introduction:
      'Interfaces are fields that several [objects](objects.md) share. To select what only one of them has, use an inline fragment: `... on Dataset { name }`.',
    keywords: ['graphql interface', 'inline fragment'],
  },
  {
    name: 'unions',
    title: 'GraphQL unions',
    label: 'Unions',
    description: 'Unions of the DataHub GraphQL API: places where one of several object types may stand, and how to select from them.',
    introduction:
      'A union stands where one of several [objects](objects.md) may be, such as the owner of an asset, who is a person or a group. Ask for `__typename` to learn which of them came back, and select the fields of each with an inline fragment: `... on CorpUser { username }`. What several members share must be written in the fragment of each, since a union has no fields of its own; where all members share a set of fields, the schema has an [interface](interfaces.md) instead.',
    keywords: ['graphql union', '__typename'],
  },
  {
    name: 'enums',
    title: 'GraphQL enums',
    label: 'Enums',
    description:
      'Every enumeration of the DataHub GraphQL API: entity types, ownership, filters and states, with the meaning of each value.',
    introduction: 'Enumerations are closed lists of values. In a document they stand without quotes, in JSON variables with them.',
    keywords: ['graphql enum', 'allowed values'],
  },
  {
    name: 'scalars',
    title: 'GraphQL scalars',
    label: 'Scalars',
    description: 'Scalar types of the DataHub GraphQL API: text, truth values and numbers, with their ranges and how times are given.',
    introduction:
      'Scalars are single values, without fields of their own: what is left when every [object](objects.md) has been opened. In a document, text stands in double quotes, numbers and truth values as they are; in JSON variables all of them have their JSON form. URNs are `String` values, and so are dates that a person wrote. Times that the platform wrote are `Long`: milliseconds since 1970, in UTC. A JSON reader that keeps numbers as doubles, as JavaScript does, holds them exactly. A field whose type is a scalar takes no selection: writing braces behind it is an error that names the field.',
    keywords: ['graphql scalar', 'data types'],
  },
];

/** The eight reference pages of a schema, `/docs/graphql/*` (R-109). None where the schema could not be read. */
export function graphqlPages(catalog: GraphQLCatalog, { basePath }: GenerateContext): GeneratedPage[] {
  const { schema } = catalog;
  if (schema === null) return [];
  const types = Map.groupBy(listedTypes(schema), pageOfType);
  return PAGES.map(({ name, title, label, description, introduction, keywords }, index) => ({
    id: `graphql/${name.toLowerCase()}`,
    source: `graphql/${name}.md`,
    path: `${basePath}/graphql/${name}`,
    title,
    sidebarLabel: label,
    sidebarPosition: index + 1,
    description,
    keywords,
    file: catalog.folder,
    markdown: blocks(introduction, ...entries(name, types.get(name) ?? [], schema, catalog)),
  }));
}

function entries(page: PageName, types: readonly GraphQLNamedType[], schema: GraphQLSchema, catalog: GraphQLCatalog): string[] {
  const context = { schema, catalog, page };
  const root = ROOTS[page];
  if (root === undefined) return types.map((type) => typeEntry(type, context));
  return operationsOf(schema)
    .filter(({ kind }) => kind === root)
    .toSorted((a, b) => compare(a.field.name, b.field.name))
    .map(({ kind, field }) => operationEntry(kind, field, context));
}

const ROOTS: Readonly<Partial<Record<PageName, OperationTypeNode>>> = {
  queries: OperationTypeNode.QUERY,
  mutations: OperationTypeNode.MUTATION,
};

/** All types but the roots, by name. */
function listedTypes(schema: GraphQLSchema): GraphQLNamedType[] {
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  return Object.values(schema.getTypeMap())
    .filter((type) => !roots.has(type) && !isIntrospectionType(type))
    .toSorted((a, b) => compare(a.name, b.name));
}

const compare = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

/** The GraphQL reference of a folder of schema files; the folder is the configuration. */
export function createGraphQLReference(options: GraphQLOptions): ReferencePart<GraphQLCatalog> {
  return { read: (location) => readGraphQL(location, options), generate: graphqlPages };
}

/** Pages of this site's own schema, `/docs/graphql/*`. */
export const graphql: ReferencePart<GraphQLCatalog> = createGraphQLReference({ folder: 'graphql' });
