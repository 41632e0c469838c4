import { relativePath } from '#config/relative-path.ts';
import { wordFor } from '#model/interface-words.ts';
import type { Crumb, PageLink, SidebarCategory, SidebarNode } from '#model/page.ts';
import { isError, type Problem } from '#model/problem.ts';

import type { Card } from '../components/built-in-components.ts';
import { descriptionOf } from '../excerpts.ts';
import { MAX_SUGGESTIONS } from '../links.ts';
import { countLabel, readCategoryFiles } from './categories.ts';
import { createDocLookup, resolveSidebar } from './resolve-sidebar.ts';
import { generatedSidebar, parseSidebars, readSidebarFile, selectSidebar } from './sidebar-file.ts';
import type { DocEntry, ResolvedCategory, ResolvedItem, TakenKeys } from './resolve-sidebar.ts';

/** The part of the sidebar that a page contains. */
interface PageNavigation {
  /** The top level, with the branch of the page open. Do not change the list, because all pages of a category share it. */
  nodes: SidebarNode[];
  /** From the top category to the page itself. */
  breadcrumbs: Crumb[];
  previous: PageLink | null;
  next: PageLink | null;
}

/** Lookups in one sidebar. */
interface SidebarIndex {
  /** Returns the navigation of a page in constant time; null for a page that is not in the sidebar. */
  sidebarFor(path: string): PageNavigation | null;
  /** Returns the contents of each category by key, for `sidebar/{key}.json`, which is loaded when the reader opens the category. */
  categoryFiles(): Map<string, SidebarNode[]>;
  /** Returns the entries of the innermost category of a page; none for a page that is not in the sidebar. */
  siblingsOf(path: string): readonly ResolvedItem[];
  /** Returns the routes in reading order. */
  order(): string[];
  /** Returns the sidebar with every branch closed, for pages that are not in it. */
  topLevel(): SidebarNode[];
}

/** The position of a page in the sidebar. */
interface Position {
  /** Its categories, from the top. */
  trail: readonly ResolvedCategory[];
  label: string;
  /** Index in the reading order. */
  index: number;
}

/**
 * Traverses the sidebar once, so that each page takes only lookups. The open branch of a category is built once and shared by its pages.
 * @param name distinguishes the keys of groups at the top level from those of other sidebars
 */
export function createSidebarIndex(resolved: readonly ResolvedItem[], name = ''): SidebarIndex {
  const { tree, groups, listOf } = divideLongLists(resolved, name);
  const traversed = traverse(tree);
  const opened = new Map<ResolvedCategory | null, SidebarNode[]>();

  function nodesFor(trail: readonly ResolvedCategory[]): SidebarNode[] {
    const innermost = trail.at(-1) ?? null;
    const known = opened.get(innermost);
    if (known !== undefined) return known;
    const nodes = toNodes(tree, trail, traversed.closed);
    opened.set(innermost, nodes);
    return nodes;
  }

  return {
    sidebarFor(path) {
      const position = traversed.positions.get(path);
      if (position === undefined) return null;
      return {
        nodes: nodesFor(position.trail),
        breadcrumbs: breadcrumbs({ ...position, trail: position.trail.filter((category) => !groups.has(category)) }, path),
        previous: traversed.order[position.index - 1] ?? null,
        next: traversed.order[position.index + 1] ?? null,
      };
    },
    categoryFiles() {
      return new Map([...traversed.closed.keys()].map((category) => [category.key, toNodes(category.items, [], traversed.closed)]));
    },
    siblingsOf(path) {
      const position = traversed.positions.get(path);
      if (position === undefined) return [];
      const innermost = position.trail.at(-1);
      return (innermost && listOf.get(innermost)) ?? resolved;
    },
    order: () => traversed.order.map(({ path }) => path),
    topLevel: () => nodesFor([]),
  };
}

interface DividedSidebar {
  tree: readonly ResolvedItem[];
  groups: ReadonlySet<ResolvedCategory>;
  /** The undivided list of each category and of each group. */
  listOf: ReadonlyMap<ResolvedCategory, readonly ResolvedItem[]>;
}

/** Each page contains the open list of its category, so a longer list is divided into closed groups of the smaller size. */
const MAX_ENTRIES = 200;
const GROUP_ENTRIES = 100;

