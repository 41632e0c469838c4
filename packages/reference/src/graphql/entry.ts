import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
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
  OperationTypeNode,
} from 'graphql';

import { blocks, codeSpan, escapeMarkdown, fencedCode, sentence, table } from '../markdown.ts';
import { compactJson, exampleOperation } from './example-operation.ts';
import type { GraphQLCatalog } from './schema-files.ts';

type Field = GraphQLField<unknown, unknown>;

/** What an entry is written from. */
export interface EntryContext {
  schema: GraphQLSchema;
  catalog: GraphQLCatalog;
  page: PageName;
}

/** The entry of a query or mutation: what it does, what it takes and returns, and a request that can be sent as it is. */
export function operationEntry(kind: OperationTypeNode, field: Field, context: EntryContext): string {
  const { document, variables } = exampleOperation(kind, field, context.schema, context.catalog.samples);
  return section(
    field.name,
    deprecation(field.deprecationReason),
    sentence(field.description ?? ''),
    `Returns ${typeLink(field.type, context.page)}.`,
    field.args.length === 0 ? 'Takes no arguments.' : memberTable('Argument', withInputFields(field.args), context),
    fencedCode('graphql', document, `title="${kind}"`),
    variables === null ? null : fencedCode('json', compactJson({ ...variables }), 'title="variables"'),
  );
}

/** The entry of a type. */
export function typeEntry(type: GraphQLNamedType, context: EntryContext): string {
  return section(type.name, sentence(describeType(type)), ...body(type, context));
}

function body(type: GraphQLNamedType, context: EntryContext): (string | null)[] {
  const links = (types: readonly GraphQLNamedType[]): string => types.map((each) => typeLink(each, context.page)).join(', ');
  if (isScalarType(type)) return [];
  if (isEnumType(type)) return [valueTable(type)];
  if (isUnionType(type)) return [`One of ${links(type.getTypes())}.`];
  if (isInputObjectType(type)) return [memberTable('Field', Object.values(type.getFields()).map(toRow), context)];
  const implemented = type.getInterfaces();
  const objects = isInterfaceType(type) ? context.schema.getPossibleTypes(type) : [];
  return [
    implemented.length === 0 ? null : `Implements ${links(implemented)}.`,
    fieldTable(Object.values(type.getFields()), context),
    objects.length === 0 ? null : `Implemented by ${links(objects)}.`,
  ];
}

/**
 * An entry of a page of hundreds. The heading stands before the part that browsers may leave aside until it comes into
 * view: contents and links to entries ask where headings are, and would have every part laid out at once.
 */
function section(name: string, ...parts: (string | null)[]): string {
  return blocks(`## ${escapeMarkdown(name)} {#${anchorOf(name)}}`, '<section class="reference">', ...parts, '</section>');
}

/** A row of a table: an argument or input field, and the name it is shown by. */
interface Row {
  shown: string;
  member: GraphQLArgument | GraphQLInputField;
}

const toRow = (member: Row['member']): Row => ({ shown: member.name, member });

/** Arguments with the fields of their input objects, one level deep: what most requests are made of. */
function withInputFields(args: readonly GraphQLArgument[]): Row[] {
  return args.flatMap((arg) => {
    const type = getNullableType(arg.type);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    return [toRow(arg), ...fields.map((member) => ({ shown: `${arg.name}.${member.name}`, member }))];
  });
}

/** Says what a member is: in its own words, in those of its name wherever it stands, or of the type it holds. */
function describe(member: GraphQLArgument | GraphQLInputField | Field, { catalog }: EntryContext): string {
  // What to use instead is all that a reader needs of a field on its way out.
  if (member.deprecationReason != null) return deprecation(member.deprecationReason) ?? '';
  const shared = Object.hasOwn(catalog.sharedFields, member.name) ? catalog.sharedFields[member.name] : undefined;
  const type = getNamedType(member.type);
  return sentence(member.description ?? shared ?? (isScalarType(type) ? '' : firstSentence(type.description ?? '')));
}

