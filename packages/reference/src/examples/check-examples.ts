/** Checks the code examples of pages against the facts of the catalog. */
import { LineCounter, visit, isMap, isScalar, isSeq } from 'yaml';
import type { Node, YAMLMap } from 'yaml';

import type { CompiledPage, Example } from '@quire/engine/content/document.ts';
import { nearestName } from '@quire/engine/config/nearest-name.ts';
import { parseYamlDocuments } from '@quire/engine/content/yaml.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { createGraphQLChecker } from '../graphql/checker.ts';
import type { GraphQLChecker } from '../graphql/checker.ts';
import { buildSchemaOfFiles } from '../graphql/schema-files.ts';
import type { Facts } from '../generate-reference.ts';
import { ANY_KEY, fieldTree, pluginOfType } from '../sources/source-file.ts';
import type { Field, FieldNode, Source } from '../sources/source-file.ts';
import { checkCommand, readShell, sessionCommands, hint } from './check-command.ts';
import type { EnvironmentVariables, Finding, ShellCommand, CliFacts, CommandFacts } from './check-command.ts';

/** Checks the code of one example. */
type Check = (code: string, isPartial: boolean, typesOf: TypesOfRecipe) => Finding[];

/**
 * Creates the check of a page's examples. The language of a fence selects the check: recipes are compared with the options
 * of their source, commands and environment variables with those of the catalog, and data and programs are parsed. A fence
 * with the word `partial` may be incomplete, and a fence with `unchecked` is skipped.
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
  // Created on first use, because a build with only cache hits needs neither.
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

/** Parses YAML with one or more documents, and checks every recipe in it. */
function checkYaml(code: string, isPartial: boolean, checkRecipe: RecipeCheck): Finding[] {
  const counter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  const documents = parseYamlDocuments(code, counter);
  return documents.flatMap((document) => {
    const errors = document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: `it is not valid YAML: ${error.message}` }));
    if (errors.length > 0) return errors;
    const findings: Finding[] = [];
    visit(document, {
      Map(_, node) {
        if (!isRecipe(node)) return undefined;
        const lineOf = (at: unknown): number => lineAt((at as { range?: [number] } | null)?.range?.[0] ?? node.range?.[0] ?? 0);
        for (const finding of checkRecipe(node, lineOf, isPartial)) findings.push(finding);
        return visit.SKIP;
      },
    });
    return findings;
  });
}

/** Reports invalid JSON, with the line of the error. */
function checkJson(code: string): Finding[] {
  try {
    JSON.parse(code);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
    const line = Number.isNaN(position) ? code.trimEnd().split('\n').length : code.slice(0, position).split('\n').length;
    return [{ line, message: `it is not valid JSON: ${message.replace(/ in JSON at position.*$| \(line.*$/, '')}` }];
  }
}

