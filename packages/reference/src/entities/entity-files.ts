import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Problem } from '@quire/engine/model/problem.ts';

import { aliasesSchema, questionsSchema } from '../generator.ts';
import { readOptionalYamlFile, readYamlFile } from '../catalog-files.ts';
import type { YamlFile } from '../catalog-files.ts';
import type { CatalogLocation, ReadCatalog } from '../generator.ts';
import { checkModel } from './check-model.ts';
import type { Aspect, Entity, EntityCatalog, EnumType, Field, ModelType } from './model.ts';
import { readPlatformModel } from './platform-model/platform-model.ts';

/**
 * Reads the metadata model: the PDL files that `metadata-model.yaml` names if it exists, or else `entities/*.yaml` and
 * `aspects/*.yaml`. Invalid parts are returned as problems and are not in the catalog.
 */
export async function readEntities(location: CatalogLocation): Promise<ReadCatalog<EntityCatalog>> {
  const read = (await readPlatformModel(location)) ?? (await readCatalogFiles(location));
  const writers = await readWriters(location);
  const checked = checkModel({ ...read.catalog, writers: writers.catalog });
  return { catalog: checked.catalog, problems: [...read.problems, ...writers.problems, ...checked.problems] };
}

/** Reads `aspect-writers.yaml`, which may be missing. */
async function readWriters({ dir, projectRoot }: CatalogLocation): Promise<ReadCatalog<EntityCatalog['writers']>> {
  const { data, problems } = await readOptionalYamlFile(join(dir, 'aspect-writers.yaml'), projectRoot, writersSchema);
  return { catalog: new Map(Object.entries(data)), problems };
}

async function readCatalogFiles({ dir, projectRoot }: CatalogLocation): Promise<ReadCatalog<EntityCatalog>> {
  const [entityFiles, aspectFiles] = await Promise.all([yamlFiles(join(dir, 'entities')), yamlFiles(join(dir, 'aspects'))]);
  const sharedFile = join(dir, 'aspects', SHARED_FIELDS);
  const { data: shared, problems } = await readOptionalYamlFile(sharedFile, projectRoot, sharedFieldsSchema);
  const draft = createModelDraft(shared, problems);
  for (const path of aspectFiles.filter((each) => each !== sharedFile)) {
    const file = fileOrProblems(await readYamlFile(path, projectRoot, aspectsSchema), problems);
    if (file !== null) addAspects(draft, file);
  }
  for (const path of entityFiles) {
    const file = fileOrProblems(await readYamlFile(path, projectRoot, entitySchema), problems);
    if (file !== null) addEntity(draft, file, await readFile(path.replace(/\.yaml$/, '.md'), 'utf8').catch(() => null));
  }
  return { catalog: draft, problems };
}

/** The YAML files of a folder; none if it does not exist, since a site may have no entities. */
async function yamlFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => join(dir, name));
}

/** Returns the file, or reports its problems and returns null. */
function fileOrProblems<T>(result: { read: YamlFile<T> } | { problems: Problem[] }, problems: Problem[]): YamlFile<T> | null {
  if ('read' in result) return result.read;
  for (const problem of result.problems) problems.push(problem);
  return null;
}

const text = z.string().min(1, 'must not be empty');
/** A type is searched for names as often as it is used. */
const MAX_TYPE = 1000;
const type = text.max(MAX_TYPE, `must have at most ${MAX_TYPE} characters`);
/** The example is parsed and shown with an indentation for each level. */
const MAX_SELECT = 500;
const name = z.string().regex(/^[A-Za-z_]\w*$/, 'must be a name of letters, digits, and _');

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
  type,
  optional: z.boolean().default(false),
  default: z.unknown().optional(),
  deprecated: z.boolean().default(false),
  search: z.array(searchSchema).default([]),
  relationships: z.array(relationshipSchema).default([]),
  /** Without it, `aspects/shared-fields.yaml` must describe the field's name. */
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
  /** Stored as a series of entries over time instead of one value. */
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
    /** Descriptions by value. A value with a self-explanatory name needs none. */
    meanings: z.record(name, text).default({}),
    deprecated: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('alias'), ...described, type, deprecated: z.boolean().default(false) }),
]);

/** A file of aspects and their types. */
const aspectsSchema = z.strictObject({ aspects: z.array(aspectSchema).default([]), types: z.array(typeSchema).default([]) });

const entitySchema = z.strictObject({
  /** The name in the registry: the part of a URN after `urn:li:`. */
  name,
  label: text,
  /** False if the label cannot follow "a", as `Telemetry`. */
  countable: z.boolean().default(true),
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
      /** Fields that the example selects besides urn and type. */
      select: text.max(MAX_SELECT, `must have at most ${MAX_SELECT} characters`).optional(),
      /** False for the few types without the `type` field. */
      entityType: z.boolean().default(true),
      queries: z.array(name).default([]),
      mutations: z.array(name).default([]),
    })
    .optional(),
  /** Related written pages: paths below the docs root, and the texts of the links. */
  guides: z.array(z.strictObject({ page: text, label: text })).default([]),
  questions: questionsSchema.default([]),
  aliases: aliasesSchema.default([]),
  example: z.strictObject({ aspect: name, value: z.record(z.string(), z.unknown()) }).optional(),
});

/** Shape of `aspect-writers.yaml`: by aspect, the mutations that write it on any entity. */
const writersSchema = z.record(name, z.strictObject({ label: text, mutations: z.array(name), guide: text.optional() }));

/** Shape of `aspects/shared-fields.yaml`: descriptions of fields that many records have, by field name. */
export const sharedFieldsSchema = z.record(name, text);

