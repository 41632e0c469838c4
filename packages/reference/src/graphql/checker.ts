/** Checks GraphQL examples against a schema. */
import { getOperationAST, getVariableValues, GraphQLError, NoUnusedFragmentsRule, parse, Source, specifiedRules, validate } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';

import { nearestName } from '@quire/engine/config/nearest-name.ts';

/** An error in an example. */
export interface ExampleProblem {
  /** 1-based line in the checked text. */
  line: number;
  /** Includes the most similar valid name if there is one. */
  message: string;
}

export interface DocumentOptions {
  /** Whether the document may be incomplete: variables and fragments may be defined elsewhere, but every name must exist. */
  partial?: boolean;
}

/** Checks examples in pages against a schema. */
export interface GraphQLChecker {
  /** Checks a document of a `graphql` fence. Type definitions are only parsed. */
  checkDocument(text: string, options?: DocumentOptions): ExampleProblem[];
  /** Checks a document with its variables. `operationName` selects one of several operations. */
  checkRequest(text: string, variables: Readonly<Record<string, unknown>>, operationName?: string): ExampleProblem[];
  /** Checks a JSON request body with a `query` key. Other JSON passes. */
  checkRequestBody(json: string): ExampleProblem[];
  /** Checks every request body in a shell example: `curl … --data '{"query": …}'`. */
  checkShell(text: string): ExampleProblem[];
}

/** The maximum number of tokens in an example. */
const MAX_TOKENS = 20_000;
/** The maximum number of mistakes in an example that are listed. Then graphql-js adds an error without a place. */
const MAX_ERRORS = 100;
/** Validation rules that incomplete documents may break. */
const COMPLETENESS_RULES = new Set([
  'NoUndefinedVariablesRule',
  'NoUnusedVariablesRule',
  'KnownFragmentNamesRule',
  'ProvidedRequiredArgumentsRule',
  NoUnusedFragmentsRule.name,
]);

/** Creates the checker of a schema. */
export function createGraphQLChecker(schema: GraphQLSchema): GraphQLChecker {
  function checkDocument(text: string, { partial = false }: DocumentOptions = {}): ExampleProblem[] {
    const parsed = parseDocument(text);
    if (!('document' in parsed)) return [parsed];
    if (parsed.document.definitions.some(isTypeSystem)) return [];
    const rules = partial ? specifiedRules.filter((rule) => !COMPLETENESS_RULES.has(rule.name)) : specifiedRules;
    const errors = validate(schema, parsed.document, rules, { maxErrors: MAX_ERRORS });
    const problems = errors.slice(0, MAX_ERRORS).map(toProblem);
    const line = problems.at(-1)?.line ?? 1;
    return errors.length > MAX_ERRORS ? [...problems, { line, message: 'further mistakes are listed once these are corrected' }] : problems;
  }

  function checkRequest(text: string, variables: Readonly<Record<string, unknown>>, operationName?: string): ExampleProblem[] {
    const found = checkDocument(text);
    const parsed = parseDocument(text);
    if (found.length > 0 || !('document' in parsed)) return found;
    const operation = getOperationAST(parsed.document, operationName);
    if (operation == null)
      return operationName === undefined ? [] : [{ line: 1, message: `the query has no operation "${operationName}"` }];
    return [...unknownVariables(operation, variables), ...wrongVariables(schema, operation, variables)];
  }

  function checkRequestBody(json: string): ExampleProblem[] {
    const body = readBody(json);
    // A query without braces is a search text, not a document.
    if (body === null || typeof body['query'] !== 'string' || !body['query'].includes('{')) return [];
    const variables = body['variables'] ?? {};
    if (typeof variables !== 'object' || Array.isArray(variables))
      return [{ line: 1, message: '"variables" must be an object of names and values' }];
    const name = typeof body['operationName'] === 'string' ? body['operationName'] : undefined;
    // The query is one JSON string, so its line numbers do not correspond to lines of the example.
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
    message: error.message.replace(/^Syntax Error: /, 'is not valid GraphQL: ').replace(/\.$/, ''),
  };
}

function unknownVariables(operation: OperationDefinitionNode, variables: Readonly<Record<string, unknown>>): ExampleProblem[] {
  const known = (operation.variableDefinitions ?? []).map((each) => each.variable.name.value);
  return Object.keys(variables)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_ERRORS)
    .map((name) => {
      const near = nearestName(name, known, 3);
      const hint = near === null ? '' : `. Did you mean "${near}"?`;
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

/** A request body in a shell example. */
export interface RequestBody {
  json: string;
  /** 1-based line on which it starts. */
  line: number;
}

/** Matches the option of curl that contains a request body. */
const DATA = /(?:--data(?:-raw|-binary|-ascii)?|--json|(?<=\s)-d)(?:\s+|=)(?:\$?'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)")/g;

/** Returns the request bodies of curl commands without their shell escapes. Bodies that are read from a file (`@body.json`) are skipped. */
function requestBodies(shell: string): RequestBody[] {
  let line = 1;
  let counted = 0;
  return [...shell.matchAll(DATA)].flatMap((match) => {
    line += shell.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    const { single, double } = match.groups ?? {};
    const json = single ?? double?.replace(/\\(["\\$`])/g, '$1').replace(/\\\n/g, '') ?? '';
    if (!json.trimStart().startsWith('{')) return [];
    return [{ json, line }];
  });
}
