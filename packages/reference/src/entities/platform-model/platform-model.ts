/** Reads a metadata model from the platform's own files: the registry of entities, and the PDL files of aspects and types. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { glob } from 'tinyglobby';
import { z } from 'zod';

import type { Problem } from '@quire/engine/model/problem.ts';

import type { CatalogLocation, ReadCatalog } from '../../generator.ts';
import { readSchemaFiles, readYamlFile } from '../../catalog-files.ts';
import type { YamlFile } from '../../catalog-files.ts';
import type { Aspect, Entity, EntityCatalog, Field, ModelType, RelationshipAnnotation, SearchAnnotation } from '../model.ts';
import { parsePdl, PdlError, PRIMITIVES } from './parse-pdl.ts';
import type { PdlDeclaration, PdlField, PdlNotes, PdlType } from './parse-pdl.ts';

const CONFIGURATION = 'metadata-model.yaml';
const EMPTY: EntityCatalog = { entities: [], aspects: new Map(), types: new Map(), writers: new Map() };

/** Reads the registry and the PDL files that `metadata-model.yaml` names; null if there is no such file. */
export async function readPlatformModel({ dir, projectRoot }: CatalogLocation): Promise<ReadCatalog<EntityCatalog> | null> {
  const file = join(dir, CONFIGURATION);
  if (!existsSync(file)) return null;
  const configuration = await readYamlFile(file, projectRoot, platformModelSchema);
  if ('problems' in configuration) return { catalog: EMPTY, problems: configuration.problems };
  const at = (path: string): string => resolve(dirname(file), path);
  const { data, file: named } = configuration.read;
  const registry = await readYamlFile(at(data.registry), projectRoot, registrySchema);
  const problems: Problem[] = 'problems' in registry ? registry.problems : [];
  const declarations = new Map<string, LocatedDeclaration>();
  for (const [index, folder] of data.models.entries()) {
    if (existsSync(at(folder))) await readFolder(at(folder), projectRoot, declarations, problems);
    else
      problems.push({
        file: named,
        line: configuration.read.lineOf(['models', index]),
        message: `The folder ${folder} does not exist.`,
        severity: 'error',
      });
  }
  if ('problems' in registry) return { catalog: EMPTY, problems };
  const catalog = buildPlatformModel(registry.read, declarations, problems);
  return { catalog, problems };
}

/** Adds the declarations of a folder, by full name. */
async function readFolder(
  folder: string,
  projectRoot: string,
  declarations: Map<string, LocatedDeclaration>,
  problems: Problem[],
): Promise<void> {
  const paths = await glob('**/*.pdl', { cwd: folder, absolute: true, followSymbolicLinks: false });
  const { files, tooLong } = await readSchemaFiles(paths, projectRoot);
  for (const problem of tooLong) problems.push(problem);
  for (const { file, text } of files) {
    try {
      for (const each of parsePdl(text)) declarations.set(`${each.namespace}.${each.name}`, { ...each, file });
    } catch (error) {
      if (error instanceof RangeError) problems.push({ file, message: 'The file is nested too deeply for a schema', severity: 'error' });
      else if (!(error instanceof PdlError)) throw error;
      else problems.push({ file, line: error.line, message: `The file is not valid PDL: ${error.message}`, severity: 'error' });
    }
  }
}

const text = z.string().min(1, 'must not be empty');

/** Shape of `catalog/metadata-model.yaml`. Paths are relative to it. */
const platformModelSchema = z.strictObject({
  /** The registry: a list of entities with their aspects, such as `entity-registry.yml`. */
  registry: text,
  /** Folders that are searched recursively for `.pdl` files. */
  models: z.array(text).min(1, 'must name at least one folder'),
});

/** The registry belongs to the platform, so unknown keys are allowed. */
const registrySchema = z.looseObject({
  entities: z.array(
    z.looseObject({
      name: text,
      doc: z.string().nullish(),
      category: z.enum(['core', 'internal']).default('core'),
      keyAspect: text,
      aspects: z.array(text).nullish(),
    }),
  ),
});

export type Registry = z.output<typeof registrySchema>;

type Declarations = ReadonlyMap<string, LocatedDeclaration>;

