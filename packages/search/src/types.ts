/** The types of search, shared by the build, the ranking, the server, the worker and the assistant. */

import type { Analyzer } from './analysis.ts';

/** The part of a page under one heading: the unit of search and of answers. */
export interface Section {
  /** Id of the heading; '' for the text before the first heading. */
  anchor: string;
  /** Heading text; the page title for the first section. */
  heading: string;
  level: number;
  /** Prose in reading order, one line for each block or table row, without code blocks. */
  text: string;
  /** `text` with the structure marks of `MARK`; absent if the text consists of paragraphs only. */
  marked?: string;
  /** The text of each code block. */
  code: string[];
  /** Questions that the section answers, as its author wrote them; absent if there are none. */
  questions?: string[];
}

/** An author's mistake, which the build reports. */
export interface Problem {
  /** File relative to the project. */
  file: string;
  /** 1-based; absent if the problem concerns the whole file. */
  line?: number;
  message: string;
  severity: 'error' | 'warning';
}

/** A part of the site to which readers can restrict their results. */
export interface SearchGroup {
  /** Name in addresses and facets: `guides`. */
  name: string;
  /** Name that readers see. */
  label: string;
  /** Factor of the scores of the group's pages, 0 to 1. */
  weight: number;
}

/** The data of a page in the index, without its sections. */
export interface SearchPage {
  id: string;
  /** Route without base URL, e.g. `/docs/quickstart`. */
  path: string;
  title: string;
  sidebarLabel: string;
  /** Labels of the sidebar categories above the page, from the top. */
  breadcrumbs: string[];
  /** Name of the group that the page belongs to. */
  group: string;
  /** BCP 47 language of the page, e.g. `en`. */
  language: string;
  /** Words that newcomers use for the subject of the page; absent if there are none. */
  aliases?: string[];
  /** A sentence that applies to all sections of the page, such as which edition has the feature; absent if there is none. */
  note?: string;
  /** Tags for contextual search, e.g. `docs-default-current`. */
  tags: string[];
}

/** A section with its page: a document of the index, and the unit of the assistant's citations. */
export interface SearchRecord extends Section {
  page: SearchPage;
}

/** Returns the records of one page, in reading order. They share one `page` object. */
export function searchRecords(page: SearchPage, sections: readonly Section[]): SearchRecord[] {
  return sections.map((section) => ({ ...section, page }));
}

export interface SearchFilters {
  /** Only pages of this language. */
  language?: string;
  /** Only pages with at least one of these tags; an empty list means all pages. */
  tags?: readonly string[];
  /** Only pages for which this returns true. */
  accepts?: (page: SearchPage) => boolean;
}

export interface SearchQuery {
  text: string;
  filters?: SearchFilters;
  /** Called once for each matching page, including those on other pages of results, so that the caller can count them. */
  tally?: (page: SearchPage) => void;
  /** 0-based page of results. */
  page?: number;
  /** Number of hits on one page of results, 1 to 100. Default: 20. */
  hitsPerPage?: number;
}

/** A piece of plain text. It is never HTML; the renderer escapes it. */
export interface TextPiece {
  text: string;
  highlighted: boolean;
}

/** A section that answers the query. */
export interface SectionHit {
  /** Number of the record in the index. */
  record: number;
  anchor: string;
  level: number;
  /** Plain heading; the page title for the first section. */
  heading: string;
  /** The headings from the page title down to that of the section, with highlighted matches. */
  headingPath: TextPiece[][];
  /** The best passage, about 200 characters at most. Empty if the section has no text. */
  excerpt: TextPiece[];
  score: number;
}

/** A page that answers the query, with its best sections first. */
export interface SearchHit {
  page: SearchPage;
  score: number;
  sections: SectionHit[];
}

/** A word of the query that is not in the index, and the words used instead. */
export interface Correction {
  from: string;
  to: string[];
}

export interface SearchResult {
  hits: SearchHit[];
  /** Number of matching pages, on all pages of results. */
  total: number;
  corrections: Correction[];
}

/** A section that was retrieved for the assistant. */
export interface Evidence {
  record: SearchRecord;
  /** Number of the record in the index. */
  recordNumber: number;
  score: number;
  /** 0 to 1: the share of the question that the section, its heading, and the page title contain; rarer words weigh more. */
  coverage: number;
  /** Whether the heading, text or code of the section contains a term of the index. */
  contains: (term: string) => boolean;
}