/** A Rest.li server accepts `List(a,b)` only with literal parentheses; it rejects URL-encoded ones. */
function checkEncodedLists({ words, line }: ShellCommand): Finding[] {
  const isEncoded = words.some((word, index) => words[index - 1] === '--data-urlencode' && /(?:^|=)List\(/.test(word));
  if (!isEncoded && !words.some((word) => /\bList%28/i.test(word))) return [];
  return [{ line, message: 'Rest.li rejects a URL-encoded `List(…)`. Pass the list with --data, and encode only the URNs inside it.' }];
}

/** Matches the assignment of an environment variable: `export NAME=`, `NAME=`, `-e NAME=`, `NAME: value`, `name: NAME`. */
const SETTING =
  /(?:^|\s|["'])(?:export\s+|-e\s+)?(?<set>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==)|^\s*(?:-\s*)?(?<key>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+):(?:\s|$)|^\s*(?:-\s*)?name:\s*["']?(?<named>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["']?\s*$/g;

/** The maximum edit distance of a typo. A name with a larger distance to every known variable is assumed to be a variable of the reader. */
const MAX_TYPO_DISTANCE = 2;

/** Reports assignments of variables with misspelled names. Variables that are only read (`${PASSWORD}`) may have any name. */
function checkVariables(code: string, variables: EnvironmentVariables): Finding[] {
  const known = [...variables.cli, ...variables.services].map((variable) => variable.name).concat(variables.others);
  if (known.length === 0) return [];
  const names = new Set(known);
  return code.split('\n').flatMap((line, index) =>
    [...line.matchAll(SETTING)].flatMap(({ groups = {} }) => {
      const name = groups['set'] ?? groups['key'] ?? groups['named'] ?? '';
      if (names.has(name) || variables.prefixes.some((prefix) => name.startsWith(prefix))) return [];
      const near = nearestName(
        name,
        known.filter(({ length }) => Math.abs(length - name.length) <= MAX_TYPO_DISTANCE),
        MAX_TYPO_DISTANCE,
      );
      if (near === null) return [];
      return [{ line: index + 1, message: `The variable ${name} does not exist; did you mean ${near}?` }];
    }),
  );
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const COMPOUND = /^(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with)\b/;

/** The state of the Python scanner. */
interface PythonScan {
  findings: Finding[];
  /** The brackets that are open. */
  open: { mark: string; line: number }[];
  /** The current statement, which may consist of several lines. */
  statement: { text: string; line: number };
}

/**
 * Scans Python tokens for unclosed strings, unbalanced brackets, compound statements without a colon, and mixed
 * indentation. It is not a parser: names, operators, and word order are not checked.
 */
function checkPython(code: string): Finding[] {
  const scan: PythonScan = { findings: [], open: [], statement: { text: '', line: 1 } };
  let line = 1;
  let at = 0;
  while (at < code.length) {
    const rest = code.slice(at);
    const token = TOKEN.exec(rest)?.[0] ?? rest.charAt(0);
    if (/^[a-z]{0,2}["']/i.test(token)) checkString(token, line, scan);
    else if (/^[()[\]{}]$/.test(token)) checkBracket(token, line, scan);
    else if (token === '\n') endLine(code, at, line, scan);
    else if (!token.startsWith('#')) scan.statement.text += token;
    line += token.split('\n').length - 1;
    at += token.length;
  }
  endLine(code, code.length, line, scan);
  for (const { mark, line: opened } of scan.open) scan.findings.push({ line: opened, message: `"${mark}" is not closed` });
  return scan.findings;
}

/**
 * Matches a string (also an unclosed one), a comment, a bracket, an escaped line break, a line break, or a sequence of
 * other characters.
 */
const TOKEN =
  /^(?:(?:[rbuf]|br|rb|fr|rf)?(?:"""(?:\\[\s\S]|(?!""")[\s\S])*(?:"""|$)|'''(?:\\[\s\S]|(?!''')[\s\S])*(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|#[^\n]*|[()[\]{}]|\\\n|\n|\w+|[^\w\n"'#()[\]{}\\]+)/i;

function checkString(token: string, line: number, scan: PythonScan): void {
  scan.statement.text += 'x';
  const body = token.replace(/^[a-z]+/i, '');
  const mark = /^("""|'''|"|')/.exec(body)?.[1] ?? '';
  const ends = body.length >= mark.length * 2 && body.endsWith(mark) && !/(?:^|[^\\])(?:\\\\)*\\$/.test(body.slice(0, -mark.length));
  if (!ends) scan.findings.push({ line, message: `the string that starts with ${mark} is not closed` });
}

function checkBracket(mark: string, line: number, scan: PythonScan): void {
  scan.statement.text += mark;
  const opener = CLOSES[mark];
  if (opener === undefined) {
    scan.open.push({ mark, line });
    return;
  }
  const last = scan.open.pop();
  if (last?.mark === opener) return;
  const about = last === undefined ? 'no bracket is open' : `"${last.mark}" in line ${last.line} of the example is open`;
  scan.findings.push({ line, message: `"${mark}" does not match: ${about}` });
}

function endLine(code: string, at: number, line: number, scan: PythonScan): void {
  const text = code.slice(code.lastIndexOf('\n', at - 1) + 1, at);
  if (/^(?: +\t|\t+ )/.test(text) && scan.open.length === 0)
    scan.findings.push({ line, message: 'mixes spaces and tabs in its indentation' });
  if (scan.open.length > 0) return;
  const statement = scan.statement.text.trim();
  if (COMPOUND.test(statement) && !statement.includes(':')) {
    const word = /^(?:async\s+)?\w+/.exec(statement)?.[0] ?? '';
    scan.findings.push({ line: scan.statement.line, message: `"${word}" needs a ":"` });
  }
  scan.statement = { text: '', line: line + 1 };
}

// Recipes, and the commands that run them, are compared with the options of their sources.

type LineAt = (node: unknown) => number;

interface RecipeCheck {
  /** @param isPartial whether options may be missing */
  (recipe: YAMLMap, lineAt: LineAt, isPartial: boolean): Finding[];
}

/**
 * Whether a mapping is a recipe: it has a `source` with a `type`. Pipelines of actions have these too, but also an `action`
 * or a `filter`.
 */
function isRecipe(node: unknown): node is YAMLMap {
  if (!isMap(node) || node.has('action') || node.has('filter')) return false;
  const source = node.get('source', true);
  return isMap(source) && isScalar(source.get('type', true));
}

/** Creates the check of recipes: unknown options, missing options, values of the wrong type. */
export function createRecipeCheck(sources: readonly Source[], { cli }: CommandFacts): RecipeCheck {
  const plugins = recipeFields(sources);
  return (recipe, lineAt, isPartial) => {
    const source = recipe.get('source', true) as unknown as YAMLMap;
    return [
      ...checkSource(source, plugins, lineAt, isPartial),
      ...checkType(recipe.get('sink', true), 'sink', cli?.sinks, lineAt),
      ...items(recipe.get('transformers', true)).flatMap((one) => checkType(one, 'transformer', cli?.transformers, lineAt)),
    ];
  };
}

function checkSource(source: YAMLMap, plugins: ReadonlyMap<string, FieldNode>, lineAt: LineAt, isPartial: boolean): Finding[] {
  const typeNode = source.get('type', true);
  const type = String(source.get('type'));
  if (isCustomType(type)) return [];
  const tree = plugins.get(type);
  if (tree === undefined) return [{ line: lineAt(typeNode), message: `there is no source "${type}"${hint(type, [...plugins.keys()])}` }];
  const config = source.get('config', true);
  if (isMap(config)) return checkMap(config, tree, { type, path: '', lineAt, isPartial });
  if (config !== undefined && !(isScalar(config) && config.value === null))
    return [{ line: lineAt(config), message: `"config" of ${type} must be a mapping of options` }];
  return missingOptions(tree, new Set(), { type, path: '', lineAt, isPartial }, lineAt(typeNode));
}

/** The position in a recipe, for messages. */
interface Context {
  /** The type of the source. */
  type: string;
  /** Dotted, with a trailing dot; empty at the top level. */
  path: string;
  lineAt: LineAt;
  isPartial: boolean;
}

function checkMap(map: YAMLMap, tree: FieldNode, context: Context): Finding[] {
  const keys = map.items.map((pair) => ({ key: isScalar(pair.key) ? String(pair.key.value) : '', node: pair.key, value: pair.value }));
  const findings = keys.flatMap(({ key, node, value }) => {
    const child = childOf(tree, key);
    if (child === undefined) {
      const message = `${context.type} has no option "${context.path}${key}"${hint(key, knownChildren(tree))}`;
      return [{ line: context.lineAt(node), message }];
    }
    return checkNode(value as Node | null, child, { ...context, path: `${context.path}${key}.` }, context.lineAt(node));
  });
  return [...findings, ...missingOptions(tree, new Set(keys.map(({ key }) => key)), context, context.lineAt(map))];
}

function checkNode(value: Node | null, tree: FieldNode, context: Context, line: number): Finding[] {
  const name = context.path.slice(0, -1);
  const wrong = tree.field === null ? null : checkValue(value, tree.field);
  if (wrong !== null) return [{ line, message: `"${name}" of ${context.type} ${wrong}` }];
  const deprecation: Finding[] = tree.field?.deprecated
    ? [{ line, message: `"${name}" of ${context.type} is deprecated`, severity: 'warning' }]
    : [];
  if (tree.children.size === 0) return deprecation;
  if (isMap(value)) return [...deprecation, ...checkMap(value, tree, context)];
  if (isSeq(value)) return [...deprecation, ...items(value).flatMap((item) => (isMap(item) ? checkMap(item, tree, context) : []))];
  return deprecation;
}

/** Reports required options that are missing. */
function missingOptions(tree: FieldNode, given: ReadonlySet<string>, context: Context, line: number): Finding[] {
  if (context.isPartial) return [];
  return [...tree.children]
    .filter(([name, child]) => !given.has(name) && child.field !== null && child.field.required !== false)
    .map(([name]) => ({
      line,
      message: `${context.type} needs the option "${context.path}${name}", which is missing (mark a deliberate fragment as "partial")`,
    }));
}

/** Reports an unknown type of a sink or a transformer. */
function checkType(node: unknown, kind: string, known: readonly string[] | undefined, lineAt: LineAt): Finding[] {
  if (!isMap(node) || known === undefined) return [];
  const type = String(node.get('type') ?? '');
  if (known.includes(type) || isCustomType(type) || type === '') return [];
  return [{ line: lineAt(node.get('type', true)), message: `there is no ${kind} "${type}"${hint(type, known)}` }];
}

const items = (node: unknown): unknown[] => (isSeq(node) ? node.items : []);

/** Whether a type is a fully qualified class, a placeholder or an environment variable. */
const isCustomType = (type: string): boolean => /[.:<$]/.test(type);

/** Returns the option tree of each plugin by `source.type`, including alternative types. */
function recipeFields(sources: readonly Source[]): Map<string, FieldNode> {
  const trees = new Map<string, FieldNode>();
  for (const source of sources) {
    for (const plugin of source.plugins) trees.set(plugin.plugin, fieldTree(plugin));
    for (const type of source.otherTypes) {
      const tree = trees.get(pluginOfType(type, source)?.plugin ?? '');
      if (tree !== undefined && !trees.has(type)) trees.set(type, tree);
    }
  }
  return trees;
}

/** Returns the option that a key selects; undefined if there is none. Maps accept any key. */
function childOf(node: FieldNode, key: string): FieldNode | undefined {
  return node.children.get(key) ?? node.children.get(ANY_KEY);
}

/** Returns the valid keys of a mapping; empty if any key is valid. */
const knownChildren = (node: FieldNode): string[] => (node.children.has(ANY_KEY) ? [] : [...node.children.keys()]);

/**
 * Returns a description of the error in the value of an option, or null. The items of lists and the members of unions are not
 * checked. Environment variables and placeholders are valid for any type.
 */
export function checkValue(value: Node | null, { type, values, nullable, default: preset }: Field): string | null {
  if (value === null || (isScalar(value) && value.value === null))
    return nullable || preset === undefined || preset === null ? null : `must be ${wordFor(type)}, but is empty`;
  if (isScalar(value) && typeof value.value === 'string' && /\$\{?\w|^<|^\.\.\.$/.test(value.value)) return null;
  if (values !== undefined) return checkEnum(value, values);
  return fits(value, type) ? null : `must be ${wordFor(type)}, but is ${kindOf(value)}`;
}

function checkEnum(value: Node, values: readonly string[]): string | null {
  const given = isScalar(value) ? String(value.value) : kindOf(value);
  return values.includes(given) ? null : `must be one of ${values.join(', ')}; found "${given}"`;
}

function fits(value: Node, type: string): boolean {
  if (/^One of |^any$/.test(type)) return true;
  if (/^Array of |^array$/.test(type)) return isSeq(value);
  if (/^map\(|^object$/.test(type)) return isMap(value);
  if (type === 'boolean')
    return isScalar(value) && (typeof value.value === 'boolean' || /^(true|false|yes|no|on|off)$/i.test(String(value.value)));
  if (type === 'integer') return isScalar(value) && Number.isInteger(Number(value.value)) && typeof value.value !== 'boolean';
  if (/^number(\(|$)/.test(type)) return isScalar(value) && (!Number.isNaN(Number(value.value)) || type !== 'number');
  if (/^string(\(|$)/.test(type)) return isScalar(value);
  // A capitalized type name is a mapping of nested options.
  return /^[A-Z]\w*$/.test(type) && type !== 'Enum' ? isMap(value) || isSeq(value) : true;
}

function wordFor(type: string): string {
  if (/^Array of |^array$/.test(type)) return 'a list';
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') return 'a whole number';
  if (type.startsWith('number')) return 'a number';
  if (type.startsWith('string')) return 'a string';
  return 'a mapping of options';
}

function kindOf(value: Node): string {
  if (isMap(value)) return 'a mapping';
  if (isSeq(value)) return 'a list';
  return isScalar(value) ? JSON.stringify(value.value) : 'an alias';
}

/** Returns the source types of the recipe with a file name; those of all recipes of the page if no example has this title. */
type TypesOfRecipe = (file: string) => string[];

const SOURCE_TYPE = /^[ \t]*source:[ \t\r]*\n\s+type:\s*["']?([\w-]+)/gm;

/** Collects the source types of the recipes of a page. */
function typesOfRecipes(examples: readonly Example[]): TypesOfRecipe {
  const recipes = examples
    .filter(({ language }) => language === 'yaml' || language === 'yml')
    .map(({ code, meta }) => ({
      title: /title=(?:"([^"]*)"|'([^']*)'|(\S+))/
        .exec(meta)
        ?.slice(1)
        .find((each) => each !== undefined),
      types: [...code.matchAll(SOURCE_TYPE)].flatMap(([, type]) => type ?? []),
    }))
    .filter(({ types }) => types.length > 0);
  return (file) => {
    const named = recipes.filter(({ title }) => title === file);
    return (named.length > 0 ? named : recipes).flatMap(({ types }) => types);
  };
}

/** Reports flags of a command that the sources of its recipe do not support. A command is not checked if its page has no recipe. */
function checkSourceOptions({ words, line }: ShellCommand, cli: CliFacts, typesOf: TypesOfRecipe): Finding[] {
  if (!words.includes(cli.program)) return [];
  const config = words.findIndex((word) => word === '-c' || word === '--config');
  const file = config < 0 ? '' : (words[config + 1] ?? '');
  const types = typesOf(file);
  if (types.length === 0) return [];
  return cli.commands
    .flatMap(({ options }) => options)
    .flatMap(({ flags, sources }) => {
      const flag = flags.find((each) => words.includes(each));
      if (flag === undefined || sources === undefined || types.some((type) => sources.includes(type))) return [];
      return [{ line, message: `${flag} works only with the sources ${sources.join(', ')}; the recipe has ${types.join(', ')}` }];
    });
}
