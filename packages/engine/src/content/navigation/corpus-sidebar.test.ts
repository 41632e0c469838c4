/** The sidebar of the real documentation tree of June 2023, against the facts about it. Both lie outside of the project. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { parseSidebars, selectSidebar } from './parse-sidebar.ts';
import { readSidebarFile } from './read-sidebar-file.ts';
import { resolveSidebar } from './resolve-sidebar.ts';
import { createSidebarIndex } from './sidebar-for-page.ts';
import type { DocEntry, ResolvedItem } from './sidebar-tree.ts';

const SHARED = resolve(import.meta.dirname, '../../../../../../shared');
const SIDEBAR = resolve(SHARED, 'corpus/datahub-2023-06/docs-website/sidebars.js');
const FACTS = resolve(SHARED, 'facts/sidebar.json');
const ROUTES = resolve(SHARED, 'facts/routes.json');
const isThere = [SIDEBAR, FACTS, ROUTES].every((file) => existsSync(file));
if (!isThere) console.warn(`corpus-sidebar: skipped, since ${SHARED} with the reference tree is not there`);

interface FactItem {
  type: 'doc' | 'link' | 'category';
  label: string;
  route?: string;
  href?: string;
  link?: { route: string };
  items?: FactItem[];
}
interface Facts {
  overviewSidebar: FactItem[];
  navigation_order: string[];
}
interface Routes {
  routes: { id: string; route: string; title: string; sidebar_label: string; source: string; kind: string }[];
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Positions of generated pages were written by their generator: the facts keep them as order only. */
function corpusDocs(order: readonly string[]): DocEntry[] {
  return read<Routes>(ROUTES).routes.map(({ id, route, title, sidebar_label, source, kind }) => ({
    id,
    path: route,
    title,
    sidebarLabel: sidebar_label,
    sidebarPosition: kind.startsWith('generated-') ? order.indexOf(route) : null,
    source,
  }));
}

const outline = (items: readonly ResolvedItem[]): unknown[] =>
  items.map((item) => {
    if (item.type === 'link') return [item.label, item.href];
    return item.type === 'page' ? [item.label, item.path] : [item.label, item.path, outline(item.items)];
  });

const factOutline = (items: readonly FactItem[]): unknown[] =>
  items.map((item) => {
    if (item.type === 'link') return [item.label, item.href];
    return item.type === 'doc' ? [item.label, item.route] : [item.label, item.link?.route ?? null, factOutline(item.items ?? [])];
  });

test.skipIf(!isThere)('R-105 R-605 the sidebar of the existing tree becomes what the facts say', async () => {
  const facts = read<Facts>(FACTS);
  const source = await readSidebarFile(SIDEBAR, 'sidebars.js');
  const selected = selectSidebar(parseSidebars(source), 'overviewSidebar', source.file);
  const options = { name: 'overviewSidebar', file: source.file, text: source.text };
  const { tree, problems } = resolveSidebar(selected.tree ?? [], corpusDocs(facts.navigation_order), options);
  expect([...selected.problems, ...problems]).toEqual([]);
  expect(outline(tree)).toEqual(factOutline(facts.overviewSidebar));
  expect(createSidebarIndex(tree).order()).toEqual(facts.navigation_order);
});