/** Divides each long list of a sidebar into groups, which are named by their first and last entries: "Abacus – Azure". */
function divideLongLists(items: readonly ResolvedItem[], name: string): DividedSidebar {
  const groups = new Set<ResolvedCategory>();
  const listOf = new Map<ResolvedCategory, readonly ResolvedItem[]>();

  function divideList(list: readonly ResolvedItem[], key: string): ResolvedItem[] {
    const entries = list.map((item) => (item.type === 'category' ? divideCategory(item) : item));
    if (entries.length <= MAX_ENTRIES) return entries;
    // With the square root, neither a group nor the list of groups becomes long, however many entries there are.
    const size = Math.max(GROUP_ENTRIES, Math.ceil(Math.sqrt(entries.length)));
    return Array.from({ length: Math.ceil(entries.length / size) }, (_, number) => {
      const part = entries.slice(number * size, (number + 1) * size);
      const label = `${part[0]?.label} – ${part.at(-1)?.label}`;
      // Keys of other categories contain no tilde.
      const group: ResolvedCategory = { type: 'category', label, key: `${key}~${number + 1}`, collapsed: true, path: null, items: part };
      groups.add(group);
      listOf.set(group, list);
      return group;
    });
  }

  function divideCategory(category: ResolvedCategory): ResolvedCategory {
    const divided = { ...category, items: divideList(category.items, category.key) };
    listOf.set(divided, category.items);
    return divided;
  }

  return { tree: divideList(items, name), groups, listOf };
}

type ClosedCategories = ReadonlyMap<ResolvedCategory, SidebarCategory>;

/** The result of traversing a sidebar. */
interface TraversedSidebar {
  /** By route. */
  positions: Map<string, Position>;
  /** The pages in reading order. */
  order: PageLink[];
  /** The closed form of each category. */
  closed: ClosedCategories;
}

function traverse(tree: readonly ResolvedItem[]): TraversedSidebar {
  const order: PageLink[] = [];
  const positions = new Map<string, Position>();
  const closed = new Map<ResolvedCategory, SidebarCategory>();

  function addPage(label: string, path: string, trail: readonly ResolvedCategory[]): void {
    // A page that is listed twice has its first position.
    if (positions.has(path)) return;
    positions.set(path, { trail, label, index: order.length });
    order.push({ label, path });
  }

  function walk(items: readonly ResolvedItem[], trail: readonly ResolvedCategory[]): void {
    for (const item of items) {
      if (item.type === 'page' && item.hasPosition) addPage(item.label, item.path, trail);
      if (item.type !== 'category') continue;
      const inside = [...trail, item];
      if (item.path !== null) addPage(item.label, item.path, inside);
      walk(item.items, inside);
      const { label, key, path } = item;
      closed.set(item, { type: 'category', label, key, path: path ?? firstPage(item.items), linked: path !== null, items: null });
    }
  }

  walk(tree, []);
  return { positions, order, closed };
}

/** Converts entries to the nodes that a page contains. @param branch the categories to open, from the top, in addition to those that are open by default */
function toNodes(items: readonly ResolvedItem[], branch: readonly ResolvedCategory[], closed: ClosedCategories): SidebarNode[] {
  return items.map((item) => {
    if (item.type === 'link' || item.type === 'heading') return item;
    if (item.type === 'page') return { type: 'page', label: item.label, path: item.path };
    const node = closed.get(item);
    if (node === undefined) throw new Error(`sidebar: the category "${item.label}" was not visited`);
    const [open, ...below] = branch;
    if (open !== item && item.collapsed) return node;
    return { ...node, items: toNodes(item.items, open === item ? below : [], closed) };
  });
}

/** Returns the categories of a page, and then the page, unless it is the page of its last category. */
function breadcrumbs({ trail, label }: Position, path: string): Crumb[] {
  const crumbs = trail.map((category) => ({ label: category.label, path: category.path }));
  return crumbs.at(-1)?.path === path ? crumbs : [...crumbs, { label, path }];
}

export interface Navigation {
  problems: Problem[];
  /** Returns the navigation of a page. A page outside of all sidebars gets the closed top level, and its title as the breadcrumb. */
  pageNavigation(path: string): PageNavigation;
  /** Returns the contents of each category by key, for `sidebar/{key}.json`. */
  categoryFiles(): Map<string, SidebarNode[]>;
  /** Returns the siblings of a page, for `<DocCardList>`. */
  cardsAround(path: string): Card[];
  /** Returns the routes in reading order. */
  order(): string[];
}

export interface NavigationOptions {
  /** Absolute path of the sidebar file; null: the sidebar is generated from the folders. */
  file: string | null;
  /** Absolute folder of the Markdown files. */
  root: string;
  /** The same folder of the default locale; absent: this is the default locale. */
  originalRoot?: string | undefined;
  /** Name of the sidebar for pages that are not in any; null: `overviewSidebar` if the file has it, or else the first. */
  name: string | null;
  docs: readonly DocEntry[];
  /** Messages name files relative to this folder. */
  projectRoot: string;
  draftIds: ReadonlySet<string>;
  isKnownMissing: (idOrFolder: string) => boolean;
  /** Prefix of the keys of categories, which distinguishes several folders of docs; absent: none. */
  keyPrefix?: string;
  /** Translations of labels; absent: none. */
  words?: Readonly<Record<string, string>>;
  /** Keys that the sidebars of other folders use; absent: none. */
  takenKeys?: TakenKeys;
}

