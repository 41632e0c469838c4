/** The metadata model that pages are generated from. It does not depend on the format of the files that it was read from. */
import { parse, print } from 'graphql';

import type { Question } from '../generator.ts';

/** An annotation of the value of a field, or of a value inside it. */
export interface Annotation {
  /** Path inside the field's value: `''` for the value itself, a slash per list item or record field. */
  path: string;
}

export interface SearchAnnotation extends Annotation {
  /** Name in the search index if it differs from the field's name. */
  fieldName?: string | undefined;
  /** How the value is indexed: `TEXT_PARTIAL`, `KEYWORD`, `URN` …; by default according to the field's type. */
  fieldType?: string | undefined;
  /** Name in the search index of a Boolean value: whether the field has a value. */
  hasValuesFieldName?: string | undefined;
  /** Name in the search index of the number of the field's values. */
  numValuesFieldName?: string | undefined;
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
  /** In the notation of the pages: `string`, `array[Edge]`, `map[string, string]`, `union[A, B]`. */
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
  /** Names of the records whose fields come before the record's own. */
  includes: readonly string[];
  fields: readonly Field[];
}

export interface EnumType extends Named {
  kind: 'enum';
  symbols: readonly string[];
  deprecatedSymbols: readonly string[];
  /** Descriptions by value. A value with a self-explanatory name has none. */
  meanings: Readonly<Record<string, string>>;
}

/** Another name for a type, usually for a string that contains a URN. */
export interface AliasType extends Named {
  kind: 'alias';
  type: string;
}

export type ModelType = RecordType | EnumType | AliasType;

/** An aspect: a record that is stored for an entity under a name. */
export interface Aspect extends Omit<RecordType, 'name'> {
  name: string;
  /** Name of the record and of its Python and Java classes. */
  record: string;
  /** Whether it is stored as a series of values over time, instead of one versioned value. */
  timeseries: boolean;
}

export interface Entity {
  name: string;
  label: string;
  /** Whether the label is a countable noun, which needs an article in questions. */
  countable: boolean;
  category: 'core' | 'internal';
  /** Position in the sidebar. */
  position: number;
  purpose: string;
  /** A sentence about when readers need the entity; null if there is none. */
  when: string | null;
  /** An example URN; null if there is none. */
  urn: string | null;
  keyAspect: string;
  /** Names of the aspects without the key aspect, in the order of the page: versioned, timeseries, deprecated. */
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

/** How clients write an aspect: operations that do it for any entity, and a guide. */
export interface AspectWriter {
  /** Description of the operations: `Add and remove tags`. */
  label: string;
  mutations: readonly string[];
  /** Path of a tutorial below the docs root. */
  guide?: string | undefined;
}

export interface EntityCatalog {
  entities: readonly Entity[];
  /** By name, including key aspects. */
  aspects: ReadonlyMap<string, Aspect>;
  /** By name of the aspect. */
  writers: ReadonlyMap<string, AspectWriter>;
  /** By name: the records, enums, and aliases that fields use or records include. */
  types: ReadonlyMap<string, ModelType>;
}

const BUILT_IN = new Set(['array', 'map', 'union', 'string', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'fixed', 'null']);

/** Returns the names of the model's own types in the notation of a type: `union[a: Edge, array[Owner]]` → `Edge`, `Owner`. */
export function namesInType(type: string): string[] {
  const names = type.match(/\b[A-Za-z_][\w.]*\b(?!\s*:)/g) ?? [];
  return names.filter((name) => !BUILT_IN.has(name));
}

/** A field of a record or of a record that it includes. */
export interface ExpandedField extends Field {
  /** Name of the included record; null for the record's own fields. */
  includedFrom: string | null;
}

/** Creates a function that finds a type, or an aspect by the name of its record. */
export function createTypeLookup({ aspects, types }: EntityCatalog): (name: string) => ModelType | Aspect | undefined {
  const byRecord = new Map([...aspects.values()].map((aspect) => [aspect.record, aspect]));
  return (name) => types.get(name) ?? byRecord.get(name);
}

/** Returns all fields of a record. Those of included records come first, as in the platform. */
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

/** Returns the types that fields use directly or indirectly, without duplicates, in the order of first use. */
export function typesOf(fields: readonly Field[], lookup: ReturnType<typeof createTypeLookup>): (ModelType | Aspect)[] {
  const found = new Map<string, ModelType | Aspect>();
  // A list instead of recursion, because a chain of types can be longer than the stack. The next name is the last one.
  const open = fields.flatMap(({ type }) => namesInType(type)).toReversed();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const type = lookup(name);
    if (type === undefined || found.has(name)) continue;
    found.set(name, type);
    const inside =
      type.kind === 'alias' ? [type.type] : type.kind === 'record' ? expandFields(type, lookup).map((field) => field.type) : [];
    for (const written of inside.toReversed()) for (const each of namesInType(written).toReversed()) open.push(each);
  }
  return [...found.values()];
}

/**
 * Counts the fields of an aspect, and those inside their values, to any depth. A type inside itself is counted once.
 * @returns Infinity if there are more than `most`, or if they are nested deeper than `deepest`
 */
export function countNestedFields(
  aspect: Aspect,
  lookup: ReturnType<typeof createTypeLookup>,
  { most, deepest }: { most: number; deepest: number },
): number {
  let found = 0;
  const isWithin = (fields: readonly Field[], inside: readonly string[]): boolean => {
    // Each target of a relationship is an edge wherever the field occurs.
    for (const { relationships } of fields) found += relationships.reduce((sum, { entityTypes }) => sum + entityTypes.length, 1);
    if (found > most || inside.length > deepest) return false;
    return fields.every((field) =>
      namesInType(field.type).every((name) => {
        const type = lookup(name);
        return type?.kind !== 'record' || inside.includes(name) || isWithin(expandFields(type, lookup), [...inside, name]);
      }),
    );
  };
  return isWithin(expandFields(aspect, lookup), [aspect.record]) ? found : Infinity;
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

/** Returns the relationships of all entities. They are declared in the fields of aspects and of nested types. */
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

/**
 * Returns the GraphQL document of the example; null if the entity has no query.
 * @throws GraphQLError if `select` is not a list of fields
 */
export function exampleQuery({ graphql }: Entity, urn: string): string | null {
  if (graphql.query === null) return null;
  return print(parse(`{ ${graphql.query}(urn: ${JSON.stringify(urn)}) { urn ${graphql.hasEntityType ? 'type' : ''} ${graphql.select} } }`));
}
