import { isIntrospectionType, isObjectType, OperationTypeNode } from 'graphql';
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';

import { blocks, codeElement, descriptionOf, escapeMarkdown, table } from '../markdown.ts';
import type { GenerateContext, GeneratedPage, ReferencePart } from '../part.ts';
import { anchorOf, operationEntry, pageOfType, typeEntry } from './entry.ts';
import { operationsOf } from './example-operation.ts';
import type { Topic } from './presentation.ts';
import { readGraphQL } from './schema-files.ts';
import type { GraphQLCatalog, GraphQLOptions } from './schema-files.ts';

/** The GraphQL reference of a folder of schema files. */
export function createGraphQLReference(options: GraphQLOptions): ReferencePart<GraphQLCatalog> {
  return { read: (location) => readGraphQL(location, options), generate: graphqlPages };
}

/** The pages of `catalog/graphql`: `/docs/graphql/*`. */
export const graphql: ReferencePart<GraphQLCatalog> = createGraphQLReference({ folder: 'graphql' });

interface PageText {
  name: string;
  title: string;
  label: string;
  description: string;
  /** First paragraph, in the site's Markdown dialect. */
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
    description:
      'Every query of the DataHub GraphQL API by topic, with arguments, result, required privilege and a complete example request.',
    introduction: `Queries read metadata. Send them with \`POST\` to \`/api/graphql\`, with the document as \`query\` and the values as \`variables\`. Responses have the result under \`data\`, and errors under \`errors\`. ${NULLS}`,
    keywords: ['graphql query', 'read metadata', 'graphql api reference'],
  },
  {
    name: 'mutations',
    title: 'GraphQL mutations',
    label: 'Mutations',
    description:
      'Every mutation of the DataHub GraphQL API by topic, with arguments, result, required privilege and a complete example request.',
    introduction: `Mutations change metadata. Send them like [queries](queries.md); the caller needs the privilege that the entry names. ${NULLS}`,
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
    description: 'Every input type that arguments of the DataHub GraphQL API take, with fields, types and what is required.',
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
      'A union is a result that is one of several [objects](objects.md), such as the owner of an asset, who is a user or a group. Select `__typename` to find out which of them was returned, and select the fields of each with an inline fragment: `... on CorpUser { username }`. A union has no fields of its own, so fields that several members share are repeated in each fragment. If all members share a set of fields, the schema has an [interface](interfaces.md) instead.',
    keywords: ['graphql union', '__typename'],
  },
  {
    name: 'enums',
    title: 'GraphQL enums',
    label: 'Enums',
    description:
      'Every enumeration of the DataHub GraphQL API: entity types, ownership, filters and states, with the meaning of each value.',
    introduction: 'An enumeration is a fixed list of values. Write a value without quotes in a document and with quotes in JSON variables.',
    keywords: ['graphql enum', 'allowed values'],
  },
  {
    name: 'scalars',
    title: 'GraphQL scalars',
    label: 'Scalars',
    description: 'Scalar types of the DataHub GraphQL API: strings, booleans and numbers, with their ranges and the format of timestamps.',
    introduction:
      'A scalar is a single value without fields. In a document, write strings in double quotes and numbers and booleans without; in JSON variables, use their JSON form. URNs are `String` values, and so are dates that a person entered. Timestamps of the platform are `Long` values: milliseconds since 1970, in UTC. JSON parsers that store numbers as doubles, as JavaScript does, represent them exactly. A field with a scalar type takes no selection: braces after it are an error that names the field.',
    keywords: ['graphql scalar', 'data types'],
  },
];

/** The reference pages of a schema; none if the schema is invalid. Object types are split by topic if there are topics. */
export function graphqlPages(catalog: GraphQLCatalog, { basePath }: GenerateContext): GeneratedPage[] {
  const { schema, presentation } = catalog;
  if (schema === null) return [];
  const all = listedTypes(schema);
  const pages = PAGES.map(({ name, title, label, description, introduction, keywords }, index): GeneratedPage => {
    const source = `graphql/${name}.md`;
    const { questions = [], aliases = [] } = presentation.pages[name] ?? {};
    const types = all.filter((type) => pageOfType(type, catalog) === source);
    const content =
      name === 'objects' && presentation.topics.length > 0
        ? objectIndex(all, catalog)
        : kindOf(name) === null
          ? types.map((type) => typeEntry(type, { schema, catalog, page: source }))
          : operationEntries(source, kindOf(name) ?? OperationTypeNode.QUERY, schema, catalog);
    return {
      id: `graphql/${name.toLowerCase()}`,
      source,
      path: `${basePath}/graphql/${name}`,
      title,
      sidebarLabel: label,
      sidebarPosition: index + 1,
      description,
      keywords,
      questions,
      aliases,
      file: catalog.folder,
      markdown: blocks(introduction, ...content),
    };
  });
  return [...pages, ...presentation.topics.flatMap((topic, index) => topicPage(topic, index, all, schema, catalog, basePath))];
}

