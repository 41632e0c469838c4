import { expect, test } from 'vitest';
import { cutQuery } from './search-address.ts';

test.each([
  ['short', 'short'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), 'x'.repeat(300)],
  [`${'x'.repeat(299)}🤦`, 'x'.repeat(299)],
  [`${'x'.repeat(298)}  y`, 'x'.repeat(298)],
])('a long query is not cut within a character: %#', (query, expected) => expect(cutQuery(query)).toBe(expected));
