import { getNamedType, getNullableType, isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredArgument, isRequiredInputField } from 'graphql';
import type { GraphQLArgument, GraphQLInputField, GraphQLInputType } from 'graphql';
import { z } from 'zod';

/** What examples are made of: the file `samples.yaml`. */
export const sampleSchema = z.strictObject({
  /** Values by `Owner.name` (an operation's argument or an input type's field), or else by `name` alone. */
  values: z.record(z.string(), z.json()).default({}),
  /** Optional arguments and input fields that an example shows, as `Owner.name` or `name`; required ones always are. */
  include: z.array(z.string()).default([]),
  /** Fields whose objects an example selects first, as they tell most. */
  select: z.array(z.string()).default([]),
});

export type Samples = z.output<typeof sampleSchema>;
export type SampleValue = z.output<ReturnType<typeof z.json>>;

/** Input types may refer to themselves: deeper than this, only what is required is filled in. */
const DEEPEST = 4;

/** Whether an example gives a value for an argument or input field. */
export function isShown(owner: string, member: GraphQLArgument | GraphQLInputField, samples: Samples): boolean {
  const required = 'defaultValue' in member && 'args' in member ? false : isRequiredArgument(member as GraphQLArgument) || isRequiredInputField(member as GraphQLInputField);
  if (required) return true;
  if (member.deprecationReason != null) return false;
  return samples.include.includes(`${owner}.${member.name}`) || samples.include.includes(member.name);
}

/** A made-up value for an argument or input field. @param owner operation or input type that it belongs to */
export function sampleValue(owner: string, name: string, type: GraphQLInputType, samples: Samples, depth = 0): SampleValue {
  const own = samples.values[`${owner}.${name}`];
  if (own !== undefined) return own;
  const nullable = getNullableType(type);
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    const value = sampleObject(named, samples, depth);
    return isListType(nullable) ? [value] : value;
  }
  const byName = samples.values[name];
  if (byName !== undefined) return isListType(nullable) === Array.isArray(byName) ? byName : isListType(nullable) ? [byName] : ((byName as SampleValue[])[0] ?? null);
  const value = isEnumType(named) ? (named.getValues().find((each) => each.deprecationReason == null)?.name ?? '') : plainValue(named.name, name);
  return isListType(nullable) ? [value] : value;
}

function sampleObject(type: Extract<ReturnType<typeof getNamedType>, { getFields(): unknown }>, samples: Samples, depth: number): SampleValue {
  if (!isInputObjectType(type)) return {};
  const fields = Object.values(type.getFields()).filter((field) => (depth < DEEPEST ? isShown(type.name, field, samples) : isNonNullType(field.type)));
  return Object.fromEntries(fields.map((field) => [field.name, sampleValue(type.name, field.name, field.type, samples, depth + 1)]));
}

function plainValue(type: string, name: string): SampleValue {
  if (type === 'Boolean') return true;
  if (type === 'Int') return 10;
  if (type === 'Float') return 0.5;
  if (type === 'Long') return 1_687_737_600_000;
  return name;
}
