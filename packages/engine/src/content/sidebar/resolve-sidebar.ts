import { createHash } from 'node:crypto';
import { posix } from 'node:path';

import { slug } from 'github-slugger';

import { nearestName } from '#config/nearest-name.ts';
import { wordFor } from '#model/interface-words.ts';
import type { Problem } from '#model/problem.ts';

import { docId, isNamesake, numberPrefix, withoutNumber } from '../doc-routes.ts';
import { MAX_LABEL_LENGTH } from '../excerpts.ts';
import type { FrontMatter } from '../front-matter.ts';
import { MAX_SUGGESTIONS } from '../links.ts';
import type { CategoryFiles } from './categories.ts';
import { lineOfProblem } from './sidebar-file.ts';
import type { CategoryItem, DocItem, HeadingItem, LinkItem, SidebarItem } from './sidebar-file.ts';

/** The data of a page that navigation uses. */
export interface DocEntry {
  id: string;
  path: string;
  title: string;
  sidebarLabel: string;
  sidebarPosition: number | null;
  /** Whether the page is a generated overview of a category, to which only its category leads; absent: no. */
  isOverview?: boolean;
  /** Path of the file relative to the docs root, with `/`. */
  source: string;
  /** Name of the file for problems. */
  file?: string;
  /** Its Markdown, from which its description is taken if the front matter has none. */
  body?: string;
  frontMatter?: Pick<
    FrontMatter,
    'description' | 'displayed_sidebar' | 'pagination_label' | 'pagination_next' | 'pagination_prev' | 'unlisted'
  >;
}

/** An entry that is resolved to a page. */
interface ResolvedPage {
  type: 'page';
  label: string;
  path: string;
  /** Whether this is the position of the page in the sidebar; false for a `ref`. */
  hasPosition: boolean;
}

/** A category whose entries are resolved. */
export interface ResolvedCategory {
  type: 'category';
  label: string;
  /** Identifies the category: the slugs of the labels from the top level down, joined by `--`. */
  key: string;
  collapsed: boolean;
  /** Route of the category's own page. */
  path: string | null;
  items: ResolvedItem[];
}

/** An entry of a sidebar that is resolved to pages of the site. */
export type ResolvedItem = ResolvedPage | LinkItem | HeadingItem | ResolvedCategory;

interface ResolveOptions {
  /** Name of the sidebar, for problems. */
  name: string;
  /** Path and text of the sidebar file, to report the line of an id. */
  file: string;
  text: string;
  /** Ids of drafts, whose entries a production build leaves out without a message. */
  draftIds?: ReadonlySet<string>;
  /** Whether the configuration lists an id or a folder as missing, so that its entry is left out without a message. */
  isKnownMissing?: (idOrFolder: string) => boolean;
  /** Prefix of the keys of categories, which distinguishes several folders of docs; absent: none. */
  keyPrefix?: string;
  /** Translations of labels by the label as written; absent: none. */
  words?: Readonly<Record<string, string>>;
  /** The settings of categories in their folders; absent: none. */
  categories?: CategoryFiles['categories'];
  /** Keys that other sidebars of the site use, to which the keys of this one are added; absent: none. */
  takenKeys?: TakenKeys;
  /** Whether the sidebar may contain no pages; default false. */
  mayLackPages?: boolean;
}

/**
 * Resolves the ids of a sidebar to pages of the site. Reports unknown ids, folders without pages, and a sidebar without any page. An entry with
 * a problem is left out, and so is a category that becomes empty.
 */
export function resolveSidebar(
  tree: readonly SidebarItem[],
  lookup: DocLookup,
  options: ResolveOptions,
): { tree: ResolvedItem[]; problems: Problem[] } {
  const context: Context = { lookup, options, problems: [], keys: options.takenKeys ?? new Map() };
  const resolved = resolveItems(tree, options.keyPrefix ?? '', context);
  if (context.problems.length === 0 && options.mayLackPages !== true && !resolved.some(leadsToPage)) {
    reportProblem(context, options.name, `the sidebar "${options.name}" contains no pages: add at least one id`);
  }
  return { tree: resolved, problems: context.problems };
}

/** The keys of categories, each with the number of the last category that wanted it. */
export type TakenKeys = Map<string, number>;

interface Context {
  lookup: DocLookup;
  options: ResolveOptions;
  problems: Problem[];
  keys: TakenKeys;
}

