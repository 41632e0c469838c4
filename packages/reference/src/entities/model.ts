/** The metadata model that pages are generated from, independent of the files that it was read from, and its checks. */
import { closest, distance } from 'fastest-levenshtein';
import { parse, print } from 'graphql';

import type { Problem } from '@quire/engine/model/problem.ts';

import type { Question, ReadCatalog } from '../part.ts';

/** An annotation of a field or of a value inside it. */
export interface Annotation {
  /** Path inside the field's value: `''` for the value itself, a slash per list item or record field. */
  path: string;
}

export interface SearchAnnotation extends Annotation {
  /** Name in the search index if it differs from the field's name. */
  fieldName?: string | undefined;
  /** How the value is indexed: `TEXT_PARTIAL`, `KEYWORD`, `URN` …; by default according to the field's type. */
  fieldType?: string | undefined;
  [option: string]: unknown;
}

export interface RelationshipAnnotation extends Annotation {
  name: string;
  /** Names of entities as in the registry. */
  entityTypes: readonly string[];
  isLineage?: boolean | undefined;
}

export interface Field {
  name: string;
  /** As the page shows it: `string`, `array[Edge]`, `map[string, string]`, `union[A, B]`. */
  type: string;
  optional: boolean;
  /** Absent if there is none. */
  default?: unknown;
  deprecated: boolean;
  search: readonly SearchAnnotation[];
  relationships: readonly RelationshipAnnotation[];
  description: string;
  /** 1-based line in the file of its record. */
  line: number;
}

interface Named {
  name: string;
  namespace: string;
  description: string;
  deprecated: boolean;
  /** Location for problems: file relative to the project, and 1-based line. */
  file: string;
  line: number;
}

export interface RecordType extends Named {
  kind: 'record';
  /** Records whose fields precede the record's own. */
  includes: readonly string[];
  fields: readonly Field[];
}

export interface EnumType extends Named {
  kind: 'enum';
  symbols: readonly string[];
  deprecatedSymbols: readonly string[];
  /** What values mean, by value; not all values need a meaning. */
  meanings: Readonly<Record<string, string>>;
}

/** Another name for a type, usually for a string that contains a URN. */
export interface AliasType extends Named {
  kind: 'alias';
  type: string;
}

export type ModelType = RecordType | EnumType | AliasType;

/** A record that is stored for an entity under a name. */
export interface Aspect extends Omit<RecordType, 'name'> {
  name: string;
  /** Name of the record and of its Python and Java classes. */
  record: string;
  timeseries: boolean;
}

export interface Entity {
  name: string;
  label: string;
  /** Whether questions can say "a" before the label; false for settings or telemetry. */
  countable: boolean;
  category: 'core' | 'internal';
  /** Position in the sidebar. */
  position: number;
  purpose: string;
  /** When a reader needs the entity. */
  when: string | null;
  /** An example URN. */
  urn: string | null;
  keyAspect: string;
  /** In the order of the page: versioned, timeseries, deprecated. The key aspect is not included. */
  aspects: readonly string[];
  /** GraphQL operations: the query for one entity, other queries, and mutations. */
  graphql: { query: string | null; select: string; hasEntityType: boolean; queries: readonly string[]; mutations: readonly string[] };
  /** Related written pages, as paths below the docs root. */
  guides: readonly { page: string; label: string }[];
  /** Handwritten Markdown after the section about identity; null if there is none. */
  notes: string | null;
  questions: readonly Question[];
  aliases: readonly string[];
  /** An example value of an aspect. */
  example: { aspect: string; value: Readonly<Record<string, unknown>> } | null;
  file: string;
  /** 1-based lines of the parts that are checked against other files. */
  lines: Readonly<Record<'aspects' | 'graphql' | 'example', number>>;
}

/** Operations and a guide that write an aspect of any entity. */
export interface AspectWriter {
  /** A description of the operations: `Add and remove tags`. */
  label: string;
  mutations: readonly string[];
  /** A written page with a tutorial: path below the docs root. */
  guide?: string | undefined;
}

export interface EntityCatalog {
  entities: readonly Entity[];
  /** By name, including key aspects. */
  aspects: ReadonlyMap<string, Aspect>;
  /** By name of the aspect: how clients write it on every entity that has it. */
  writers: ReadonlyMap<string, AspectWriter>;
  /** By name: records, enums, and aliases that fields use or records include. */
  types: ReadonlyMap<string, ModelType>;
}

