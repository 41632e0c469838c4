/** What pages and sections are called, as terms: read once for each of them, since every question is held against them. */
import type { SearchPage, SearchRecord } from '@quire/search/contract.ts';
import { forEachTerm } from '@quire/search/rank/analyze.ts';
import { onceForEach } from '@quire/search/rank/once-for-each.ts';
import { termsOf, type TermSet } from './cover.ts';

export interface PageNames {
  title: TermSet;
  /** Title and label in the sidebar. */
  labels: TermSet;
  /** These and the last step of the path. */
  all: TermSet;
  /** Words of the title, and of the path below the first step, each as often as it stands there; without stop words. */
  titleWords: readonly string[];
  pathWords: readonly string[];
}

export const namesOf = onceForEach(({ title, sidebarLabel, path }: SearchPage): PageNames => ({
  title: termsOf(title),
  labels: termsOf(`${title} ${sidebarLabel}`),
  all: termsOf(`${title} ${sidebarLabel} ${path.slice(path.lastIndexOf('/') + 1)}`),
  titleWords: wordsOf(title),
  pathWords: wordsOf(path.split('/').slice(2).join(' ')),
}));

export const headingOf = onceForEach(({ heading }: SearchRecord): TermSet => termsOf(heading));

function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachTerm(text, false, (term) => words.push(term));
  return words;
}
