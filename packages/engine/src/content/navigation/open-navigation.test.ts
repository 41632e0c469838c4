import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { formatProblem } from '#model/problem.ts';

import { openNavigation } from './open-navigation.ts';
import type { Navigation } from './open-navigation.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'navigation-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DOCS = ['a', 'b'].map((id) => ({ id, path: `/docs/${id}`, title: id, sidebarLabel: id, sidebarPosition: null, source: `${id}.md` }));

async function navigationOf(text: string | null, name = 'main'): Promise<Navigation> {
  const file = join(folder, 'sidebar.yaml');
  await rm(file, { force: true });
  if (text !== null) await writeFile(file, text);
  return openNavigation({
    file,
    name,
    docs: DOCS,
    projectRoot: folder,
    draftIds: new Set(['secret']),
    isKnownMissing: (id) => id === 'absent',
  });
}

test('R-105 from file to page', async () => {
  const navigation = await navigationOf('main:\n  - a\n  - Group: [b, secret, absent]\n');
  expect(navigation.problems).toEqual([]);
  expect(navigation.order()).toEqual(['/docs/a', '/docs/b']);
  expect(navigation.pageNavigation('/docs/b')).toMatchObject({
    breadcrumbs: [{ label: 'Group' }, { label: 'b' }],
    previous: { path: '/docs/a' },
    next: null,
  });
  expect([...navigation.categoryFiles()]).toEqual([['group', [{ type: 'page', label: 'b', path: '/docs/b' }]]]);
});

test('a page that the sidebar does not name has the closed top level and its own title', async () => {
  const navigation = await navigationOf('main: [a]\n');
  expect(navigation.pageNavigation('/docs/b')).toEqual({
    nodes: [{ type: 'page', label: 'a', path: '/docs/a' }],
    breadcrumbs: [{ label: 'b', path: '/docs/b' }],
    previous: null,
    next: null,
  });
});

test.each([
  [null, 'main', ['sidebar.yaml: the sidebar file cannot be read: check `docs.sidebar` in the configuration']],
  ['main: [a]', 'other', ['sidebar.yaml: there is no sidebar "other", which docs.defaultSidebar names; there are: main']],
  ['main: [a, c]', 'main', ['sidebar.yaml:1: no page has the id "c" that the sidebar "main" names; the nearest is "a"']],
  ['main: []', 'main', ['sidebar.yaml:1: the sidebar "main" has no page that a link to it could lead to: add at least one id']],
])('R-502 %j is told in one sentence', async (text, name, problems) => {
  expect((await navigationOf(text, name)).problems.map(formatProblem)).toEqual(problems);
});
