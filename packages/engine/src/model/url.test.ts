import { expect, test } from 'vitest';
import { localeUrl } from './url.ts';

test.each([
  ['/', 'en', '/docs/x', '/docs/x'],
  ['/', 'de', '/docs/x?a=1#y', '/de/docs/x?a=1#y'],
  ['/portal/', 'en', '/', '/portal/'],
  ['/portal/', 'de', '/docs/x', '/portal/de/docs/x'],
])('R-106 base %s, locale %s, at %s: %s', (baseUrl, locale, path, address) => {
  expect(localeUrl(baseUrl, locale, 'en', path)).toBe(address);
});
