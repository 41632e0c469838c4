/** From declarations of PDL to the model that the pages are made from. */
import type { Aspect, Field, ModelType, RelationshipAnnotation, SearchAnnotation } from '../model.ts';
import type { PdlDeclaration, PdlField, PdlType } from './parse-pdl.ts';
import { PRIMITIVES } from './parse-pdl.ts';
import type { PdlNotes } from './pdl-notes.ts';

/** A declaration and the file that holds it. */
export type PlacedDeclaration = PdlDeclaration & { file: string };

/** The aspect that a record is declared to be; null where it is none. */
export function toAspect(declaration: PlacedDeclaration): Aspect | null {
  const annotation = declaration.annotations['Aspect'];
  if (declaration.kind !== 'record' || !isMapping(annotation) || typeof annotation['name'] !== 'string') return null;
  const type = toModelType(declaration);
  if (type.kind !== 'record') return null;
  return { ...type, name: annotation['name'], record: type.name, timeseries: annotation['type'] === 'timeseries' };
}

export function toModelType(declaration: PlacedDeclaration): ModelType {
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
        deprecatedSymbols: [
          ...deprecatedSymbols(annotations),
          ...declaration.symbols.filter((symbol) => isDeprecated(symbol.annotations)).map((symbol) => symbol.name),
        ],
      };
    case 'alias':
      return { ...named, kind: 'alias', type: writeType(declaration.type) };
    case 'fixed':
      return { ...named, kind: 'alias', type: 'bytes' };
  }
}

/** Full names of the declarations that this one is made of. */
export function mentionedNames(declaration: PdlDeclaration): string[] {
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
    type: writeType(type),
    optional,
    ...('default' in field ? { default: field.default } : {}),
    deprecated: isDeprecated(annotations),
    search: byPath(annotations['Searchable']).map(toSearch),
    relationships: byPath(annotations['Relationship']).flatMap(toRelationship),
    description: doc,
    line,
  };
}

function writeType(type: PdlType): string {
  if (type.kind === 'name') return simpleName(type.name);
  if (type.kind === 'array') return `array[${writeType(type.of)}]`;
  if (type.kind === 'map') return `map[string, ${writeType(type.of)}]`;
  return `union[${type.members.map(({ alias, type: member }) => (alias === null ? '' : `${alias}: `) + writeType(member)).join(', ')}]`;
}

/** An annotation speaks of the value itself, or by paths of what is inside of it. */
function byPath(annotation: unknown): { path: string; options: Record<string, unknown> }[] {
  if (annotation === true) return [{ path: '', options: {} }];
  if (!isMapping(annotation)) return [];
  const paths = Object.entries(annotation).filter(([key]) => key.startsWith('/'));
  if (paths.length === 0) return [{ path: '', options: annotation }];
  return paths.map(([path, options]) => ({ path, options: isMapping(options) ? options : {} }));
}

/** Some files write truth values as text. */
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
