import { closest, distance } from 'fastest-levenshtein';

import type { Problem } from '@quire/engine/model/problem.ts';

import type { ReadCatalogue } from '../contract.ts';
import { checkExample } from './check-example.ts';
import { createTypeLookup } from './expand.ts';
import type { Aspect, Entity, EntityCatalogue, Field, ModelType } from './model.ts';
import { namesInType } from './type-names.ts';
import { endlessTypes } from './type-cycles.ts';

type Report = (file: string, line: number, message: string) => void;

/**
 * Holds the parts of a model against each other: names that nothing carries, types without an end, examples. The
 * catalogue that comes back is safe to walk: what is wrong is not in it.
 */
export function checkModel(catalogue: EntityCatalogue): ReadCatalogue<EntityCatalogue> {
  const problems: Problem[] = [];
  const report: Report = (file, line, message) => void problems.push({ file, line, message, severity: 'error' });
  const endless = endlessTypes(catalogue);
  for (const [{ file, line, name }, cycle] of endless) {
    report(file, line, `${name} is made of itself (${cycle.join(' → ')}): make a field on the way optional or a list`);
  }
  const check = createTypeCheck(catalogue, report);
  const keep = <T extends Aspect | ModelType>(all: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...all].filter(([, type]) => !endless.has(type)).map(([name, type]) => [name, check(type)]));
  const [aspects, types] = [keep(catalogue.aspects), keep(catalogue.types)];
  const entities = catalogue.entities.flatMap((entity) => withKnownAspects(entity, aspects, report));
  const checked = { entities, aspects, types };
  for (const entity of entities) {
    for (const { part, message } of checkExample(entity, checked)) report(entity.file, entity.lines[part], message);
  }
  return { catalogue: checked, problems };
}

/** Checks the names in a type's fields: those of types, and those of entities that relationships lead to. */
function createTypeCheck(catalogue: EntityCatalogue, report: Report): <T extends Aspect | ModelType>(type: T) => T {
  const lookup = createTypeLookup(catalogue);
  const entityNames = catalogue.entities.map(({ name }) => name);
  const typeNames = [...catalogue.types.keys(), ...[...catalogue.aspects.values()].map(({ record }) => record)];

  function checkNames(written: string, { file, line }: { file: string; line: number }, owner: string): void {
    for (const name of namesInType(written)) {
      if (lookup(name) === undefined) report(file, line, `${owner}: ${name} is no type${nearest(name, typeNames)}`);
    }
  }

  /** Names of entities may be written in any case; the registry's is put in. */
  function checkTarget(target: string, relationship: string, owner: string, file: string, line: number): string[] {
    const known = entityNames.find((name) => name.toLowerCase() === target.toLowerCase());
    if (known !== undefined) return [known];
    report(file, line, `${owner}: the relationship ${relationship} leads to ${target}, which is no entity${nearest(target, entityNames)}`);
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

/** The entity with the aspects that are there; none where its key is not. */
function withKnownAspects(entity: Entity, aspects: ReadonlyMap<string, Aspect>, report: Report): Entity[] {
  const wrong = (message: string): void => report(entity.file, entity.lines.aspects, `aspects of ${entity.name}: ${message}`);
  const known = [entity.keyAspect, ...entity.aspects].filter((name, index, all) => {
    if (!aspects.has(name)) wrong(`${name} is described nowhere${nearest(name, [...aspects.keys()])}`);
    else if (all.indexOf(name) < index) wrong(`${name} stands twice: remove one of the two`);
    else return true;
    return false;
  });
  return known[0] === entity.keyAspect ? [{ ...entity, aspects: known.slice(1) }] : [];
}

/** How to mend a name that nothing carries. */
function nearest(name: string, known: readonly string[]): string {
  const near = known.length === 0 ? null : closest(name, [...known]);
  return near !== null && distance(name, near) <= 3 ? `. Did you mean ${near}?` : ': describe it, or correct the name';
}
