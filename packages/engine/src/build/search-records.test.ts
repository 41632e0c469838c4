import { expect, test } from 'vitest';

import { groupOf, namesOf } from './emit-search.ts';

const GROUPS = [
  { name: 'guides', label: 'Guides', weight: 1 },
  { name: 'sources', label: 'Sources', path: '/generated/sources', weight: 0.9 },
  { name: 'releases', label: 'Releases', path: ['/releases', '/managed/release-notes'], weight: 0.7 },
];

test.each([
  ['/docs/quickstart', 'guides'],
  ['/docs/generated/sources', 'sources'],
  ['/docs/generated/sources/kafka', 'sources'],
  ['/docs/releases', 'releases'],
  ['/docs/managed/release-notes/v_0_2_8', 'releases'],
  ['/docs/releases-explained', 'guides'],
])('%s belongs to the %s group', (path, group) => expect(groupOf(path, '/docs', GROUPS)).toBe(group));

test('camel case names in the site title count as one word', () => {
  expect(namesOf({ title: 'OpenHarbor Docs', search: null })).toEqual(['OpenHarbor']);
  expect(namesOf({ title: 'The HTTP reference', search: null })).toEqual([]);
});