/** Builds the model from the aspects that the registry names and the types that they use. @param declarations by full name */
function buildPlatformModel(registry: YamlFile<Registry>, declarations: Declarations, problems: Problem[]): EntityCatalog {
  const wanted = new Set(registry.data.entities.flatMap(({ keyAspect, aspects }) => [keyAspect, ...(aspects ?? [])]));
  const aspects = new Map<string, Aspect>();
  const reached = new Map<string, LocatedDeclaration>();
  const own = new Set<string>();
  for (const [fullName, declaration] of declarations) {
    const aspect = toAspect(declaration);
    if (aspect === null || !wanted.has(aspect.name)) continue;
    aspects.set(aspect.name, aspect);
    own.add(fullName);
    reach(mentionedNames(declaration), declarations, reached);
  }
  for (const name of own) reached.delete(name);
  return { entities: toEntities(registry, aspects), aspects, types: toTypes(reached, problems), writers: new Map() };
}

/** Adds declarations and all that they use to `reached`, depth first. A list instead of recursion, because a chain of types can be longer than the stack. */
function reach(names: readonly string[], declarations: Declarations, reached: Map<string, LocatedDeclaration>): void {
  const open = names.toReversed();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const declaration = declarations.get(name);
    if (declaration === undefined || reached.has(name)) continue;
    reached.set(name, declaration);
    for (const each of mentionedNames(declaration).toReversed()) open.push(each);
  }
}

/** Converts declarations to types. Reports types with the same name, because pages show names without the package. */
function toTypes(declarations: Declarations, problems: Problem[]): Map<string, ModelType> {
  const types = new Map<string, ModelType>();
  for (const [fullName, { file, line, name, ...rest }] of declarations) {
    const other = types.get(name);
    if (other === undefined) types.set(name, toModelType({ file, line, name, ...rest }));
    else
      problems.push({
        file,
        line,
        message: `${fullName} has the same name as ${other.namespace}.${other.name}: rename one`,
        severity: 'error',
      });
  }
  return types;
}

/** Converts the entries of the registry to entities: core entities first, otherwise in the order of the registry. */
function toEntities({ data, file, lineOf }: YamlFile<Registry>, aspects: ReadonlyMap<string, Aspect>): Entity[] {
  const rank = (name: string): number => (aspects.get(name)?.deprecated ? 2 : aspects.get(name)?.timeseries ? 1 : 0);
  return data.entities
    .map((entry, index) => ({ ...entry, line: lineOf(['entities', index]) }))
    .toSorted((a, b) => Number(a.category === 'internal') - Number(b.category === 'internal'))
    .map(({ line, ...entry }, position) => ({
      name: entry.name,
      label: labelOf(entry.name),
      countable: true,
      category: entry.category,
      position,
      purpose: entry.doc ?? `An entity of the metadata model, named ${entry.name} in URNs.`,
      when: null,
      urn: null,
      keyAspect: entry.keyAspect,
      aspects: (entry.aspects ?? []).toSorted((a, b) => rank(a) - rank(b)),
      graphql: { query: null, select: '', hasEntityType: true, queries: [], mutations: [] },
      guides: [],
      notes: null,
      questions: [],
      aliases: [],
      example: null,
      file,
      lines: { aspects: line, graphql: line, example: line },
    }));
}

/** `mlFeatureTable` → `Ml feature table`. */
function labelOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A declaration with its file, relative to the project. */
export type LocatedDeclaration = PdlDeclaration & { file: string };

/** Converts a record with an `@Aspect` annotation to an aspect; returns null for other declarations. */
function toAspect(declaration: LocatedDeclaration): Aspect | null {
  const annotation = declaration.annotations['Aspect'];
  if (declaration.kind !== 'record' || !isMapping(annotation) || typeof annotation['name'] !== 'string') return null;
  const type = toModelType(declaration);
  if (type.kind !== 'record') return null;
  return { ...type, name: annotation['name'], record: type.name, timeseries: annotation['type'] === 'timeseries' };
}