/** Combines the navigation of several folders of docs: each page gets the navigation of its folder. The first folder contains the main docs. */
export function joinNavigations(parts: readonly { navigation: Navigation; docs: readonly Pick<DocEntry, 'path'>[] }[]): Navigation {
  const [main] = parts.map(({ navigation }) => navigation);
  if (main === undefined) throw new Error('a site has at least one folder of docs');
  const byPath = new Map(parts.flatMap(({ navigation, docs }) => docs.map(({ path }) => [path, navigation])));
  const of = (path: string): Navigation => byPath.get(path) ?? main;
  return {
    problems: parts.flatMap(({ navigation }) => navigation.problems),
    pageNavigation: (path) => of(path).pageNavigation(path),
    cardsAround: (path) => of(path).cardsAround(path),
    categoryFiles: () => new Map(parts.flatMap(({ navigation }) => [...navigation.categoryFiles()])),
    order: () => parts.flatMap(({ navigation }) => navigation.order()),
  };
}

/** Reads, checks, and resolves the sidebars of a folder of docs. */
export async function loadNavigation({ file, root, name: wanted, docs, projectRoot, ...known }: NavigationOptions): Promise<Navigation> {
  const shown = file === null ? 'generated sidebar' : relativePath(projectRoot, file);
  const source = file === null ? generatedSidebar(wanted) : await readSidebarFile(file, shown);
  const parsed = parseSidebars(source);
  const selected = source.problems.length > 0 ? null : selectSidebar(parsed, wanted, shown);
  const { categories, problems } = readCategoryFiles(root, relativePath(projectRoot, root), known.originalRoot);
  for (const problem of [...parsed.problems, ...(selected?.problems ?? [])]) problems.push(problem);
  const listed = docs.filter(({ frontMatter }) => frontMatter?.unlisted !== true);
  const hidden = docs.filter(({ frontMatter }) => frontMatter?.unlisted === true).map(({ id }) => id);
  const draftIds = new Set([...known.draftIds, ...hidden]);
  if (listed.length === 0 && !known.isKnownMissing('.')) {
    const empty = createSidebarIndex([]);
    return { problems: [...problems, noPages(relativePath(projectRoot, root), draftIds)], ...navigationOf(docs, empty, new Map()) };
  }
  const takenKeys = known.takenKeys ?? new Map<string, number>();
  const lookup = createDocLookup(listed);
  const indexes = new Map<string, SidebarIndex>();
  const names = selected?.tree == null || parsed.problems.some(isError) ? [] : [selected.name, ...parsed.sidebars.keys()];
  // The main sidebar comes first, so that its keys have no number.
  for (const name of new Set(names)) {
    const options = {
      name,
      file: shown,
      text: source.text,
      ...known,
      draftIds,
      categories,
      takenKeys,
      mayLackPages: name !== selected?.name,
    };
    const resolved = resolveSidebar(parsed.sidebars.get(name) ?? [], lookup, options);
    // There may be more than a call can have arguments.
    for (const problem of resolved.problems) problems.push(problem);
    const depth = depthOf(resolved.tree);
    if (depth > MAX_DEPTH) {
      problems.push({
        file: shown,
        message: `the categories of the sidebar are nested ${depth} levels deep, more than ${MAX_DEPTH}: put the pages into fewer folders, because each page shows all categories above it`,
        severity: 'error',
      });
      continue;
    }
    indexes.set(name, createSidebarIndex(resolved.tree, `${known.keyPrefix ?? ''}${name}`));
  }
  const main = (selected === null ? undefined : indexes.get(selected.name)) ?? createSidebarIndex([]);
  return { problems: [...problems, ...problemsOfPages(docs, indexes)], ...navigationOf(docs, main, indexes, known.words) };
}

/** The maximum number of categories in each other. */
const MAX_DEPTH = 20;

/** Returns the number of categories in each other. */
function depthOf(items: readonly ResolvedItem[]): number {
  return items.reduce((most, item) => (item.type === 'category' ? Math.max(most, 1 + depthOf(item.items)) : most), 0);
}

function noPages(folder: string, leftOut: ReadonlySet<string>): Problem {
  const found =
    leftOut.size === 0
      ? 'the folder contains no pages: add a Markdown file, such as index.md'
      : 'the folder contains no pages that a build shows, because all are drafts or unlisted: remove `draft: true` or `unlisted: true` from one';
  return { file: folder, message: found, severity: 'error' };
}

