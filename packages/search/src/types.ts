/** The types of search, shared by the build, the ranking, the server, the worker and the assistant. */

/** The part of a page under one heading: the unit of search and of answers. */
export interface Section {
  /** Id of the heading; '' for the text before the first heading. */
  anchor: string;
  /** Heading text; the page title for the first section. */
  heading: string;
  level: number;
  /** Prose in reading order, one line for each block or table row, without code blocks. */
  text: string;
  /** `text` with the marks of `MARK`; absent if it contains only paragraphs. */
  marked?: string;
  /** The code blocks' text. */
  code: string[];
  /** Questions that the section answers, in readers' words, as written by the author; absent if there are none. */
  questions?: string[];
}

/** An author's mistake. */
export interface Problem {
  /** File relative to the project. */
  file: string;
  /** 1-based; absent if the problem concerns the whole file. */
  line?: number;
  message: string;
  severity: 'error' | 'warning';
}

/** A part of the site by which readers filter results. */
export interface SearchGroup {
  /** Name in addresses and facets: `guides`. */
  name: string;
  /** Name that readers see. */
  label: string;
  /** Prior of the ranking, 0 to 1: all else being equal, a page of a group with a lower weight comes later. */
  weight: number;
}

/** The index's data about a page, without its sections. */
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
  /** Tags for contextual search, e.g. `docs-default-current`. */
  tags: string[];
}

/** A section with its page: the unit of the index and of the assistant's citations. */
export interface SearchRecord extends Section {
  page: SearchPage;
}

/** The records of one page, in reading order. Sections of a page share one `page` object. */
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
  /** Called once for each matching page, those on other pages of results included: for counting without a list of all matches. */
  tally?: (page: SearchPage) => void;
  /** 0-based page of results. */
  page?: number;
  /** Documentation pages on one page of results; 1 to 100, default 20. */
  hitsPerPage?: number;
}

/** A run of plain text. It is never HTML; the renderer escapes it. */
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
  /** Headings from the page title down to this section's, with matches marked. */
  headingPath: TextPiece[][];
  /** The best passage, at most about 200 characters. Empty when the section has no text. */
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

/** A section found for the assistant, with the share of the question that it covers. */
export interface Evidence {
  record: SearchRecord;
  recordNumber: number;
  score: number;
  /** 0 to 1: the part of the question's weight (by rarity of its words) that occurs in the section, its heading or the page title. */
  coverage: number;
  /** Whether the heading, text or code of the section contains a term of the index. */
  contains: (term: string) => boolean;
}

/** A word of a text, looked up in the index. */
export interface QueryWord {
  /** As the reader wrote it. */
  written: string;
  /**
   * Whether the pages contain the word itself; only a synonym; only a similar spelling; only a part of a name
   * in camel case (`OpenMetadata`); or none of these.
   */
  known: 'itself' | 'synonym' | 'spelling' | 'part' | 'not';
  /** 0 to 1: similarity of the match to the word: 1 if known, the share of letters that a correction leaves unchanged, 0 for no match. */
  closeness: number;
  /** 0 to 1: its rarity; 1 for a word that is on no page. */
  weight: number;
  /** Share of the sections that contain it. */
  share: number;
  /** Terms of the index that are the word itself. */
  own: string[];
  /** Terms that are alternatives to it, those of an entry all together. */
  alternatives: string[][];
}

export interface RetrievalOptions {
  filters?: SearchFilters | undefined;
  /** 0 to 1 for each word of `understand`, in its order: the factor of its weight; absent: 1 for all. */
  shares?: readonly number[] | undefined;
  /** The question as the reader wrote it. A section for which an author wrote the same question comes first. */
  question?: string | undefined;
}

export interface SearchEngine {
  /** Groups of the site in the order of their filters. */
  readonly groups: readonly SearchGroup[];
  /** Never throws on any text; a query without words has no hits. */
  search(query: SearchQuery): SearchResult;
  /** The best sections regardless of page, best first. */
  retrieve(text: string, limit: number, options?: RetrievalOptions): Evidence[];
  /** All sections in the order of the site, each prepared as queries would do it. Iterating over them warms up the engine. */
  sections(): Iterable<SearchRecord>;
  /** The words that a complete text searches for, each looked up in the index. Never throws on any text. */
  understand(text: string): QueryWord[];
  /** Titles of pages that have a word of similar spelling, the most similar first; none if no title is close. */
  similarTitles(word: string, filters?: SearchFilters): string[];
}

/** A search that was answered, for logs and statistics. */
export interface AnsweredSearch {
  query: string;
  /** Results on all pages of results. */
  total: number;
  ms: number;
}

/**
 * The marks in a section's text for the kinds of its lines: steps, items, rows, code. They are control characters
 * that do not occur in texts, so removing them results in the text as readers see it.
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
  /** Begins a line or table cell without a statement: a caption, or only a link. */
  label: '\u008a',
} as const;

// oxlint-disable-next-line no-control-regex
const ALL = /\u0081\d+\u0081|[\u0080-\u008a]/g;

/** A text without its marks. */
export function plainText(marked: string): string {
  return marked.replace(ALL, '');
}

/** Removes characters from an author's text that could be mistaken for marks. */
export function withoutMarks(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0080-\u009f]/g, '');
}
