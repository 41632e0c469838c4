/** Generates the pages of the GraphQL reference: operations by topic, and an entry for each type. */
import { posix } from 'node:path';

import {
  OperationTypeNode,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  print,
  valueToLiteral,
} from 'graphql';
import type {
  GraphQLArgument,
  GraphQLEnumType,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLSchema,
  GraphQLType,
} from 'graphql';

import {
  blocks,
  codeElement,
  codeSpan,
  descriptionOf,
  escapeMarkdown,
  fencedCode,
  listed,
  notIndexed,
  sentence,
  table,
} from '../markdown.ts';
import type { GenerateContext, GeneratedPage, ReferenceGenerator } from '../generator.ts';
import { compactJson, exampleOperation, exampleResponse, operationsOf } from './example-operation.ts';
import { NULLS, PAGES } from './page-texts.ts';
import { readGraphQL, topicOf } from './schema-files.ts';
import type { GraphQLCatalog, GraphQLOptions, Topic } from './schema-files.ts';

/** Creates the generator of the GraphQL reference for a folder of schema files. */
export function createGraphQLReference(options: GraphQLOptions): ReferenceGenerator<GraphQLCatalog> {
  return { read: (location) => readGraphQL(location, options), generate: graphqlPages };
}

/** The generator of `/docs/graphql/*` from `catalog/graphql`. */
export const graphql: ReferenceGenerator<GraphQLCatalog> = createGraphQLReference({ folder: 'graphql' });

/** Generates the pages; none if the schema is invalid. If there are topics, each topic has a page of its object types. */
export function graphqlPages(catalog: GraphQLCatalog, { basePath, count }: GenerateContext): GeneratedPage[] {
  const { schema, presentation } = catalog;
  const counted = (text: string): string => count?.(text, catalog.folder) ?? text;
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
          ? types.map((type) => typeEntry(type, { schema, catalog, page: source, count: counted }))
          : operationEntries(kindOf(name) ?? OperationTypeNode.QUERY, { schema, catalog, page: source, count: counted });
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
  return [
    ...pages,
    ...presentation.topics.flatMap((topic, index) =>
      topicPage(topic, index, all, { schema, catalog, page: topicSource(topic), count: counted }, basePath),
    ),
  ];
}

/** Returns the kind of operations that a page lists; null for pages of types. */
const kindOf = (page: string): OperationTypeNode | null =>
  page === 'queries' ? OperationTypeNode.QUERY : page === 'mutations' ? OperationTypeNode.MUTATION : null;

/** Renders the operations of a kind in alphabetical order, under a heading for each topic, after an index of all of them. */
function operationEntries(kind: OperationTypeNode, context: EntryContext): string[] {
  const { schema, catalog } = context;
  const operations = operationsOf(schema)
    .filter((operation) => operation.kind === kind)
    .toSorted((a, b) => compare(a.field.name, b.field.name));
  const entry = ({ field }: (typeof operations)[number]): string => operationEntry(kind, field, context);
  const { topics } = catalog.presentation;
  if (topics.length === 0) return operations.map(entry);
  const parts = topics
    .map((topic) => {
      const own = kind === OperationTypeNode.QUERY ? topic.queries : topic.mutations;
      return { topic, found: operations.filter(({ field }) => own.includes(field.name)) };
    })
    .filter(({ found }) => found.length > 0);
  const index = parts.map(({ topic, found }) => [
    `[${escapeMarkdown(topic.label)}](#topic-${topic.id})`,
    found.map(({ field }) => `[${codeSpan(field.name)}](#${anchorOf(field.name)})`).join(', '),
  ]);
  return [
    notIndexed(table(['Topic', kind === OperationTypeNode.QUERY ? 'Queries' : 'Mutations'], index)),
    ...parts.flatMap(({ topic, found }) => [`## ${escapeMarkdown(topic.label)} {#topic-${topic.id}}`, ...found.map(entry)]),
  ];
}

/**
 * Renders the objects page if there are topics: the topics, and a link to each type. In previous versions, this page contained
 * all entries. So that old links still work, the link to an entry has its id and the class `moved`, and the client follows it.
 */
