import { expect, test } from 'vitest';

import { baseUrlOf } from './foreign-site.ts';

test('R-605 a base URL may be written without the slashes at its ends', () => {
  expect(['/k/docs', 'k/', '/', '', undefined].map(baseUrlOf)).toEqual(['/k/docs/', '/k/', '/', undefined, undefined]);
});
