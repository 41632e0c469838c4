import { GraphQLError, NoUnusedFragmentsRule, Source, getOperationAST, getVariableValues, parse, specifiedRules, validate } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { closest, distance } from 'fastest-levenshtein';

import { requestBodies } from './request-bodies.ts';

/** What is wrong in an example. */
export interface ExampleProblem {
  /** 1-based line within the text that was checked. */
  line: number;
  /** A sentence with the nearest right name where there is one. */
  message: string;
}

export interface DocumentOptions {
  /** A deliberate fragment: variables and fragments may be defined elsewhere; every name must be right all the same. */
  partial?: boolean;
}

/** Holds examples in pages against a schema. */
export interface GraphQLChecker {
  /** A document as it stands in a `graphql` fence: operations, or definitions of a schema, which are parsed only. */
  checkDocument(text: string, options?: DocumentOptions): ExampleProblem[];
  /** A document with the variables sent with it; of several operations, `operationName` names the one that runs. */
  checkRequest(text: string, variables: Readonly<Record<string, unknown>>, operationName?: string): ExampleProblem[];
  /** A JSON body with a `query` key, as clients send it. Other JSON passes. */
  checkRequestBody(json: string): ExampleProblem[];
  /** Every body in a shell sample: `curl … --data '{"query": …}'`. */
  checkShell(text: string): ExampleProblem[];
}

const MAX_TOKENS = 20_000;
/** Rules that ask for completeness, which a fragment need not have. */
const COMPLETENESS = new Set([
  'NoUndefinedVariablesRule',
  'NoUnusedVariablesRule',
  'KnownFragmentNamesRule',
  'ProvidedRequiredArgumentsRule',
  NoUnusedFragmentsRule.name,
]);

/** Makes the checks of one schema; they share it and keep nothing else. */
export function createGraphQLChecker(schema: GraphQLSchema): GraphQLChecker {
  function checkDocument(text: string, { partial = false }: DocumentOptions = {}): ExampleProblem[] {
    const parsed = parseDocument(text);
    if (!('document' in parsed)) return [parsed];
    if (parsed.document.definitions.some(isTypeSystem)) return [];
    const rules = partial ? specifiedRules.filter((rule) => !COMPLETENESS.has(rule.name)) : specifiedRules;
    return validate(schema, parsed.document, rules).map(toProblem);
  }

  function checkRequest(text: string, variables: Readonly<Record<string, unknown>>, operationName?: string): ExampleProblem[] {
    const found = checkDocument(text);
    const parsed = parseDocument(text);
    if (found.length > 0 || !('document' in parsed)) return found;
    const operation = getOperationAST(parsed.document, operationName);
    if (operation == null)
      return operationName === undefined ? [] : [{ line: 1, message: `there is no operation "${operationName}" in the query` }];
    return [...unknownVariables(operation, variables), ...wrongVariables(schema, operation, variables)];
  }

  function checkRequestBody(json: string): ExampleProblem[] {
    const body = readBody(json);
    // A text without braces is what someone searches for, not a document.
    if (body === null || typeof body['query'] !== 'string' || !body['query'].includes('{')) return [];
    const variables = body['variables'] ?? {};
    if (typeof variables !== 'object' || Array.isArray(variables))
      return [{ line: 1, message: '"variables" must be an object of names and values' }];
    const name = typeof body['operationName'] === 'string' ? body['operationName'] : undefined;
    // A body's query stands in one JSON string: its lines are none of the sample's.
    return checkRequest(body['query'], variables as Record<string, unknown>, name).map(({ message }) => ({ line: 1, message }));
  }

  return {
    checkDocument,
    checkRequest,
    checkRequestBody,
    checkShell: (text) =>
      requestBodies(text).flatMap(({ json, line }) => checkRequestBody(json).map((each) => ({ ...each, line: line + each.line - 1 }))),
  };
}

function parseDocument(text: string): { document: DocumentNode } | ExampleProblem {
  try {
    return { document: parse(new Source(text), { maxTokens: MAX_TOKENS }) };
  } catch (error) {
    if (error instanceof GraphQLError) return toProblem(error);
    if (error instanceof RangeError) return { line: 1, message: 'is nested too deeply' };
    throw error;
  }
}

const isTypeSystem = (node: DocumentNode['definitions'][number]): boolean => !/^(Operation|Fragment)Definition$/.test(node.kind);

function toProblem(error: GraphQLError): ExampleProblem {
  return {
    line: error.locations?.[0]?.line ?? 1,
    message: error.message.replace(/^Syntax Error: /, 'is no valid GraphQL: ').replace(/\.$/, ''),
  };
}

function unknownVariables(operation: OperationDefinitionNode, variables: Readonly<Record<string, unknown>>): ExampleProblem[] {
  const known = (operation.variableDefinitions ?? []).map((each) => each.variable.name.value);
  return Object.keys(variables)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = known.length === 0 ? '' : closest(name, known);
      const hint = near !== '' && distance(name, near) <= 3 ? `. Did you mean "${near}"?` : '';
      return { line: 1, message: `the operation has no variable "$${name}"${hint}` };
    });
}

function wrongVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): ExampleProblem[] {
  const result = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return (result.errors ?? []).map(({ message }) => ({ line: 1, message: message.replace(/\.$/, '') }));
}

function readBody(json: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(json);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
