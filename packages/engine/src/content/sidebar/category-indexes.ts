import { join, posix, relative, sep } from 'node:path';

import type { DocSource } from '../document.ts';
import { readCategoryFiles } from './category-files.ts';
import { expandFolders, resolveSidebar } from './resolve-sidebar.ts';
import { generatedSidebar, parseSidebars, readSidebarFile } from './sidebar-file.ts';
import type { CategoryIndex, CategoryItem, ResolvedItem, SidebarItem } from './sidebar-file.ts';

export interface IndexOptions {
  /** Absolute path of the sidebar file; null: the sidebar is generated. */
  file: string | null;
  /** Absolute folder of the Markdown files. */
  root: string;
  docs: readonly DocSource[];
  /** The docs' route. */
  basePath: string;
  /** Folder that messages name files relative to. */
  projectRoot: string;
}

/**
 * Generates the overviews that a sidebar asks for (`link: { type: generated-index }`): the pages of a category with their
 * descriptions. Problems of the sidebar are reported by `openNavigation` only.
 */
export async function categoryIndexes({ file, root, docs, basePath, projectRoot }: IndexOptions): Promise<DocSource[]> {
  const { categories } = readCategoryFiles(root, '');
  if (file === null && categories.size === 0) return [];
  const shown = file === null ? 'generated sidebar' : relative(projectRoot, file).split(sep).join('/');
  const { sidebars } = parseSidebars(file === null ? generatedSidebar(null) : await readSidebarFile(file, shown));
  const tree = expandFolders([...sidebars.values()].flat(), docs, categories);
  const made: DocSource[] = [];
  // Those within are made first: the overview around them lists them.
  for (const { item, index } of withIndex(tree)) {
    const known = [...docs, ...made];
    const options = { name: '', file: shown, text: '', isKnownMissing: () => true };
    const { tree: items } = resolveSidebar([{ ...item, link: null }], known, options);
    const [category] = items;
    if (category?.type !== 'category') continue;
    const place = { file: shown, absolute: join(projectRoot, shown), path: `${basePath}/${index.slug}` };
    made.push(indexPage(index, item.label, listOf(category.items, index.slug, known), place));
  }
  return made;
}

function withIndex(items: readonly SidebarItem[]): { item: CategoryItem; index: CategoryIndex }[] {
  return items.flatMap((item) => {
    if (item.type !== 'category') return [];
    return [...withIndex(item.items), ...(item.index === undefined ? [] : [{ item, index: item.index }])];
  });
}

function indexPage(
  { slug, title, description, text }: CategoryIndex,
  label: string,
  list: string,
  place: Pick<DocSource, 'file' | 'absolute' | 'path'>,
): DocSource {
  return {
    id: slug,
    source: `${slug}.md`,
    ...place,
    title,
    sidebarLabel: label,
    sidebarPosition: null,
    frontMatter: { ...(description === null ? {} : { description }), custom_edit_url: null },
    body: [text || description || '', list].filter(Boolean).join('\n\n'),
    bodyLine: 1,
    lastUpdate: null,
  };
}

/** Pages of the category in one table, then each group that has no page of its own under its name. */
function listOf(items: readonly ResolvedItem[], slug: string, docs: readonly DocSource[]): string {
  const byPath = new Map(docs.map((doc) => [doc.path, doc]));
  const rows = items.flatMap((item) => {
    if (item.type === 'link') return [`| [${plain(item.label)}](${item.href}) | |`];
    if (item.type === 'heading') return [];
    const doc = item.path === null ? undefined : byPath.get(item.path);
    if (doc === undefined) return [];
    const target = encodeURI(posix.relative(posix.dirname(slug), doc.source)).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
    return [`| [${plain(item.type === 'category' ? item.label : doc.title)}](${target}) | ${plain(doc.frontMatter.description ?? '')} |`];
  });
  const groups = items.flatMap((item) =>
    item.type === 'category' && item.path === null ? [`## ${plain(item.label)}`, listOf(item.items, slug, docs)] : [],
  );
  return [...(rows.length === 0 ? [] : [['| Page | What it is for |', '| --- | --- |', ...rows].join('\n')]), ...groups].join('\n\n');
}

/** Titles and descriptions are text: what would be Markdown in them is written as it is. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>|&#]/g, (mark) => `&#${mark.charCodeAt(0)};`);