function objectIndex(all: readonly GraphQLNamedType[], catalog: GraphQLCatalog): string[] {
  const objects = all.filter(isObjectType);
  const count = (topic: Topic): number => objects.filter((type) => pageOfType(type, catalog) === topicSource(topic)).length;
  const rows = catalog.presentation.topics
    .filter((topic) => count(topic) > 0)
    .map((topic) => [
      `[${escapeMarkdown(topic.label)}](objects/${topic.id}.md)`,
      `${count(topic) === 1 ? '1 type' : `${count(topic)} types`}. ${escapeMarkdown(topic.description)}`,
    ]);
  const letters = Map.groupBy(objects, ({ name }) => name.charAt(0).toUpperCase());
  return [
    '## By topic {#by-topic}',
    table(['Topic', 'Content'], rows),
    '## All objects, A to Z {#a-to-z}',
    'The names of all types in alphabetical order, each with a link to its fields.',
    notIndexed(
      blocks(
        [...letters.keys()].map((letter) => `- [${letter}](#letter-${letter.toLowerCase()})`).join('\n'),
        ...[...letters].map(([letter, types]) => {
          const links = types.map((type) => {
            const target = `${pageOfType(type, catalog).replace('graphql/', '')}#${anchorOf(type.name)}`;
            return `<a id="${anchorOf(type.name)}" class="moved" href="${target}">${codeElement(type.name)}</a>`;
          });
          return blocks(`### ${letter} {#letter-${letter.toLowerCase()}}`, links.map((link) => `- ${link}`).join('\n'));
        }),
      ),
    ),
  ];
}

const topicSource = ({ id }: Topic): string => `graphql/objects/${id}.md`;

/** Generates the page of the object types of a topic; none if it has no types. */
function topicPage(
  topic: Topic,
  index: number,
  all: readonly GraphQLNamedType[],
  context: EntryContext,
  basePath: string,
): GeneratedPage[] {
  const { catalog, page: source } = context;
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
      markdown: blocks(introduction, ...types.map((type) => typeEntry(type, context))),
    },
  ];
}

/** Returns all types except the root types, sorted by name. */
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

type Field = GraphQLField<unknown, unknown>;

/** The data from which entries are rendered. */
export interface EntryContext {
  schema: GraphQLSchema;
  catalog: GraphQLCatalog;
  /** Path of the page below the docs root: `graphql/objects/datasets.md`. */
  page: string;
  /** Counts a text of the page, and returns it. */
  count(text: string): string;
}

/** Renders the entry of a query or mutation: description, privilege, result, arguments, and an example. */
function operationEntry(kind: OperationTypeNode, field: Field, context: EntryContext): string {
  const { schema, catalog, page } = context;
  const { privileges, responses } = catalog.presentation;
  const { document, variables } = exampleOperation(kind, field, schema, catalog.samples);
  const privilege = privileges[field.name];
  const root = kind === OperationTypeNode.QUERY ? 'Query' : 'Mutation';
  const entry = section(
    '###',
    field.name,
    statusOf(`${root}.${field.name}`, field.deprecationReason, context),
    sentence(field.description ?? ''),
    privilege === undefined ? null : `**Required privilege:** ${sentence(privilege)}`,
    `Returns ${typeLink(field.type, page, catalog)}.`,
    field.args.length === 0 ? 'Takes no arguments.' : memberTable('Argument', withInputFields(field.args, context), context),
    samples({
      [root]: fencedCode('graphql', document),
      ...(variables !== null && { Variables: fencedCode('json', compactJson({ ...variables })) }),
      ...(responses.includes(field.name) && {
        Response: notIndexed(
          fencedCode(
            'json',
            compactJson(exampleResponse(kind, field, schema, catalog.samples, catalog.presentation.responseValues).response),
          ),
        ),
      }),
    }),
  );
  return context.count(entry);
}

/** Renders the samples of an operation as tabs, so that an entry has one block. @param byLabel code blocks in the order of the tabs */
const samples = (byLabel: Readonly<Record<string, string>>): string =>
  blocks('<Tabs>', ...Object.entries(byLabel).flatMap(([label, code]) => [`<TabItem value="${label}">`, code, '</TabItem>']), '</Tabs>');

