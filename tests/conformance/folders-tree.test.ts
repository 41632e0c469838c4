/** A tree whose docs are the whole site: several sidebars, folders that describe themselves, entries of every type. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildSite, type BuildResult } from '@quire/engine/build/build.ts';
import { createPhases } from '@quire/engine/build/phases.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { SidebarNode } from '@quire/engine/model/navigation.ts';
import type { PageData } from '@quire/engine/model/page.ts';

import { PROJECT_ROOT, SHARED_CACHE } from './build-fixture.ts';

const dir = mkdtempSync(join(tmpdir(), 'folders-tree-'));
let result: BuildResult;

beforeAll(async () => {
  result = await buildSite({
    config: await loadConfig(join(PROJECT_ROOT, 'tests/trees/folders/site.config.ts'), {}),
    outDir: join(dir, 'build'),
    cacheDir: SHARED_CACHE,
    phases: createPhases(null),
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

/** The page with its sidebar, which a file holds that pages share. */
function dataOf(route: string): Omit<PageData, 'sidebar'> & { sidebar: SidebarNode[] } {
  const data = JSON.parse(readFileSync(join(dir, `build/site${route}.json`), 'utf8')) as PageData;
  const { sidebar } = data as { sidebar: unknown };
  const nodes =
    typeof sidebar === 'string' ? (JSON.parse(readFileSync(join(dir, 'build/site', sidebar), 'utf8')) as SidebarNode[]) : sidebar;
  return { ...data, sidebar: (nodes ?? []) as SidebarNode[] };
}

const outline = (nodes: readonly SidebarNode[]): unknown[] =>
  nodes.map((node) => {
    if (node.type === 'category') return node.items === null ? `${node.label}…` : { [node.label]: outline(node.items) };
    return node.type === 'heading' ? `# ${node.label}` : node.label;
  });

test('R-605 the docs are the whole site, and the first page is the home page', () => {
  expect(dataOf('/index')).toMatchObject({ path: '/', kind: 'doc', title: 'Kestrel' });
  expect(readFileSync(join(dir, 'build/site/index.html'), 'utf8')).toContain('Kestrel runs jobs');
  expect(dataOf('/index').body).toContain('href="/start/install"');
  expect(dataOf('/start/install').path).toBe('/start/install');
});

test('R-605 a page carries the first sidebar that has it, or the one that it names, or none', () => {
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

test('R-605 a folder gives its category a label, a place, a state and a page', () => {
  expect(outline(dataOf('/guides/backup').sidebar)[4]).toEqual({ Guides: ['Guides', { 'For experts': ['Clocks'] }, 'Back up'] });
  const overview = dataOf('/category/for-experts');
  expect(overview).toMatchObject({ title: 'Advanced guides', description: 'Guides for those who run many machines.' });
  expect(overview.body).toContain('How machines agree on the time.');
  expect(dataOf('/guides/advanced/clocks').breadcrumbs.map(({ label }) => label)).toEqual(['Guides', 'For experts', 'Clocks']);
});

test('R-605 front matter chooses the page that comes next, and its label', () => {
  expect(dataOf('/start/requirements').next).toEqual({ label: 'REST', path: '/api/rest' });
});

test('R-605 what has no effect is reported', () => {
  expect(result.warnings.map(({ file, message }) => `${file}: ${message}`).toSorted()).toEqual([
    'tests/trees/folders/docs/01-start/_category_.json: "className" has no effect here',
    'tests/trees/folders/sidebars.ts: manual: "className" of entry 2 (html) has no effect',
    'tests/trees/folders/sidebars.ts: manual: entry 7 (html) has no text to show, so it is left out',
  ]);
});
