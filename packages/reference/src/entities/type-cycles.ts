import { createTypeLookup } from './expand.ts';
import type { Aspect, EntityCatalogue, ModelType } from './model.ts';
import { isDirect, namesInType } from './type-names.ts';

type Type = Aspect | ModelType;

/** Types of which no value could ever be written, since it would hold one of its own kind; each with the way back to itself. */
export function endlessTypes(catalogue: EntityCatalogue): Map<Type, string[]> {
  const lookup = createTypeLookup(catalogue);
  const found = new Map<Type, string[]>();
  for (const type of [...catalogue.types.values(), ...catalogue.aspects.values()]) {
    const cycle = wayBack(type, lookup, [], type);
    if (cycle !== null) found.set(type, cycle);
  }
  return found;
}

/** The way from a type to itself over what a value of it cannot do without; null where there is none. */
function wayBack(start: Type, lookup: ReturnType<typeof createTypeLookup>, way: readonly string[], here: Type): string[] | null {
  if (way.length > 0 && here === start) return [...way, here.name];
  if (way.includes(here.name)) return null;
  for (const name of indispensable(here)) {
    const next = lookup(name);
    const cycle = next === undefined ? null : wayBack(start, lookup, [...way, here.name], next);
    if (cycle !== null) return cycle;
  }
  return null;
}

/** What a value of the type must hold. A field that is optional, a list or a map may be empty, so it ends a way. */
function indispensable(type: Type): string[] {
  if (type.kind === 'enum') return [];
  if (type.kind === 'alias') return namesInType(type.type);
  const fields = type.fields.filter((field) => !field.optional && isDirect(field.type));
  return [...type.includes, ...fields.flatMap((field) => namesInType(field.type))];
}
