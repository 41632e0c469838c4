import { closest } from 'fastest-levenshtein';

import type { DocEntry } from './sidebar-tree.ts';

export interface DocLookup {
  /** By id as written, or else by its plain form: lower case, `index` and `README` stand for their folder. */
  find(id: string): DocEntry | undefined;
  /** The id most like an unknown one; null where the site has no page. */
  nearest(id: string): string | null;
  /** The pages of a folder and below; `.` is the root. */
  inFolder(dirName: string): DocEntry[];
}

export function createDocLookup(docs: readonly DocEntry[]): DocLookup {
  const exact = new Map<string, DocEntry>();
  const plain = new Map<string, DocEntry>();
  const entries = docs.map((doc) => ({ doc, plain: plainId(doc.id) }));
  for (const entry of entries) {
    if (!exact.has(entry.doc.id)) exact.set(entry.doc.id, entry.doc);
    if (!plain.has(entry.plain)) plain.set(entry.plain, entry.doc);
  }
  return {
    find: (id) => exact.get(id) ?? plain.get(plainId(id)),
    nearest(id) {
      if (docs.length === 0) return null;
      // A moved page keeps its last name more often than its folder.
      const name = lastStep(plainId(id));
      const moved = entries.filter((entry) => lastStep(entry.plain) === name).map(({ doc }) => doc.id);
      return closest(id, moved.length > 0 ? moved : [...exact.keys()]);
    },
    inFolder(dirName) {
      const folder = plainId(dirName.replace(/^\.?\/+|^\.$|\/+$/g, ''));
      if (folder === '') return [...docs];
      const below = `${folder}/`;
      return entries.filter((entry) => entry.plain === folder || entry.plain.startsWith(below)).map(({ doc }) => doc);
    },
  };
}

/** One form for the ids of our trees (`actions`) and of Docusaurus trees (`docs/actions/README`). */
export function plainId(id: string): string {
  return id.replace(/\/(index|readme)$/i, '').toLowerCase();
}

function lastStep(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
