/** JSON Schemas of recipes, which editors use to complete and validate options. */
import { plainText } from '../markdown.ts';
import { ANY_KEY, describeField } from './source-file.ts';
import type { Field, Plugin, SharedFields, Source } from './source-file.ts';

/** A node of JSON Schema, draft 7. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Route of the schema of a source, without base URL. */
export const schemaPath = (platform: string): string => `/schemas/sources/${platform}.json`;

/** The schema of a recipe whose source is one of the platform's plugins. @param id absolute URL of the schema */
export function recipeSchema(source: Source, shared: SharedFields, id: string): JsonSchema {
  const variants = source.plugins.map((plugin, index) => {
    const own = source.otherTypes.filter((type) => type.startsWith(plugin.plugin) || (index === 0 && isUnclaimed(type, source)));
    return {
      type: 'object',
      properties: { type: { enum: [plugin.plugin, ...own] }, config: configSchema(plugin, shared) },
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

const isUnclaimed = (type: string, { plugins }: Source): boolean => !plugins.some(({ plugin }) => type.startsWith(plugin));

interface FieldTree {
  field: Field | null;
  children: Map<string, FieldTree>;
}

function configSchema(plugin: Plugin, shared: SharedFields): JsonSchema {
  const root: FieldTree = { field: null, children: new Map() };
  for (const field of plugin.fields) {
    let node = root;
    for (const step of field.name.split('.')) {
      const next = node.children.get(step) ?? { field: null, children: new Map<string, FieldTree>() };
      node.children.set(step, next);
      node = next;
    }
    node.field = field;
  }
  return objectSchema(root, shared);
}

function objectSchema({ children }: FieldTree, shared: SharedFields): JsonSchema {
  const named = [...children].filter(([name]) => name !== ANY_KEY);
  const any = children.get(ANY_KEY);
  const required = named.filter(([, { field }]) => field !== null && field.required !== false).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, child]) => [name, fieldSchema(child, shared)])),
    additionalProperties: any === undefined ? false : fieldSchema(any, shared),
    ...(required.length === 0 ? {} : { required }),
  };
}

function fieldSchema(tree: FieldTree, shared: SharedFields): JsonSchema {
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

/** Any scalar option may be an environment variable, so strings are always valid for them. */
const VARIABLE = { type: 'string', pattern: '\\$\\{?\\w' };

function typeSchema(tree: FieldTree, field: Field, shared: SharedFields): JsonSchema {
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
