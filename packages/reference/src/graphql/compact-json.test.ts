import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compactJson } from './compact-json.ts';
import type { SampleValue } from './sample-value.ts';

test('what fits stands on one line, the outermost object never does', () => {
  expect(compactJson({ input: { urn: 'a', types: ['DATASET'] } })).toBe('{\n  "input": { "urn": "a", "types": ["DATASET"] }\n}');
  expect(compactJson({})).toBe('{}');
});

test('long values break, and every value stays what it is', () => {
  expect(compactJson({ names: ['x'.repeat(50), 'y'.repeat(50)] }).split('\n')).toHaveLength(6);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.parse(compactJson(value as SampleValue))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
