import fc from 'fast-check';
import { expect, test } from 'vitest';

import { buildSchema, OperationTypeNode } from 'graphql';

import { compactJson, exampleResponse, sampleSchema } from './example-operation.ts';
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

test('self is the URN of the innermost entity, also in a list', () => {
  const { response, missing } = responseOf({ 'Parcel.urn': 'urn:parcel', 'User.urn': 'urn:user', of: 'self' });
  expect([...missing]).toEqual([]);
  expect(JSON.stringify(response)).toContain('{"urn":"urn:parcel","owner":{"of":"urn:parcel"');
});

test('a required field that would be null is reported', () => {
  expect([...responseOf({ 'Parcel.urn': 'urn:parcel', 'User.urn': 'urn:user', of: 'null' }).missing]).toEqual(['Owner.of']);
});