/** A word of a query, and what the index contains of it. */
export interface QueryWord {
  /** The word as the reader wrote it. */
  written: string;
  /**
   * The closest match on the pages: the word itself, a synonym, a similar spelling, or a part of a name in camel case (`OpenMetadata`).
   */
  match: 'exact' | 'synonym' | 'spelling' | 'part' | 'none';
  /**
   * Similarity of the match to the word, 0 to 1: 1 for the word and its synonyms, the share of unchanged letters for a similar
   * spelling, 0 without a match.
   */
  similarity: number;
  /** Inverse document frequency, normalized to 0 to 1; 1 for a word that is on no page. */
  weight: number;
  /** 0 to 1: the share of sections that contain the word. */
  documentShare: number;
  /**
   * Above 0 and below 1: the probability that a section that answers a question with this word contains it, according to the authored
   * questions; 0.5 if there are too few of them.
   */
  necessity: number;
  /**
   * How few sections have authored questions with the word, on a logarithmic scale: 1 for none, 0 for all; 0 if there are too few authored
   * questions.
   */
  seldomAsked: number;
  /** Terms of the index that are the word itself. */
  exactTerms: string[];
  /** Alternatives to the word. A document must contain all terms of an alternative. */
  alternatives: string[][];
}

export interface RetrievalOptions {
  /** A factor from 0 to 1 for the weight of each word, in the order of `understand`. Default: 1 for all words. */
  wordFactors?: readonly number[] | undefined;
  /** The question as the reader wrote it. A section for which an author wrote the same question comes first. */
  question?: string | undefined;
}

export interface SearchEngine {
  /** The analyzer with which the index was built. */
  readonly analyzer: Analyzer;
  /** Groups of the site in the order of their filters. */
  readonly groups: readonly SearchGroup[];
  /** Never throws on any text; a query without words has no hits. */
  search(query: SearchQuery): SearchResult;
  /** Returns the best sections of all pages, best first. */
  retrieve(text: string, limit: number, options?: RetrievalOptions): Evidence[];
  /** Returns up to `count` sections that follow a section on its page, in the order of the page, with their numbers in the index. */
  sectionsAfter(recordNumber: number, count: number): Pick<Evidence, 'record' | 'recordNumber'>[];
  /** Returns all sections of the page of a section. */
  sectionsOfPage(recordNumber: number): SearchRecord[];
  /** Returns all sections in the order of the site. Iterating over them fills the caches of the engine. */
  sections(): Iterable<SearchRecord>;
  /** Query understanding: returns the words that a complete text searches for, and how the index knows each. Never throws on any text. */
  understand(text: string): QueryWord[];
  /** Returns the titles that contain a word of similar spelling, the most similar first. */
  similarTitles(word: string, filters?: SearchFilters): string[];
}

/** A completed search, for logs and statistics. */
export interface AnsweredSearch {
  query: string;
  /** Number of results on all pages of results. */
  total: number;
  /** Duration in milliseconds. */
  ms: number;
}

/**
 * The marks in a section's `marked` text, which preserve its structure: steps, items, rows, and code. They are control
 * characters that do not occur in texts, so that removing them yields the plain text.
 */
export const MARK = {
  /** Begins the first line of an item of a bulleted list. */
  item: '\u0080',
  /** Begins the first line of a numbered step. The first step of a list includes its number: mark, digits, mark. */
  step: '\u0081',
  /** Begins the first line of an admonition: its title. */
  admonition: '\u0082',
  /** Begins the further lines of an item, a step or an admonition. */
  within: '\u0083',
  /** Begins a row of a table, or the row of its headings. */
  row: '\u0084',
  headerRow: '\u0086',
  /** Between two cells of a row. */
  cell: '\u0087',
  /** Before and after code in a line. */
  code: '\u0088',
  /** The position of the section's next code block. */
  codeBlock: '\u0089',
  /** Begins a line or table cell that makes no statement: a caption, or only a link. */
  label: '\u008a',
  /** Before and after bold text, such as the label of a button. */
  strong: '\u008b',
  strongEnd: '\u008c',
  /** Begins the content of a tab: mark, label of the tab, mark. Without a label, it ends the content. */
  tab: '\u008d',
} as const;

const ALL_MARKS = /\u0081\d+\u0081|\n(?=(?:\u0089|\u008d[^\u008d\n]*\u008d)+$)|\u008d[^\u008d]*\u008d|[\u0080-\u008d]/g;

/** Returns a text without its marks, and without a last line that consists of marks. */
export function plainText(marked: string): string {
  return marked.replace(ALL_MARKS, '');
}

/** Removes characters from an author's text that could be mistaken for marks. */
export function withoutMarks(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, '');
}
