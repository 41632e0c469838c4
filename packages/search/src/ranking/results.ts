/**
 * The results of a query, with excerpts and highlights. These are computed lazily, because clients show only one section of
 * most pages. The results are classes: for an object literal with a getter, V8 would keep a hidden class and everything that
 * the getter captures until the next major garbage collection.
 */
import type { Analyzer } from '../analysis.ts';
import { type Index } from '../index-file/read.ts';
import type { Correction, Evidence, SearchHit, SearchPage, SearchRecord, SearchResult, SectionHit, TextPiece } from '../types.ts';
import { excerpt, highlight } from './excerpt.ts';
import { measureCoverage, type PreparedQuery } from './rerank.ts';
import type { RankedPage, RankedSection } from './score.ts';

class LazySectionHit implements SectionHit {
  readonly record: number;
  readonly anchor: string;
  readonly level: number;
  readonly heading: string;
  readonly score: number;
  readonly #index: Index;
  readonly #query: PreparedQuery;
  #headingPath: TextPiece[][] | undefined;
  #excerpt: TextPiece[] | undefined;

  constructor(index: Index, query: PreparedQuery, { section, score }: RankedSection) {
    const { anchor, level, heading } = index.record(section);
    this.record = section;
    this.anchor = anchor;
    this.level = level;
    this.heading = heading;
    this.score = score;
    this.#index = index;
    this.#query = query;
  }

  get headingPath(): TextPiece[][] {
    const { matcher } = this.#query;
    return (this.#headingPath ??= headingsAbove(this.#index, this.record).map((heading) => highlight(matcher, heading)));
  }

  get excerpt(): TextPiece[] {
    const { matcher, slotWeights } = this.#query;
    return (this.#excerpt ??= excerpt(this.#index.record(this.record), matcher, slotWeights));
  }
}

export class LazySearchHit implements SearchHit {
  readonly page: SearchPage;
  readonly score: number;
  readonly #index: Index;
  readonly #query: PreparedQuery;
  readonly #ranked: RankedPage;
  #sections: SectionHit[] | undefined;

  constructor(index: Index, query: PreparedQuery, ranked: RankedPage) {
    this.page = index.pages[ranked.page] as SearchPage;
    this.score = ranked.score;
    this.#index = index;
    this.#query = query;
    this.#ranked = ranked;
  }

  get sections(): SectionHit[] {
    const ranked = sectionsOrFirst(this.#index, this.#ranked);
    return (this.#sections ??= ranked.map((entry) => new LazySectionHit(this.#index, this.#query, entry)));
  }
}

export class LazySearchResult implements SearchResult {
  readonly hits: SearchHit[];
  readonly total: number;
  readonly #corrections: readonly Correction[];
  readonly #analyzer: Analyzer;

  /** @param corrections the corrections of the query, as stems */
  constructor(hits: SearchHit[], total: number, corrections: readonly Correction[], analyzer: Analyzer) {
    this.hits = hits;
    this.total = total;
    this.#corrections = corrections;
    this.#analyzer = analyzer;
  }

  get corrections(): Correction[] {
    return this.#corrections.map(({ from, to }) => ({ from, to: to.map((stem) => writtenForm(this.#analyzer, stem, this.hits)) }));
  }
}

export class LazyEvidence implements Evidence {
  readonly record: SearchRecord;
  readonly recordNumber: number;
  readonly score: number;
  readonly contains: (term: string) => boolean;
  readonly #query: PreparedQuery;
  #coverage: number | undefined;

  /** @param contains whether a section contains a term */
  constructor(index: Index, query: PreparedQuery, { section, score }: RankedSection, contains: (term: string, section: number) => boolean) {
    this.record = index.record(section);
    this.recordNumber = section;
    this.score = score;
    this.contains = (term) => contains(term, section);
    this.#query = query;
  }

  /** Lazy, because few callers need it and it requires a scan of the whole section. */
  get coverage(): number {
    return (this.#coverage ??= coverageOf(this.#query, this.record));
  }
}

/** Returns the matching sections, or the first section if only the names of the page match. */
function sectionsOrFirst(index: Index, { page, sections }: RankedPage): RankedPage['sections'] {
  return sections.length > 0 ? sections : [{ section: index.firstSection[page] as number, score: 0 }];
}

/** Returns the headings from the page title down to that of a section. */
function headingsAbove(index: Index, section: number): string[] {
  const record = index.record(section);
  const above: string[] = [];
  let level = record.level;
  const first = index.firstSection[index.pageOf[section] as number] as number;
  for (let at = section - 1; at >= first && level > 2; at--) {
    const earlier = index.record(at);
    if (earlier.level >= level) continue;
    if (earlier.anchor !== '' && earlier.level > 1) above.unshift(earlier.heading);
    level = earlier.level;
  }
  return record.heading === record.page.title ? [record.heading] : [record.page.title, ...above, record.heading];
}

/** Returns a word with this stem as the hits write it, or the stem if they do not contain one. */
function writtenForm({ tokenize }: Analyzer, stem: string, hits: readonly SearchHit[]): string {
  for (const { page, sections } of hits.slice(0, 3)) {
    const shown = sections.flatMap(({ heading, excerpt: pieces }) => [heading, ...pieces.map(({ text }) => text)]);
    for (const { word } of tokenize([page.title, ...shown].join(' '))) {
      if (word.parts.length === 1 && word.parts[0] === stem) return word.plain;
    }
  }
  return stem;
}

/** Returns the share of the query that a section, its heading, and the title of its page cover, 0 to 1. */
function coverageOf(query: PreparedQuery, { page, heading, text, code }: SearchRecord): number {
  return Math.min(1, measureCoverage(query, [page.title, heading, text, ...code].join('\n')).coverage);
}

/**
 * Returns a function that checks in the index whether one of these sections contains a term. Each term is looked up once.
 * @param sections numbers of sections
 */
export function createTermLookup(
  { dictionary, sections: { starts, documents } }: Index,
  sections: readonly number[],
): (term: string, section: number) => boolean {
  const among = new Set(sections);
  const sectionsByTerm = new Map<string, readonly number[]>();

  function sectionsWith(term: string): readonly number[] {
    const id = dictionary.find(term);
    const found: number[] = [];
    for (let i = starts[id] ?? Infinity; i < (starts[id + 1] as number); i++) {
      const section = documents[i] as number;
      if (among.has(section)) found.push(section);
    }
    return found;
  }

  return (term, section) => {
    let found = sectionsByTerm.get(term);
    if (found === undefined) sectionsByTerm.set(term, (found = sectionsWith(term)));
    return found.includes(section);
  };
}
