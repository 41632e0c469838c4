/** The metadata model as the pages need it, whichever files it was read from. */

/** How a field, or something inside of it, is found by search or leads to an entity. */
export interface Annotation {
  /** Where in the field's value it holds: `''` for the value itself, a slash for each item of a list and for each part of a record. */
  path: string;
}

export interface SearchAnnotation extends Annotation {
  /** Name in the search index where it is not the field's own. */
  fieldName?: string | undefined;
  /** How the value is taken apart: `TEXT_PARTIAL`, `KEYWORD`, `URN` … Without one, by the field's type. */
  fieldType?: string | undefined;
  [option: string]: unknown;
}

export interface RelationshipAnnotation extends Annotation {
  name: string;
  /** Names of entities, as the registry writes them. */
  entityTypes: readonly string[];
  isLineage?: boolean | undefined;
}

export interface Field {
  name: string;
  /** As the page shows it: `string`, `array[Edge]`, `map[string, string]`, `union[A, B]`. */
  type: string;
  optional: boolean;
  /** Absent where there is none. */
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
  /** Where problems are told of: file relative to the project, and 1-based line. */
  file: string;
  line: number;
}

export interface RecordType extends Named {
  kind: 'record';
  /** Records whose fields this one has too, before its own. */
  includes: readonly string[];
  fields: readonly Field[];
}

export interface EnumType extends Named {
  kind: 'enum';
  symbols: readonly string[];
  deprecatedSymbols: readonly string[];
}

/** Another name for a type: most often a text that holds a URN. */
export interface AliasType extends Named {
  kind: 'alias';
  type: string;
}

export type ModelType = RecordType | EnumType | AliasType;

/** A record that is stored by itself, under a name, for an entity. */
export interface Aspect extends Omit<RecordType, 'name'> {
  name: string;
  /** Name of the record, which the Python and Java classes carry. */
  record: string;
  timeseries: boolean;
}

export interface Entity {
  name: string;
  label: string;
  category: 'core' | 'internal';
  /** Place among the entities in the sidebar. */
  position: number;
  purpose: string;
  /** In which situation a reader has to do with it. */
  when: string | null;
  /** An example. */
  urn: string | null;
  keyAspect: string;
  /** In the order of the page: versioned, timeseries, deprecated. Without the key. */
  aspects: readonly string[];
  /** GraphQL: the query for one entity, what else answers, what changes it. */
  graphql: { query: string | null; select: string; hasEntityType: boolean; queries: readonly string[]; mutations: readonly string[] };
  /** Written pages to read on, as paths below the docs' root. */
  guides: readonly { page: string; label: string }[];
  /** A value to write, which its aspect's fields allow. */
  example: { aspect: string; value: Readonly<Record<string, unknown>> } | null;
  file: string;
  /** 1-based lines of the parts that are held against others. */
  lines: Readonly<Record<'aspects' | 'graphql' | 'example', number>>;
}

export interface EntityCatalogue {
  entities: readonly Entity[];
  /** By name; keys are among them. */
  aspects: ReadonlyMap<string, Aspect>;
  /** By name: records, enums and aliases that fields name, and those that are only included. */
  types: ReadonlyMap<string, ModelType>;
}
