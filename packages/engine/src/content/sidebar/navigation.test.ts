import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { SidebarNode } from '#model/page.ts';
import { formatProblem } from '#model/problem.ts';

import { createSidebarIndex, loadNavigation } from './navigation.ts';
import type { Navigation, NavigationOptions } from './navigation.ts';
import type { ResolvedCategory, ResolvedItem } from './resolve-sidebar.ts';

const page = (name: string, hasPosition = true): ResolvedItem => ({
  type: 'page',
  label: name.toUpperCase(),
  path: `/docs/${name}`,
  hasPosition,
});
const category = (label: string, items: ResolvedItem[], path: string | null = null, collapsed = true): ResolvedCategory => ({
  type: 'category',
  label,
  key: label.toLowerCase(),
  collapsed,
  path,
  items,
});

const TREE: ResolvedItem[] = [
  page('start'),
  category('Guides', [page('a'), category('Deep', [page('b'), page('c')]), category('Void', [])]),
  { type: 'link', label: 'Demo', href: 'https://demo.example.org' },
  category('API', [page('d'), page('a')], '/docs/api'),
];

const open = (nodes: readonly SidebarNode[] | null): unknown[] =>
  (nodes ?? []).map((node) =>
    node.type !== 'category' ? node.label : node.items === null ? `${node.label}…` : { [node.label]: open(node.items) },
  );

test('R-105 only the category of the current page is open', () => {
  const index = createSidebarIndex(TREE);
  expect(open(index.sidebarFor('/docs/start')?.nodes ?? null)).toEqual(['START', 'Guides…', 'Demo', 'API…']);
  expect(open(index.sidebarFor('/docs/c')?.nodes ?? null)).toEqual([
    'START',
    { Guides: ['A', { Deep: ['B', 'C'] }, 'Void…'] },
    'Demo',
    'API…',
  ]);
});

test('a category is open on its own page', () => {
  const navigation = createSidebarIndex(TREE).sidebarFor('/docs/api');
  expect(open(navigation?.nodes ?? null)).toEqual(['START', 'Guides…', 'Demo', { API: ['D', 'A'] }]);
  expect(navigation?.breadcrumbs).toEqual([{ label: 'API', path: '/docs/api' }]);
});

test('a closed category links to its own page or its first page', () => {
  const nodes = createSidebarIndex(TREE).sidebarFor('/docs/a')?.nodes ?? [];
  expect(nodes[3]).toEqual({ type: 'category', label: 'API', key: 'api', path: '/docs/api', linked: true, items: null });
  const guides = nodes[1];
  expect(guides?.type === 'category' ? guides.items?.slice(1) : null).toEqual([
    { type: 'category', label: 'Deep', key: 'deep', path: '/docs/b', linked: false, items: null },
    { type: 'category', label: 'Void', key: 'void', path: null, linked: false, items: null },
  ]);
});

test('R-105 breadcrumbs, previous, and next page follow the reading order', () => {
  const index = createSidebarIndex(TREE);
  expect(index.sidebarFor('/docs/b')).toMatchObject({
    breadcrumbs: [
      { label: 'Guides', path: null },
      { label: 'Deep', path: null },
      { label: 'B', path: '/docs/b' },
    ],
    previous: { label: 'A', path: '/docs/a' },
    next: { label: 'C', path: '/docs/c' },
  });
  expect(index.sidebarFor('/docs/start')?.previous).toBeNull();
  expect(index.sidebarFor('/docs/c')?.next).toEqual({ label: 'API', path: '/docs/api' });
  expect(index.sidebarFor('/docs/d')?.next).toBeNull();
});

test('a page that is listed twice has its first position, and a reference has no position', () => {
  const index = createSidebarIndex([page('x', false), category('C', [page('x')])]);
  expect(index.sidebarFor('/docs/x')?.breadcrumbs).toHaveLength(2);
  expect(createSidebarIndex([page('x', false)]).sidebarFor('/docs/x')).toBeNull();
});

test.each(['/docs/none', '', '__proto__', 'constructor'])('the page %j, which the sidebar does not list, has no sidebar', (path) => {
  expect(createSidebarIndex(TREE).sidebarFor(path)).toBeNull();
});

test('a category that is configured as open is open on every page', () => {
  const index = createSidebarIndex([page('x'), category('C', [page('y')], null, false)]);
  expect(open(index.sidebarFor('/docs/x')?.nodes ?? null)).toEqual(['X', { C: ['Y'] }]);
});

test('category files contain the entries of the open category', () => {
  const files = createSidebarIndex(TREE).categoryFiles();
  expect([...files.keys()].toSorted()).toEqual(['api', 'deep', 'guides', 'void']);
  expect(open(files.get('guides') ?? null)).toEqual(['A', 'Deep…', 'Void…']);
});

test('rendering the sidebar of a page takes the same work on a site of 400 pages and of 40,000', () => {
  const site = (pages: number): ResolvedItem[] =>
    Array.from({ length: pages / 20 }, (_, group) =>
      category(
        `G${group % 20}-${group}`,
        Array.from({ length: 20 }, (_, number) => page(`${group}-${number}`)),
      ),
    );
  const small = createSidebarIndex([category('Top', site(400))]);
  const large = createSidebarIndex([
    category('Top', site(400)),
    category(
      'More',
      site(40_000).map((item) => item),
    ),
  ]);
  const bytes = (index: typeof small): number => JSON.stringify(index.sidebarFor('/docs/3-7')).length;
  expect(bytes(large) - bytes(small)).toBeLessThan(120);
  expect(large.sidebarFor('/docs/3-7')?.nodes).toBe(large.sidebarFor('/docs/3-8')?.nodes);
});

