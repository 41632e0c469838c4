/** Derives the first lines of recipes, JSON Schemas for editors, and the data of the recipe builder from the catalog. */
import { stringify } from 'yaml';
import { z } from 'zod';

import { parseYaml } from '@quire/engine/content/yaml.ts';

import { fencedCode, plainText } from '../markdown.ts';
import { fieldAnchor, groupOf, inPageOrder } from './option-tables.ts';
import { ANY_KEY, describeField, fieldTree, pluginOfType } from './source-file.ts';
import type { Field, FieldNode, Plugin, SharedFields, Source } from './source-file.ts';

const recipeShape = z.object({
  source: z.object({ type: z.string(), config: z.record(z.string(), z.unknown()) }),
  sink: z.record(z.string(), z.unknown()).optional(),
});

type Recipe = z.output<typeof recipeShape>;

/** Parses the starter recipe of a plugin. @param recipe the default recipe of the source @returns undefined if there is no valid recipe */
function starterOf(plugin: Plugin, recipe: string | undefined): Recipe | undefined {
  const text = plugin.recipe ?? recipe;
  const document = text === undefined ? null : parseYaml(text);
  // The check of examples reports a recipe that is not valid YAML.
  if (document === null || document.errors.length > 0) return undefined;
  try {
    return recipeShape.safeParse(document.toJS()).data;
  } catch {
    // An alias is undefined, or expands to more than fits into memory.
    return undefined;
  }
}

/**
 * Returns the names of the top-level options that come first in a recipe: those of its `config` that are required or
 * configure the connection.
 */
function firstOptions(plugin: Plugin, config: Recipe['source']['config']): string[] {
  const names = Object.keys(config);
  const fields = new Map(plugin.fields.map((field) => [field.name, field]));
  const chosen = names.filter((name) => {
    const field = fields.get(name);
    return field !== undefined && ['required', 'connection'].includes(groupOf(field).id);
  });
  return chosen.length === 0 ? names.slice(0, 1) : chosen;
}

/** Renders the first lines of a plugin's starter recipe, which configure the connection; null if there is no recipe. */
export function recipeStart(plugin: Plugin, recipe: string | undefined): string | null {
  const starter = starterOf(plugin, recipe);
  if (starter === undefined) return null;
  const { type, config } = starter.source;
  const shown = firstOptions(plugin, config);
  if (shown.length === 0) return null;
  const start = { source: { type, config: Object.fromEntries(shown.map((name) => [name, config[name]])) } };
  return fencedCode('yaml', toYaml(start), 'partial');
}

const toYaml = (value: unknown): string => stringify(value, { lineWidth: 0 }).trimEnd();

/** A node of JSON Schema, draft 7. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the route of the schema of a source, without base URL. */
export const schemaPath = (platform: string): string => `/schemas/sources/${platform}.json`;

/** Returns the schema of the recipes for the plugins of a source. @param id absolute URL of the schema */
export function recipeSchema(source: Source, shared: SharedFields, id: string): JsonSchema {
  const variants = source.plugins.map((plugin) => {
    const own = source.otherTypes.filter((type) => pluginOfType(type, source) === plugin);
    return {
      type: 'object',
      properties: { type: { enum: [plugin.plugin, ...own] }, config: objectSchema(fieldTree(plugin), shared) },
      required: ['type', ...(plugin.fields.some((field) => field.required === true) ? ['config'] : [])],
    };
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id,
    title: `Recipe with the source ${source.name}`,
    type: 'object',
    properties: {
      source: variants.length === 1 ? variants[0] : { oneOf: variants },
      sink: { type: 'object' },
      transformers: { type: 'array', items: { type: 'object' } },
      pipeline_name: { type: 'string', description: 'Name of the pipeline. Stateful ingestion needs a fixed name.' },
    },
    required: ['source'],
  };
}

function objectSchema({ children }: FieldNode, shared: SharedFields): JsonSchema {
  const named = [...children].filter(([name]) => name !== ANY_KEY);
  const anyKey = children.get(ANY_KEY);
  const required = named.filter(([, { field }]) => field !== null && field.required !== false).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, child]) => [name, fieldSchema(child, shared)])),
    additionalProperties: anyKey === undefined ? false : fieldSchema(anyKey, shared),
    ...(required.length === 0 ? {} : { required }),
  };
}

function fieldSchema(tree: FieldNode, shared: SharedFields): JsonSchema {
  const { field } = tree;
  if (field === null) return objectSchema(tree, shared);
  const text = plainText(describeField(field, shared) ?? '');
  return {
    ...(text === '' ? {} : { description: text }),
    ...(field.default === undefined || field.default === null ? {} : { default: field.default }),
    ...(field.deprecated ? { deprecated: true } : {}),
    ...typeSchema(tree, field, shared),
  };
}

/** The schema of an environment variable (`${NAME}`), which is valid for every scalar option. */
const VARIABLE = { type: 'string', pattern: '\\$\\{?\\w' };