const BUILT_IN = new Set(['array', 'map', 'union', 'string', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'fixed', 'null']);

/** Names of the model's own types in a type as written: `union[a: Edge, array[Owner]]` → `Edge`, `Owner`. */
export function namesInType(type: string): string[] {
  const names = type.match(/[A-Za-z_][\w.]*(?!\s*:)\b(?!\s*:)/g) ?? [];
  return names.filter((name) => !BUILT_IN.has(name));
}

/** Whether every value of the type contains a value of each named type. Lists and maps may be empty, and a union needs only one of its members. */
const isDirect = (type: string): boolean => !/^(array|map|union)\b/.test(type);

/** A field with the record that it was included from; null for the record's own fields. */
export interface ExpandedField extends Field {
  includedFrom: string | null;
}

/** Creates a function that finds types, or records of aspects, by name. */
export function createTypeLookup({ aspects, types }: EntityCatalog): (name: string) => ModelType | Aspect | undefined {
  const byRecord = new Map([...aspects.values()].map((aspect) => [aspect.record, aspect]));
  return (name) => types.get(name) ?? byRecord.get(name);
}

/** All fields of a record; those of included records come first, as in the platform. */
export function expandFields(
  record: Pick<RecordType, 'includes' | 'fields'>,
  lookup: ReturnType<typeof createTypeLookup>,
): ExpandedField[] {
  const included = record.includes.flatMap((name) => {
    const type = lookup(name);
    return type?.kind === 'record' ? expandFields(type, lookup).map((field) => ({ ...field, includedFrom: name })) : [];
  });
  return [...included, ...record.fields.map((field) => ({ ...field, includedFrom: null }))];
}

/** Types that the fields use directly or indirectly, without duplicates, in order of first use. */
export function typesOf(fields: readonly Field[], lookup: ReturnType<typeof createTypeLookup>): (ModelType | Aspect)[] {
  const found = new Map<string, ModelType | Aspect>();
  const visit = (written: string): void => {
    for (const name of namesInType(written)) {
      const type = lookup(name);
      if (type === undefined || found.has(name)) continue;
      found.set(name, type);
      if (type.kind === 'alias') visit(type.type);
      if (type.kind === 'record') for (const field of expandFields(type, lookup)) visit(field.type);
    }
  };
  for (const field of fields) visit(field.type);
  return [...found.values()];
}

/** A relationship from one entity to another that a field of an aspect creates. */
export interface RelationshipEdge {
  source: string;
  name: string;
  target: string;
  /** Aspect and path of the field: `upstreamLineage.upstreams.dataset`. */
  field: string;
  isLineage: boolean;
}

/** Finds every relationship of every entity: in the fields of its aspects and in their nested types. */
export function relationshipEdges(catalog: EntityCatalog): RelationshipEdge[] {
  const lookup = createTypeLookup(catalog);
  const byAspect = new Map<string, Omit<RelationshipEdge, 'source'>[]>();

  function edgesOf(field: Field, path: string, inside: readonly string[]): Omit<RelationshipEdge, 'source'>[] {
    const own = field.relationships.flatMap(({ name, entityTypes, isLineage }) =>
      entityTypes.map((target) => ({ name, target, field: path, isLineage: isLineage ?? false })),
    );
    const nested = namesInType(field.type).flatMap((name) => {
      const type = lookup(name);
      if (type?.kind !== 'record' || inside.includes(name)) return [];
      return expandFields(type, lookup).flatMap((each) => edgesOf(each, `${path}.${each.name}`, [...inside, name]));
    });
    return [...own, ...nested];
  }

  function edgesOfAspect(name: string): Omit<RelationshipEdge, 'source'>[] {
    const known = byAspect.get(name);
    if (known !== undefined) return known;
    const aspect = catalog.aspects.get(name);
    const edges =
      aspect === undefined ? [] : expandFields(aspect, lookup).flatMap((field) => edgesOf(field, `${name}.${field.name}`, [aspect.record]));
    byAspect.set(name, edges);
    return edges;
  }

  const edgesOfEntity = ({ name, keyAspect, aspects }: Entity): RelationshipEdge[] =>
    [keyAspect, ...aspects].flatMap((aspect) => edgesOfAspect(aspect).map((edge) => ({ source: name, ...edge })));
  return catalog.entities.flatMap(edgesOfEntity);
}

type Report = (file: string, line: number, message: string) => void;

/**
 * Checks that the parts of a model are consistent: unknown names, infinitely recursive types, invalid examples. The
 * returned catalog omits everything invalid, so that it is safe to traverse.
 */
