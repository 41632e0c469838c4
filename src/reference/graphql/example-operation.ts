import { OperationTypeNode, getNamedType, isCompositeType, isRequiredArgument, isUnionType } from 'graphql';
import type { GraphQLCompositeType, GraphQLField, GraphQLSchema } from 'graphql';

import type { Problem } from '#model/problem.ts';

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

/** Deeper selections fill a screen and teach nothing new. */
const DEPTH = 3;
const LEAVES = 6;
/** Fields with a selection of their own, by depth. */
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
    variables: shown.length === 0 ? null : Object.fromEntries(shown.map((arg) => [arg.name, sampleValue(field.name, arg.name, arg.type, samples)])),
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
    return checker.checkRequest(document, variables ?? {}).map(({ message }) => ({ file, message: `example of ${field.name}: ${message}`, severity: 'error' as const }));
  });
}

function selectionOf(type: ReturnType<typeof getNamedType>, schema: GraphQLSchema, samples: Samples, depth: number, indent: string): string {
  if (!isCompositeType(type)) return '';
  const inner = `${indent}  `;
  const lines = isUnionType(type) ? [`${inner}__typename`] : fieldLines(type, schema, samples, depth, inner);
  const members = isUnionType(type) ? type.getTypes() : [];
  for (const member of members) {
    const own = fieldLines(member, schema, samples, DEPTH, `${inner}  `);
    if (own.length > 0) lines.push(`${inner}... on ${member.name} {\n${own.join('\n')}\n${inner}}`);
  }
  return ` {\n${(lines.length === 0 ? [`${inner}__typename`] : lines).join('\n')}\n${indent}}`;
}

function fieldLines(type: Exclude<GraphQLCompositeType, { getTypes(): unknown }>, schema: GraphQLSchema, samples: Samples, depth: number, indent: string): string[] {
  const usable = Object.values(type.getFields()).filter((field) => field.deprecationReason == null && !field.args.some(isRequiredArgument));
  const leaves = usable.filter((field) => !isCompositeType(getNamedType(field.type)));
  const rank = (field: Field): number => (samples.select.indexOf(field.name) + 1 || samples.select.length + 1);
  const branches = usable.filter((field) => isCompositeType(getNamedType(field.type))).toSorted((a, b) => rank(a) - rank(b));
  const wanted = depth === 0 || leaves.length === 0 ? branches : branches.filter((field) => samples.select.includes(field.name));
  return [
    ...leaves.slice(0, LEAVES).map((field) => indent + field.name),
    ...wanted.slice(0, BRANCHES[depth] ?? 0).map((field) => `${indent}${field.name}${selectionOf(getNamedType(field.type), schema, samples, depth + 1, indent)}`),
  ];
}
