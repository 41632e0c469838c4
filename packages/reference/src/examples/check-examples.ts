import { closest, distance } from 'fastest-levenshtein';
import { LineCounter, parseAllDocuments, visit, type Document } from 'yaml';

import type { CompiledPage, Example } from '@quire/engine/content/document.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { createGraphQLChecker, type GraphQLChecker } from '../graphql/checker.ts';
import { buildSchemaOfFiles } from '../graphql/schema-files.ts';
import type { Facts } from '../read-catalog.ts';
import { checkCommand, readShell, sessionCommands, type ShellCommand } from './check-command.ts';
import { checkPython } from './check-python.ts';
import { createRecipeCheck, isRecipe, type RecipeCheck, checkSourceOptions, typesOfRecipes, type TypesOfRecipe } from './check-recipe.ts';
import type { EnvironmentVariables } from './commands.ts';
import type { Finding } from './finding.ts';

/** Checks one example; lines are those of its code. */
type Check = (code: string, isPartial: boolean, typesOf: TypesOfRecipe) => Finding[];

/**
 * Creates the check of a page's examples. The language of a fence selects the check: recipes are compared with the options
 * of their source, commands and variables with their lists; data and programs are parsed. A fence with the word `partial`
 * may be incomplete; a fence with `unchecked` is skipped.
 */
export function createExampleCheck(facts: Facts): (page: Pick<CompiledPage, 'file' | 'examples'>) => Problem[] {
  const checks = checksByLanguage(facts);
  return ({ file, examples }) => {
    const typesOf = typesOfRecipes(examples);
    return examples.flatMap((example) => {
      const words = example.meta.replace(/title=(?:"[^"]*"|'[^']*'|\S+)/, '').split(/\s+/);
      if (words.includes('unchecked')) return [];
      const findings = checks[example.language]?.(example.code, words.includes('partial'), typesOf) ?? [];
      return findings.map((finding) => toProblem(finding, example, file));
    });
  };
}

function checksByLanguage({ sources, commands, schema }: Facts): Readonly<Record<string, Check>> {
  // Created on first use: a build that finds all pages in the cache needs neither.
  const recipe = lazy(() => createRecipeCheck(sources, commands));
  const { cli, variables } = commands;
  const graphql = lazy(() => graphqlChecker(schema));
  const settings = (code: string): Finding[] => (variables === null ? [] : checkVariables(code, variables));
  const yaml: Check = (code, isPartial) => [...checkYaml(code, isPartial, recipe()), ...settings(code)];
  const shell: Check = (code, isPartial, typesOf) => {
    const { commands: found, findings } = readShell(code);
    return [
      ...findings,
      ...(/\bgraphql\b/i.test(code) ? (graphql()?.checkShell(code) ?? []) : []),
      ...found.flatMap(checkEncodedLists),
      ...(cli === null
        ? []
        : found.flatMap((command) => [...checkCommand(command, cli, isPartial), ...checkSourceOptions(command, cli, typesOf)])),
      ...settings(code),
    ];
  };
  const session: Check = (code, ...rest) => shell(sessionCommands(code), ...rest);
  const json: Check = (code, isPartial) => (isPartial ? [] : [...checkJson(code), ...(graphql()?.checkRequestBody(code) ?? [])]);
  const operations: Check = (code, isPartial) => graphql()?.checkDocument(code, { partial: isPartial }) ?? [];
  return {
    yaml,
    yml: yaml,
    json,
    python: checkPython,
    py: checkPython,
    shell,
    sh: shell,
    bash: shell,
    'shell-session': session,
    console: session,
    graphql: operations,
    env: settings,
    properties: settings,
  };
}

function graphqlChecker(sdl: string | null): GraphQLChecker | null {
  const built = sdl === null ? null : buildSchemaOfFiles([{ file: 'schema.graphql', text: sdl }], 'schema.graphql').schema;
  return built === null ? null : createGraphQLChecker(built);
}

/** Creates a value on its first use. */
function lazy<T>(create: () => T): () => T {
  let created: { value: T } | null = null;
  return () => (created ??= { value: create() }).value;
}

function toProblem({ line, message, severity }: Finding, example: Example, file: string): Problem {
  return { file, line: example.line + line, message: `the ${example.language} example: ${message}`, severity: severity ?? 'error' };
}

/** Parses YAML, also with several documents, and checks every recipe in it. */
export function checkYaml(code: string, isPartial: boolean, checkRecipe: RecipeCheck): Finding[] {
  const counter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  const documents = parseAllDocuments(code, { lineCounter: counter, prettyErrors: false }) as Document[];
  return documents.flatMap((document) => {
    const errors = document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: `is not valid YAML: ${error.message}` }));
    if (errors.length > 0) return errors;
    const findings: Finding[] = [];
    visit(document, {
      Map(_, node) {
        if (!isRecipe(node)) return undefined;
        const lineOf = (at: unknown): number => lineAt((at as { range?: [number] } | null)?.range?.[0] ?? node.range?.[0] ?? 0);
        findings.push(...checkRecipe(node, lineOf, isPartial));
        return visit.SKIP;
      },
    });
    return findings;
  });
}

/** Parses JSON; the finding names the line of the error. */
export function checkJson(code: string): Finding[] {
  try {
    JSON.parse(code);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
    const line = Number.isNaN(position) ? code.trimEnd().split('\n').length : code.slice(0, position).split('\n').length;
    return [{ line, message: `is not valid JSON: ${message.replace(/ in JSON at position.*$| \(line.*$/, '')}` }];
  }
}

/** A Rest.li server reads `List(a,b)` only as written; it refuses encoded parentheses. */
function checkEncodedLists({ words, line }: ShellCommand): Finding[] {
  const isEncoded = words.some((word, index) => words[index - 1] === '--data-urlencode' && /(?:^|=)List\(/.test(word));
  if (!isEncoded && !words.some((word) => /\bList%28/i.test(word))) return [];
  return [{ line, message: 'Rest.li refuses a URL-encoded `List(…)`. Pass the list with --data, and encode only the URNs inside it.' }];
}

/** Matches where an example sets a variable: `export NAME=`, `NAME=`, `-e NAME=`, `NAME: value`, `name: NAME`. */
const SETTING =
  /(?:^|\s|["'])(?:export\s+|-e\s+)?(?<set>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==)|^\s*(?:-\s*)?(?<key>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+):(?:\s|$)|^\s*-?\s*name:\s*["']?(?<named>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["']?\s*$/g;

/** Edit distance of a typo. A name farther from every known variable is assumed to be the reader's own. */
const MAX_TYPO_DISTANCE = 2;

/** Finds variables that an example sets under a misspelled name. Authors choose freely the names of variables that are only used (`${PASSWORD}`). */
export function checkVariables(code: string, variables: EnvironmentVariables): Finding[] {
  const known = [...variables.cli, ...variables.services].map((variable) => variable.name).concat(variables.others);
  if (known.length === 0) return [];
  const names = new Set(known);
  return code.split('\n').flatMap((line, index) =>
    [...line.matchAll(SETTING)].flatMap(({ groups = {} }) => {
      const name = groups['set'] ?? groups['key'] ?? groups['named'] ?? '';
      if (names.has(name) || variables.prefixes.some((prefix) => name.startsWith(prefix))) return [];
      const near = closest(name, known);
      if (distance(name, near) > MAX_TYPO_DISTANCE) return [];
      return [{ line: index + 1, message: `The variable ${name} does not exist; did you mean ${near}?` }];
    }),
  );
}