describe('a list of more than 200 entries', () => {
  const pages = (count: number): ResolvedItem[] =>
    Array.from({ length: count }, (_, number) => page(`p${String(number).padStart(5, '0')}`));

  test('is divided into groups, which its breadcrumbs and siblings do not show', () => {
    const index = createSidebarIndex([category('Flat', pages(250), '/docs/flat')]);
    const navigation = index.sidebarFor('/docs/p00150');
    const [flat] = open(navigation?.nodes ?? null) as [{ Flat: unknown[] }];
    expect(flat.Flat.map((entry) => (typeof entry === 'string' ? entry : Object.keys(entry as object)[0]))).toEqual([
      'P00000 – P00099…',
      'P00100 – P00199',
      'P00200 – P00249…',
    ]);
    expect(navigation?.breadcrumbs.map(({ label }) => label)).toEqual(['Flat', 'P00150']);
    expect([navigation?.previous?.path, navigation?.next?.path]).toEqual(['/docs/p00149', '/docs/p00151']);
    expect(index.siblingsOf('/docs/p00150')).toHaveLength(250);
    expect(index.siblingsOf('/docs/flat')).toHaveLength(250);
    expect([...index.categoryFiles()].map(([key, nodes]) => [key, nodes.length])).toEqual([
      ['flat~1', 100],
      ['flat~2', 100],
      ['flat~3', 50],
      ['flat', 3],
    ]);
  });

  test('has keys of its own at the top level of each sidebar', () => {
    const keys = ['one', 'other'].flatMap((name) => [...createSidebarIndex(pages(201), name).categoryFiles().keys()]);
    expect(keys).toEqual(['one~1', 'one~2', 'one~3', 'other~1', 'other~2', 'other~3']);
  });

  test('is not divided if it has exactly 200', () => {
    expect(createSidebarIndex(pages(200)).categoryFiles().size).toBe(0);
  });

  test('adds to a page in proportion to the square root of its length', () => {
    const bytes = (count: number): number => JSON.stringify(createSidebarIndex(pages(count)).sidebarFor('/docs/p00007')?.nodes).length;
    expect(bytes(40_000) / bytes(10_000)).toBeLessThan(2.1);
  });
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'navigation-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DOCS = ['a', 'b'].map((id) => ({ id, path: `/docs/${id}`, title: id, sidebarLabel: id, sidebarPosition: null, source: `${id}.md` }));

async function navigationOf(text: string | null, name = 'main', changes: Partial<NavigationOptions> = {}): Promise<Navigation> {
  const file = join(folder, 'sidebar.yaml');
  await rm(file, { force: true });
  if (text !== null) await writeFile(file, text);
  return loadNavigation({
    file,
    root: folder,
    name,
    docs: DOCS,
    projectRoot: folder,
    draftIds: new Set(['secret']),
    isKnownMissing: (id) => id === 'absent',
    ...changes,
  });
}

test('a folder without pages is one problem, which explains what to do', async () => {
  const problemsOf = async (changes: Partial<NavigationOptions>) => (await navigationOf('main: [a]\n', 'main', changes)).problems;
  const root = join(folder, 'docs');
  const message = 'the folder contains no pages: add a Markdown file, such as index.md';
  const none = { root, docs: [], draftIds: new Set<string>() };
  expect(await problemsOf(none)).toEqual([{ file: 'docs', message, severity: 'error' }]);
  expect(await problemsOf({ ...none, file: null })).toEqual([{ file: 'docs', message, severity: 'error' }]);
  const [hidden] = await problemsOf({ ...none, draftIds: new Set(['a']) });
  expect(hidden?.message).toContain('all are drafts or unlisted: remove `draft: true`');
});

test('R-502 folders that are nested too deeply are a problem, because each page shows all categories above it', async () => {
  const problemsOf = async (depth: number): Promise<string[]> => {
    const id = `${'d/'.repeat(depth)}p`;
    const docs = [{ id, path: `/docs/${id}`, title: 'p', sidebarLabel: 'p', sidebarPosition: null, source: `${id}.md` }];
    return (await navigationOf(null, 'main', { file: null, docs })).problems.map(({ message }) => message);
  };
  expect(await problemsOf(20)).toEqual([]);
  expect(await problemsOf(21)).toEqual([
    'the categories of the sidebar are nested 21 levels deep, more than 20: put the pages into fewer folders, because each page shows all categories above it',
  ]);
});

test('R-105 loadNavigation resolves a sidebar file to breadcrumbs and a reading order', async () => {
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

test('a page that the sidebar does not list has the closed top level and its own title', async () => {
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
  ['main: [a]', 'other', ['sidebar.yaml: there is no sidebar "other", which defaultSidebar in the configuration names; there are: main']],
  ['main: [a, c]', 'main', ['sidebar.yaml:1: no page has the id "c" that the sidebar "main" names; the nearest is "a"']],
  ['main: []', 'main', ['sidebar.yaml:1: the sidebar "main" contains no pages: add at least one id']],
])('R-502 %j is reported in one sentence', async (text, name, problems) => {
  expect((await navigationOf(text, name)).problems.map(formatProblem)).toEqual(problems);
});

test('the message about an unknown sidebar names only the first 50 others', async () => {
  const text = `${Array.from({ length: 60 }, (_, number) => `s${number}: [a]\n`).join('')}`;
  const docs = DOCS.map((doc) => ({ ...doc, frontMatter: { displayed_sidebar: 'lost' } })).slice(0, 1);
  const { problems } = await navigationOf(text, 's0', { docs });
  expect(problems.map(({ message }) => message)).toEqual([
    `front matter "displayed_sidebar": there is no sidebar "lost"; there are: ${Array.from({ length: 50 }, (_, n) => `s${n}`).join(', ')}`,
  ]);
});
