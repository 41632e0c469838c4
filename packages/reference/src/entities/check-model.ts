/** Checks the consistency of a metadata model. */
import { distance } from 'fastest-levenshtein';

import { MAX_SUGGESTIONS } from '@quire/engine/content/links.ts';
import { nearestName } from '@quire/engine/content/nearest-name.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import type { ReadCatalog } from '../generator.ts';
import { checkTypes, type Report, withinSize } from './check-types.ts';
import { createTypeLookup, exampleQuery, expandFields, namesInType } from './model.ts';
import type { Aspect, Entity, EntityCatalog, Field, ModelType } from './model.ts';

/**
 * Reports unknown names, types without a finite value, and invalid examples. The returned catalog omits everything invalid,
 * so that it is safe to traverse.
 */
export function checkModel(catalog: EntityCatalog): ReadCatalog<EntityCatalog> {
  const problems: Problem[] = [];
  const report: Report = (file, line, message) => void problems.push({ file, line, message, severity: 'error' });
  const suggest = createHints();
  const invalid = checkTypes(catalog, report);
  const check = createTypeCheck(catalog, report, suggest);
  const valid = <T extends Aspect | ModelType>(all: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...all].filter(([, type]) => !invalid.has(type)).map(([name, type]) => [name, check(type)]));
  const [aspects, types] = [valid(catalog.aspects), valid(catalog.types)];
  const known = catalog.entities.flatMap((entity) => withKnownAspects(entity, aspects, report, suggest));
  const checked = withinSize({ ...catalog, entities: known, aspects, types }, report);
  const entities = checked.entities.map((entity): Entity => {
    const found = checkExample(entity, checked);
    for (const { part, message } of found) report(entity.file, entity.lines[part], message);
    // A page contains no example that is not valid.
    return found.some(({ part }) => part === 'graphql') ? { ...entity, graphql: { ...entity.graphql, query: null } } : entity;
  });
  return { catalog: { ...checked, entities }, problems };
}

/** Creates a check of the names of types and of relationship targets in a type. It returns the type without unknown targets. */
function createTypeCheck(catalog: EntityCatalog, report: Report, hint: Hint): <T extends Aspect | ModelType>(type: T) => T {
  const lookup = createTypeLookup(catalog);
  const entityNames = catalog.entities.map(({ name }) => name);
  const byLowerCase = new Map(entityNames.map((name) => [name.toLowerCase(), name] as const).toReversed());
  const typeNames = [...catalog.types.keys(), ...[...catalog.aspects.values()].map(({ record }) => record)];

  function checkNames(written: string, { file, line }: { file: string; line: number }, owner: string): void {
    for (const name of namesInType(written)) {
      if (lookup(name) === undefined) report(file, line, `${owner}: ${name} is not a type${hint(name, typeNames)}`);
    }
  }

  /** Entity names are case-insensitive; returns the spelling of the registry. */
  function checkTarget(target: string, relationship: string, owner: string, file: string, line: number): string[] {
    const known = byLowerCase.get(target.toLowerCase());
    if (known !== undefined) return [known];
    report(file, line, `${owner}: the relationship ${relationship} leads to ${target}, which is not an entity${hint(target, entityNames)}`);
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
function withKnownAspects(entity: Entity, aspects: ReadonlyMap<string, Aspect>, report: Report, hint: Hint): Entity[] {
  const wrong = (message: string): void => report(entity.file, entity.lines.aspects, `aspects of ${entity.name}: ${message}`);
  const names = [...aspects.keys()];
  const seen = new Set<string>();
  const known = [entity.keyAspect, ...entity.aspects].filter((name) => {
    if (!aspects.has(name)) wrong(`${name} is not defined${hint(name, names)}`);
    else if (seen.has(name)) wrong(`${name} is listed twice: remove one`);
    else return seen.add(name);
    return false;
  });
  return known[0] === entity.keyAspect ? [{ ...entity, aspects: known.slice(1) }] : [];
}

/** Returns a hint how to fix an unknown name. */
type Hint = (name: string, known: readonly string[]) => string;

/** Creates a function that suggests the most similar name for the first names, because each is compared with all others. */
function createHints(): Hint {
  let suggestions = MAX_SUGGESTIONS;
  return (name, known) => {
    const near = suggestions-- > 0 ? nearestName(name, known) : null;
    return near !== null && distance(name, near) <= 3 ? `. Did you mean ${near}?` : ': define it, or correct the name';
  };
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

/** Returns the errors in a value. Values of maps and unions are not checked. */
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
