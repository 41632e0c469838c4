import { expect, test } from 'vitest';

import type { SidebarNode } from '#model/navigation.ts';

import { createSidebarIndex } from './sidebar-for-page.ts';
import type { ResolvedCategory, ResolvedItem } from './sidebar-tree.ts';

const page = (name: string, placed = true): ResolvedItem => ({ type: 'page', label: name.toUpperCase(), path: `/docs/${name}`, placed });
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

test('R-105 only the branch of the page is open', () => {
  const index = createSidebarIndex(TREE);
  expect(open(index.sidebarFor('/docs/start')?.nodes ?? null)).toEqual(['START', 'Guides…', 'Demo', 'API…']);
  expect(open(index.sidebarFor('/docs/c')?.nodes ?? null)).toEqual([
    'START',
    { Guides: ['A', { Deep: ['B', 'C'] }, 'Void…'] },
    'Demo',
    'API…',
  ]);
});

test('the page of a category opens it', () => {
  const navigation = createSidebarIndex(TREE).sidebarFor('/docs/api');
  expect(open(navigation?.nodes ?? null)).toEqual(['START', 'Guides…', 'Demo', { API: ['D', 'A'] }]);
  expect(navigation?.breadcrumbs).toEqual([{ label: 'API', path: '/docs/api' }]);
});

test('closed categories lead to their page or the first one in them', () => {
  const nodes = createSidebarIndex(TREE).sidebarFor('/docs/a')?.nodes ?? [];
  expect(nodes[3]).toEqual({ type: 'category', label: 'API', key: 'api', path: '/docs/api', linked: true, items: null });
  const guides = nodes[1];
  expect(guides?.type === 'category' ? guides.items?.slice(1) : null).toEqual([
    { type: 'category', label: 'Deep', key: 'deep', path: '/docs/b', linked: false, items: null },
    { type: 'category', label: 'Void', key: 'void', path: null, linked: false, items: null },
  ]);
});

test('R-105 breadcrumbs, previous and next follow the reading order', () => {
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

test('a page named twice stands where it is named first; a reference gives no place', () => {
  const index = createSidebarIndex([page('x', false), category('C', [page('x')])]);
  expect(index.sidebarFor('/docs/x')?.breadcrumbs).toHaveLength(2);
  expect(createSidebarIndex([page('x', false)]).sidebarFor('/docs/x')).toBeNull();
});

test.each(['/docs/none', '', '__proto__', 'constructor'])('the page %j that the sidebar does not name has none', (path) => {
  expect(createSidebarIndex(TREE).sidebarFor(path)).toBeNull();
});

test('a category configured open is open on every page', () => {
  const index = createSidebarIndex([page('x'), category('C', [page('y')], null, false)]);
  expect(open(index.sidebarFor('/docs/x')?.nodes ?? null)).toEqual(['X', { C: ['Y'] }]);
});

test('category files hold what a reader gets who opens the category', () => {
  const files = createSidebarIndex(TREE).categoryFiles();
  expect([...files.keys()].toSorted()).toEqual(['api', 'deep', 'guides', 'void']);
  expect(open(files.get('guides') ?? null)).toEqual(['A', 'Deep…', 'Void…']);
});

test('a page costs the same on a site of 400 pages and of 40,000', () => {
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