export type EntityFile = z.output<typeof entitySchema>;
export type AspectsFile = z.output<typeof aspectsSchema>;
export type FieldEntry = z.output<typeof fieldSchema>;
export type SharedFields = z.output<typeof sharedFieldsSchema>;

/** Name of the file with shared descriptions. */
export const SHARED_FIELDS = 'shared-fields.yaml';

type Path = readonly (string | number)[];

/** A model under construction, and the problems of its files. */
export interface ModelDraft {
  shared: SharedFields;
  entities: Entity[];
  writers: EntityCatalog['writers'];
  aspects: Map<string, Aspect>;
  types: Map<string, ModelType>;
  /** Location of each definition: `aspect status` → `catalog/aspects/status.yaml:3`. */
  definitions: Map<string, string>;
  problems: Problem[];
}

function createModelDraft(shared: SharedFields, problems: Problem[]): ModelDraft {
  return { shared, entities: [], writers: new Map(), aspects: new Map(), types: new Map(), definitions: new Map(), problems };
}

/** Adds the aspects and types of a file. */
function addAspects(draft: ModelDraft, file: YamlFile<AspectsFile>): void {
  file.data.aspects.forEach((entry, index) => {
    const at = ['aspects', index];
    const location = define(draft, file, 'aspect', entry.name, at);
    if (location === null) return;
    const fields = readFields(draft, file, [...at, 'fields'], entry.name, entry.fields);
    draft.aspects.set(entry.name, { kind: 'record', ...entry, fields, ...location });
  });
  file.data.types.forEach((entry, index) => {
    const at = ['types', index];
    const location = define(draft, file, 'type', entry.name, at);
    if (location === null) return;
    if (entry.kind === 'enum') checkMeanings(draft, file, [...at, 'meanings'], entry);
    const named = { ...entry, description: entry.description ?? '', ...location };
    const type =
      named.kind === 'record' ? { ...named, fields: readFields(draft, file, [...at, 'fields'], entry.name, named.fields) } : named;
    draft.types.set(entry.name, type);
  });
}

/** Maximum number of unknown values of an enum that are reported. */
const MAX_REPORTED = 100;

/** Reports descriptions of values that the enum does not have. */
function checkMeanings(
  draft: ModelDraft,
  file: YamlFile<unknown>,
  path: Path,
  entry: Pick<EnumType, 'name' | 'symbols' | 'meanings'>,
): void {
  const symbols = new Set(entry.symbols);
  // The position of each is searched in the whole file.
  const unknown = Object.keys(entry.meanings).filter((symbol) => !symbols.has(symbol));
  for (const symbol of unknown.slice(0, MAX_REPORTED)) {
    const message = `${entry.name}: meanings has ${symbol}, which is not one of symbols. Add it there, or correct the name.`;
    draft.problems.push({ file: file.file, line: file.lineOf([...path, symbol]), message, severity: 'error' });
  }
}

/** Adds the entity of a file, and its key aspect. */
function addEntity(draft: ModelDraft, file: YamlFile<EntityFile>, notes: string | null): void {
  const { key, graphql, example, ...entry } = file.data;
  if (define(draft, file, 'entity', entry.name, []) === null) return;
  const location = define(draft, file, 'aspect', key.aspect, ['key']);
  if (location !== null) {
    const fields = readFields(draft, file, ['key', 'fields'], key.aspect, key.fields);
    draft.aspects.set(key.aspect, { ...keyAspect(entry.label, key), fields, ...location });
  }
  const { query = null, select = '', entityType = true, queries = [], mutations = [] } = graphql ?? {};
  draft.entities.push({
    ...entry,
    keyAspect: key.aspect,
    graphql: { query, select, hasEntityType: entityType, queries, mutations },
    notes,
    example: example ?? null,
    file: file.file,
    lines: { aspects: file.lineOf(['aspects']), graphql: file.lineOf(['graphql', 'select']), example: file.lineOf(['example']) },
  });
}

/** Registers a definition and returns its location. Reports a duplicate and returns null. */
function define(draft: ModelDraft, file: YamlFile<unknown>, kind: string, name: string, path: Path): { file: string; line: number } | null {
  const location = { file: file.file, line: file.lineOf(path) };
  // The addresses of pages are in lower case.
  const key = `${kind} ${kind === 'entity' ? name.toLowerCase() : name}`;
  const earlier = draft.definitions.get(key);
  if (earlier === undefined) {
    draft.definitions.set(key, `${location.file}:${location.line}`);
    return location;
  }
  draft.problems.push({
    ...location,
    message: `The ${kind} ${name} is defined twice, here and in ${earlier}. Remove one.`,
    severity: 'error',
  });
  return null;
}

/** Returns the valid fields with their descriptions. Reports duplicates and fields without a description. */
function readFields(draft: ModelDraft, file: YamlFile<unknown>, path: Path, owner: string, entries: readonly FieldEntry[]): Field[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const line = file.lineOf([...path, index]);
    const invalid = (message: string): Field[] => {
      draft.problems.push({ file: file.file, line, message: `${owner}.${entry.name} ${message}`, severity: 'error' });
      return [];
    };
    if (seen.has(entry.name)) return invalid('is defined twice: remove one');
    seen.add(entry.name);
    const description = entry.description ?? draft.shared[entry.name];
    if (description === undefined) return invalid(`has no description: add one here or in ${SHARED_FIELDS}`);
    return [{ ...entry, description, line }];
  });
}

function keyAspect(label: string, { aspect, record, namespace }: EntityFile['key']): Omit<Aspect, 'fields' | 'file' | 'line'> {
  const description = `${label}: the parts of the URN.`;
  return { kind: 'record', name: aspect, record, namespace, includes: [], timeseries: false, deprecated: false, description };
}
