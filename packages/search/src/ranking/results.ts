/**
 * The results of a query, with excerpts and highlights. These are computed lazily, because clients show only one section of
 * most pages. The results are classes: for an object literal with a getter, V8 would keep a hidden class and everything that
 * the getter captures until the next major garbage collection.
 */
import type { Analyzer } from '../analysis.ts';
import type { Index } from '../index-file/read.ts';
import {
  type Correction,
  type Evidence,
  type SearchHit,
  type SearchPage,
  type SearchRecord,
  type SearchResult,
  type SectionHit,
  type TextPiece,
  MARK,
  plainText,
} from '../types.ts';
import { measureCoverage, type MatchedQuery, type PreparedQuery } from './rerank.ts';
import type { RankedPage, RankedSection } from './score.ts';
import type { Match, Matcher } from './matcher.ts';

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
    return (this.#excerpt ??= excerpt(this.#index.record(this.record), this.#query));
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

// Excerpts: the best passage of a section, with the words of the query highlighted.

/** Approximate length of an excerpt in characters. It starts and ends at words. */
const EXCERPT_LENGTH = 180;
/** Number of characters of a section, and of matches in them, that are searched for the best passage. */
const SEARCHED_LENGTH = 6000;
const MAX_MATCHES = 400;

/** Splits a text into pieces, and highlights the words that match the query. */
export function highlight(matcher: Matcher, text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end } of matcher.find(text)) {
    if (start > at) pieces.push({ text: text.slice(at, start), highlighted: false });
    pieces.push({ text: text.slice(start, end), highlighted: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), highlighted: false });
  return pieces;
}

/** Returns the window of at most `EXCERPT_LENGTH` characters with the highest total weight of distinct slots; null without matches. */
function bestWindow(matches: readonly Match[], weights: readonly number[]): { start: number; end: number } | null {
  let best: { start: number; end: number; weight: number } | null = null;
  matches.forEach((first, i) => {
    const slots = new Map<number, number>();
    let end = first.end;
    for (let j = i; j < matches.length; j++) {
      const match = matches[j] as Match;
      if (match.end - first.start > EXCERPT_LENGTH) break;
      // Repetition adds a little: a passage about the topic is better than one that only mentions it.
      const previous = slots.get(match.slot);
      slots.set(match.slot, previous === undefined ? 1 : Math.min(previous + 0.1, 1.3));
      end = match.end;
    }
    const weight = [...slots].reduce((sum, [slot, count]) => sum + count * (weights[slot] ?? 0), 0);
    if (best === null || weight > best.weight + 1e-9) best = { start: first.start, end, weight };
  });
  return best;
}

/** Returns the run of characters without white space around an offset. A run longer than an identifier is cut at the offset. */
function wordAround(text: string, at: number): { from: number; to: number } {
  const before = /(?<!\S)\S*$/.exec(text.slice(Math.max(0, at - EXCERPT_LENGTH), at))?.[0].length ?? 0;
  const after = /^\S*/.exec(text.slice(at, at + EXCERPT_LENGTH))?.[0].length ?? 0;
  return { from: before < EXCERPT_LENGTH ? at - before : at, to: after < EXCERPT_LENGTH ? at + after : at };
}

/** Extends a window to the length of an excerpt, starting at a sentence or a word and ending at a word. */
function cutAtWords(text: string, around: { start: number; end: number }): { from: number; to: number } {
  const spare = Math.max(0, EXCERPT_LENGTH - (around.end - around.start));
  let from = Math.max(0, around.start - Math.floor(spare / 3));
  const sentence = /[.!?]\s+|\n/g;
  const before = text.slice(from, around.start);
  const breaks = [...before.matchAll(sentence)];
  const lastBreak = breaks.at(-1);
  if (lastBreak !== undefined) from += lastBreak.index + lastBreak[0].length;
  else if (from > 0) {
    const space = before.indexOf(' ');
    from = space === -1 ? wordAround(text, from).from : from + space + 1;
  }
  let to = Math.min(text.length, Math.max(around.end, from + EXCERPT_LENGTH));
  if (to < text.length) {
    const space = text.lastIndexOf(' ', to);
    to = space >= around.end ? space : wordAround(text, to).to;
  }
  return { from, to };
}

/** Returns the text of a section, with separators between the cells of a table, and after a row that does not end like a sentence. */
function readableText({ text, marked = text }: SearchRecord): string {
  if (!marked.includes(MARK.cell)) return text;
  const lines = marked.slice(0, SEARCHED_LENGTH).split('\n');
  return lines
    .map((line, index) => {
      const cells = line.split(MARK.cell).map((cell) => plainText(cell).trim());
      const row = cells.filter((cell) => cell !== '').join(' · ');
      const isRow = line.includes(MARK.row) || line.includes(MARK.headerRow);
      return isRow && index < lines.length - 1 && !/[.!?:;]$/.test(row) ? `${row};` : row;
    })
    .join('\n');
}

function bestExcerpt(text: string, matcher: Matcher, weights: readonly number[]): { pieces: TextPiece[]; matched: boolean } {
  const window = bestWindow(matcher.find(text.slice(0, SEARCHED_LENGTH)).slice(0, MAX_MATCHES), weights);
  return { pieces: passage(text, matcher, window ?? { start: 0, end: 0 }), matched: window !== null };
}

/** Returns the passage around a window, with an ellipsis where it is cut. */
function passage(text: string, matcher: Matcher, around: { start: number; end: number }): TextPiece[] {
  const { from, to } = cutAtWords(text.slice(0, SEARCHED_LENGTH), around);
  const pieces = highlight(matcher, text.slice(from, to));
  if (from > 0) pieces.unshift({ text: '… ', highlighted: false });
  if (to < text.length) pieces.push({ text: ' …', highlighted: false });
  return pieces;
}

/** The share of a query's weight that the heading of a section about the query contains. The rest is words such as "the". */
const WHOLE_QUERY = 0.9;

/** Returns the beginning of a section whose heading is the query, or else its best passage: from its prose, or from its code if only the code matches. */
export function excerpt(record: SearchRecord, query: MatchedQuery): TextPiece[] {
  const { matcher, slotWeights: weights } = query;
  if (record.text !== '' && measureCoverage(query, record.heading).coverage >= WHOLE_QUERY)
    return passage(readableText(record), matcher, { start: 0, end: 0 });
  const prose = bestExcerpt(readableText(record), matcher, weights);
  if (prose.matched) return prose.pieces;
  for (const code of record.code) {
    const { pieces, matched } = bestExcerpt(code, matcher, weights);
    if (matched) return pieces;
  }
  return record.text === '' ? bestExcerpt(record.code[0] ?? '', matcher, weights).pieces : prose.pieces;
}
