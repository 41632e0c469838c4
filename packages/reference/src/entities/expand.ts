import type { Aspect, EntityCatalogue, Field, ModelType, RecordType } from './model.ts';
import { namesInType } from './type-names.ts';

/** A field, and the record that brought it where it is not the record's own. */
export interface ExpandedField extends Field {
  includedFrom: string | null;
}

/** Looks up what a field's type names: a type, or the record of an aspect that stands inside of another. */
export function createTypeLookup({ aspects, types }: EntityCatalogue): (name: string) => ModelType | Aspect | undefined {
  const byRecord = new Map([...aspects.values()].map((aspect) => [aspect.record, aspect]));
  return (name) => types.get(name) ?? byRecord.get(name);
}

/** All fields of a record: those of the records it includes come first, as the platform puts them. */
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

/** Types that the fields name, directly or through one another, each once and in order of first mention. */
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
