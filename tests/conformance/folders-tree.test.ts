/** A tree whose docs are the whole site, with several sidebars, folder metadata, and sidebar entries of every type. */
import { expect, test } from 'vitest';

import type { PageData, SidebarNode } from '@quire/engine/model/page.ts';

import { builtTree } from './build-fixture.ts';

const tree = builtTree('folders');

/** Returns the data of a page with its sidebar, which is in a file that several pages share. */
function dataOf(route: string): Omit<PageData, 'sidebar'> & { sidebar: SidebarNode[] } {
  const data = tree.dataOf(route);
  const { sidebar } = data as { sidebar: unknown };
  const nodes = typeof sidebar === 'string' ? (JSON.parse(tree.read(sidebar)) as SidebarNode[]) : sidebar;
  return { ...data, sidebar: (nodes ?? []) as SidebarNode[] };
}

const outline = (nodes: readonly SidebarNode[]): unknown[] =>
  nodes.map((node) => {
    if (node.type === 'category') return node.items === null ? `${node.label}…` : { [node.label]: outline(node.items) };
    return node.type === 'heading' ? `# ${node.label}` : node.label;
  });

test('R-605 the docs are the whole site, and the first page is the home page', () => {
  expect(dataOf('/index')).toMatchObject({ path: '/', kind: 'doc', title: 'Kestrel' });
  expect(tree.read('index.html')).toContain('Kestrel runs jobs');
  expect(dataOf('/index').body).toContain('href="/start/install"');
  expect(dataOf('/start/install').path).toBe('/start/install');
});

test('R-605 a page has the first sidebar that contains it, the one in its front matter, or none', () => {
  expect(outline(dataOf('/start/install').sidebar)).toEqual([
    'Kestrel',
    '# Learn & build',
    'Requirements',
    'Install',
    'Guides…',
    'The API',
    'Forum',
  ]);
  const api = ['REST', 'Status', 'Events', 'REST'];
  expect(outline(dataOf('/api/rest').sidebar)).toEqual(api);
  expect(outline(dataOf('/notes/release').sidebar)).toEqual(api);
  expect(outline(dataOf('/notes/legal').sidebar)).toEqual([]);
});

test('R-605 folder metadata sets the label, the position, the initial state, and the page of a category', () => {
  expect(outline(dataOf('/guides/backup').sidebar)[4]).toEqual({ Guides: ['Guides', { 'For experts': ['Clocks'] }, 'Back up'] });
  const overview = dataOf('/category/for-experts');
  expect(overview).toMatchObject({ title: 'Advanced guides', description: 'Guides for those who run many machines.' });
  expect(overview.body).toContain('How machines agree on the time.');
  expect(dataOf('/guides/advanced/clocks').breadcrumbs.map(({ label }) => label)).toEqual(['Guides', 'For experts', 'Clocks']);
});

test('R-605 front matter sets the next page and its label', () => {
  expect(dataOf('/start/requirements').next).toEqual({ label: 'REST', path: '/api/rest' });
});

test('R-605 settings without an effect are reported', () => {
  expect(
    tree
      .result()
      .warnings.map(({ file, message }) => `${file}: ${message}`)
      .toSorted(),
  ).toEqual([
    'tests/trees/folders/docs/01-start/_category_.json: "className" has no effect here',
    'tests/trees/folders/sidebars.ts: manual: "className" of entry 2 (html) has no effect',
    'tests/trees/folders/sidebars.ts: manual: entry 7 (html) has no text to show, so it is left out',
  ]);
});
