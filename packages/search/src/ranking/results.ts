/**
 * The results of a query. Display properties are computed lazily, because clients show only one section of most pages.
 * These are classes, since V8 creates a hidden class for each object literal with a getter and keeps it, with everything
 * that the getter captures, until the next major garbage collection.
 */
import type { Analyzer } from '../analysis.ts';
import { type Index } from '../index-file/read.ts';
import { MARK, plainText } from '../types.ts';
import type { Correction, Evidence, SearchHit, SearchPage, SearchRecord, SearchResult, SectionHit, TextPiece } from '../types.ts';
import { coverage, type Look, type Match, type Matcher } from './matcher.ts';
import type { RankedPage, RankedSection } from './score.ts';

class FoundSection implements SectionHit {
  readonly record: number;
  readonly anchor: string;
  readonly level: number;
  readonly heading: string;
  readonly score: number;
  readonly #index: Index;
  readonly #look: Look;
  #headingPath: TextPiece[][] | undefined;
  #excerpt: TextPiece[] | undefined;

  constructor(index: Index, look: Look, { section, score }: RankedSection) {
    const { anchor, level, heading } = index.record(section);
    this.record = section;
    this.anchor = anchor;
    this.level = level;
    this.heading = heading;
    this.score = score;
    this.#index = index;
    this.#look = look;
  }

