/** The fixed texts of the pages of the GraphQL reference. */

export interface PageText {
  name: string;
  title: string;
  label: string;
  description: string;
  /** First paragraph, in the site's Markdown dialect. */
  introduction: string;
  keywords: readonly string[];
}

export const NULLS = 'A type with `!` is never null; `[…]` is a list.';

/** In the order of the sidebar. */
export const PAGES: readonly PageText[] = [
  {
    name: 'queries',
    title: 'GraphQL queries',
    label: 'Queries',
    description:
      'Every query of the DataHub GraphQL API by topic, with arguments, result, required privilege, and a complete example request.',
    introduction: `Queries read metadata. Send them with \`POST\` to \`/api/graphql\`, with the document as \`query\` and the values as \`variables\`. Responses have the result under \`data\`, and errors under \`errors\`. A query that names no privilege requires none. ${NULLS}`,
    keywords: ['graphql query', 'read metadata', 'graphql api reference'],
  },
  {
    name: 'mutations',
    title: 'GraphQL mutations',
    label: 'Mutations',
    description:
      'Every mutation of the DataHub GraphQL API by topic, with arguments, result, required privilege, and a complete example request.',
    introduction: `Mutations change metadata. Send them like [queries](queries.md). Each entry names the privilege that the caller needs; Edit All on an asset includes all its Edit privileges. ${NULLS}`,
    keywords: ['graphql mutation', 'write metadata', 'update metadata'],
  },
  {
    name: 'objects',
    title: 'GraphQL objects',
    label: 'Objects',
    description: 'All object types that queries and mutations of the DataHub GraphQL API return, by topic and in alphabetical order.',
    introduction: `[Queries](queries.md) and [mutations](mutations.md) return objects. ${NULLS}`,
    keywords: ['graphql types', 'graphql schema'],
  },
  {
    name: 'inputObjects',
    title: 'GraphQL input objects',
    label: 'Input objects',
    description:
      'Every input type for the arguments of the DataHub GraphQL API, with its fields, their types, and which of them are required.',
    introduction: `Arguments of [queries](queries.md) and [mutations](mutations.md) take input objects. ${NULLS} Fields that are not required may be omitted.`,
    keywords: ['graphql input', 'graphql arguments', 'graphql variables'],
  },
  {
    name: 'interfaces',
    title: 'GraphQL interfaces',
    label: 'Interfaces',
    description: 'Interfaces of the DataHub GraphQL API: the fields that several object types share, and which types those are.',
    introduction:
      'An interface is a set of fields that several [objects](objects.md) share. To select a field that only one of them has, use an inline fragment: `... on Dataset { name }`.',
    keywords: ['graphql interface', 'inline fragment'],
  },
  {
    name: 'unions',
    title: 'GraphQL unions',
    label: 'Unions',
    description: 'Unions of the DataHub GraphQL API: results that are one of several object types, and how to select fields from them.',
    introduction:
      'A union is a result that is one of several [objects](objects.md), such as the owner of an asset, who is a user or a group. Select `__typename` to find out which of them was returned, and select the fields of each with an inline fragment: `... on CorpUser { username }`. A union has no fields of its own. If its members implement an [interface](interfaces.md), a fragment on the interface selects their shared fields: `... on Entity { urn }`.',
    keywords: ['graphql union', '__typename'],
  },
  {
    name: 'enums',
    title: 'GraphQL enums',
    label: 'Enums',
    description:
      'Every enumeration of the DataHub GraphQL API: entity types, ownership, filters, and states, with the meaning of each value.',
    introduction: 'An enumeration is a fixed list of values. Write a value without quotes in a document and with quotes in JSON variables.',
    keywords: ['graphql enum', 'allowed values'],
  },
  {
    name: 'scalars',
    title: 'GraphQL scalars',
    label: 'Scalars',
    description: 'Scalar types of the DataHub GraphQL API: strings, booleans, and numbers, with their ranges and the format of timestamps.',
    introduction:
      'A scalar is a single value without fields. In a document, write strings in double quotes, and numbers and booleans without quotes. In JSON variables, use their JSON form. URNs are `String` values. Timestamps are `Long` values: milliseconds since 1970, in UTC. JSON parsers that store numbers as doubles, as JavaScript does, represent these timestamps exactly. Do not write braces after a field with a scalar type: the server returns an error that names the field.',
    keywords: ['graphql scalar', 'data types'],
  },
];