const firstSentence = (text: string): string => /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;

function deprecation(reason: string | null | undefined): string | null {
  return reason == null ? null : `**Deprecated.** ${sentence(reason)}`;
}

function memberTable(head: string, rows: readonly Row[], context: EntryContext): string {
  const withDefaults = rows.some(({ member }) => defaultOf(member) !== null);
  return table(
    [head, 'Type', ...(withDefaults ? ['Default'] : []), 'What it is'],
    rows.map(({ shown, member }) => [
      codeSpan(shown),
      typeLink(member.type, context.page) + (isNonNullType(member.type) && defaultOf(member) === null ? ', required' : ''),
      ...(withDefaults ? [codeSpan(defaultOf(member) ?? 'none')] : []),
      describe(member, context),
    ]),
  );
}

/** The default as a document would hold it; null where there is none. */
function defaultOf(member: GraphQLArgument | GraphQLInputField): string | null {
  const { default: preset } = member;
  if (preset === undefined) return null;
  if (preset.literal !== undefined) return print(preset.literal);
  const literal = valueToLiteral(preset.value, member.type);
  return literal === undefined ? null : print(literal);
}

function fieldTable(fields: readonly Field[], context: EntryContext): string {
  return table(
    ['Field', 'Type', 'What it is'],
    fields.map((field) => {
      const words = [describe(field, context), argumentsOf(field, context)];
      return [codeSpan(field.name), typeLink(field.type, context.page), words.filter((part) => part !== '').join(' ')];
    }),
  );
}

function argumentsOf(field: Field, { page }: EntryContext): string {
  if (field.args.length === 0) return '';
  const args = field.args.map((arg) => {
    const preset = defaultOf(arg);
    return `${codeSpan(arg.name)} (${typeLink(arg.type, page)}${preset === null ? '' : `, default ${codeSpan(preset)}`})`;
  });
  return `Takes ${args.join(', ')}.`;
}

function valueTable(type: GraphQLEnumType): string {
  const values = type.getValues().map((value) => {
    const old = deprecation(value.deprecationReason);
    return [codeSpan(value.name), [sentence(value.description ?? ''), old ?? ''].filter((part) => part !== '').join(' ')];
  });
  return table(['Value', 'Meaning'], values);
}

/** GraphQL's own scalars carry the words of its specification: ours are shorter and say what matters here. */
const BUILT_IN: Readonly<Record<string, string>> = {
  Boolean: '`true` or `false`.',
  Float: 'A number with a fraction, of double precision.',
  ID: 'An identifier, sent as text.',
  Int: 'A whole number of 32 bits. Larger ones, such as times in milliseconds, are of the type `Long`.',
  String: 'Text in UTF-8. URNs are of this type.',
};

function describeType(type: GraphQLNamedType): string {
  return BUILT_IN[type.name] ?? type.description ?? '';
}

/** The eight pages, by the last part of their route. */
export type PageName = 'queries' | 'mutations' | 'objects' | 'inputObjects' | 'interfaces' | 'unions' | 'enums' | 'scalars';

/** The page on which a type stands. */
export function pageOfType(type: GraphQLNamedType): PageName {
  if (isScalarType(type)) return 'scalars';
  if (isEnumType(type)) return 'enums';
  if (isUnionType(type)) return 'unions';
  if (isInterfaceType(type)) return 'interfaces';
  return isInputObjectType(type) ? 'inputObjects' : 'objects';
}

/** Id of an entry in its page. */
export const anchorOf = (name: string): string => name.toLowerCase();

/** A type as it is written in a schema (`[Dataset!]!`), as a link to its entry. @param from page that the link stands on */
export function typeLink(type: GraphQLType, from: PageName): string {
  const named = getNamedType(type);
  const page = pageOfType(named);
  return `[${codeSpan(String(type))}](${page === from ? '' : `${page}.md`}#${anchorOf(named.name)})`;
}