/** Renders the entry of a type. */
function typeEntry(type: GraphQLNamedType, context: EntryContext): string {
  return section('##', type.name, statusOf(type.name, null, context), sentence(describeType(type)), ...typeBody(type, context));
}

function typeBody(type: GraphQLNamedType, context: EntryContext): (string | null)[] {
  const links = (types: readonly GraphQLNamedType[]): string[] => types.map((each) => typeLink(each, context.page, context.catalog));
  if (isScalarType(type)) return [];
  if (isEnumType(type)) return [valueTable(type)];
  if (isUnionType(type)) return [`Possible types: ${links(type.getTypes()).join(', ')}.`];
  if (isInputObjectType(type)) {
    const rows = Object.values(type.getFields()).map((member) => ({ shown: member.name, key: `${type.name}.${member.name}`, member }));
    return [memberTable('Field', rows, context)];
  }
  const implemented = type.getInterfaces();
  const objects = isInterfaceType(type) ? context.schema.getPossibleTypes(type) : [];
  return [
    implemented.length === 0 ? null : `Implements ${listed(links(implemented))}.`,
    fieldTable(type.name, Object.values(type.getFields()), context),
    objects.length === 0 ? null : `Implemented by ${listed(links(objects))}.`,
  ];
}

/**
 * Wraps the body of an entry, so that browsers render only the entries in view on a page of hundreds. The heading is outside,
 * because the table of contents and links measure headings, which would force the layout of every body.
 */
function section(level: string, name: string, ...parts: (string | null)[]): string {
  return blocks(`${level} ${codeSpan(name)} {#${anchorOf(name)}}`, '<section class="reference">', ...parts, '</section>');
}

/** A row of a table: an argument or an input field. */
interface Row {
  /** The displayed name. */
  shown: string;
  /** Name in `reference.yaml`: `Type.field`, or the name of an argument. */
  key: string;
  member: GraphQLArgument | GraphQLInputField;
}

/** Returns rows for arguments and for the fields of their input objects, one level deep. Counts their names, because thousands of arguments may have thousands of fields each. */
function withInputFields(args: readonly GraphQLArgument[], { count }: EntryContext): Row[] {
  return args.flatMap((arg) => {
    const type = getNullableType(arg.type);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    return [
      { shown: arg.name, key: arg.name, member: arg },
      ...fields.map((member) => ({ shown: count(`${arg.name}.${member.name}`), key: `${String(type)}.${member.name}`, member })),
    ];
  });
}

/** Returns the description of a member: its own, or the shared one of its name, or that of its type. */
function describe(key: string, member: GraphQLArgument | GraphQLInputField | Field, context: EntryContext): string {
  const { sharedFields, presentation } = context.catalog;
  const status = statusOf(key, member.deprecationReason, context);
  const shared = Object.hasOwn(sharedFields, member.name) ? sharedFields[member.name] : undefined;
  const type = getNamedType(member.type);
  const general = shared ?? (isScalarType(type) ? '' : firstSentence(type.description ?? ''));
  // Omit the shared description of a deprecated member, because the replacement is sufficient.
  const isDeprecated = member.deprecationReason != null || Object.hasOwn(presentation.deprecated, key);
  const words = sentence(member.description ?? (isDeprecated ? '' : general));
  return [status ?? '', words].filter((part) => part !== '').join(' ');
}

const firstSentence = (text: string): string => /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/** Renders the status of a type, field, or operation: deprecated, to be deprecated, incubating, or experimental. Null if it is stable. */
function statusOf(key: string, reason: string | null | undefined, { catalog }: EntryContext): string | null {
  const { deprecated, toBeDeprecated, incubating, experimental } = catalog.presentation;
  const replacement = reason ?? (Object.hasOwn(deprecated, key) ? deprecated[key] : undefined);
  const marks = [
    replacement == null ? '' : `**Deprecated.** ${sentence(replacement)}`,
    Object.hasOwn(toBeDeprecated, key) ? `**To be deprecated.** ${sentence(toBeDeprecated[key] ?? '')}` : '',
    incubating.includes(key) ? '**Incubating:** details may still change.' : '',
    experimental.includes(key) ? '**Experimental:** it may change or disappear without notice.' : '',
  ].filter((mark) => mark !== '');
  return marks.length === 0 ? null : marks.join(' ');
}

