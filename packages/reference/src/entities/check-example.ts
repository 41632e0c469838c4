import { exampleQuery } from './api-section.ts';
import { createTypeLookup, expandFields } from './expand.ts';
import type { Entity, EntityCatalogue } from './model.ts';

type Lookup = ReturnType<typeof createTypeLookup>;

/** Holds an entity's examples against GraphQL's grammar and the aspect: keys that no field has, fields that must be there, values of the wrong kind. */
export function checkExample(entity: Entity, catalogue: EntityCatalogue): { part: 'graphql' | 'example'; message: string }[] {
  return [
    ...checkSelect(entity).map((message) => ({ part: 'graphql' as const, message })),
    ...checkValueOf(entity, catalogue).map((message) => ({ part: 'example' as const, message })),
  ];
}

function checkSelect(entity: Entity): string[] {
  try {
    exampleQuery(entity, '');
    return [];
  } catch (error) {
    return [`graphql.select: is no list of fields: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function checkValueOf({ example, aspects }: Entity, catalogue: EntityCatalogue): string[] {
  if (example === null) return [];
  const aspect = catalogue.aspects.get(example.aspect);
  if (aspect === undefined || !aspects.includes(example.aspect)) return [`example: ${example.aspect} is no aspect of this entity`];
  return checkRecord(example.value, aspect, 'example.value', createTypeLookup(catalogue));
}

function checkRecord(value: unknown, record: Parameters<typeof expandFields>[0], path: string, lookup: Lookup): string[] {
  if (!isMapping(value)) return [`${path}: must be a mapping of keys`];
  const fields = expandFields(record, lookup);
  const unknown = Object.keys(value).filter((key) => !fields.some((field) => field.name === key));
  const missing = fields.filter((field) => !field.optional && field.default === undefined && value[field.name] === undefined);
  return [
    ...unknown.map((key) => `${path}.${key}: is no field of this record; it has ${fields.map((field) => field.name).join(', ')}`),
    ...missing.map((field) => `${path}.${field.name}: is missing, and the field is not optional`),
    ...fields.flatMap((field) =>
      value[field.name] === undefined ? [] : checkValue(value[field.name], field.type, `${path}.${field.name}`, lookup),
    ),
  ];
}

const BUILT_IN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  int: Number.isInteger,
  long: Number.isInteger,
  float: Number.isFinite,
  double: Number.isFinite,
};

/** Maps and unions are taken as they are: what they hold is too free to be worth a check. */
function checkValue(value: unknown, type: string, path: string, lookup: Lookup): string[] {
  const item = /^array\[(.*)\]$/.exec(type)?.[1];
  if (item !== undefined) {
    return Array.isArray(value)
      ? value.flatMap((each, index) => checkValue(each, item, `${path}.${index}`, lookup))
      : [`${path}: must be a list`];
  }
  const fits = BUILT_IN[type];
  if (fits !== undefined) return fits(value) ? [] : [`${path}: must be of type ${type}`];
  const named = lookup(type);
  if (named?.kind === 'record') return checkRecord(value, named, path, lookup);
  if (named?.kind === 'alias') return checkValue(value, named.type, path, lookup);
  if (named?.kind === 'enum' && !named.symbols.includes(String(value))) return [`${path}: must be one of ${named.symbols.join(', ')}`];
  return [];
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
