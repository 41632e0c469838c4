import { OperationTypeNode, getNamedType, isCompositeType, isInterfaceType, isLeafType, isRequiredArgument, isUnionType } from 'graphql';
import type { GraphQLCompositeType, GraphQLField, GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema } from 'graphql';

import type { Problem } from '@quire/engine/model/problem.ts';

import { createGraphQLChecker } from './checker.ts';
import { isShown, sampleValue } from './sample-value.ts';
import type { SampleValue, Samples } from './sample-value.ts';

type Field = GraphQLField<unknown, unknown>;

/** A request as a client sends it. */
export interface ExampleOperation {
  document: string;
  /** Null where the operation takes nothing. */
  variables: Readonly<Record<string, SampleValue>> | null;
}

/** Plain fields of one object: more fill a screen and teach nothing new. */
const LEAVES = 6;
/** Fields with a selection of their own, by depth; deeper there are none. */
const BRANCHES = [3, 2, 1];

/** A request for one query or mutation: required arguments, the telling optional ones, and a selection of sensible depth. */
export function exampleOperation(kind: OperationTypeNode, field: Field, schema: GraphQLSchema, samples: Samples): ExampleOperation {
  const shown = field.args.filter((arg) => isShown(field.name, arg, samples));
  const declared = shown.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = shown.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const head = `${kind} ${field.name}${declared === '' ? '' : `(${declared})`}`;
  const call = `${field.name}${passed === '' ? '' : `(${passed})`}`;
  const selection = selectionOf(getNamedType(field.type), schema, samples, 0, '  ');
  return {
    document: `${head} {\n  ${call}${selection}\n}`,
    variables:
      shown.length === 0 ? null : Object.fromEntries(shown.map((arg) => [arg.name, sampleValue(field.name, arg.name, arg.type, samples)])),
  };
}

/** Every query and mutation of a schema with the kind that its document starts with. */
export function operationsOf(schema: GraphQLSchema): { kind: OperationTypeNode; field: Field }[] {
  return [OperationTypeNode.QUERY, OperationTypeNode.MUTATION].flatMap((kind) =>
    Object.values(schema.getRootType(kind)?.getFields() ?? {}).map((field) => ({ kind, field })),
  );
}

/** Holds every example against the schema: a sample value of the wrong form is the author's slip. @param file that holds the values */
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

function selectionOf(type: Named, schema: GraphQLSchema, samples: Samples, depth: number, indent: string): string {
  if (!isCompositeType(type)) return '';
  const inner = `${indent}  `;
  const lines = isUnionType(type) ? [`${inner}__typename`] : fieldLines(type, schema, samples, depth, inner);
  for (const member of membersOf(type, schema, samples)) {
    const own = fragmentFields(type, member, samples).map((name) => `${inner}  ${name}`);
    if (own.length > 0) lines.push(`${inner}... on ${member.name} {\n${own.join('\n')}\n${inner}}`);
  }
  return ` {\n${(lines.length === 0 ? [`${inner}__typename`] : lines).join('\n')}\n${indent}}`;
}

/** Types that get an inline fragment: all of a union, the one that the samples name for an interface. */
function membersOf(type: GraphQLCompositeType, schema: GraphQLSchema, samples: Samples): readonly GraphQLObjectType[] {
  if (isUnionType(type)) return type.getTypes();
  return isInterfaceType(type) ? schema.getPossibleTypes(type).filter((each) => samples.fragments[type.name] === each.name) : [];
}

/** Plain fields that only this type of the many has: of an interface's type the most telling ones, of a union's the first. */
function fragmentFields(around: GraphQLCompositeType, member: GraphQLObjectType, samples: Samples): string[] {
  const names = leavesOf(member).map((field) => field.name);
  if (!isInterfaceType(around)) return names.slice(0, LEAVES);
  return names.filter((name) => samples.select.includes(name) && !Object.hasOwn(around.getFields(), name));
}

function fieldLines(type: WithFields, schema: GraphQLSchema, samples: Samples, depth: number, indent: string): string[] {
  const leaves = leavesOf(type);
  const rank = (field: Field): number => samples.select.indexOf(field.name) + 1 || samples.select.length + 1;
  const branches = usableFields(type)
    .filter((field) => isCompositeType(getNamedType(field.type)))
    .toSorted((a, b) => rank(a) - rank(b));
  const wanted = depth === 0 || leaves.length === 0 ? branches : branches.filter((field) => samples.select.includes(field.name));
  return [
    ...leaves.slice(0, LEAVES).map((field) => indent + field.name),
    ...wanted
      .slice(0, BRANCHES[depth] ?? 0)
      .map((field) => `${indent}${field.name}${selectionOf(getNamedType(field.type), schema, samples, depth + 1, indent)}`),
  ];
}

/** Fields that can be selected as they are: not on their way out, no argument required. */
const usableFields = (type: WithFields): Field[] =>
  Object.values(type.getFields()).filter((field) => field.deprecationReason == null && !field.args.some(isRequiredArgument));

const leavesOf = (type: WithFields): Field[] => usableFields(type).filter((field) => isLeafType(getNamedType(field.type)));
