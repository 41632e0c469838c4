import { expect, test } from 'vitest';

import { docId, docPath } from './doc-routes.ts';

test.each([
  ['quickstart.md', undefined, 'quickstart', '/docs/quickstart'],
  ['Deploy/AWS.md', undefined, 'deploy/aws', '/docs/deploy/aws'],
  ['actions/README.md', undefined, 'actions', '/docs/actions'],
  ['actions/index.md', undefined, 'actions', '/docs/actions'],
  ['index.md', undefined, 'index', '/docs'],
  ['a/Jobs/jobs.md', undefined, 'a/jobs/jobs', '/docs/a/jobs'],
  ['jobs/jobs.md', '/jobs/jobs', 'jobs/jobs', '/docs/jobs/jobs'],
  ['a/b.md', '/c/d', 'a/b', '/docs/c/d'],
  ['a/b.md', 'd', 'a/b', '/docs/a/d'],
  ['a/b.md', '/c/', 'a/b', '/docs/c'],
  ['a/b.md', './d', 'a/b', '/docs/a/d'],
  ['a/deep/b.md', '../d', 'a/deep/b', '/docs/a/d'],
  ['a/b.md', '/', 'a/b', '/docs'],
])('R-102 %s with the slug %s has the id %s and the route %s', (source, slug, id, path) => {
  expect(docId(source)).toBe(id);
  expect(docPath(source, slug, '/docs')).toBe(path);
});