export function checkModel(catalog: EntityCatalog): ReadCatalog<EntityCatalog> {
  const problems: Problem[] = [];
  const report: Report = (file, line, message) => void problems.push({ file, line, message, severity: 'error' });
  const infinite = infiniteTypes(catalog);
  for (const [{ file, line, name }, cycle] of infinite) {
    report(file, line, `${name} contains itself (${cycle.join(' → ')}): make a field on the path optional or a list`);
  }
  const check = createTypeCheck(catalog, report);
  const keep = <T extends Aspect | ModelType>(all: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...all].filter(([, type]) => !infinite.has(type)).map(([name, type]) => [name, check(type)]));
  const [aspects, types] = [keep(catalog.aspects), keep(catalog.types)];
  const entities = catalog.entities.flatMap((entity) => withKnownAspects(entity, aspects, report));
  const checked = { ...catalog, entities, aspects, types };
  for (const entity of entities) {
    for (const { part, message } of checkExample(entity, checked)) report(entity.file, entity.lines[part], message);
  }
  return { catalog: checked, problems };
}

/** Checks the names of types and of relationship targets in a type's fields. */
function createTypeCheck(catalog: EntityCatalog, report: Report): <T extends Aspect | ModelType>(type: T) => T {
  const lookup = createTypeLookup(catalog);
  const entityNames = catalog.entities.map(({ name }) => name);
  const typeNames = [...catalog.types.keys(), ...[...catalog.aspects.values()].map(({ record }) => record)];

  function checkNames(written: string, { file, line }: { file: string; line: number }, owner: string): void {
    for (const name of namesInType(written)) {
      if (lookup(name) === undefined) report(file, line, `${owner}: ${name} is not a type${nearest(name, typeNames)}`);
    }
  }

  /** Entity names are case-insensitive; returns the spelling of the registry. */
  function checkTarget(target: string, relationship: string, owner: string, file: string, line: number): string[] {
    const known = entityNames.find((name) => name.toLowerCase() === target.toLowerCase());
    if (known !== undefined) return [known];
    report(
      file,
      line,
      `${owner}: the relationship ${relationship} leads to ${target}, which is not an entity${nearest(target, entityNames)}`,
    );
    return [];
  }

  function checkField(field: Field, file: string, record: string): Field {
    const owner = `${record}.${field.name}`;
    checkNames(field.type, { file, line: field.line }, owner);
    const relationships = field.relationships
      .map((each) => ({
        ...each,
        entityTypes: each.entityTypes.flatMap((target) => checkTarget(target, each.name, owner, file, field.line)),
      }))
      .filter((each) => each.entityTypes.length > 0);
    return { ...field, relationships };
  }

  return (type) => {
    if (type.kind === 'alias') checkNames(type.type, type, type.name);
    if (type.kind !== 'record') return type;
    for (const name of type.includes) checkNames(name, type, type.name);
    return { ...type, fields: type.fields.map((field) => checkField(field, type.file, type.name)) };
  };
}

/** Returns the entity without unknown aspects, or nothing if its key aspect is unknown. */
function withKnownAspects(entity: Entity, aspects: ReadonlyMap<string, Aspect>, report: Report): Entity[] {
  const wrong = (message: string): void => report(entity.file, entity.lines.aspects, `aspects of ${entity.name}: ${message}`);
  const known = [entity.keyAspect, ...entity.aspects].filter((name, index, all) => {
    if (!aspects.has(name)) wrong(`${name} is not defined${nearest(name, [...aspects.keys()])}`);
    else if (all.indexOf(name) < index) wrong(`${name} is listed twice: remove one`);
    else return true;
    return false;
  });
  return known[0] === entity.keyAspect ? [{ ...entity, aspects: known.slice(1) }] : [];
}

/** Returns a hint that explains how to fix an unknown name. */
function nearest(name: string, known: readonly string[]): string {
  const near = known.length === 0 ? null : closest(name, [...known]);
  return near !== null && distance(name, near) <= 3 ? `. Did you mean ${near}?` : ': define it, or correct the name';
}

type Type = Aspect | ModelType;

/** Types that have no finite value because they require a value of their own type; each with its cycle. */
function infiniteTypes(catalog: EntityCatalog): Map<Type, string[]> {
  const lookup = createTypeLookup(catalog);
  const found = new Map<Type, string[]>();
  for (const type of [...catalog.types.values(), ...catalog.aspects.values()]) {
    const cycle = findCycle(type, lookup, [], type);
    if (cycle !== null) found.set(type, cycle);
  }
  return found;
}