function typeSchema(tree: FieldNode, field: Field, shared: SharedFields): JsonSchema {
  const { type, values, nullable, constraints } = field;
  const orNull = (schema: JsonSchema): JsonSchema =>
    nullable || field.default === undefined || field.default === null ? { anyOf: [schema, { type: 'null' }] } : schema;
  if (tree.children.size > 0) {
    const object = objectSchema(tree, shared);
    if (type.startsWith('Array of ')) return orNull({ type: 'array', items: object });
    if (type.startsWith('One of ') || type.includes('Array of')) return {};
    return orNull(object);
  }
  if (values !== undefined) return orNull({ anyOf: [{ enum: values }, VARIABLE] });
  if (/^Array of |^array$/.test(type))
    return orNull({ type: 'array', ...(type === 'Array of string' ? { items: { type: 'string' } } : {}) });
  if (/^map\(|^object$/.test(type)) return orNull({ type: 'object' });
  if (type === 'boolean') return orNull({ anyOf: [{ type: 'boolean' }, VARIABLE] });
  if (type === 'integer' || type === 'number') return orNull({ anyOf: [{ type, ...limits(constraints) }, VARIABLE] });
  if (/^string(\(|$)/.test(type)) return orNull({ type: ['string', 'number', 'boolean'] });
  return {};
}

function limits({ gt, ge, lt, le }: NonNullable<Field['constraints']> = {}): JsonSchema {
  return {
    ...(gt === undefined ? {} : { exclusiveMinimum: gt }),
    ...(ge === undefined ? {} : { minimum: ge }),
    ...(lt === undefined ? {} : { exclusiveMaximum: lt }),
    ...(le === undefined ? {} : { maximum: le }),
  };
}

/** Returns the route, without base URL, of the data that the recipe builder of a source's page loads. */
export const optionsPath = (platform: string): string => schemaPath(platform).replace(/\.json$/, '.options.json');

/** An option in the data of the recipe builder. */
export interface RecipeOption {
  /** Id of the option on the page. */
  id: string;
  /** Keys from the top of `config`; `-` begins an item of a list. */
  path: string[];
  /** The option and its value, as lines of YAML. Absent if it only contains other options. */
  lines?: string[];
  /** Whether a recipe with the option that contains this one must also contain this one. */
  isRequired?: true;
  /** Whether it comes first in the starter recipe. */
  isFirst?: true;
}

/** The options of a plugin in the order of the page, which is that of a recipe. */
export interface RecipeOptions {
  type: string;
  /** The end of the recipe, after the source, as lines of YAML. */
  sink: string[];
  options: RecipeOption[];
}

const DEFAULT_SINK = { type: 'datahub-rest', config: { server: 'http://localhost:8080' } };

/** Returns the data of the recipe builder for each plugin, by plugin name. */
export function recipeOptions({ plugins, recipe }: Source): Record<string, RecipeOptions> {
  return Object.fromEntries(
    plugins.map((plugin, index) => {
      const starter = starterOf(plugin, index === 0 ? recipe : undefined);
      const config = starter?.source.config ?? {};
      const first = firstOptions(plugin, config);
      const types = new Map(plugin.fields.map(({ name, type }) => [name, type]));
      const options = inPageOrder(plugin).map((field): RecipeOption => {
        const path = recipePath(field.name, types);
        const example = exampleAt(config, path);
        const hasOwnLines = !plugin.fields.some((other) => other.name.startsWith(`${field.name}.`));
        const isFirst = first.includes(path[0] ?? '') && (path.length === 1 || example !== undefined);
        return {
          id: fieldAnchor(plugin.plugin, field.name),
          path,
          ...(hasOwnLines && { lines: toYaml({ [path.at(-1) ?? '']: example ?? valueOf(field, plugin) }).split('\n') }),
          ...(field.required !== false && { isRequired: true }),
          ...(isFirst && { isFirst: true }),
        };
      });
      return [plugin.plugin, { type: plugin.plugin, sink: toYaml({ sink: starter?.sink ?? DEFAULT_SINK }).split('\n'), options }];
    }),
  );
}

/** Returns the keys from the top of `config`: `path_specs.include`, in a list of objects, is `path_specs`, `-`, `include`. */
function recipePath(name: string, types: ReadonlyMap<string, string>): string[] {
  const segments = name.split('.');
  return segments.flatMap((segment, index) => {
    const key = segment === ANY_KEY ? '<key>' : segment;
    const type = types.get(segments.slice(0, index + 1).join('.')) ?? '';
    return index < segments.length - 1 && type.startsWith('Array of ') ? [key, '-'] : [key];
  });
}

/** Returns the value at a path of the starter recipe; undefined if there is none. */
function exampleAt(config: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, segment) => {
    if (value === null || typeof value !== 'object') return undefined;
    if (segment === '-') return (value as unknown[])[0];
    return Object.hasOwn(value, segment) ? (value as Record<string, unknown>)[segment] : undefined;
  }, config);
}

const SECRET = /password|secret|token|private_key|api_key|access_key/;

/** Returns the default of an option, or a placeholder that describes the value. */
function valueOf({ name, type, default: preset, values }: Field, { plugin }: Plugin): unknown {
  const isEmpty =
    preset === null || preset === undefined || preset === '' || (typeof preset === 'object' && Object.keys(preset).length === 0);
  if (!isEmpty) return preset;
  const key = name.slice(name.lastIndexOf('.') + 1);
  const placeholder = key === ANY_KEY ? '<value>' : `<${key}>`;
  if (values?.[0] !== undefined) return values[0];
  if (type === 'boolean') return true;
  if (/^Array of |^array$/.test(type)) return [placeholder];
  if (/^map\(|^object$/.test(type)) return { '<key>': '<value>' };
  return SECRET.test(key) && type.startsWith('string') ? `\${${`${plugin}_${key}`.replace(/\W+/g, '_').toUpperCase()}}` : placeholder;
}
