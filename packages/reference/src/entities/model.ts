/** The metadata model that pages are generated from, independent of the files that it was read from. */

import type { Question } from '../part.ts';

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
  /** What the operations do: `Add and remove tags`. */
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
  /** By name: records, enums and aliases that fields use or records include. */
  types: ReadonlyMap<string, ModelType>;
}

const BUILT_IN = new Set(['array', 'map', 'union', 'string', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'fixed', 'null']);

/** Names of the model's own types in a type as written: `union[a: Edge, array[Owner]]` → `Edge`, `Owner`. */
export function namesInType(type: string): string[] {
  const names = type.match(/[A-Za-z_][\w.]*(?!\s*:)\b(?!\s*:)/g) ?? [];
  return names.filter((name) => !BUILT_IN.has(name));
}

/** Whether every value of the type contains a value of each named type. Lists, maps and unions can do without. */
export const isDirect = (type: string): boolean => !/^(array|map|union)\b/.test(type);

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