function reportProblem({ options, problems }: Context, near: string, message: string): void {
  const line = lineOfProblem(options.text, near, problems.length);
  problems.push({ file: options.file, ...(line !== undefined && { line }), message, severity: 'error' });
}

function leadsToPage(item: ResolvedItem): boolean {
  if (item.type === 'category') return item.path !== null || item.items.some(leadsToPage);
  return item.type === 'page' && item.hasPosition;
}

/** Maximum length of the address of a link, which every page contains. */
const MAX_ADDRESS_LENGTH = 2000;

function resolveItems(items: readonly SidebarItem[], above: string, context: Context): ResolvedItem[] {
  return items.flatMap((item) => resolveItem(item, above, context));
}

function resolveItem(item: SidebarItem, above: string, context: Context): ResolvedItem[] {
  if (item.type === 'link' && item.href.length > MAX_ADDRESS_LENGTH) {
    reportProblem(
      context,
      item.label,
      `the address of the link "${translated(item.label, context)}" has more than ${MAX_ADDRESS_LENGTH} characters`,
    );
    return [];
  }
  if (item.type === 'link' || item.type === 'heading') return [{ ...item, label: translated(item.label, context) }];
  if (item.type === 'category') return resolveCategory(item, above, context);
  if (item.type !== 'autogenerated') return resolvePage(item, context);
  const generated = autogenerate(item.dirName, context.lookup, context.options.categories);
  if (generated.length === 0 && context.options.isKnownMissing?.(item.dirName) !== true) {
    const message =
      item.dirName === '.'
        ? 'the docs folder has no page: add a Markdown file, such as index.md'
        : `the folder "${item.dirName}" of an autogenerated entry has no page`;
    reportProblem(context, item.dirName, message);
  }
  return resolveItems(generated, above, context);
}

function resolvePage(item: DocItem, context: Context): ResolvedItem[] {
  const doc = findDoc(item.id, context);
  if (doc === undefined) return [];
  return [
    {
      type: 'page',
      label: item.label === null ? doc.sidebarLabel : translated(item.label, context),
      path: doc.path,
      hasPosition: item.type === 'doc',
    },
  ];
}

function resolveCategory(item: CategoryItem, above: string, context: Context): ResolvedItem[] {
  const key = uniqueKey(above, item.label, context.keys);
  const own = item.link === null ? undefined : findDoc(item.link, context);
  // The label of the category already links to its overview, so do not list the overview again.
  const items = resolveItems(item.items, key, context).filter(
    (one) => item.index === undefined || one.type !== 'page' || one.path !== own?.path,
  );
  if (items.length === 0 && own === undefined) return [];
  return [{ type: 'category', label: translated(item.label, context), key, collapsed: item.collapsed, path: own?.path ?? null, items }];
}

/** Returns the translation of a label, which is cut if it is long, because every page contains it. Keys of categories are made from the label as written. */
const translated = (label: string, { options }: Context): string => wordFor(label, options.words).slice(0, MAX_LABEL_LENGTH);

function findDoc(id: string, context: Context): DocEntry | undefined {
  const doc = context.lookup.find(id);
  const { draftIds, isKnownMissing } = context.options;
  const isDraft = draftIds?.has(id) === true || draftIds?.has(normalizeId(id)) === true;
  if (doc !== undefined || isDraft || isKnownMissing?.(id) === true) return doc;
  const message = `no page has the id "${id}" that the sidebar "${context.options.name}" names`;
  reportProblem(context, id, message + (context.problems.length < MAX_SUGGESTIONS ? context.lookup.hint(id) : ''));
  return undefined;
}

/** A key becomes a file name, which most file systems limit to 255 bytes. */
const MAX_KEY_BYTES = 200;

/** Returns a unique key for a category: a repeated key gets a number, and a long key is replaced with its hash. */
function uniqueKey(above: string, label: string, taken: TakenKeys): string {
  const named = (above === '' ? '' : `${above}--`) + (slug(label) || 'category');
  const isLong = Buffer.byteLength(named) > MAX_KEY_BYTES;
  const base = isLong ? createHash('sha256').update(named).digest('hex').slice(0, 16) : named;
  let key = base;
  let number = taken.get(base) ?? 1;
  while (taken.has(key)) key = `${base}-${++number}`;
  taken.set(base, number);
  taken.set(key, Math.max(1, taken.get(key) ?? 1));
  return key;
}

