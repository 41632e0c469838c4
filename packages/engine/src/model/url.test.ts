import { expect, test } from 'vitest';

import { canonicalUrl, isInDocSet, isSafeTarget } from './url.ts';

const others = ['/docs', '/docs/1.0', '/ar', '/ar/docs/1.0'];

test.each([
  ['', '/docs/x', true],
  ['', '/docs/1.0/x', false],
  ['', '/docs/1.0', false],
  ['', '/docs/1.0x', true],
  ['', '/ar', false],
  ['', '/area', true],
  ['/docs/1.0', '/docs/1.0/x', true],
  ['/docs/1.0', '/docs/x', false],
  ['/ar', '/ar/docs/x', true],
  ['/ar', '/ar/docs/1.0/x', false],
  ['/ar', '/docs/x', false],
])('R-106 with the prefix "%s", %s belongs to the doc set: %s', (prefix, path, isOwn) => {
  const own = prefix === '' ? '/docs' : prefix;
  expect(isInDocSet({ prefix, others: others.filter((root) => root !== own) }, path)).toBe(isOwn);
});

test.each(['https://a.example', 'HTTP://a.example', 'MailTo:a@b.example', 'tel:1', '../a.md#b', '?x=a:b', '#a:b'])(
  'R-214 %s is a safe link',
  (target) => expect(isSafeTarget(target)).toBe(true),
);

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  ' data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'java\u{E0041}script:x',
  'java\u{FFFF}script:x',
  'java\u{D800}script:x',
])('R-214 %j is not a safe link', (target) => expect(isSafeTarget(target)).toBe(false));

test('R-106 on a site with one version and one language, every path belongs to the doc set', () => {
  expect(isInDocSet(undefined, '/anything')).toBe(true);
});

test.each([
  ['/', '/', 'https://example.org/'],
  ['/docs-site/', '/docs/quickstart', 'https://example.org/docs-site/docs/quickstart'],
  ['/', '/docs/größe', 'https://example.org/docs/gr%C3%B6%C3%9Fe'],
  ['/', '/docs/a b', 'https://example.org/docs/a%20b'],
  ['/', '/docs/a%20b', 'https://example.org/docs/a%20b'],
])('the page %s%s has one absolute, percent-encoded URL', (baseUrl, path, expected) => {
  expect(canonicalUrl('https://example.org', baseUrl, path)).toBe(expected);
});
