import { relative, sep } from 'node:path';

import type { SidebarNode } from '#model/navigation.ts';
import type { Problem } from '#model/problem.ts';

import { parseSidebars, selectSidebar } from './parse-sidebar.ts';
import { generatedSidebar, readSidebarFile } from './read-sidebar-file.ts';
import { resolveSidebar } from './resolve-sidebar.ts';
import { createSidebarIndex } from './sidebar-for-page.ts';
import type { PageNavigation } from './sidebar-for-page.ts';
import type { DocEntry } from './sidebar-tree.ts';

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