export interface DocLookup {
  /** Finds a page by its exact id, or else by its normalized id (`normalizeId`), with or without the version at its start. */
  find(id: string): DocEntry | undefined;
  /** Returns the end of a message about an unknown id: the most similar id, or that the site has no pages; '' if the id is too long to be compared. */
  hint(id: string): string;
  /** Returns the pages of a folder and its subfolders; `.` is the root. */
  inFolder(dirName: string): DocEntry[];
  /** Adds a page, which is not found by an id that another page has. */
  add(doc: DocEntry): void;
}

export function createDocLookup(docs: readonly DocEntry[]): DocLookup {
  const exact = new Map<string, DocEntry>();
  const plain = new Map<string, DocEntry>();
  const entries: { doc: DocEntry; plain: string }[] = [];
  function add(doc: DocEntry): void {
    const entry = { doc, plain: normalizeId(doc.id) };
    entries.push(entry);
    if (!exact.has(doc.id)) exact.set(doc.id, doc);
    if (!plain.has(entry.plain)) plain.set(entry.plain, doc);
  }
  docs.forEach(add);
  return {
    add,
    find: (id) => exact.get(id) ?? plain.get(normalizeId(id)) ?? plain.get(normalizeId(withoutVersion(id))),
    hint(id) {
      if (entries.length === 0) return '; the docs folder has no page';
      // Prefer ids with the same last segment, because a moved page keeps its name more often than its folder.
      const name = lastStep(normalizeId(id));
      const moved = entries.filter((entry) => lastStep(entry.plain) === name).map(({ doc }) => doc.id);
      const near = nearestName(id, moved.length > 0 ? moved : [...exact.keys()]);
      return near === null ? '' : `; the nearest is "${near}"`;
    },
    inFolder(dirName) {
      const folder = idOfFolder(dirName);
      const below = `${folder}/`;
      const inside = folder === '' ? entries : entries.filter((entry) => entry.plain === folder || entry.plain.startsWith(below));
      return inside.flatMap(({ doc }) => (doc.isOverview === true ? [] : doc));
    },
  };
}

/** Normalizes an id: Docusaurus writes `docs/actions/README` for `docs/actions`. */
function normalizeId(id: string): string {
  return id.replace(/\/(index|readme)$/i, '').toLowerCase();
}

