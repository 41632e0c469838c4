import type { Field, Plugin, Source } from '../schema/source.ts';

/** An option of a plugin with those that lie inside of it. */
export interface FieldNode {
  field: Field | null;
  children: Map<string, FieldNode>;
}

const ANY_KEY = '`key`';

/** Options of every plugin as trees, by the name that a recipe's `source.type` gives, aliases included. */
export function recipeFields(sources: readonly Source[]): Map<string, FieldNode> {
  const trees = new Map<string, FieldNode>();
  for (const source of sources) {
    for (const plugin of source.plugins) trees.set(plugin.plugin, treeOf(plugin));
    const aliased = trees.get(source.plugins[0]?.plugin ?? '');
    for (const alias of source.aliases) {
      const own = source.plugins.find((plugin) => alias.startsWith(plugin.plugin));
      const tree = own === undefined ? aliased : trees.get(own.plugin);
      if (tree !== undefined && !trees.has(alias)) trees.set(alias, tree);
    }
  }
  return trees;
}

function treeOf(plugin: Plugin): FieldNode {
  const root: FieldNode = { field: null, children: new Map() };
  for (const field of plugin.fields) {
    let node = root;
    for (const step of field.name.split('.')) {
      const next = node.children.get(step) ?? { field: null, children: new Map<string, FieldNode>() };
      node.children.set(step, next);
      node = next;
    }
    node.field = field;
  }
  return root;
}

/** What a key of a mapping leads to; `any` where a mapping takes names of the author's own. */
export function childOf(node: FieldNode, key: string): FieldNode | undefined {
  return node.children.get(key) ?? node.children.get(ANY_KEY);
}

/** Names that a mapping at this place may hold; empty where it may hold any. */
export const knownChildren = (node: FieldNode): string[] => (node.children.has(ANY_KEY) ? [] : [...node.children.keys()]);
