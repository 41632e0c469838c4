import type { CompiledPage, Example } from '@quire/engine/content/document.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { buildSchemaOfFiles } from '../graphql/build-schema.ts';
import { createGraphQLChecker } from '../graphql/index.ts';
import type { GraphQLChecker } from '../graphql/index.ts';
import type { Facts } from '../read-catalogue.ts';
import { checkCommand } from './check-command.ts';
import { checkJson } from './check-json.ts';
import { checkPython } from './check-python.ts';
import { createRecipeCheck } from './check-recipe.ts';
import { checkVariables } from './check-variables.ts';
import { checkYaml } from './check-yaml.ts';
import type { Finding } from './finding.ts';
import { readShell, sessionCommands } from './shell-words.ts';

/** Checks one example; lines are those of its code. */
type Check = (code: string, isPartial: boolean) => Finding[];

/**
 * Makes the check of a page's examples by the language of each fence: recipes against the options of their
 * source, commands and variables against their lists, data and programs for their form. A fence with the word
 * `partial` may leave things out; one with `unchecked` shows a mistake on purpose.
 */
export function createExampleCheck(facts: Facts): (page: Pick<CompiledPage, 'file' | 'examples'>) => Problem[] {
  const checks = checksByLanguage(facts);
  return ({ file, examples }) =>
    examples.flatMap((example) => {
      const words = example.meta.replace(/title=(?:"[^"]*"|'[^']*'|\S+)/, '').split(/\s+/);
      if (words.includes('unchecked')) return [];
      const findings = checks[example.language]?.(example.code, words.includes('partial')) ?? [];
      return findings.map((finding) => toProblem(finding, example, file));
    });
}

function checksByLanguage({ sources, commands, schema }: Facts): Readonly<Record<string, Check>> {
  // Both are made when the first example asks: a build whose pages are all kept from the last needs neither.
  const recipe = once(() => createRecipeCheck(sources, commands));
  const { cli, variables } = commands;
  const graphql = once(() => graphqlChecker(schema));
  const settings = (code: string): Finding[] => (variables === null ? [] : checkVariables(code, variables));
  const yaml: Check = (code, isPartial) => [...checkYaml(code, isPartial, recipe()), ...settings(code)];
  const shell: Check = (code, isPartial) => {
    const { commands: found, findings } = readShell(code);
    return [
      ...findings,
      ...(/\bgraphql\b/i.test(code) ? (graphql()?.checkShell(code) ?? []) : []),
      ...(cli === null ? [] : found.flatMap((command) => checkCommand(command, cli, isPartial))),
      ...settings(code),
    ];
  };
  const session: Check = (code, isPartial) => shell(sessionCommands(code), isPartial);
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

/** Makes a value when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function toProblem({ line, message, severity }: Finding, example: Example, file: string): Problem {
  return { file, line: example.line + line, message: `the ${example.language} example: ${message}`, severity: severity ?? 'error' };
}
