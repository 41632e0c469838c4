/** Generates example requests and responses of GraphQL operations, and checks them. */
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isUnionType,
  Kind,
  OperationTypeNode,
  parse,
} from 'graphql';
import type {
  FieldNode,
  GraphQLArgument,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import { z } from 'zod';

import type { Problem } from '@quire/engine/model/problem.ts';

import { createGraphQLChecker } from './checker.ts';

type Field = GraphQLField<unknown, unknown>;

/** The body of a request to the GraphQL API. */
export interface ExampleOperation {
  document: string;
  /** Null if the operation has no arguments. */
  variables: Readonly<Record<string, SampleValue>> | null;
}

/** The maximum number of leaf fields per object, which keeps examples short. */
const MAX_LEAVES = 6;
/** The maximum number of types of a union in an example. */
const MAX_MEMBERS = 10;
/** The maximum number of objects and fields in the variables of an example. A type with two required fields of another one doubles their number. */
const MAX_VALUES = 1000;
/** The maximum number of names in a list of `samples.yaml`, with which all fields are compared. */
const MAX_NAMES = 1000;
/** The maximum number of fields with a nested selection, by depth. */
const MAX_BRANCHES = [3, 2, 1, 1];

/**
 * Returns an example request of an operation: its required arguments, the optional arguments of `include`, and fields to a
 * limited depth.
 */
export function exampleOperation(kind: OperationTypeNode, field: Field, schema: GraphQLSchema, samples: Samples): ExampleOperation {
  const shown = field.args.filter((arg) => isShown(field.name, arg, samples));
  const declared = shown.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = shown.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const head = `${kind} ${field.name}${declared === '' ? '' : `(${declared})`}`;
  const call = `${field.name}${passed === '' ? '' : `(${passed})`}`;
  const selection = selectionOf(getNamedType(field.type), schema, samples, 0, '  ');
  const context = { samples, left: { values: MAX_VALUES } };
  return {
    document: `${head} {\n  ${call}${selection}\n}`,
    variables:
      shown.length === 0 ? null : Object.fromEntries(shown.map((arg) => [arg.name, sampleValue(field.name, arg.name, arg.type, context)])),
  };
}

/**
 * Values of fields in example responses, by `Type.field` or name. The text `null` means null.
 */
export type ResponseValues = Readonly<Record<string, SampleValue>>;

interface ResponseContext {
  schema: GraphQLSchema;
  values: ResponseValues;
  /** Collects the names of strings without a value, and of required fields that would be null. */
  missing: Set<string>;
}

/**
 * Returns the response of an example request, with the fields in the order of the request, and the names of the fields that
 * lack a value.
 */
export function exampleResponse(
  kind: OperationTypeNode,
  field: Field,
  schema: GraphQLSchema,
  samples: Samples,
  values: ResponseValues,
): { response: SampleValue; missing: ReadonlySet<string> } {
  const { document } = exampleOperation(kind, field, schema, samples);
  const operation = parse(document).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const selected = operation?.selectionSet.selections.find((node) => node.kind === Kind.FIELD);
  const root = schema.getRootType(kind);
  const context: ResponseContext = { schema, values, missing: new Set() };
  if (selected === undefined || root == null) return { response: {}, missing: context.missing };
  return { response: { data: { [field.name]: responseValue(root.name, field, selected, context) } }, missing: context.missing };
}

/** Returns the value of a selected field. Strings need a value in `values`; other scalars have a default. */
function responseValue(owner: string, field: Field, node: FieldNode, context: ResponseContext): SampleValue {
  const { schema, values } = context;
  const isList = isListType(getNullableType(field.type));
  const type = getNamedType(field.type);
  const known = values[`${owner}.${field.name}`] ?? (isCompositeType(type) ? undefined : values[field.name]);
  if (known !== undefined) {
    const value = known === 'null' ? null : known;
    if (value === null && isNonNullType(field.type)) context.missing.add(`${owner}.${field.name}`);
    return value === null ? null : asList(value, isList);
  }
  if (isEnumType(type)) {
    const names = type.getValues().map((value) => value.name);
    const ownName = owner.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
    return asList(names.includes(ownName) ? ownName : (names[0] ?? ''), isList);
  }
  if (!isCompositeType(type)) {
    if (type.name === 'String') context.missing.add(`${owner}.${field.name}`);
    return asList(defaultValue(type.name, field.name), isList);
  }
  const selections = node.selectionSet?.selections ?? [];
  const fragment = selections.find((each) => each.kind === Kind.INLINE_FRAGMENT);
  const concrete = schema.getType(fragment?.typeCondition?.name.value ?? '') ?? type;
  if (!isObjectType(concrete) && !isInterfaceType(concrete)) return asList({ __typename: type.name }, isList);
  const nodes = selections
    .flatMap((each) => (each === fragment ? fragment.selectionSet.selections : [each]))
    .filter((each) => each.kind === Kind.FIELD);
  const members = nodes.map((selected): [string, SampleValue] => {
    const name = selected.name.value;
    const inner = concrete.getFields()[name];
    // Only `__typename` is not a field of the type.
    return [name, inner === undefined ? concrete.name : responseValue(concrete.name, inner, selected, context)];
  });
  return asList(Object.fromEntries(members), isList);
}

/** Returns all queries and mutations of a schema. */
export function operationsOf(schema: GraphQLSchema): { kind: OperationTypeNode; field: Field }[] {
  return [OperationTypeNode.QUERY, OperationTypeNode.MUTATION].flatMap((kind) =>
    Object.values(schema.getRootType(kind)?.getFields() ?? {}).map((field) => ({ kind, field })),
  );
}

/** Reports fields in example responses that lack a value. @param file the file with the values */
export function checkResponses(
  schema: GraphQLSchema,
  samples: Samples,
  responses: readonly string[],
  values: ResponseValues,
  file: string,
): Problem[] {
  const wanted = new Set(responses);
  const missing = operationsOf(schema)
    .filter(({ field }) => wanted.has(field.name))
    .flatMap(({ kind, field }) => [...exampleResponse(kind, field, schema, samples, values).missing]);
  return [...new Set(missing)].map((name) => ({ file, message: `responseValues: ${name} has no value`, severity: 'error' }));
}

/** Checks every generated example, since sample values may have the wrong type. @param file the file with the values */
export function checkOperationExamples(schema: GraphQLSchema, samples: Samples, file: string): Problem[] {
  const checker = createGraphQLChecker(schema);
  return operationsOf(schema).flatMap(({ kind, field }) => {
    const { document, variables } = exampleOperation(kind, field, schema, samples);
    return checker
      .checkRequest(document, variables ?? {})
      .map(({ message }) => ({ file, message: `example of ${field.name}: ${message}`, severity: 'error' as const }));
  });
}

type Named = ReturnType<typeof getNamedType>;
type WithFields = GraphQLObjectType | GraphQLInterfaceType;

/** Selection sets by depth and type, because many operations return the same types. */
const selections = new WeakMap<GraphQLSchema, WeakMap<Samples, Map<string, string>>>();

/** Renders the selection set of a type; '' for a leaf type. @param indent depends on the depth only */
function selectionOf(type: Named, schema: GraphQLSchema, samples: Samples, depth: number, indent: string): string {
  if (!isCompositeType(type)) return '';
  const ofSchema = selections.get(schema) ?? new WeakMap<Samples, Map<string, string>>();
  selections.set(schema, ofSchema);
  const known = ofSchema.get(samples) ?? new Map<string, string>();
  ofSchema.set(samples, known);
  const key = `${depth} ${type.name}`;
  const selection = known.get(key) ?? renderSelection(type, schema, samples, depth, indent);
  known.set(key, selection);
  return selection;
}

function renderSelection(type: GraphQLCompositeType, schema: GraphQLSchema, samples: Samples, depth: number, indent: string): string {
  const inner = `${indent}  `;
  const lines = isUnionType(type) ? [`${inner}__typename`] : fieldLines(type, schema, samples, depth, inner);
  for (const member of membersOf(type, schema, samples)) {
    const own = fragmentFields(type, member, samples).map((name) => `${inner}  ${name}`);
    if (own.length > 0) lines.push(`${inner}... on ${member.name} {\n${own.join('\n')}\n${inner}}`);
  }
  return ` {\n${(lines.length === 0 ? [`${inner}__typename`] : lines).join('\n')}\n${indent}}`;
}

/** Returns the types with an inline fragment: the first members of a union, or the type that the samples name for an interface. */
function membersOf(type: GraphQLCompositeType, schema: GraphQLSchema, samples: Samples): readonly GraphQLObjectType[] {
  if (isUnionType(type)) return type.getTypes().slice(0, MAX_MEMBERS);
  return isInterfaceType(type) ? schema.getPossibleTypes(type).filter((each) => samples.fragments[type.name] === each.name) : [];
}

/**
 * Returns the leaf fields of an inline fragment: for a union, the first fields; for an interface, those of `select` that
 * the interface lacks.
 */
function fragmentFields(around: GraphQLCompositeType, member: GraphQLObjectType, samples: Samples): string[] {
  const names = leafFields(member, samples).map((field) => field.name);
  if (!isInterfaceType(around)) return names.slice(0, MAX_LEAVES);
  return names.filter((name) => samples.select.includes(name) && !Object.hasOwn(around.getFields(), name));
}

function fieldLines(type: WithFields, schema: GraphQLSchema, samples: Samples, depth: number, indent: string): string[] {
  const leaves = leafFields(type, samples);
  const rank = (field: Field): number => samples.select.indexOf(field.name) + 1 || samples.select.length + 1;
  const branches = usableFields(type, samples)
    .filter((field) => isCompositeType(getNamedType(field.type)))
    .toSorted((a, b) => rank(a) - rank(b));
  const wanted = depth === 0 || leaves.length === 0 ? branches : branches.filter((field) => samples.select.includes(field.name));
  return [
    ...leaves.slice(0, MAX_LEAVES).map((field) => indent + field.name),
    ...wanted
      .slice(0, MAX_BRANCHES[depth] ?? 0)
      .map((field) => `${indent}${field.name}${selectionOf(getNamedType(field.type), schema, samples, depth + 1, indent)}`),
  ];
}

/** Returns the fields that are not deprecated or excluded and have no required arguments. */
const usableFields = (type: WithFields, samples: Samples): Field[] =>
  Object.values(type.getFields()).filter(
    (field) =>
      field.deprecationReason == null && !field.args.some(isRequiredArgument) && !samples.exclude.includes(`${type.name}.${field.name}`),
  );

const leafFields = (type: WithFields, samples: Samples): Field[] =>
  usableFields(type, samples).filter((field) => isLeafType(getNamedType(field.type)));

/** The maximum number of characters of a sample value as JSON, because many examples can contain it. */
const MAX_VALUE = 2000;
export const sampleValueSchema = z
  .json()
  .refine((value) => JSON.stringify(value).length <= MAX_VALUE, `must have at most ${MAX_VALUE} characters as JSON`);
const names = z.array(z.string()).max(MAX_NAMES, `must have at most ${MAX_NAMES} names`).default([]);

/** Shape of `samples.yaml`: the values that examples use. */
export const sampleSchema = z.strictObject({
  /** Values by `Owner.name` (an operation's argument or an input type's field) or by `name`. */
  values: z.record(z.string(), sampleValueSchema).default({}),
  /** Optional arguments and input fields that an example shows, as `Owner.name` or `name`; required ones are always shown. */
  include: names,
  /** Names of the fields with nested selections that an example selects first. */
  select: names,
  /** Fields and input fields that no example contains, as `Owner.name`, whatever `include` and `select` say. */
  exclude: names,
  /** By interface, the type for which an example has an inline fragment. */
  fragments: z.record(z.string(), z.string()).default({}),
});

export type Samples = z.output<typeof sampleSchema>;
export type SampleValue = z.output<ReturnType<typeof z.json>>;

/** Input types may be recursive. Below this depth, examples contain only required fields. */
const MAX_DEPTH = 4;

/** Whether an example contains an argument or input field. */
export function isShown(owner: string, member: GraphQLArgument | GraphQLInputField, samples: Samples): boolean {
  if (isNonNullType(member.type) && member.default === undefined) return true;
  if (member.deprecationReason != null || samples.exclude.includes(`${owner}.${member.name}`)) return false;
  return samples.include.includes(`${owner}.${member.name}`) || samples.include.includes(member.name);
}

interface SampleContext {
  samples: Samples;
  /** Number of objects and fields that the example may still contain. An object without its fields is reported by the check of the example. */
  left: { values: number };
}

/** Returns a sample value of an argument or input field. @param owner the operation or input type that it belongs to */
function sampleValue(owner: string, name: string, type: GraphQLInputType, context: SampleContext, depth = 0): SampleValue {
  const { samples } = context;
  const own = samples.values[`${owner}.${name}`];
  if (own !== undefined) return own;
  const isList = isListType(getNullableType(type));
  const named = getNamedType(type);
  if (isInputObjectType(named)) return asList(sampleObject(named, context, depth), isList);
  const byName = samples.values[name];
  if (isEnumType(named)) {
    const values = named.getValues();
    // Several enums may share a field name: use a sample only if it is one of the values.
    const fitting = [byName].flat().find((each) => values.some((value) => value.name === each));
    return asList(fitting ?? values.find((value) => value.deprecationReason == null)?.name ?? '', isList);
  }
  if (byName === undefined) return asList(defaultValue(named.name, name), isList);
  return Array.isArray(byName) && !isList ? (byName[0] ?? '') : asList(byName, isList);
}

const asList = (value: SampleValue, isList: boolean): SampleValue => (isList && !Array.isArray(value) ? [value] : value);

function sampleObject(type: GraphQLInputObjectType, context: SampleContext, depth: number): SampleValue {
  if (--context.left.values < 0) return {};
  const fields = Object.values(type.getFields()).filter((field) =>
    depth < MAX_DEPTH ? isShown(type.name, field, context.samples) : isNonNullType(field.type),
  );
  context.left.values -= fields.length;
  return Object.fromEntries(fields.map((field) => [field.name, sampleValue(type.name, field.name, field.type, context, depth + 1)]));
}

function defaultValue(type: string, name: string): SampleValue {
  if (type === 'Boolean') return true;
  if (type === 'Int') return 10;
  if (type === 'Float') return 0.5;
  if (type === 'Long') return 1_687_737_600_000;
  return name;
}

/** Number of characters in a line that fit on a small screen without scrolling. */
const WIDTH = 88;

/** Formats JSON. An object or list is on one line if it fits. @param used number of characters between the indentation and the value */
export function compactJson(value: SampleValue, indent = '', used = 0): string {
  const flat = oneLine(value);
  if (typeof value !== 'object' || value === null) return flat;
  // The outermost object is always split into lines, which are easier to read.
  if (indent !== '' && indent.length + used + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((each) => compactJson(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${compactJson(each, inner, key.length + 4)}`);
  return parts.length === 0 ? open + close : `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

function oneLine(value: SampleValue): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