const kindOf = (page: string): OperationTypeNode | null =>
  page === 'queries' ? OperationTypeNode.QUERY : page === 'mutations' ? OperationTypeNode.MUTATION : null;

/** Operations under a heading per topic, in alphabetical order. */
function operationEntries(page: string, kind: OperationTypeNode, schema: GraphQLSchema, catalog: GraphQLCatalog): string[] {
  const operations = operationsOf(schema)
    .filter((operation) => operation.kind === kind)
    .toSorted((a, b) => compare(a.field.name, b.field.name));
  const entry = ({ field }: (typeof operations)[number]): string => operationEntry(kind, field, { schema, catalog, page });
  const { topics } = catalog.presentation;
  if (topics.length === 0) return operations.map(entry);
  return topics.flatMap((topic) => {
    const own = kind === OperationTypeNode.QUERY ? topic.queries : topic.mutations;
    const found = operations.filter(({ field }) => own.includes(field.name));
    return found.length === 0 ? [] : [`## ${escapeMarkdown(topic.label)} {#topic-${topic.id}}`, ...found.map(entry)];
  });
}

/**
 * The objects page of a split reference: topics, and every type with a link. All entries were on this page, so an address with
 * the id of an entry leads on to the page that has it: the link has the id and the class `moved`.
 */
function objectIndex(all: readonly GraphQLNamedType[], catalog: GraphQLCatalog): string[] {
  const objects = all.filter(isObjectType);
  const count = (topic: Topic): number => objects.filter((type) => pageOfType(type, catalog) === topicSource(topic)).length;
  const rows = catalog.presentation.topics
    .filter((topic) => count(topic) > 0)
    .map((topic) => [`[${escapeMarkdown(topic.label)}](objects/${topic.id}.md)`, `${count(topic)}`, escapeMarkdown(topic.description)]);
  const letters = Map.groupBy(objects, ({ name }) => name.charAt(0).toUpperCase());
  return [
    '## By topic {#by-topic}',
    table(['Topic', 'Types', 'Content'], rows),
    '## All objects, A to Z {#a-to-z}',
    ...[...letters].map(([letter, types]) => {
      const links = types.map((type) => {
        const target = `${pageOfType(type, catalog).replace('graphql/', '')}#${anchorOf(type.name)}`;
        return `<a id="${anchorOf(type.name)}" class="moved" href="${target}">${codeElement(type.name)}</a>`;
      });
      return blocks(`### ${letter} {#letter-${letter.toLowerCase()}}`, links.map((link) => `- ${link}`).join('\n'));
    }),
  ];
}

const topicSource = ({ id }: Topic): string => `graphql/objects/${id}.md`;

/** The page of the object types of a topic. */
function topicPage(
  topic: Topic,
  index: number,
  all: readonly GraphQLNamedType[],
  schema: GraphQLSchema,
  catalog: GraphQLCatalog,
  basePath: string,
): GeneratedPage[] {
  const source = topicSource(topic);
  const types = all.filter((type) => isObjectType(type) && pageOfType(type, catalog) === source);
  if (types.length === 0) return [];
  const related = [
    topic.queries.length === 0 ? '' : `[queries](../queries.md#topic-${topic.id})`,
    topic.mutations.length === 0 ? '' : `[mutations](../mutations.md#topic-${topic.id})`,
  ].filter((link) => link !== '');
  const introduction = `${escapeMarkdown(topic.description)} ${related.length === 0 ? '' : `See also the ${related.join(' and ')} of this topic. `}${NULLS}`;
  return [
    {
      id: source.replace(/\.md$/, ''),
      source,
      path: `${basePath}/${source.replace(/\.md$/, '')}`,
      title: `GraphQL objects: ${topic.label.charAt(0).toLowerCase()}${topic.label.slice(1)}`,
      sidebarLabel: topic.label,
      sidebarPosition: index + 1,
      description: descriptionOf(topic.description),
      keywords: ['graphql types', 'graphql object', 'graphql fields'],
      questions: topic.questions,
      aliases: topic.aliases,
      file: catalog.folder,
      markdown: blocks(introduction, ...types.map((type) => typeEntry(type, { schema, catalog, page: source }))),
    },
  ];
}

/** All types except the root types, by name. */
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
