import { relative, sep } from 'node:path';

import type { SidebarCategory, SidebarNode } from '#model/navigation.ts';
import type { Crumb, PageLink } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import { resolveSidebar } from './resolve-sidebar.ts';
import { generatedSidebar, parseSidebars, readSidebarFile, selectSidebar } from './sidebar-file.ts';
import type { DocEntry, ResolvedCategory, ResolvedItem } from './sidebar-file.ts';

/** What a page carries of the sidebar. */
export interface PageNavigation {
  /** The top level, with the branch of the page open. Pages of one category share the list: do not change it. */
  nodes: SidebarNode[];
  /** From the top category to the page itself. */
  breadcrumbs: Crumb[];
  previous: PageLink | null;
  next: PageLink | null;
}

export interface SidebarIndex {
  /** Null for a page that the sidebar does not name. The work does not grow with the number of pages. */
  sidebarFor(path: string): PageNavigation | null;
  /** Contents of each category by key, for `sidebar/{key}.json`: what a reader gets who opens it. */
  categoryFiles(): Map<string, SidebarNode[]>;
  /** Routes in reading order. */
  order(): string[];
  /** The sidebar with every branch closed, for pages that it does not name. */
  topLevel(): SidebarNode[];
}

/** Where a page stands: its categories from the top, its label, its place in the reading order. */
interface Place {
  trail: readonly ResolvedCategory[];
  label: string;
  position: number;
}

/** Walks the sidebar once. Each page is two look-ups then; the open branch of a category is built once and shared. */
export function createSidebarIndex(tree: readonly ResolvedItem[]): SidebarIndex {
  const survey = surveyTree(tree);
  const opened = new Map<ResolvedCategory | null, SidebarNode[]>();

  function nodesFor(trail: readonly ResolvedCategory[]): SidebarNode[] {
    const innermost = trail.at(-1) ?? null;
    const known = opened.get(innermost);
    if (known !== undefined) return known;
    const nodes = toNodes(tree, trail, survey.closed);
    opened.set(innermost, nodes);
    return nodes;
  }

  return {
    sidebarFor(path) {
      const place = survey.places.get(path);
      if (place === undefined) return null;
      return {
        nodes: nodesFor(place.trail),
        breadcrumbs: breadcrumbs(place, path),
        previous: survey.order[place.position - 1] ?? null,
        next: survey.order[place.position + 1] ?? null,
      };
    },
    categoryFiles() {
      return new Map([...survey.closed.keys()].map((category) => [category.key, toNodes(category.items, [], survey.closed)]));
    },
    order: () => survey.order.map(({ path }) => path),
    topLevel: () => nodesFor([]),
  };
}

type ClosedCategories = ReadonlyMap<ResolvedCategory, SidebarCategory>;

interface Survey {
  places: Map<string, Place>;
  /** The pages in reading order. */
  order: PageLink[];
  /** Each category as it looks closed. */
  closed: ClosedCategories;
}

function surveyTree(tree: readonly ResolvedItem[]): Survey {
  const order: PageLink[] = [];
  const places = new Map<string, Place>();
  const closed = new Map<ResolvedCategory, SidebarCategory>();

  function addPlace(label: string, path: string, trail: readonly ResolvedCategory[]): void {
    // A page that is named twice belongs to its first place.
    if (places.has(path)) return;
    places.set(path, { trail, label, position: order.length });
    order.push({ label, path });
  }

  function walk(items: readonly ResolvedItem[], trail: readonly ResolvedCategory[]): void {
    for (const item of items) {
      if (item.type === 'page' && item.placed) addPlace(item.label, item.path, trail);
      if (item.type !== 'category') continue;
      const inside = [...trail, item];
      if (item.path !== null) addPlace(item.label, item.path, inside);
      walk(item.items, inside);
      const { label, key, path } = item;
      closed.set(item, { type: 'category', label, key, path: path ?? firstPath(item.items, closed), linked: path !== null, items: null });
    }
  }

  walk(tree, []);
  return { places, order, closed };
}

/** @param branch the categories to open, from the top; those that are configured open are open anyway */
function toNodes(items: readonly ResolvedItem[], branch: readonly ResolvedCategory[], closed: ClosedCategories): SidebarNode[] {
  return items.map((item) => {
    if (item.type === 'link') return item;
    if (item.type === 'page') return { type: 'page', label: item.label, path: item.path };
    const node = closed.get(item);
    if (node === undefined) throw new Error(`sidebar: the category "${item.label}" was never walked`);
    const [open, ...below] = branch;
    if (open !== item && item.collapsed) return node;
    return { ...node, items: toNodes(item.items, open === item ? below : [], closed) };
  });
}

/** A category's own page is its own last crumb. */
function breadcrumbs({ trail, label }: Place, path: string): Crumb[] {
  const crumbs = trail.map((category) => ({ label: category.label, path: category.path }));
  return crumbs.at(-1)?.path === path ? crumbs : [...crumbs, { label, path }];
}

/** The first page below: where a closed category leads without JavaScript. Inner categories are walked before outer ones. */
function firstPath(items: readonly ResolvedItem[], closed: ClosedCategories): string | null {
  for (const item of items) {
    const path = item.type === 'page' ? item.path : item.type === 'category' ? (closed.get(item)?.path ?? null) : null;
    if (path !== null) return path;
  }
  return null;
}

export interface Navigation {
  problems: Problem[];
  /** What stands around a page; a page outside of the sidebar has the closed top level and its own title as crumb. */
  pageNavigation(path: string): PageNavigation;
  /** Contents of each category by key, for `sidebar/{key}.json`. */
  categoryFiles(): Map<string, SidebarNode[]>;
  /** Routes in reading order. */
  order(): string[];
}

export interface NavigationOptions {
  /** Absolute path of the sidebar file; null: the sidebar is generated from the folders. */
  file: string | null;
  /** Which sidebar of the file. */
  name: string;
  docs: readonly DocEntry[];
  /** Folder that messages name files relative to. */
  projectRoot: string;
  draftIds: ReadonlySet<string>;
  isKnownMissing: (idOrFolder: string) => boolean;
  /** Start of the keys of categories, for one of several sidebars; absent: none. */
  keyPrefix?: string;
  /** Translations of labels; absent: none. */
  words?: Readonly<Record<string, string>>;
}

/** Reads, checks and resolves a sidebar: from the file to what a page is given. */
export async function openNavigation({ file, name, docs, projectRoot, ...known }: NavigationOptions): Promise<Navigation> {
  const shown = file === null ? 'generated sidebar' : relative(projectRoot, file).split(sep).join('/');
  const source = file === null ? generatedSidebar(name) : await readSidebarFile(file, shown);
  const parsed = parseSidebars(source);
  const selected = source.problems.length > 0 ? { tree: null, problems: [] } : selectSidebar(parsed, name, shown);
  const resolved =
    parsed.problems.length > 0 || selected.tree === null
      ? { tree: [], problems: [] }
      : resolveSidebar(selected.tree, docs, { name, file: shown, text: source.text, ...known });
  const index = createSidebarIndex(resolved.tree);
  const titles = new Map(docs.map((doc) => [doc.path, doc.title]));
  // Shared by all pages outside of the sidebar: the top level with every branch closed.
  const outside: PageNavigation = { nodes: index.topLevel(), breadcrumbs: [], previous: null, next: null };
  return {
    problems: [...parsed.problems, ...selected.problems, ...resolved.problems],
    pageNavigation: (path) => index.sidebarFor(path) ?? { ...outside, breadcrumbs: [{ label: titles.get(path) ?? path, path }] },
    categoryFiles: index.categoryFiles,
    order: index.order,
  };
}
