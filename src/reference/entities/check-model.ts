import { closest } from 'fastest-levenshtein';

import type { Problem } from '#model/problem.ts';

import type { ReadCatalogue } from '../contract.ts';
import { checkExample } from './check-example.ts';
import { createTypeLookup } from './expand.ts';
import type { Aspect, Entity, EntityCatalogue, Field, ModelType } from './model.ts';
import { isDirect, namesInType } from './type-names.ts';

/**
 * Holds the parts of a model against each other: names that nothing carries, and types without an end. The catalogue
 * that comes back is safe to walk: entities with a broken aspect are without that aspect.
 */
export function checkModel(catalogue: EntityCatalogue): ReadCatalogue<EntityCatalogue> {
  const lookup = createTypeLookup(catalogue);
  const names = { entity: catalogue.entities.map(({ name }) => name), type: typeNames(catalogue) };
  const problems: Problem[] = [];
  const report = (file: string, message: string): number => problems.push({ file, message, severity: 'error' });

  const knownTargets = (owner: string, field: Field, file: string): Field => ({
    ...field,
    relationships: field.relationships.flatMap((relationship) => {
      const entityTypes = relationship.entityTypes.flatMap((target) => {
        const known = names.entity.find((name) => name.toLowerCase() === target.toLowerCase());
        if (known === undefined)
          report(
            file,
            `${owner}.${field.name}: the relationship ${relationship.name} leads to ${target}, which is no entity${near(target, names.entity)}`,
          );
        return known === undefined ? [] : [known];
      });
      return entityTypes.length === 0 ? [] : [{ ...relationship, entityTypes }];
    }),
  });

  function checkRecord<T extends Aspect | ModelType>(type: T): T {
    for (const name of writtenTypes(type).flatMap(namesInType)) {
      if (lookup(name) === undefined) report(type.file, `${type.name}: ${name} is no type${near(name, names.type)}`);
    }
    return type.kind === 'record' ? { ...type, fields: type.fields.map((field) => knownTargets(type.name, field, type.file)) } : type;
  }

  const endless = new Set<string>();
  for (const type of [...catalogue.types.values(), ...catalogue.aspects.values()]) {
    const cycle = cycleFrom(type, lookup, []);
    if (cycle === null) continue;
    endless.add(type.name);
    report(type.file, `${type.name} is made of itself (${cycle.join(' → ')}): make a field on the way optional or a list`);
  }
  const keep = <T extends Aspect | ModelType>(all: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...all].filter(([name]) => !endless.has(name)).map(([name, type]) => [name, checkRecord(type)]));

  const [aspects, types] = [keep(catalogue.aspects), keep(catalogue.types)];
  const entities = catalogue.entities
    .filter((entity) => aspects.has(entity.keyAspect))
    .map((entity) => withKnownAspects(entity, aspects, report));
  const checked = { entities, aspects, types };
  for (const entity of entities) for (const message of checkExample(entity, checked)) report(entity.file, message);
  return { catalogue: checked, problems };
}

function withKnownAspects(entity: Entity, aspects: ReadonlyMap<string, Aspect>, report: (file: string, message: string) => void): Entity {
  const known = entity.aspects.filter((name, index, all) => {
    if (!aspects.has(name)) report(entity.file, `aspects: ${name} is described in no file of aspects/${near(name, [...aspects.keys()])}`);
    else if (all.indexOf(name) < index) report(entity.file, `aspects: ${name} stands twice: remove one of the two`);
    else return true;
    return false;
  });
  return { ...entity, aspects: known };
}

const typeNames = ({ aspects, types }: EntityCatalogue): string[] => [
  ...types.keys(),
  ...[...aspects.values()].map(({ record }) => record),
];

function writtenTypes(type: Aspect | ModelType): string[] {
  if (type.kind === 'enum') return [];
  return type.kind === 'alias' ? [type.type] : [...type.includes, ...type.fields.map((field) => field.type)];
}

/** The way from a type back to itself over what a value of it cannot do without; null where there is none. */
function cycleFrom(
  start: Aspect | ModelType,
  lookup: ReturnType<typeof createTypeLookup>,
  way: readonly string[],
  here = start,
): string[] | null {
  if (way.length > 0 && here === start) return [...way, here.name];
  if (way.includes(here.name)) return null;
  for (const name of indispensable(here)) {
    const next = lookup(name);
    const found = next === undefined ? null : cycleFrom(start, lookup, [...way, here.name], next);
    if (found !== null) return found;
  }
  return null;
}

function indispensable(type: Aspect | ModelType): string[] {
  if (type.kind === 'enum') return [];
  // An alias of itself has no end whatever is around it.
  if (type.kind === 'alias') return namesInType(type.type);
  return [
    ...type.includes,
    ...type.fields.filter((field) => !field.optional && isDirect(field.type)).flatMap((field) => namesInType(field.type)),
  ];
}

const near = (name: string, known: readonly string[]): string => (known.length === 0 ? '' : `. Did you mean ${closest(name, [...known])}?`);
