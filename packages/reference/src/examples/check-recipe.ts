/** Checks the recipes in examples, and the commands that run them, against the options of their sources. */
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';

import type { Example } from '@quire/engine/content/document.ts';

import { ANY_KEY, fieldTree, pluginOfType } from '../sources/source-file.ts';
import type { Field, FieldNode, Source } from '../sources/source-file.ts';
import { hint, type Finding } from './check-command.ts';
import type { CliFacts, CommandFacts, ShellCommand } from './check-command.ts';

export type LineAt = (node: unknown) => number;

export interface RecipeCheck {
  /** @param isPartial whether options may be missing */
  (recipe: YAMLMap, lineAt: LineAt, isPartial: boolean): Finding[];
}

/**
 * Whether a mapping is a recipe: it has a `source` with a `type`. Pipelines of actions have these too, but also an `action`
 * or a `filter`.
 */
export function isRecipe(node: unknown): node is YAMLMap {
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
export type TypesOfRecipe = (file: string) => string[];

const SOURCE_TYPE = /^[ \t]*source:[ \t\r]*\n\s+type:\s*["']?([\w-]+)/gm;

/** Collects the source types of the recipes of a page. */
export function typesOfRecipes(examples: readonly Example[]): TypesOfRecipe {
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
export function checkSourceOptions({ words, line }: ShellCommand, cli: CliFacts, typesOf: TypesOfRecipe): Finding[] {
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
