import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';

/** The keys that the schema knows at a path; none where the path leads to no object. */
export function knownKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const bare = unwrap(schema);
  const [step, ...rest] = path;
  if (bare instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = bare.shape;
    if (step === undefined) return Object.keys(shape);
    const next = shape[String(step)];
    return next === undefined ? [] : knownKeys(next, rest);
  }
  if (bare instanceof z.ZodUnion) {
    const members: readonly z.core.$ZodType[] = bare.options;
    return members.flatMap((member) => knownKeys(member, path));
  }
  if (step === undefined) return [];
  if (bare instanceof z.ZodArray) return knownKeys(bare.element, rest);
  if (bare instanceof z.ZodRecord) return knownKeys(bare.valueType, rest);
  return [];
}

/** What was probably meant: the nearest of the known names, or all of them where none is near. */
export function suggestKey(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = closest(
    unknown.toLowerCase(),
    known.map((key) => key.toLowerCase()),
  );
  const match = known.find((key) => key.toLowerCase() === near);
  if (match !== undefined && distance(unknown.toLowerCase(), near) <= Math.max(2, unknown.length / 3)) {
    return `did you mean "${match}"?`;
  }
  return `known keys: ${known.join(', ')}`;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const wrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return wrapped ? unwrap(schema.unwrap()) : schema;
}
