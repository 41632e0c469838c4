import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compactJson } from './example-operation.ts';
import type { SampleValue } from './example-operation.ts';

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
