/** Checks the consistency of a metadata model. */

import { MAX_SUGGESTIONS } from '@quire/engine/content/links.ts';
import { nearestName } from '@quire/engine/config/nearest-name.ts';
import type { Problem } from '@quire/engine/model/problem.ts';
import { memoizeByObject } from '@quire/search';

import type { ReadCatalog } from '../generator.ts';
import { createTypeLookup, exampleQuery, expandFields, namesInType, countNestedFields, typesOf } from './model.ts';
import type { Aspect, Entity, EntityCatalog, ExpandedField, Field, ModelType } from './model.ts';

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
    const near = suggestions-- > 0 ? nearestName(name, known, 3) : null;
    return near === null ? ': define it, or correct the name' : `. Did you mean ${near}?`;
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

/** Maximum number of errors of an example that are reported, and of names in a message. */
const MAX_REPORTED = 100;
const MAX_LISTED = 10;

const listed = (names: readonly string[]): string =>
  [...names.slice(0, MAX_LISTED), ...(names.length > MAX_LISTED ? [`${names.length - MAX_LISTED} others`] : [])].join(', ');

function checkValueOf({ example, aspects }: Entity, catalog: EntityCatalog): string[] {
  if (example === null) return [];
  const aspect = catalog.aspects.get(example.aspect);
  if (aspect === undefined || !aspects.includes(example.aspect)) return [`example: ${example.aspect} is not an aspect of this entity`];
  const errors: string[] = [];
  const lookup = createTypeLookup(catalog);
  // A list can have thousands of values of one record.
  const fieldsOf = memoizeByObject((record: Parameters<typeof expandFields>[0]) => {
    const fields = expandFields(record, lookup);
    return { fields, names: new Set(fields.map(({ name }) => name)) };
  });
  for (const error of checkRecord(example.value, aspect, 'example.value', { lookup, fieldsOf }))
    if (errors.push(error) === MAX_REPORTED) break;
  return errors;
}

/** The types of the model, and the fields of a record with the set of their names. */
interface ExampleModel {
  lookup: Lookup;
  fieldsOf(record: Parameters<typeof expandFields>[0]): { fields: readonly ExpandedField[]; names: ReadonlySet<string> };
}

/** Yields the errors in a value of a record. They are found one by one, because YAML can repeat a value with thousands of them. */
function* checkRecord(value: unknown, record: Parameters<typeof expandFields>[0], path: string, model: ExampleModel): Generator<string> {
  if (!isMapping(value)) return yield `${path}: must be a mapping of keys`;
  const { fields, names } = model.fieldsOf(record);
  for (const key of Object.keys(value))
    if (!names.has(key)) yield `${path}.${key}: is not a field of this record; its fields are ${listed([...names])}`;
  for (const field of fields) {
    const isMissing = value[field.name] === undefined;
    if (!isMissing) yield* checkValue(value[field.name], field.type, `${path}.${field.name}`, model);
    else if (!field.optional && field.default === undefined) yield `${path}.${field.name}: is missing, but the field is required`;
  }
  return undefined;
}

const IS_OF_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  int: Number.isInteger,
  long: Number.isInteger,
  float: Number.isFinite,
  double: Number.isFinite,
};