function toModelType(declaration: LocatedDeclaration): ModelType {
  const { name, namespace, doc, file, line, annotations } = declaration;
  const named = { name, namespace, description: doc, deprecated: isDeprecated(annotations), file, line };
  switch (declaration.kind) {
    case 'record':
      return { ...named, kind: 'record', includes: declaration.includes.map(simpleName), fields: declaration.fields.map(toField) };
    case 'enum':
      return {
        ...named,
        kind: 'enum',
        symbols: declaration.symbols.map((symbol) => symbol.name),
        meanings: Object.fromEntries(declaration.symbols.filter(({ doc }) => doc !== '').map((symbol) => [symbol.name, symbol.doc])),
        deprecatedSymbols: [
          ...deprecatedSymbols(annotations),
          ...declaration.symbols.filter((symbol) => isDeprecated(symbol.annotations)).map((symbol) => symbol.name),
        ],
      };
    case 'alias':
      return { ...named, kind: 'alias', type: formatType(declaration.type) };
    case 'fixed':
      return { ...named, kind: 'alias', type: 'bytes' };
  }
}

/** Returns the full names of the declarations that a declaration uses. */
function mentionedNames(declaration: PdlDeclaration): string[] {
  if (declaration.kind === 'record') return [...declaration.includes, ...declaration.fields.flatMap((field) => namesOf(field.type))];
  return declaration.kind === 'alias' ? namesOf(declaration.type) : [];
}

function namesOf(type: PdlType): string[] {
  if (type.kind === 'name') return PRIMITIVES.has(type.name) ? [] : [type.name];
  return type.kind === 'union' ? type.members.flatMap((member) => namesOf(member.type)) : namesOf(type.of);
}

function toField(field: PdlField): Field {
  const { name, type, optional, doc, annotations, line } = field;
  return {
    name,
    type: formatType(type),
    optional,
    ...('default' in field ? { default: field.default } : {}),
    deprecated: isDeprecated(annotations),
    search: byPath(annotations['Searchable']).map(toSearch),
    relationships: byPath(annotations['Relationship']).flatMap(toRelationship),
    description: doc,
    line,
  };
}

/** Returns a type in the notation of the pages. */
function formatType(type: PdlType): string {
  if (type.kind === 'name') return simpleName(type.name);
  if (type.kind === 'array') return `array[${formatType(type.of)}]`;
  if (type.kind === 'map') return `map[string, ${formatType(type.of)}]`;
  return `union[${type.members.map(({ alias, type: member }) => (alias === null ? '' : `${alias}: `) + formatType(member)).join(', ')}]`;
}

/** Splits an annotation by the path that it applies to: `''` for the value itself, other paths for values inside it. */
function byPath(annotation: unknown): { path: string; options: Record<string, unknown> }[] {
  if (annotation === true) return [{ path: '', options: {} }];
  if (!isMapping(annotation)) return [];
  const paths = Object.entries(annotation).filter(([key]) => key.startsWith('/'));
  if (paths.length === 0) return [{ path: '', options: annotation }];
  return paths.map(([path, options]) => ({ path, options: isMapping(options) ? options : {} }));
}

/** Converts a search annotation. Booleans may be strings, because some files write them so. */
function toSearch({ path, options }: { path: string; options: Record<string, unknown> }): SearchAnnotation {
  const entries = Object.entries(options).map(
    ([key, value]) => [key, value === 'true' ? true : value === 'false' ? false : value] as const,
  );
  return { path, ...Object.fromEntries(entries) };
}

function toRelationship({ path, options }: { path: string; options: Record<string, unknown> }): RelationshipAnnotation[] {
  const { name, entityTypes, isLineage } = options;
  if (typeof name !== 'string' || !Array.isArray(entityTypes)) return [];
  return [{ path, name, entityTypes: entityTypes.map(String), ...(isLineage === true ? { isLineage } : {}) }];
}

const isDeprecated = (annotations: PdlNotes['annotations']): boolean =>
  'Deprecated' in annotations || ('deprecated' in annotations && annotations['deprecated'] !== false);

function deprecatedSymbols(annotations: PdlNotes['annotations']): string[] {
  const byName = annotations['deprecatedSymbols'];
  return isMapping(byName) ? Object.keys(byName) : [];
}

const simpleName = (full: string): string => full.slice(full.lastIndexOf('.') + 1);

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
