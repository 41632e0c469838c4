import fc from 'fast-check';
import { expect, test } from 'vitest';

import { buildSchema, OperationTypeNode } from 'graphql';

import { growthBeyondLinear } from '@quire/engine/testing/growth.ts';

import { checkOperationExamples, compactJson, exampleOperation, exampleResponse, sampleSchema } from './example-operation.ts';
import type { ResponseValues, SampleValue } from './example-operation.ts';

test('values that fit are on one line, except the outermost object', () => {
  expect(compactJson({ input: { urn: 'a', types: ['DATASET'] } })).toBe('{\n  "input": { "urn": "a", "types": ["DATASET"] }\n}');
  expect(compactJson({})).toBe('{}');
});

test('long values are split, and every value is preserved', () => {
  expect(compactJson({ names: ['x'.repeat(50), 'y'.repeat(50)] }).split('\n')).toHaveLength(6);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.parse(compactJson(value as SampleValue))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

const PARCELS = buildSchema(`
  type Query { list: Page }
  type Page { total: Int, parcels: [Parcel!]! }
  type Parcel { urn: String!, owner: Owner }
  type Owner { of: String!, user: User }
  type User { urn: String!, tag: Tag }
  type Tag { of: String }
`);

function responseOf(values: ResponseValues) {
  const field = PARCELS.getQueryType()?.getFields()['list'];
  if (field === undefined) throw new Error('the schema has no query list');
  return exampleResponse(OperationTypeNode.QUERY, field, PARCELS, sampleSchema.parse({ select: ['owner', 'user', 'tag'] }), values);
}

test('an excluded field is not selected, even if the samples select it first', () => {
  const field = PARCELS.getQueryType()?.getFields()['list'];
  if (field === undefined) throw new Error('the schema has no query list');
  const samples = sampleSchema.parse({ select: ['owner', 'user'], exclude: ['Owner.of', 'Owner.user'] });
  const { document } = exampleOperation(OperationTypeNode.QUERY, field, PARCELS, samples);
  expect(document).not.toMatch(/\b(?:of|user)\b/);
  expect(document).toMatch(/owner \{\s*__typename/);
});

test('a required field that would be null is reported', () => {
  expect([...responseOf({ 'Parcel.urn': 'urn:parcel', 'User.urn': 'urn:user', of: 'null' }).missing]).toEqual(['Owner.of']);
});

test('R-108 an example names a limited number of the types of a union', () => {
  const members = Array.from({ length: 2000 }, (_, index) => `T${index}`);
  const schema = buildSchema(
    `type Query { a: Any } union Any = ${members.join(' | ')} ${members.map((name) => `type ${name} { b: Int }`).join(' ')}`,
  );
  const field = schema.getQueryType()?.getFields()['a'];
  if (field === undefined) throw new Error('the schema has no query a');
  const { document } = exampleOperation(OperationTypeNode.QUERY, field, schema, sampleSchema.parse({}));
  expect(document.match(/\.\.\. on/g)).toHaveLength(10);
});

test('R-108 an example whose input would contain 2^40 objects is reported', () => {
  const inputs = Array.from({ length: 40 }, (_, index) => `input I${index} { a: I${index + 1}!, b: I${index + 1}! }`);
  const schema = buildSchema(`type Query { a(input: I0!): Int } ${inputs.join(' ')} input I40 { a: Int }`);
  const problems = checkOperationExamples(schema, sampleSchema.parse({}), 'samples.yaml');
  expect(problems[0]?.message).toMatch(/^example of a: /);
});

test('R-108 the variables of an example have a limited number of fields, also with thousands of arguments', () => {
  const list = (count: number, one: (index: number) => string): string => Array.from({ length: count }, (_, index) => one(index)).join(' ');
  const schema = buildSchema(`type Query { a(${list(2000, (n) => `a${n}: I!`)}): Int } input I { ${list(1000, (n) => `f${n}: Int!`)} }`);
  const field = schema.getQueryType()?.getFields()['a'];
  if (field === undefined) throw new Error('the schema has no query a');
  const { variables } = exampleOperation(OperationTypeNode.QUERY, field, schema, sampleSchema.parse({}));
  expect(Object.values(variables ?? {}).filter((value) => Object.keys(value as object).length > 0)).toHaveLength(1);
});

test('R-108 many operations that return the same type take linear time', () => {
  const examplesOf = (marks: string): void => {
    const fields = Array.from(marks, (_, index) => `f${index}: Int`).join(' ');
    const schema = buildSchema(`type Query { ${Array.from(marks, (_, index) => `q${index}: T`).join(' ')} } type T { ${fields} }`);
    const samples = sampleSchema.parse({});
    for (const field of Object.values(schema.getQueryType()?.getFields() ?? {}))
      exampleOperation(OperationTypeNode.QUERY, field, schema, samples);
  };
  expect(growthBeyondLinear(examplesOf, '#', 1 << 11)).toBeNull();
});