/** Removes the version from an id. Early releases of Docusaurus 2 wrote ids such as `version-1.4/start` into the sidebars of versions. */
const withoutVersion = (id: string): string => id.replace(/^version-[^/]+\//, '');

/** Returns the id of a folder, without number prefixes; '' for the root of the docs. */
function idOfFolder(dirName: string): string {
  const path = dirName.replace(/^\.?\/+|^\.$|(?<!\/)\/+$/g, '');
  return path === '' ? '' : docId(`${path}/index.md`);
}

function lastStep(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Replaces autogenerated entries with the entries of their folders. */
export function expandFolders(items: readonly SidebarItem[], lookup: DocLookup, categories: CategoryFiles['categories']): SidebarItem[] {
  const expand = (list: readonly SidebarItem[]): SidebarItem[] =>
    list.flatMap((item): SidebarItem[] => {
      if (item.type === 'category') return [{ ...item, items: expand(item.items) }];
      return item.type === 'autogenerated' ? autogenerate(item.dirName, lookup, categories) : [item];
    });
  return expand(items);
}

/** A folder of docs as a tree. */
interface Folder {
  /** '' for the root of the docs. */
  id: string;
  /** Its name as it is written, with the number. */
  name: string;
  /** The number before its name. */
  number: number | null;
  /** The folder's own page. */
  own: DocEntry | null;
  docs: DocEntry[];
  folders: Map<string, Folder>;
}

/** Returns the entries of a folder: its own page first, then pages and subfolders by position and name. */
function autogenerate(dirName: string, lookup: DocLookup, categories: CategoryFiles['categories'] = new Map()): SidebarItem[] {
  const base = idOfFolder(dirName);
  const root = emptyFolder(base, '');
  const docs = lookup.inFolder(dirName);
  // Only a folder with other pages in it can have a page of its own.
  const ids = docs.map(idWithoutNamesake);
  const folders = new Set(ids.flatMap((id) => foldersAbove(id)));
  for (const doc of docs) addToFolder(root, doc, base, folders);
  const items = entries(root, { categories, lookup });
  return root.own === null ? items : [toItem(root.own), ...items];
}

const emptyFolder = (id: string, name: string): Folder => ({
  id,
  name,
  number: numberPrefix(name),
  own: null,
  docs: [],
  folders: new Map(),
});

/** Returns the ids of all folders that contain a page. */
function foldersAbove(id: string): string[] {
  const steps = id.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'));
}

/** Returns the id of a page; for the page of a folder that has the folder's name (`jobs/jobs`), the id of the folder. */
function idWithoutNamesake({ id, source }: DocEntry): string {
  const plain = normalizeId(id);
  return isNamesake(plain) && isNamesake(source.replace(/\.mdx?$/i, '')) ? plain.slice(0, plain.lastIndexOf('/')) : plain;
}

/** Adds a page to the tree. @param base id of the root @param folders ids of all folders */
function addToFolder(root: Folder, doc: DocEntry, base: string, folders: ReadonlySet<string>): void {
  const id = idWithoutNamesake(doc);
  const inside = base === '' ? id : id.slice(base.length + 1);
  const steps = inside === '' ? [] : inside.split('/');
  const isOwn = folders.has(id) || inside === '';
  let folder = root;
  for (const step of isOwn ? steps : steps.slice(0, -1)) {
    const id = folder.id === '' ? step : `${folder.id}/${step}`;
    const next = folder.folders.get(step) ?? emptyFolder(id, writtenName(doc, id));
    folder.folders.set(step, next);
    folder = next;
  }
  if (isOwn && folder.own === null) folder.own = doc;
  else folder.docs.push(doc);
}

/** Returns the name of a folder as the path of one of its pages writes it. Ids are in lower case and have no numbers. */
function writtenName({ source }: DocEntry, folder: string): string {
  const steps = folder.split('/');
  return source.split('/').slice(0, -1)[steps.length - 1] ?? lastStep(folder);
}

interface FolderContext {
  categories: CategoryFiles['categories'];
  lookup: DocLookup;
}

function entries(folder: Folder, context: FolderContext): SidebarItem[] {
  const pages = folder.docs.map((doc) => {
    // A folder with a single page, its own, is not a category, but its settings apply to the entry of the page.
    const { label = null, position = doc.sidebarPosition } = context.categories.get(folderOf(doc) ?? '') ?? {};
    return { name: fileName(doc), position, item: { ...toItem(doc), label } };
  });
  const categories = [...folder.folders].map(([name, inner]) => ({
    name,
    position: context.categories.get(inner.id)?.position ?? inner.own?.sidebarPosition ?? inner.number,
    item: toCategory(inner, context),
  }));
  const sorted = [...pages, ...categories].toSorted(
    (a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || compareNames(a.name, b.name),
  );
  return sorted.map((entry) => entry.item);
}

/** Returns the id of the folder whose own page a page is; null if it is a page in a folder. */
function folderOf(doc: DocEntry): string | null {
  const folder = idOfFolder(posix.dirname(doc.source));
  return folder !== '' && folder === idWithoutNamesake(doc) ? folder : null;
}

function toCategory(folder: Folder, context: FolderContext): SidebarItem {
  const { label, collapsed = true, link, index } = context.categories.get(folder.id) ?? {};
  // The id is relative to the folder, or a full id.
  const local = link == null ? undefined : (context.lookup.find(`${folder.id}/${link}`) ?? context.lookup.find(link));
  const page = link === undefined ? (folder.own?.id ?? null) : (local?.id ?? link);
  const items = [...(folder.own === null ? [] : [toItem(folder.own)]), ...entries(folder, context)];
  return {
    type: 'category',
    label: label ?? folder.own?.sidebarLabel ?? labelOf(folder.name),
    collapsed,
    link: page,
    ...(index !== undefined && { index }),
    items: items.filter((item) => item.type !== 'doc' || item.id !== page),
  };
}

const toItem = (doc: DocEntry): DocItem => ({ type: 'doc', id: doc.id, label: null });

const fileName = (doc: DocEntry): string => doc.id.slice(doc.id.lastIndexOf('/') + 1);

/** Compares by code point, so that the order does not depend on the locale of the machine. */
function compareNames(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns the label of a folder without settings. Capital letters in its name are the author's: `gRPC` and `useJob` stay as they are. */
function labelOf(name: string): string {
  const words = withoutNumber(name).replace(/[-_]+/g, ' ').trim();
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}
