import { expect, test } from 'vitest';

import { authorsOf } from './authors.ts';

test.each([
  ['https://ana.example', 'https://ana.example'],
  ['mailto:ana@shop.example', 'mailto:ana@shop.example'],
  ['javascript:alert(1)', null],
  ['https://[', null],
])('R-605 the %j address of an author becomes %j', (url, expected) => {
  expect(authorsOf({ authors: [{ name: 'Ana', url }] }, new Map())).toMatchObject([{ name: 'Ana', url: expected }]);
});
