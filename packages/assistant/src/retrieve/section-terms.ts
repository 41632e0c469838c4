/** The terms by which pages and sections are found in addition to their text: names, headings, aliases, and authored questions. */
import { type Evidence, memoizeByObject, type SearchPage, type SearchRecord } from '@quire/search';
import { forEachTerm, type TermSet, termsOf, unionOf } from './coverage.ts';

export interface PageNames {
  title: TermSet;
  /** Title and sidebar label. */
  labels: TermSet;
  /** Title, sidebar label, and last segment of the path. */
  all: TermSet;
  /** Words that newcomers use for the subject of the page. */
  aliases: TermSet;
  /** Terms of the title in their order, with repetitions, without stop words. */
  titleTerms: readonly string[];
  /** The same for the path below its first segment. */
  pathTerms: readonly string[];
}

/** Returns the names of a page. Like the other functions here, it is memoized, because every question is compared with them. */
export const pageNamesOf = memoizeByObject(({ title, sidebarLabel, path, aliases = [] }: SearchPage): PageNames => ({
  title: termsOf(title),
  labels: termsOf(`${title} ${sidebarLabel}`),
  all: termsOf(`${title} ${sidebarLabel} ${path.slice(path.lastIndexOf('/') + 1)}`),
  aliases: termsOf(aliases.join('\n')),
  titleTerms: termListOf(title),
  pathTerms: termListOf(path.split('/').slice(2).join(' ')),
}));

export const headingTermsOf = memoizeByObject(({ heading }: SearchRecord): TermSet => termsOf(heading));

/** Returns the terms of the questions that an author wrote for a section. */
const authoredQuestionTermsOf = memoizeByObject(({ questions = [] }: SearchRecord): TermSet => termsOf(questions.join('\n')));

/** Returns the terms of the names and aliases of a page, and of the authored questions of some of its sections. */
export function authoredTermsOf(page: SearchPage, sections: readonly Evidence[]): TermSet {
  const { all, aliases } = pageNamesOf(page);
  return unionOf(all, aliases, ...sections.map(({ record }) => authoredQuestionTermsOf(record)));
}

/** Returns the terms of a section after document expansion: its text, the names and aliases of its page, and its authored questions. */
export const expandedTermsOf = (section: Evidence): TermSet =>
  unionOf({ has: section.contains }, authoredTermsOf(section.record.page, [section]));

export const sectionsOf = (page: SearchPage, sections: readonly Evidence[]): Evidence[] =>
  sections.filter(({ record }) => record.page === page);

/** Returns the terms of a text in their order, with repetitions, without stop words. */
export function termListOf(text: string): string[] {
  const terms: string[] = [];
  forEachTerm(text, false, (term) => terms.push(term));
  return terms;
}
