import { expect, test } from 'vitest';

import { analyticsSchema } from './schema.ts';

test.each([
  [{ script: 'https://count.example.org/s.js', attributes: { 'data-domain': 'docs.example.org' }, origins: ['https://api.example.org'] }],
  [{ module: 'analytics.ts' }],
])('accepts %j', (input) => expect(analyticsSchema.safeParse(input).success).toBe(true));

test.each([
  [{}, 'a script, a module, or both'],
  [{ script: 'count.js' }, 'a full address, such as https://example.org/page'],
  [{ module: 'analytics.ts', attributes: { 'data-domain': 'x' } }, 'no attributes without a script'],
  [{ script: 'https://count.example.org/s.js', attributes: { onload: 'x' } }, 'Invalid key in record'],
  [{ module: 'analytics.ts', origins: ['https://api.example.org/path'] }, 'an origin without path, such as https://docs.example.org'],
])('rejects %j: %s', (input, message) => expect(analyticsSchema.safeParse(input).error?.issues[0]?.message).toBe(message));
