import { expect, test } from 'vitest';

import { baseUrlOf, editUrlOf } from './foreign-site.ts';

test('R-605 a base URL may be written without the slashes at its ends', () => {
  expect(['/k/docs', 'k/', '/', '', undefined].map(baseUrlOf)).toEqual(['/k/docs/', '/k/', '/', undefined, undefined]);
});

test('an address to edit pages that is not hierarchical is left out', () => {
  const editUrls = ['https://git.example.org/a/edit/main', 'javascript:alert(1)', 'mailto:a@example.org'];
  expect(editUrls.map((editUrl) => editUrlOf({ editUrl }, 'docs', []))).toEqual([
    'https://git.example.org/a/edit/main/docs/',
    undefined,
    undefined,
  ]);
});
