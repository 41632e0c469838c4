import { expect, test } from 'vitest';
import { canonicalUrl } from './url.ts';

test.each([
  ['/', '/', 'https://example.org/'],
  ['/docs-site/', '/docs/quickstart', 'https://example.org/docs-site/docs/quickstart'],
  ['/', '/docs/größe', 'https://example.org/docs/gr%C3%B6%C3%9Fe'],
  ['/', '/docs/a b', 'https://example.org/docs/a%20b'],
  ['/', '/docs/a%20b', 'https://example.org/docs/a%20b'],
])('the page %s%s has one absolute, percent-encoded URL', (baseUrl, path, expected) => {
  expect(canonicalUrl('https://example.org', baseUrl, path)).toBe(expected);
});
