/** The types of search, shared by the build, the ranking, the server, the worker and the assistant. */

/** The part of a page under one heading: the unit of search and of answers. */
export interface Section {
  /** Id of the heading; '' for the text before the first heading. */
  anchor: string;
  /** Heading text; the page title for the first section. */
  heading: string;
  level: number;
  /** Prose in reading order, blocks separated by a line break, a row of a table to a line, code left out. */
  text: string;
  /** `text` with the marks of `MARK`; absent where it has none, being nothing but paragraphs. */
  marked?: string;
  /** The code blocks' text. */
  code: string[];
  /** Questions that the section answers, in readers' words, as the author wrote them; absent where there are none. */
  questions?: string[];
}

/** An author's mistake. */
export interface Problem {
  /** File as the author knows it, relative to the project. */
  file: string;
  /** 1-based; absent when the whole file is meant. */
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
  /** Prior of the ranking, 0 to 1: other things equal, a page of a group with a lower weight comes later. */
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
  /** Words by which newcomers call the subject of the page; absent where there are none. */
  aliases?: string[];
  /** Tags for contextual search, e.g. `docs-default-current`. */
  tags: string[];
}

/** One section with the page around it: what is indexed, and what the assistant quotes from. */
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
  /** Only pages that carry at least one of these tags; an empty list filters nothing. */
  tags?: readonly string[];
  /** Only pages for which this says yes. */
  accepts?: (page: SearchPage) => boolean;
}

export interface SearchQuery {
  text: string;
  filters?: SearchFilters;
  /** Called once for each matching page, those on other pages of results included: counts without a list of them all. */
  tally?: (page: SearchPage) => void;
  /** 0-based page of results. */
  page?: number;
  /** Documentation pages to a page of results; 1 to 100, 20 when absent. */
  hitsPerPage?: number;
}

/** A run of plain text. Never HTML: the one that shows it escapes it. */
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

/** A word of the query that the index does not know, and the words taken in its place. */
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
  /** Whether the section holds a term of the index, in its heading, text or code. */
  holds: (term: string) => boolean;
}

/** A word of a text as the index knows it. */
export interface QueryWord {
  /** As the reader wrote it. */
  written: string;
  /**
   * Whether the pages hold the word; only an alternative to it; only a word spelled like it; only this part of a name
   * written in one (`OpenMetadata`); or nothing of it.
   */
  known: 'itself' | 'synonym' | 'spelling' | 'part' | 'not';
  /** 0 to 1: how far what the pages hold is the word: 1 when known, the share of letters that a correction keeps, 0 for nothing. */
  closeness: number;
  /** 0 to 1: its rarity; 1 for a word that no page holds. */
  weight: number;
  /** Share of the sections that hold it. */
  share: number;
  /** Terms of the index that are the word itself. */
  own: string[];
  /** Terms that are alternatives to it, those of an entry all together. */
  standIns: string[][];
}

export interface RetrievalOptions {
  filters?: SearchFilters | undefined;
  /** 0 to 1 for each word of `understand`, in its order: what the word counts for; absent: all of them count fully. */
  shares?: readonly number[] | undefined;
}

export interface SearchEngine {
  /** Groups of the site in the order of their filters. */
  readonly groups: readonly SearchGroup[];
  /** Never throws on any text; no words to look for give no hits. */
  search(query: SearchQuery): SearchResult;
  /** The best sections regardless of page, best first. */
  retrieve(text: string, limit: number, options?: RetrievalOptions): Evidence[];
  /** All sections in the order of the site, each read as far as queries read it: the one that walks through them spares the first queries that work. */
  sections(): Iterable<SearchRecord>;
  /** The words that a finished text looks for, each with what the index knows of it. Never throws on any text. */
  understand(text: string): QueryWord[];
}

/** A search that was answered, for logs and statistics. */
export interface AnsweredSearch {
  query: string;
  /** Results on all pages of results. */
  total: number;
  ms: number;
}

/**
 * The marks by which a section's text keeps what its lines are: steps, items, rows, code. They are control characters
 * that no text has, so that taking them out gives the text as a reader sees it.
 */
export const MARK = {
  /** Begins the first line of an item of a bulleted list. */
  item: '\u0080',
  /** Begins the first line of a numbered step. Step one of a list carries its number: mark, digits, mark. */
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
  /** Here stands the next of the section's code blocks. */
  codeBlock: '\u0089',
  /** Begins a line, or a cell of a row, that states nothing: a caption, or a link alone. */
  label: '\u008a',
} as const;

// oxlint-disable-next-line no-control-regex
const ALL = /\u0081\d+\u0081|[\u0080-\u008a]/g;

/** A text without its marks. */
export function plainText(marked: string): string {
  return marked.replace(ALL, '');
}

/** The text of an author without characters that could be taken for marks. */
export function withoutMarks(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0080-\u009f]/g, '');
}
