/** Shape of `catalog/entities/*.yaml` and `catalog/aspects/*.yaml`. */
import { z } from 'zod';

const text = z.string().min(1, 'must not be empty');
const name = z.string().regex(/^[A-Za-z_]\w*$/, 'must be a name of letters, digits and _');

const searchSchema = z.strictObject({
  path: z.string().default(''),
  fieldName: text.optional(),
  fieldType: text.optional(),
  queryByDefault: z.boolean().optional(),
  boostScore: z.number().optional(),
  enableAutocomplete: z.boolean().optional(),
  addToFilters: z.boolean().optional(),
  filterNameOverride: text.optional(),
  hasValuesFieldName: text.optional(),
  numValuesFieldName: text.optional(),
});

const relationshipSchema = z.strictObject({
  path: z.string().default(''),
  name: text,
  entityTypes: z.array(name).min(1, 'must name at least one entity'),
  isLineage: z.boolean().optional(),
});

const fieldSchema = z.strictObject({
  name,
  /** `string`, `long`, `array[X]`, `map[string, X]`, `union[X, Y]` or the name of a type or an aspect's record. */
  type: text,
  optional: z.boolean().default(false),
  default: z.unknown().optional(),
  deprecated: z.boolean().default(false),
  search: z.array(searchSchema).default([]),
  relationships: z.array(relationshipSchema).default([]),
  /** Ours. Where there is none, `aspects/shared-fields.yaml` has to have one for the field's name. */
  description: text.optional(),
});

const namespace = z.string().regex(/^[a-z]\w*(\.\w+)*$/i, 'must be a package such as com.linkedin.dataset');
const recordParts = {
  includes: z.array(name).default([]),
  fields: z.array(fieldSchema).default([]),
  deprecated: z.boolean().default(false),
};

const aspectSchema = z.strictObject({
  name,
  record: name,
  namespace,
  /** Kept as a series of entries by time and not as one value. */
  timeseries: z.boolean().default(false),
  description: text,
  ...recordParts,
});

const described = { name, namespace, description: text.optional() };
const typeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('record'), ...described, ...recordParts }),
  z.strictObject({
    kind: z.literal('enum'),
    ...described,
    symbols: z.array(name).min(1, 'must name at least one value'),
    deprecatedSymbols: z.array(name).default([]),
    deprecated: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('alias'), ...described, type: text, deprecated: z.boolean().default(false) }),
]);

/** A file of aspects and of the types that they are made of. */
export const aspectsSchema = z.strictObject({ aspects: z.array(aspectSchema).default([]), types: z.array(typeSchema).default([]) });

export const entitySchema = z.strictObject({
  /** As the registry writes it: the part of a URN after `urn:li:`. */
  name,
  label: text,
  category: z.enum(['core', 'internal']).default('core'),
  position: z.int().min(0),
  purpose: text,
  when: text,
  urn: z.string().startsWith('urn:li:', 'must be a URN, such as urn:li:tag:pii'),
  key: z.strictObject({ aspect: name, record: name, namespace, fields: z.array(fieldSchema).min(1, 'must name at least one field') }),
  aspects: z.array(name).default([]),
  graphql: z
    .strictObject({
      query: name.optional(),
      /** Fields that the example asks for beside urn and type. */
      select: text.optional(),
      /** False for the few types that have no field `type` of entities. */
      entityType: z.boolean().default(true),
      queries: z.array(name).default([]),
      mutations: z.array(name).default([]),
    })
    .optional(),
  /** Written pages to read on: paths below the docs' root, and the texts of the links. */
  guides: z.array(z.strictObject({ page: text, label: text })).default([]),
  example: z.strictObject({ aspect: name, value: z.record(z.string(), z.unknown()) }).optional(),
});

/** Descriptions of fields that many records have, by the field's name. */
export const sharedFieldsSchema = z.record(name, text);

export type EntityFile = z.output<typeof entitySchema>;
export type AspectsFile = z.output<typeof aspectsSchema>;
export type FieldEntry = z.output<typeof fieldSchema>;
export type SharedFields = z.output<typeof sharedFieldsSchema>;
