/** Finds types that no page can show: those that contain themselves, and those whose fields would fill pages without limit. */
import { MAX_SUGGESTIONS } from '@quire/engine/content/links.ts';

import { countNestedFields, createTypeLookup, expandFields, namesInType, typesOf } from './model.ts';
import type { Aspect, Entity, EntityCatalog, ModelType } from './model.ts';

export type Report = (file: string, line: number, message: string) => void;

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
export function checkTypes(catalog: EntityCatalog, report: Report): Set<Type> {
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
    const fields = included.reduce((sum, each) => sum + (sizes.get(each)?.fields ?? 0), type.kind === 'record' ? type.fields.length : 0);
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
export function withinSize(catalog: EntityCatalog, report: Report): EntityCatalog {
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