function memberTable(head: string, rows: readonly Row[], context: EntryContext): string {
  const withDefaults = rows.some(({ member }) => defaultOf(member) !== null);
  return table(
    [head, 'Type', ...(withDefaults ? ['Default'] : []), 'Description'],
    rows.map(({ shown, key, member }) => [
      codeSpan(shown),
      typeLink(member.type, context.page, context.catalog) +
        (isNonNullType(member.type) && defaultOf(member) === null ? '<br>**required**' : ''),
      ...(withDefaults ? [codeSpan(defaultOf(member) ?? 'none')] : []),
      context.count(describe(key, member, context)),
    ]),
  );
}

/** Returns the default in GraphQL syntax; null if there is none. */
function defaultOf(member: GraphQLArgument | GraphQLInputField): string | null {
  const { default: preset } = member;
  if (preset === undefined) return null;
  if (preset.literal !== undefined) return print(preset.literal);
  const literal = valueToLiteral(preset.value, member.type);
  return literal === undefined ? null : print(literal);
}

function fieldTable(owner: string, fields: readonly Field[], context: EntryContext): string {
  return table(
    ['Field', 'Type', 'Description'],
    fields.map((field) => {
      const words = [context.count(describe(`${owner}.${field.name}`, field, context)), argumentsOf(field, context)];
      return [codeSpan(field.name), typeLink(field.type, context.page, context.catalog), words.filter((part) => part !== '').join(' ')];
    }),
  );
}

function argumentsOf(field: Field, { page, catalog }: EntryContext): string {
  if (field.args.length === 0) return '';
  const args = field.args.map((arg) => {
    const preset = defaultOf(arg);
    return `${codeSpan(arg.name)} (${typeLink(arg.type, page, catalog)}${preset === null ? '' : `, default ${codeSpan(preset)}`})`;
  });
  return `Arguments: ${args.join(', ')}.`;
}

function valueTable(type: GraphQLEnumType): string {
  const values = type.getValues().map((value) => {
    const deprecation = value.deprecationReason == null ? '' : `**Deprecated.** ${sentence(value.deprecationReason)}`;
    return [codeSpan(value.name), [sentence(value.description ?? ''), deprecation].filter((part) => part !== '').join(' ')];
  });
  return table(['Value', 'Meaning'], values);
}

/** Descriptions of GraphQL's own scalars, shorter than those of its specification. */
const BUILT_IN: Readonly<Record<string, string>> = {
  Boolean: '`true` or `false`.',
  Float: 'A double-precision floating-point number.',
  ID: 'An identifier, sent as a string.',
  Int: 'A 32-bit integer. Larger integers, such as times in milliseconds, have the type `Long`.',
  String: 'A string in UTF-8. URNs have this type.',
};

function describeType(type: GraphQLNamedType): string {
  return BUILT_IN[type.name] ?? type.description ?? '';
}

/** Returns the path of the page of a type below the docs root. Objects with a topic are on the page of the topic. */
function pageOfType(type: GraphQLNamedType, { presentation }: Pick<GraphQLCatalog, 'presentation'>): string {
  if (isScalarType(type)) return 'graphql/scalars.md';
  if (isEnumType(type)) return 'graphql/enums.md';
  if (isUnionType(type)) return 'graphql/unions.md';
  if (isInterfaceType(type)) return 'graphql/interfaces.md';
  if (isInputObjectType(type)) return 'graphql/inputObjects.md';
  const topic = topicOf(type, presentation);
  return topic === undefined ? 'graphql/objects.md' : `graphql/objects/${topic.id}.md`;
}

/** Returns the id of an entry on its page. */
export const anchorOf = (name: string): string => name.toLowerCase();

/** Renders a type in schema syntax (`[Dataset!]!`) as a link to its entry. @param from path of the page that contains the link */
function typeLink(type: GraphQLType, from: string, catalog: Pick<GraphQLCatalog, 'presentation'>): string {
  const named = getNamedType(type);
  const page = pageOfType(named, catalog);
  const path = page === from ? '' : posix.relative(posix.dirname(from), page);
  return `[${codeSpan(String(type))}](${path}#${anchorOf(named.name)})`;
}