/** Yields the errors in a value. Values of maps and unions are not checked. */
function* checkValue(value: unknown, type: string, path: string, model: ExampleModel): Generator<string> {
  const item = /^array\[(.*)\]$/.exec(type)?.[1];
  const named = model.lookup(type);
  const fits = IS_OF_TYPE[type];
  if (item !== undefined) {
    if (!Array.isArray(value)) yield `${path}: must be a list`;
    else for (const [index, each] of value.entries()) yield* checkValue(each, item, `${path}.${index}`, model);
  } else if (fits !== undefined) {
    if (!fits(value)) yield `${path}: must be of type ${type}`;
  } else if (named?.kind === 'record') yield* checkRecord(value, named, path, model);
  else if (named?.kind === 'alias') yield* checkValue(value, named.type, path, model);
  else if (named?.kind === 'enum' && !named.symbols.includes(String(value))) yield `${path}: must be one of ${listed(named.symbols)}`;
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Types that no page can show: those that contain themselves, and those whose fields would fill pages without limit.

type Report = (file: string, line: number, message: string) => void;

type Type = Aspect | ModelType;

/** Maximum number of fields of a record, with those of the records that it includes. */
const MAX_FIELDS = 500;
/** Maximum depth of types that require a value of the next one, and of nested fields. */
const MAX_DEPTH = 50;
/** Maximum number of fields in the values of an aspect, to any depth. Each may be the end of a relationship. */
const MAX_NESTED_FIELDS = 2000;
/** Maximum number of fields on the pages of all entities. */
const MAX_SHOWN_FIELDS = 100_000;

/** Reports types without a finite value, and types that are too large. @returns these types */
function checkTypes(catalog: EntityCatalog, report: Report): Set<Type> {
  const lookup = createTypeLookup(catalog);
  const all = [...catalog.types.values(), ...catalog.aspects.values()];
  const required = new Map(all.map((type) => [type, requiredTypes(type).flatMap((name) => lookup(name) ?? [])]));
  const partsOf = (type: Type): readonly Type[] => required.get(type) ?? [];
  const invalid = new Set<Type>();
  const sizes = new Map<Type, { fields: number; depth: number }>();
  let cycles = 0;
  const refuse = (type: Type, message: string): void => {
    invalid.add(type);
    report(type.file, type.line, `${type.name} ${message}`);
  };
  for (const component of componentsOf(all, partsOf)) {
    const [type] = component;
    if (type === undefined) continue;
    if (component.length > 1 || partsOf(type).includes(type)) {
      const inside = new Set(component);
      for (const each of component) {
        const path = cycles++ < MAX_SUGGESTIONS ? ` (${cycleOf(each, partsOf, inside)})` : '';
        refuse(each, `contains itself${path}: make a field on the path optional or a list`);
      }
      continue;
    }
    const included = type.kind === 'record' ? type.includes.flatMap((name) => lookup(name) ?? []) : [];
    // A record without fields counts as one field, because it could otherwise be included in ever more records, and twice in each.
    const own = type.kind === 'record' ? type.fields.length : 0;
    const fields = included.reduce((sum, each) => sum + Math.max(1, sizes.get(each)?.fields ?? 0), own);
    const depth = partsOf(type).reduce((most, each) => Math.max(most, 1 + (sizes.get(each)?.depth ?? 0)), 0);
    if (fields > MAX_FIELDS)
      refuse(type, `has ${fields} fields with those of the records that it includes, more than ${MAX_FIELDS}: divide it`);
    else if (depth > MAX_DEPTH)
      refuse(type, `nests required types more than ${MAX_DEPTH} levels deep: use fewer levels, or make a field optional`);
    else sizes.set(type, { fields, depth });
  }
  return invalid;
}

/** Returns the types of which every value of a type contains a value. Optional fields, lists, and maps may be empty. */
function requiredTypes(type: Type): string[] {
  if (type.kind === 'enum') return [];
  if (type.kind === 'alias') return namesInType(type.type);
  const fields = type.fields.filter((field) => !field.optional && isDirect(field.type));
  return [...type.includes, ...fields.flatMap((field) => namesInType(field.type))];
}

/**
 * Whether a value of the type contains a value of each named type: a list or map may be empty, and a union needs only one
 * of its members.
 */
const isDirect = (type: string): boolean => !/^(array|map|union)\b/.test(type);

/** Returns the sets of types that contain each other, a type after those that it contains. This is the algorithm of Tarjan without recursion. */
function componentsOf(all: readonly Type[], partsOf: (type: Type) => readonly Type[]): Type[][] {
  const components: Type[][] = [];
  /** Position in the order of visits, and the lowest position that a type leads to. */
  const states = new Map<Type, { position: number; lowest: number; isOpen: boolean }>();
  const open: Type[] = [];
  for (const start of all) {
    if (states.has(start)) continue;
    const path = [{ type: start, next: 0 }];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { type } = step;
      let state = states.get(type);
      if (state === undefined) {
        state = { position: states.size, lowest: states.size, isOpen: true };
        states.set(type, state);
        open.push(type);
      }
      const part = partsOf(type)[step.next++];
      const known = part === undefined ? undefined : states.get(part);
      if (part !== undefined && known === undefined) path.push({ type: part, next: 0 });
      else if (known?.isOpen) state.lowest = Math.min(state.lowest, known.lowest);
      if (part !== undefined) continue;
      path.pop();
      const outer = path.at(-1);
      const outerState = outer && states.get(outer.type);
      if (outerState !== undefined) outerState.lowest = Math.min(outerState.lowest, state.lowest);
      if (state.lowest !== state.position) continue;
      const component = open.splice(open.lastIndexOf(type));
      for (const each of component) (states.get(each) as { isOpen: boolean }).isOpen = false;
      components.push(component);
    }
  }
  return components;
}

