import { expect, test } from 'vitest';

import { createLinkResolver } from './link-resolver.ts';

test('a redirect to another site is part of the rules, and one to a page is not, because the page is a dependency', () => {
  const redirects = new Map<string, string>();
  const options = { docs: [], root: '/nowhere', inlineRoot: '/nowhere', otherPaths: [], staticDirectories: [], knownMissing: [] };
  const resolver = createLinkResolver({ ...options, redirects });
  const { rules } = resolver;
  redirects.set('/docs/moved', '/docs/a');
  expect(resolver.rules).toBe(rules);
  redirects.set('/docs/old', 'https://a.example/');
  const first = resolver.rules;
  redirects.set('/docs/old', 'https://b.example/');
  expect(new Set([rules, first, resolver.rules]).size).toBe(3);
});
