/** What a section is besides what its words say: a list of pages to go to, a record of what once was, a procedure. */
import { MARK, plainText } from '@quire/engine/model/text-marks.ts';
import type { SearchPage, SearchRecord } from '@quire/search/contract.ts';
import { onceForEach } from '@quire/search/rank/once-for-each.ts';
import { termsOf, type TermSet } from './cover.ts';

const LINK_ROW = `${MARK.row}${MARK.label}`;
const HISTORY = /town ?hall|release[ -]notes|change ?log/i;

/** Whether most of a section's lines are links to pages, with or without a word on each: it knows who answers, and does not answer. */
export function isDirectory({ text, marked = text }: SearchRecord): boolean {
  if (!marked.includes(LINK_ROW)) return false;
  const lines = marked.split('\n').filter((line) => !line.startsWith(MARK.headerRow));
  return lines.filter((line) => line.startsWith(LINK_ROW)).length > lines.length / 2;
}

export interface DirectoryEntry {
  /** The name that a list of pages gives to a page. */
  name: string;
  /** Terms of what it says of it, the name included. */
  about: TermSet;
}

/** The entries of a list of pages; none for any other section. */
export const directoryOf = onceForEach((record: SearchRecord): readonly DirectoryEntry[] => {
  if (!isDirectory(record)) return [];
  const rows = (record.marked ?? '').split('\n').filter((line) => line.startsWith(LINK_ROW));
  return rows.map((row) => ({ name: plainText(row.split(MARK.cell, 1)[0] ?? '').trim(), about: termsOf(plainText(row)) }));
});

/** Whether a page records what was said and changed, and that is not what is asked for. */
export function isBesideHistory({ title, path }: SearchPage, asked: string): boolean {
  return HISTORY.test(`${title} ${path}`) && !HISTORY.test(asked);
}

export const hasSteps = ({ text, marked = text }: SearchRecord): boolean => marked.includes(MARK.step);
