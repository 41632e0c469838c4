/** The terms of texts, pages, and sections, with which questions are compared. */
import {
  type Analyzer,
  createAnalyzer,
  type Evidence,
  memoizeByObject,
  type SearchPage,
  type SearchRecord,
  type Word,
} from '@quire/search';

/** The terms that a text contains. A term is a string, or its number in a vocabulary. */
export interface TermSet<Term = string> {
  has: (term: Term) => boolean;
}

/** Returns the union of several sets of terms. */
export function unionOf(...all: readonly TermSet[]): TermSet {
  return {
    has(term) {
      for (const terms of all) if (terms.has(term)) return true;
      return false;
    },
  };
}

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

/** Splits texts into terms with an analyzer. The results for pages and sections are memoized, because every question is compared with them. */
export interface TermReader extends Pick<Analyzer, 'forEachTerm' | 'tokenize'> {
  /** Returns all terms of a text, including stop words. */
  termsOf(text: string): Set<string>;
  /** Returns the terms of a text in their order, with repetitions, without stop words. */
  termListOf(text: string): string[];
  pageNamesOf(page: SearchPage): PageNames;
  headingTermsOf(record: SearchRecord): TermSet;
  /** Returns the words of a section in their order: heading, text, and code. */
  wordsOfSection(record: SearchRecord): readonly Word[];
  /** Returns the terms of the names and aliases of a page, and of the authored questions of some of its sections. */
  authoredTermsOf(page: SearchPage, sections: readonly SearchRecord[]): TermSet;
  /** Returns the terms of a section after document expansion: its text, the names and aliases of its page, and its authored questions. */
  expandedTermsOf(section: Evidence): TermSet;
}

/** Maximum number of characters of a text that are read, because the longest sections are tables with thousands of rows. */
const MAX_CHARACTERS = 6000;

/**
 * Returns the reader for an analyzer. Terms that are compared with those of an index need the analyzer of the index: with another one, the name
 * `AcmeHub` would also be the words `acme` and `hub`.
 */
export const termReaderOf = memoizeByObject(({ forEachTerm, tokenize }: Analyzer): TermReader => {
  function termsOf(text: string): Set<string> {
    const terms = new Set<string>();
    forEachTerm(text.slice(0, MAX_CHARACTERS), true, (term) => terms.add(term));
    return terms;
  }

  function termListOf(text: string): string[] {
    const terms: string[] = [];
    forEachTerm(text, false, (term) => terms.push(term));
    return terms;
  }

  const pageNamesOf = memoizeByObject(({ title, sidebarLabel, path, aliases = [] }: SearchPage): PageNames => ({
    title: termsOf(title),
    labels: termsOf(`${title} ${sidebarLabel}`),
    all: termsOf(`${title} ${sidebarLabel} ${path.slice(path.lastIndexOf('/') + 1)}`),
    aliases: termsOf(aliases.join('\n')),
    titleTerms: termListOf(title),
    pathTerms: termListOf(path.split('/').slice(2).join(' ')),
  }));

  const questionTermsOf = memoizeByObject(({ questions = [] }: SearchRecord): TermSet => termsOf(questions.join('\n')));

  function authoredTermsOf(page: SearchPage, sections: readonly SearchRecord[]): TermSet {
    const { all, aliases } = pageNamesOf(page);
    return unionOf(all, aliases, ...sections.map(questionTermsOf));
  }

  return {
    forEachTerm,
    tokenize,
    termsOf,
    termListOf,
    pageNamesOf,
    headingTermsOf: memoizeByObject(({ heading }: SearchRecord): TermSet => termsOf(heading)),
    wordsOfSection: memoizeByObject(({ heading, text, code }: SearchRecord): readonly Word[] =>
      tokenize([heading, text, ...code].join('\n').slice(0, MAX_CHARACTERS)).map(({ word }) => word),
    ),
    authoredTermsOf,
    expandedTermsOf: (section) => unionOf({ has: section.contains }, authoredTermsOf(section.record.page, [section.record])),
  };
});

/** The reader for texts that are compared with each other and not with an index. It knows no names of a site. */
export const PLAIN_TERMS = termReaderOf(createAnalyzer());

export const sectionsOf = (page: SearchPage, sections: readonly Evidence[]): Evidence[] =>
  sections.filter(({ record }) => record.page === page);
