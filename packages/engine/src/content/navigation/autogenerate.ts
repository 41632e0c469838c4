import { plainId } from './doc-lookup.ts';
import type { DocLookup } from './doc-lookup.ts';
import type { DocEntry, SidebarItem } from './sidebar-tree.ts';

interface Folder {
  /** The folder's own page. */
  own: DocEntry | null;
  docs: DocEntry[];
  folders: Map<string, Folder>;
}

/** The entries of a folder: its own page first, then pages and sub-folders by sidebar_position, then by name. */
export function autogenerate(dirName: string, lookup: DocLookup): SidebarItem[] {
  const base = plainId(dirName.replace(/^\.?\/+|^\.$|\/+$/g, ''));
  const root = emptyFolder();
  const docs = lookup.inFolder(dirName);
  // A page may be the page of a folder only where something lies below it.
  const ids = docs.map((doc) => plainId(doc.id));
  const folders = new Set(ids.flatMap((id) => foldersAbove(id)));
  for (const doc of docs) place(root, doc, base, folders);
  const items = entries(root);
  return root.own === null ? items : [toItem(root.own), ...items];
}

const emptyFolder = (): Folder => ({ own: null, docs: [], folders: new Map() });

function foldersAbove(id: string): string[] {
  const steps = id.split('/');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'));
}

function place(root: Folder, doc: DocEntry, base: string, folders: ReadonlySet<string>): void {
  const id = plainId(doc.id);
  const inside = base === '' ? id : id.slice(base.length + 1);
  const steps = inside === '' ? [] : inside.split('/');
  const isOwn = folders.has(id) || inside === '';
  let folder = root;
  for (const step of isOwn ? steps : steps.slice(0, -1)) {
    const next = folder.folders.get(step) ?? emptyFolder();
    folder.folders.set(step, next);
    folder = next;
  }
  if (isOwn && folder.own === null) folder.own = doc;
  else folder.docs.push(doc);
}

function entries(folder: Folder): SidebarItem[] {
  const pages = folder.docs.map((doc) => ({ name: fileName(doc), position: doc.sidebarPosition, item: toItem(doc) }));
  const categories = [...folder.folders].map(([name, inner]) => ({
    name,
    position: inner.own?.sidebarPosition ?? null,
    item: toCategory(name, inner),
  }));
  const sorted = [...pages, ...categories].toSorted(
    (a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || compareNames(a.name, b.name),
  );
  return sorted.map((entry) => entry.item);
}

function toCategory(name: string, folder: Folder): SidebarItem {
  const label = folder.own?.sidebarLabel ?? titleCase(name);
  return { type: 'category', label, collapsed: true, link: folder.own?.id ?? null, items: entries(folder) };
}

const toItem = (doc: DocEntry): SidebarItem => ({ type: 'doc', id: doc.id, label: null });

const fileName = (doc: DocEntry): string => doc.id.slice(doc.id.lastIndexOf('/') + 1);

/** By code point, so that the order does not hang on the machine's language. */
function compareNames(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function titleCase(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
