import { posix } from 'node:path';

import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isScalarType,
  isUnionType,
  OperationTypeNode,
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

import { blocks, codeSpan, escapeMarkdown, fencedCode, sentence, table } from '../markdown.ts';
import { compactJson, exampleOperation, exampleResponse } from './example-operation.ts';
import { topicOf } from './presentation.ts';
import type { GraphQLCatalog } from './schema-files.ts';

type Field = GraphQLField<unknown, unknown>;

/** The data that entries are generated from. */
export interface EntryContext {
  schema: GraphQLSchema;
  catalog: GraphQLCatalog;
  /** Path of the page below the docs root: `graphql/objects/datasets.md`. */
  page: string;
}

/** The entry of a query or mutation: description, privilege, arguments, result, and an example request. */
export function operationEntry(kind: OperationTypeNode, field: Field, context: EntryContext): string {
  const { schema, catalog, page } = context;
  const { privileges, responses } = catalog.presentation;
  const { document, variables } = exampleOperation(kind, field, schema, catalog.samples);
  const privilege = privileges[field.name];
  const root = kind === OperationTypeNode.QUERY ? 'Query' : 'Mutation';
  return section(
    '###',
    field.name,
    statusOf(`${root}.${field.name}`, field.deprecationReason, context),
    sentence(field.description ?? ''),
    privilege === undefined ? null : `**Required privilege:** ${sentence(privilege)}`,
    `Returns ${typeLink(field.type, page, catalog)}.`,
    field.args.length === 0 ? 'Takes no arguments.' : memberTable('Argument', withInputFields(field.args), context),
    fencedCode('graphql', document, `title="${kind}"`),
    variables === null ? null : fencedCode('json', compactJson({ ...variables }), 'title="variables"'),
    responses.includes(field.name)
      ? fencedCode(
          'json',
          compactJson(exampleResponse(kind, field, schema, catalog.samples, catalog.presentation.responseValues).response),
          'title="response"',
        )
      : null,
  );
}

/** The entry of a type. */
export function typeEntry(type: GraphQLNamedType, context: EntryContext): string {
  return section('##', type.name, statusOf(type.name, null, context), sentence(describeType(type)), ...body(type, context));
}

function body(type: GraphQLNamedType, context: EntryContext): (string | null)[] {
  const links = (types: readonly GraphQLNamedType[]): string =>
    types.map((each) => typeLink(each, context.page, context.catalog)).join(', ');
  if (isScalarType(type)) return [];
  if (isEnumType(type)) return [valueTable(type)];
  if (isUnionType(type)) return [`One of ${links(type.getTypes())}.`];
  if (isInputObjectType(type)) {
    const rows = Object.values(type.getFields()).map((member) => ({ shown: member.name, key: `${type.name}.${member.name}`, member }));
    return [memberTable('Field', rows, context)];
  }
  const implemented = type.getInterfaces();
  const objects = isInterfaceType(type) ? context.schema.getPossibleTypes(type) : [];
  return [
    implemented.length === 0 ? null : `Implements ${links(implemented)}.`,
    fieldTable(type.name, Object.values(type.getFields()), context),
    objects.length === 0 ? null : `Implemented by ${links(objects)}.`,
  ];
}

/**
 * An entry of a page of hundreds. The heading precedes the part that browsers may skip until it comes into view: the table
 * of contents and links to entries ask where headings are and would otherwise force the layout of every part.
 */
function section(level: string, name: string, ...parts: (string | null)[]): string {
  return blocks(`${level} ${escapeMarkdown(name)} {#${anchorOf(name)}}`, '<section class="reference">', ...parts, '</section>');
}

/** A row of a table: an argument or input field, the name that the row shows, and its name in the schema. */
interface Row {
  shown: string;
  /** `Type.field`; for arguments their name. */
  key: string;
  member: GraphQLArgument | GraphQLInputField;
}

/** Arguments and, one level deep, the fields of their input objects. */
function withInputFields(args: readonly GraphQLArgument[]): Row[] {
  return args.flatMap((arg) => {
    const type = getNullableType(arg.type);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    return [
      { shown: arg.name, key: arg.name, member: arg },
      ...fields.map((member) => ({ shown: `${arg.name}.${member.name}`, key: `${String(type)}.${member.name}`, member })),
    ];
  });
}

/** Describes a member: with its own description, the shared one of its name, or that of its type. */
function describe(key: string, member: GraphQLArgument | GraphQLInputField | Field, context: EntryContext): string {
  const { sharedFields } = context.catalog;
  const status = statusOf(key, member.deprecationReason, context);
  // A deprecated member needs only its replacement.
  if (member.deprecationReason != null) return status ?? '';
  const shared = Object.hasOwn(sharedFields, member.name) ? sharedFields[member.name] : undefined;
  const type = getNamedType(member.type);
  const words = sentence(member.description ?? shared ?? (isScalarType(type) ? '' : firstSentence(type.description ?? '')));
  return [status ?? '', words].filter((part) => part !== '').join(' ');
}

const firstSentence = (text: string): string => /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

/** Marks of a type, field or operation: deprecated, incubating, experimental. Null if it has none. */
function statusOf(key: string, reason: string | null | undefined, { catalog }: EntryContext): string | null {
  const { deprecated, incubating, experimental } = catalog.presentation;
  const replacement = reason ?? (Object.hasOwn(deprecated, key) ? deprecated[key] : undefined);
  const marks = [
    replacement == null ? '' : `**Deprecated.** ${sentence(replacement)}`,
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
      typeLink(member.type, context.page, context.catalog) + (isNonNullType(member.type) && defaultOf(member) === null ? ', required' : ''),
      ...(withDefaults ? [codeSpan(defaultOf(member) ?? 'none')] : []),
      describe(key, member, context),
    ]),
  );
}

/** The default in GraphQL syntax; null if there is none. */
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
      const words = [describe(`${owner}.${field.name}`, field, context), argumentsOf(field, context)];
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
  Float: 'A double-precision number with a fraction.',
  ID: 'An identifier, sent as a string.',
  Int: 'A 32-bit integer. Larger integers, such as times in milliseconds, have the type `Long`.',
  String: 'A string in UTF-8. URNs have this type.',
};

function describeType(type: GraphQLNamedType): string {
  return BUILT_IN[type.name] ?? type.description ?? '';
}

/** Path of the page of a type below the docs root. Objects with a topic are on the page of the topic. */
export function pageOfType(type: GraphQLNamedType, { presentation }: Pick<GraphQLCatalog, 'presentation'>): string {
  if (isScalarType(type)) return 'graphql/scalars.md';
  if (isEnumType(type)) return 'graphql/enums.md';
  if (isUnionType(type)) return 'graphql/unions.md';
  if (isInterfaceType(type)) return 'graphql/interfaces.md';
  if (isInputObjectType(type)) return 'graphql/inputObjects.md';
  const topic = topicOf(type, presentation);
  return topic === undefined ? 'graphql/objects.md' : `graphql/objects/${topic.id}.md`;
}

/** Id of an entry on its page. */
export const anchorOf = (name: string): string => name.toLowerCase();

/** A type in schema syntax (`[Dataset!]!`) as a link to its entry. @param from path of the page with the link */
export function typeLink(type: GraphQLType, from: string, catalog: Pick<GraphQLCatalog, 'presentation'>): string {
  const named = getNamedType(type);
  const page = pageOfType(named, catalog);
  const path = page === from ? '' : posix.relative(posix.dirname(from), page);
  return `[${codeSpan(String(type))}](${path}#${anchorOf(named.name)})`;
}