  get headingPath(): TextPiece[][] {
    const { matcher } = this.#look;
    return (this.#headingPath ??= headingsAbove(this.#index, this.record).map((heading) => highlight(matcher, heading)));
  }

  get excerpt(): TextPiece[] {
    const { matcher, slotWeights } = this.#look;
    return (this.#excerpt ??= excerpt(this.#index.record(this.record), matcher, slotWeights));
  }
}

export class FoundPage implements SearchHit {
  readonly page: SearchPage;
  readonly score: number;
  readonly #index: Index;
  readonly #look: Look;
  readonly #ranked: RankedPage;
  #sections: SectionHit[] | undefined;

  constructor(index: Index, look: Look, ranked: RankedPage) {
    this.page = index.pages[ranked.page] as SearchPage;
    this.score = ranked.score;
    this.#index = index;
    this.#look = look;
    this.#ranked = ranked;
  }

  get sections(): SectionHit[] {
    const ranked = orFirstSection(this.#index, this.#ranked);
    return (this.#sections ??= ranked.map((entry) => new FoundSection(this.#index, this.#look, entry)));
  }
}

export class Found implements SearchResult {
  readonly hits: SearchHit[];
  readonly total: number;
  readonly #corrections: readonly Correction[];
  readonly #analyzer: Analyzer;

  /** @param corrections the words that were used instead, as stems */
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

export class FoundEvidence implements Evidence {
  readonly record: SearchRecord;
  readonly recordNumber: number;
  readonly score: number;
  readonly contains: (term: string) => boolean;
  readonly #look: Look;
  #coverage: number | undefined;

  /** @param contains whether a section contains a term */
  constructor(index: Index, look: Look, { section, score }: RankedSection, contains: (term: string, section: number) => boolean) {
    this.record = index.record(section);
    this.recordNumber = section;
    this.score = score;
    this.contains = (term) => contains(term, section);
    this.#look = look;
  }

  /** Lazy, because few callers need it and it reads the whole section. */
  get coverage(): number {
    return (this.#coverage ??= coverageOf(this.#look, this.record));
  }
}

/** Adds the first section if the page matched only by its names. */
function orFirstSection(index: Index, { page, sections }: RankedPage): RankedPage['sections'] {
  return sections.length > 0 ? sections : [{ section: index.firstSection[page] as number, score: 0 }];
}

/** Headings above a section of its page, from the page title down. */
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

/** A word with this stem as written on the pages; the stem itself if the hits do not contain one. */
function writtenForm({ tokenize }: Analyzer, stem: string, hits: readonly SearchHit[]): string {
  for (const { page, sections } of hits.slice(0, 3)) {
    const shown = sections.flatMap(({ heading, excerpt: pieces }) => [heading, ...pieces.map(({ text }) => text)]);
    for (const { word } of tokenize([page.title, ...shown].join(' '))) {
      if (word.parts.length === 1 && word.parts[0] === stem) return word.plain;
    }
  }
  return stem;
}

/** Share of the query's weight in a section, its heading and its page's title. */
function coverageOf(look: Look, { page, heading, text, code }: SearchRecord): number {
  return Math.min(1, coverage(look, [page.title, heading, text, ...code].join('\n')).covered);
}

// The passage of a section to show, and the marks in it.

/** Approximate characters of an excerpt, which starts and ends at words. */
const LENGTH = 180;
/** Characters of a section that are searched for the best passage. */
const READ = 6000;

/** Splits a text into pieces and highlights the words that fill a slot. */
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

/** Start and end of the window with the highest total weight of different slots. */
function bestWindow(matches: readonly Match[], weights: readonly number[]): { start: number; end: number } | null {
  let best: { start: number; end: number; weight: number } | null = null;
  matches.forEach((first, i) => {
    const slots = new Map<number, number>();
    let end = first.end;
    for (let j = i; j < matches.length; j++) {
      const match = matches[j] as Match;
      if (match.end - first.start > LENGTH) break;
      // Repetition counts a little: a passage about the topic is better than one that only mentions it.
      const before = slots.get(match.slot);
      slots.set(match.slot, before === undefined ? 1 : Math.min(before + 0.1, 1.3));
      end = match.end;
    }
    const weight = [...slots].reduce((sum, [slot, count]) => sum + count * (weights[slot] ?? 0), 0);
    if (best === null || weight > best.weight + 1e-9) best = { start: first.start, end, weight };
  });
  return best;
}

/** The run of characters without white space around an offset. A run longer than an identifier is cut at the offset. */
function wordAround(text: string, at: number): { from: number; to: number } {
  const before = /\S*$/.exec(text.slice(Math.max(0, at - LENGTH), at))?.[0].length ?? 0;
  const after = /^\S*/.exec(text.slice(at, at + LENGTH))?.[0].length ?? 0;
  return { from: before < LENGTH ? at - before : at, to: after < LENGTH ? at + after : at };
}

function cutAtWords(text: string, around: { start: number; end: number }): { from: number; to: number } {
  const spare = Math.max(0, LENGTH - (around.end - around.start));
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
  let to = Math.min(text.length, Math.max(around.end, from + LENGTH));
  if (to < text.length) {
    const space = text.lastIndexOf(' ', to);
    to = space >= around.end ? space : wordAround(text, to).to;
  }
  return { from, to };
}

/** The text of a section, with a separator between the cells of a table, and one after a row that does not end like a sentence. */
function readableText({ text, marked = text }: SearchRecord): string {
  if (!marked.includes(MARK.cell)) return text;
  const lines = marked.slice(0, READ).split('\n');
  return lines
    .map((line, index) => {
      const cells = line.split(MARK.cell).map((cell) => plainText(cell).trim());
      const row = cells.filter((cell) => cell !== '').join(' · ');
      const isRow = line.includes(MARK.row) || line.includes(MARK.headerRow);
      return isRow && index < lines.length - 1 && !/[.!?:;]$/.test(row) ? `${row};` : row;
    })
    .join('\n');
}

function excerptOf(text: string, matcher: Matcher, weights: readonly number[]): { pieces: TextPiece[]; matched: boolean } {
  const read = text.slice(0, READ);
  const window = bestWindow(matcher.find(read).slice(0, 400), weights);
  const { from, to } = cutAtWords(read, window ?? { start: 0, end: 0 });
  const pieces = highlight(matcher, read.slice(from, to));
  if (from > 0) pieces.unshift({ text: '… ', highlighted: false });
  if (to < text.length) pieces.push({ text: ' …', highlighted: false });
  return { pieces, matched: window !== null };
}

/** The best passage of a section: from its prose, or from its code if only that contains the words. */
export function excerpt(record: SearchRecord, matcher: Matcher, weights: readonly number[]): TextPiece[] {
  const prose = excerptOf(readableText(record), matcher, weights);
  if (prose.matched) return prose.pieces;
  for (const code of record.code) {
    const { pieces, matched } = excerptOf(code, matcher, weights);
    if (matched) return pieces;
  }
  return record.text === '' ? excerptOf(record.code[0] ?? '', matcher, weights).pieces : prose.pieces;
}

/**
 * Checks with the index which of these sections contain a term, without reading them. Each term is looked up once.
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