/** Assigns each page the sidebar that its front matter names, or the first sidebar that lists it. */
function navigationOf(
  docs: readonly DocEntry[],
  main: SidebarIndex,
  indexes: ReadonlyMap<string, SidebarIndex>,
  words: Readonly<Record<string, string>> = {},
): Omit<Navigation, 'problems'> {
  const translate = (text: string): string => wordFor(text, words);
  const byPath = new Map(docs.map((doc) => [doc.path, doc]));
  const lookup = createDocLookup(docs);
  // All pages outside a sidebar share its top level with every branch closed.
  const outside = new Map<SidebarIndex, PageNavigation>();
  const closed = (index: SidebarIndex): PageNavigation => {
    const known = outside.get(index) ?? { nodes: index.topLevel(), breadcrumbs: [], previous: null, next: null };
    outside.set(index, known);
    return known;
  };
  const linkTo = (id: string | null): PageLink | null => {
    const doc = id === null ? undefined : lookup.find(id);
    return doc === undefined ? null : { label: doc.frontMatter?.pagination_label ?? doc.sidebarLabel, path: doc.path };
  };
  function found(path: string, named: string | undefined): PageNavigation | null {
    const first = named === undefined ? undefined : indexes.get(named);
    if (first !== undefined) return first.sidebarFor(path) ?? { ...closed(first), breadcrumbs: crumbsOf(path) };
    for (const index of [main, ...indexes.values()]) {
      const navigation = index.sidebarFor(path);
      if (navigation !== null) return navigation;
    }
    return null;
  }
  const crumbsOf = (path: string): Crumb[] => [{ label: byPath.get(path)?.title ?? path, path }];
  return {
    pageNavigation(path) {
      const { displayed_sidebar: named, pagination_prev: previous, pagination_next: next } = byPath.get(path)?.frontMatter ?? {};
      const navigation = found(path, named ?? undefined) ?? { ...closed(main), breadcrumbs: crumbsOf(path) };
      if (named === undefined && previous === undefined && next === undefined) return navigation;
      return {
        ...navigation,
        ...(named === null && { nodes: [] }),
        ...(previous !== undefined && { previous: linkTo(previous) }),
        ...(next !== undefined && { next: linkTo(next) }),
      };
    },
    cardsAround(path) {
      const descriptionAt = (href: string): string | null => {
        const doc = byPath.get(href);
        return (doc && descriptionOf(doc)) || null;
      };
      const items = [main, ...indexes.values()].map((index) => index.siblingsOf(path)).find(({ length }) => length > 0) ?? [];
      return items.flatMap((item): Card[] => {
        if (item.type === 'heading') return [];
        const href = item.type === 'link' ? item.href : item.type === 'page' ? item.path : (item.path ?? firstPage(item.items));
        if (href === null || href === path) return [];
        if (item.type !== 'category') return [{ label: item.label, href, description: descriptionAt(href) }];
        const own = item.path === null ? null : descriptionAt(href);
        return [{ label: item.label, href, description: [countLabel(item, translate), own].filter(Boolean).join(' · ') }];
      });
    },
    categoryFiles: () => new Map([main, ...indexes.values()].flatMap((index) => [...index.categoryFiles()])),
    order: () => [...new Set([main, ...indexes.values()].flatMap((index) => index.order()))],
  };
}

/** Returns the first page of a category, to which a closed category links without JavaScript. */
function firstPage(items: readonly ResolvedItem[]): string | null {
  for (const item of items) {
    const path = item.type === 'page' ? item.path : item.type === 'category' ? (item.path ?? firstPage(item.items)) : null;
    if (path !== null) return path;
  }
  return null;
}

/** Reports unknown sidebars and pages in the front matter of pages. */
function problemsOfPages(docs: readonly DocEntry[], indexes: ReadonlyMap<string, SidebarIndex>): Problem[] {
  const lookup = createDocLookup(docs);
  const names = [...indexes.keys()].slice(0, MAX_SUGGESTIONS).join(', ');
  let suggestions = MAX_SUGGESTIONS;
  return docs.flatMap(({ file = '', frontMatter = {} }) => {
    const { displayed_sidebar: sidebar } = frontMatter;
    const lost =
      sidebar != null && indexes.size > 0 && !indexes.has(sidebar)
        ? [`front matter "displayed_sidebar": there is no sidebar "${sidebar}"; there are: ${names}`]
        : [];
    for (const key of ['pagination_prev', 'pagination_next'] as const) {
      const id = frontMatter[key];
      if (id != null && lookup.find(id) === undefined)
        lost.push(`front matter "${key}": no page has the id "${id}"${suggestions-- > 0 ? lookup.hint(id) : ''}`);
    }
    return lost.map((message): Problem => ({ file, line: 1, message, severity: 'error' }));
  });
}
