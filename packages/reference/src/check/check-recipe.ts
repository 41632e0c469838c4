import { isMap, isScalar, isSeq } from 'yaml';
import type { Node, YAMLMap } from 'yaml';

import type { CommandFacts } from '../catalogue/read-commands.ts';
import type { Source } from '../schema/source.ts';
import { hint } from './finding.ts';
import type { Finding } from './finding.ts';
import { checkValue } from './recipe-value.ts';
import { childOf, knownChildren, recipeFields } from './recipe-fields.ts';
import type { FieldNode } from './recipe-fields.ts';

export type LineAt = (node: unknown) => number;

export interface RecipeCheck {
  /** @param isPartial nothing is missed in a deliberate fragment */
  (recipe: YAMLMap, lineAt: LineAt, isPartial: boolean): Finding[];
}

/** Whether a mapping is a recipe, or a part of one: a `source` with a `type`. A pipeline of actions has one too, and an `action`. */
export function isRecipe(node: unknown): node is YAMLMap {
  if (!isMap(node) || node.has('action') || node.has('filter')) return false;
  const source = node.get('source', true);
  return isMap(source) && isScalar(source.get('type', true));
}

/** Holds recipes against the options of their source: unknown keys, missing ones, values of another type. */
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
  if (isOwnClass(type)) return [];
  const tree = plugins.get(type);
  if (tree === undefined) return [{ line: lineAt(typeNode), message: `there is no source "${type}"${hint(type, [...plugins.keys()])}` }];
  const config = source.get('config', true);
  if (isMap(config)) return checkMap(config, tree, { type, path: '', lineAt, isPartial });
  if (config !== undefined && !(isScalar(config) && config.value === null))
    return [{ line: lineAt(config), message: `"config" of ${type} must be a mapping of options` }];
  return missing(tree, new Set(), { type, path: '', lineAt, isPartial }, lineAt(typeNode));
}

interface Place {
  type: string;
  /** Dotted, with a dot at its end; empty at the top. */
  path: string;
  lineAt: LineAt;
  isPartial: boolean;
}

function checkMap(map: YAMLMap, tree: FieldNode, place: Place): Finding[] {
  const keys = map.items.map((pair) => ({ key: isScalar(pair.key) ? String(pair.key.value) : '', node: pair.key, value: pair.value }));
  const findings = keys.flatMap(({ key, node, value }) => {
    const child = childOf(tree, key);
    if (child === undefined) {
      const message = `${place.type} has no option "${place.path}${key}"${hint(key, knownChildren(tree))}`;
      return [{ line: place.lineAt(node), message }];
    }
    return checkNode(value as Node | null, child, { ...place, path: `${place.path}${key}.` }, place.lineAt(node));
  });
  return [...findings, ...missing(tree, new Set(keys.map(({ key }) => key)), place, place.lineAt(map))];
}

function checkNode(value: Node | null, tree: FieldNode, place: Place, line: number): Finding[] {
  const name = place.path.slice(0, -1);
  const wrong = tree.field === null ? null : checkValue(value, tree.field);
  if (wrong !== null) return [{ line, message: `"${name}" of ${place.type} ${wrong}` }];
  const old: Finding[] = tree.field?.deprecated ? [{ line, message: `"${name}" of ${place.type} is deprecated`, severity: 'warning' }] : [];
  if (tree.children.size === 0) return old;
  if (isMap(value)) return [...old, ...checkMap(value, tree, place)];
  if (isSeq(value)) return [...old, ...items(value).flatMap((item) => (isMap(item) ? checkMap(item, tree, place) : []))];
  return old;
}

function missing(tree: FieldNode, given: ReadonlySet<string>, place: Place, line: number): Finding[] {
  if (place.isPartial) return [];
  return [...tree.children]
    .filter(([name, child]) => !given.has(name) && child.field !== null && child.field.required !== false)
    .map(([name]) => ({
      line,
      message: `${place.type} needs the option "${place.path}${name}", which is missing (mark a deliberate fragment as "partial")`,
    }));
}

function checkType(node: unknown, kind: string, known: readonly string[] | undefined, lineAt: LineAt): Finding[] {
  if (!isMap(node) || known === undefined) return [];
  const type = String(node.get('type') ?? '');
  if (known.includes(type) || isOwnClass(type) || type === '') return [];
  return [{ line: lineAt(node.get('type', true)), message: `there is no ${kind} "${type}"${hint(type, known)}` }];
}

const items = (node: unknown): unknown[] => (isSeq(node) ? node.items : []);

/** A class by its full name, a placeholder, or a value from the environment. */
const isOwnClass = (type: string): boolean => /[.:<$]/.test(type);