/** The cycle from a type to itself over required parts; null if there is none. */
function findCycle(start: Type, lookup: ReturnType<typeof createTypeLookup>, path: readonly string[], here: Type): string[] | null {
  if (path.length > 0 && here === start) return [...path, here.name];
  if (path.includes(here.name)) return null;
  for (const name of requiredTypes(here)) {
    const next = lookup(name);
    const cycle = next === undefined ? null : findCycle(start, lookup, [...path, here.name], next);
    if (cycle !== null) return cycle;
  }
  return null;
}

/** Types that every value of the type contains. Optional fields, lists and maps may be empty, so they end a path. */
function requiredTypes(type: Type): string[] {
  if (type.kind === 'enum') return [];
  if (type.kind === 'alias') return namesInType(type.type);
  const fields = type.fields.filter((field) => !field.optional && isDirect(field.type));
  return [...type.includes, ...fields.flatMap((field) => namesInType(field.type))];
}

type Lookup = ReturnType<typeof createTypeLookup>;

/** Checks an entity's examples: GraphQL syntax, unknown keys, missing fields, and values of the wrong type. */
function checkExample(entity: Entity, catalog: EntityCatalog): { part: 'graphql' | 'example'; message: string }[] {
  return [
    ...checkSelect(entity).map((message) => ({ part: 'graphql' as const, message })),
    ...checkValueOf(entity, catalog).map((message) => ({ part: 'example' as const, message })),
  ];
}

function checkSelect(entity: Entity): string[] {
  try {
    exampleQuery(entity, '');
    return [];
  } catch (error) {
    return [`graphql.select: is not a list of fields: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function checkValueOf({ example, aspects }: Entity, catalog: EntityCatalog): string[] {
  if (example === null) return [];
  const aspect = catalog.aspects.get(example.aspect);
  if (aspect === undefined || !aspects.includes(example.aspect)) return [`example: ${example.aspect} is not an aspect of this entity`];
  return checkRecord(example.value, aspect, 'example.value', createTypeLookup(catalog));
}

function checkRecord(value: unknown, record: Parameters<typeof expandFields>[0], path: string, lookup: Lookup): string[] {
  if (!isMapping(value)) return [`${path}: must be a mapping of keys`];
  const fields = expandFields(record, lookup);
  const unknown = Object.keys(value).filter((key) => !fields.some((field) => field.name === key));
  const missing = fields.filter((field) => !field.optional && field.default === undefined && value[field.name] === undefined);
  return [
    ...unknown.map(
      (key) => `${path}.${key}: is not a field of this record; its fields are ${fields.map((field) => field.name).join(', ')}`,
    ),
    ...missing.map((field) => `${path}.${field.name}: is missing, but the field is required`),
    ...fields.flatMap((field) =>
      value[field.name] === undefined ? [] : checkValue(value[field.name], field.type, `${path}.${field.name}`, lookup),
    ),
  ];
}

const IS_OF_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  int: Number.isInteger,
  long: Number.isInteger,
  float: Number.isFinite,
  double: Number.isFinite,
};

/** Values of maps and unions are not checked. */
function checkValue(value: unknown, type: string, path: string, lookup: Lookup): string[] {
  const item = /^array\[(.*)\]$/.exec(type)?.[1];
  if (item !== undefined) {
    return Array.isArray(value)
      ? value.flatMap((each, index) => checkValue(each, item, `${path}.${index}`, lookup))
      : [`${path}: must be a list`];
  }
  const fits = IS_OF_TYPE[type];
  if (fits !== undefined) return fits(value) ? [] : [`${path}: must be of type ${type}`];
  const named = lookup(type);
  if (named?.kind === 'record') return checkRecord(value, named, path, lookup);
  if (named?.kind === 'alias') return checkValue(value, named.type, path, lookup);
  if (named?.kind === 'enum' && !named.symbols.includes(String(value))) return [`${path}: must be one of ${named.symbols.join(', ')}`];
  return [];
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The example document. Throws a syntax error if `select` is not a list of fields. */
export function exampleQuery({ graphql }: Entity, urn: string): string | null {
  if (graphql.query === null) return null;
  return print(parse(`{ ${graphql.query}(urn: ${JSON.stringify(urn)}) { urn ${graphql.hasEntityType ? 'type' : ''} ${graphql.select} } }`));
}
