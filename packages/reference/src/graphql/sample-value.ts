import { getNamedType, getNullableType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLArgument, GraphQLInputField, GraphQLInputObjectType, GraphQLInputType } from 'graphql';
import { z } from 'zod';

/** What examples are made of: the file `samples.yaml`. */
export const sampleSchema = z.strictObject({
  /** Values by `Owner.name` (an operation's argument or an input type's field), or else by `name` alone. */
  values: z.record(z.string(), z.json()).default({}),
  /** Optional arguments and input fields that an example shows, as `Owner.name` or `name`; required ones always are. */
  include: z.array(z.string()).default([]),
  /** Fields whose objects an example selects first, as they tell most. */
  select: z.array(z.string()).default([]),
  /** For an interface, the type that an example has an inline fragment for. */
  fragments: z.record(z.string(), z.string()).default({}),
});

export type Samples = z.output<typeof sampleSchema>;
export type SampleValue = z.output<ReturnType<typeof z.json>>;

/** Input types may refer to themselves: deeper than this, only what is required is filled in. */
const DEEPEST = 4;

/** Whether an example gives a value for an argument or input field. */
export function isShown(owner: string, member: GraphQLArgument | GraphQLInputField, samples: Samples): boolean {
  if (isNonNullType(member.type) && member.default === undefined) return true;
  if (member.deprecationReason != null) return false;
  return samples.include.includes(`${owner}.${member.name}`) || samples.include.includes(member.name);
}

/** A made-up value for an argument or input field. @param owner operation or input type that it belongs to */
export function sampleValue(owner: string, name: string, type: GraphQLInputType, samples: Samples, depth = 0): SampleValue {
  const own = samples.values[`${owner}.${name}`];
  if (own !== undefined) return own;
  const isList = isListType(getNullableType(type));
  const named = getNamedType(type);
  if (isInputObjectType(named)) return asList(sampleObject(named, samples, depth), isList);
  const byName = samples.values[name];
  if (isEnumType(named)) {
    const values = named.getValues();
    // One name stands for several enumerations: a sample counts where it is one of the values.
    const fitting = [byName].flat().find((each) => values.some((value) => value.name === each));
    return asList(fitting ?? values.find((value) => value.deprecationReason == null)?.name ?? '', isList);
  }
  if (byName === undefined) return asList(plainValue(named.name, name), isList);
  return Array.isArray(byName) && !isList ? (byName[0] ?? '') : asList(byName, isList);
}

const asList = (value: SampleValue, isList: boolean): SampleValue => (isList && !Array.isArray(value) ? [value] : value);

function sampleObject(type: GraphQLInputObjectType, samples: Samples, depth: number): SampleValue {
  const fields = Object.values(type.getFields()).filter((field) =>
    depth < DEEPEST ? isShown(type.name, field, samples) : isNonNullType(field.type),
  );
  return Object.fromEntries(fields.map((field) => [field.name, sampleValue(type.name, field.name, field.type, samples, depth + 1)]));
}

function plainValue(type: string, name: string): SampleValue {
  if (type === 'Boolean') return true;
  if (type === 'Int') return 10;
  if (type === 'Float') return 0.5;
  if (type === 'Long') return 1_687_737_600_000;
  return name;
}