/** Number of names of a path that a message contains. */
const MAX_NAMES = 10;

/** Returns the shortest path from a type to itself. @param inside the types of its component */
function cycleOf(start: Type, partsOf: (type: Type) => readonly Type[], inside: ReadonlySet<Type>): string {
  const cameFrom = new Map<Type, Type>();
  const queue: Type[] = [start];
  for (const type of queue)
    for (const part of partsOf(type)) {
      if (part === start) {
        const path = [start];
        for (let each = type; each !== start; each = cameFrom.get(each) ?? start) path.push(each);
        const names = [start, ...path.slice(1).toReversed(), start].map(({ name }) => name);
        return (names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names).join(' → ');
      }
      if (!inside.has(part) || cameFrom.has(part)) continue;
      cameFrom.set(part, type);
      queue.push(part);
    }
  return start.name;
}

/** Reports aspects and entities that would fill pages without limit. @param catalog without the types that `checkTypes` returns @returns the catalog without them */
function withinSize(catalog: EntityCatalog, report: Report): EntityCatalog {
  const lookup = createTypeLookup(catalog);
  const nested = new Map(
    [...catalog.aspects.values()].map((aspect) => [
      aspect.name,
      countNestedFields(aspect, lookup, { most: MAX_NESTED_FIELDS, deepest: MAX_DEPTH }),
    ]),
  );
  const aspects = new Map(
    [...catalog.aspects].filter(([name, { file, line }]) => {
      if (nested.get(name) !== Infinity) return true;
      const message = `has more than ${MAX_NESTED_FIELDS} fields inside its values, or fields that are more than ${MAX_DEPTH} levels deep: nest fewer types`;
      report(file, line, `${name} ${message}`);
      return false;
    }),
  );
  let shown = 0;
  const entities = catalog.entities.flatMap((entity): Entity[] => {
    if (!aspects.has(entity.keyAspect) || shown > MAX_SHOWN_FIELDS) return [];
    const own = [entity.keyAspect, ...entity.aspects].flatMap((name) => aspects.get(name) ?? []);
    const fields = own.flatMap((aspect) => expandFields(aspect, lookup));
    for (const type of typesOf(fields, lookup)) shown += type.kind === 'record' ? expandFields(type, lookup).length : 1;
    for (const { name } of own) shown += nested.get(name) ?? 0;
    if (shown <= MAX_SHOWN_FIELDS) return [{ ...entity, aspects: own.slice(1).map(({ name }) => name) }];
    const message = `the pages of entities up to ${entity.name} show more than ${MAX_SHOWN_FIELDS} fields, so it and the others have none: use fewer aspects and types`;
    report(entity.file, entity.lines.aspects, message);
    return [];
  });
  return { ...catalog, entities, aspects };
}
