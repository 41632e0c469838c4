/** Finds the words of a query in a text, fast enough for dozens of sections per query. */
import type { Analyzer, Token, Word } from '../analysis.ts';
import type { Dictionary } from '../index-file/format.ts';
import type { Slot } from './query.ts';
import { memoizeByObject } from '../memoize.ts';
import type { SearchPage, SearchRecord } from '../types.ts';
import { CLOSE_LOOK, PROMOTION, PROSE_PROMOTION, PROSE_WORDS } from './weights.ts';

/** A word of a text that fills a slot of the query, in UTF-16 offsets. */
export interface Match {
  start: number;
  end: number;
  slot: number;
}

/** A word of a run that fills a slot, in offsets of the run. */
interface Filled extends Match {
  /** Whether only the matching part of it is marked. */
  isLong: boolean;
}

export interface Matcher {
  /** Matches in the order of the text. */
  find(text: string): Match[];
  /** Like `find`, but many times faster, for a text that was read ahead. */
  findIn(list: RunList): Match[];
}

/** The slot that each term fills; among several, the one whose own word it is, or else the first. */
function slotsByTerm(dictionary: Dictionary, slots: readonly Slot[]): Map<string, number> {
  const map = new Map<string, number>();
  slots.forEach(({ stem }, i) => map.has(stem) || map.set(stem, i));
  slots.forEach(({ alternatives }, i) => {
    for (const { terms } of alternatives) {
      for (const id of terms) if (!map.has(dictionary.term(id))) map.set(dictionary.term(id), i);
    }
  });
  return map;
}

/** Prefixes that every plain word with one of these stems has, since stemming changes only the last letters. */
function beginnings(terms: Iterable<string>): string {
  const heads = new Set(Array.from(terms, (term) => term.slice(0, Math.max(2, term.length - 2))));
  const shortest = [...heads].filter((head) => ![...heads].some((other) => other !== head && head.startsWith(other)));
  return shortest.map((head) => head.replace(/[^\p{L}\p{N}_]/gu, '\\$&')).join('|');
}

/** Characters that make the spelling of a word differ from its stem: apostrophes and accents. */
const OTHERWISE = "['’]|[^\\x00-\\x7f]";

/** In an address or a long path only the part that matched is marked. */
const LONGEST_MARK = 24;
const PART = /(?:\p{Lu}{2,}(?!\p{Ll})|\p{L}\p{Ll}*)\p{N}*/uy;

function partAt(text: string, start: number): { start: number; end: number } {
  PART.lastIndex = start;
  return { start, end: start + (PART.exec(text)?.[0].length ?? 1) };
}

const isLower = (unit: number): boolean => unit >= 97 && unit <= 122;

/** Whether an offset is inside a word: parts of names start with a capital or after a character other than a letter. */
function isInside(text: string, place: number): boolean {
  return isLower(text.charCodeAt(place)) && isLower(text.charCodeAt(place - 1));
}

/** Creates a value on first use. */
function onceMade<Result>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => (made ??= make());
}

/**
 * A matcher for the slots of a query. Without slots it finds nothing.
 * @param known the runs of texts that were read ahead
 */
export function createMatcher(dictionary: Dictionary, slots: readonly Slot[], known: KnownRuns): Matcher {
  const slotOf = slotsByTerm(dictionary, slots);
  const heads = onceMade(() => new RegExp(beginnings(slotOf.keys()), 'gi'));
  const hits = onceMade(() => new RegExp(`${beginnings(slotOf.keys())}|${OTHERWISE}`, 'gi'));

  /** The slot that a word fills, as itself or by one of its parts. */
  function slotOfWord({ wholes, parts }: Word): { slot: number; asPart: boolean } | null {
    for (const term of wholes) if (slotOf.has(term)) return { slot: slotOf.get(term) as number, asPart: false };
    for (const term of parts) if (slotOf.has(term)) return { slot: slotOf.get(term) as number, asPart: parts.length > 1 };
    return null;
  }

  const readRuns = new Map<string, readonly Filled[]>();
  /** Texts repeat the words of a query, so each run is read once. */
  function filledIn(run: string): readonly Filled[] {
    let filled = readRuns.get(run);
    if (filled === undefined) readRuns.set(run, (filled = fill(known.tokenize(run))));
    return filled;
  }

  function fill(tokens: readonly Token[]): Filled[] {
    const all: Filled[] = [];
    for (const { start, end, word } of tokens) {
      const filled = slotOfWord(word);
      if (filled !== null) all.push({ start, end, slot: filled.slot, isLong: filled.asPart && end - start > LONGEST_MARK });
    }
    return all;
  }

  /** The run of characters without white space around an offset, cut if it is excessively long. */
  function runAround(text: string, place: number): { from: number; to: number } {
    let from = place;
    while (from > 0 && place - from < LONGEST_RUN && text.charCodeAt(from - 1) > SPACE) from--;
    let to = place;
    while (to < text.length && to - place < LONGEST_RUN && text.charCodeAt(to) > SPACE) to++;
    return { from, to };
  }

  /** @param from offset of the run in the text */
  function matchOf(text: string, from: number, { start, end, slot, isLong }: Filled): Match {
    const whole = { start: from + start, end: from + end };
    return { ...(isLong ? partIn(text, whole) : whole), slot };
  }

  /** The part of a long word that matched. */
  function partIn(text: string, whole: { start: number; end: number }): { start: number; end: number } {
    const head = heads();
    // Search only the word; otherwise, each word without a match would scan to the end of the text.
    const word = text.slice(whole.start, whole.end);
    head.lastIndex = 0;
    for (let hit = head.exec(word); hit !== null; hit = head.exec(word)) {
      const place = whole.start + hit.index;
      if (!isInside(text, place)) return partAt(text, place);
      head.lastIndex = hit.index + 1;
    }
    return whole;
  }

  function find(text: string): Match[] {
    const matches: Match[] = [];
    if (slotOf.size === 0) return matches;
    const start = hits();
    start.lastIndex = 0;
    let done = 0;
    for (let hit = start.exec(text); hit !== null; hit = start.exec(text)) {
      if (isInside(text, hit.index)) {
        start.lastIndex = hit.index + 1;
        continue;
      }
      const { from, to } = runAround(text, hit.index);
      const read = Math.max(from, done);
      for (const filled of filledIn(text.slice(read, to))) matches.push(matchOf(text, read, filled));
      done = Math.max(to, hit.index + 1);
      start.lastIndex = done;
    }
    return matches;
  }

  const ofRuns = new Map<number, readonly Match[]>();
  function matchesOf(run: number): readonly Match[] {
    let matches = ofRuns.get(run);
    if (matches === undefined) {
      const text = known.textOf(run);
      ofRuns.set(run, (matches = fill(known.tokensOf(run)).map((filled) => matchOf(text, 0, filled))));
    }
    return matches;
  }

  function findIn({ runs, starts }: RunList): Match[] {
    const marks = known.mark(slotOf);
    const found: Match[] = [];
    for (let i = 0; i < runs.length; i++) {
      const run = runs[i] as number;
      if (marks[run] !== 1) continue;
      const from = starts[i] as number;
      for (const { start, end, slot } of matchesOf(run)) found.push({ start: from + start, end: from + end, slot });
    }
    return found;
  }

  return { find, findIn };
}

// Texts as numbers: each run of characters between white space is read once for all the texts that contain it.

/** The runs of a text in their order. */
export interface RunList {
  /** Number of each run. */
  runs: Uint32Array;
  /** Where each begins, in UTF-16 offsets. */
  starts: Uint32Array;
}

export interface KnownRuns {
  tokenize: Analyzer['tokenize'];
  /** Reads a text and stores each new run; null if one of them is longer than `LONGEST_RUN`. */
  read(text: string): RunList | null;
  textOf(run: number): string;
  /** Its words. */
  tokensOf(run: number): readonly Token[];
  /** 1 for each run that contains one of the terms, by its number; valid until other terms are marked. */
  mark(terms: ReadonlyMap<string, unknown>): Uint8Array;
}

/** Characters of a run that are read to either side of a word: anything longer is not text. */
export const LONGEST_RUN = 200;

/** The highest character that separates two runs. */
export const SPACE = 32;

/** Start and end of each run of a text. */
function boundsOf(text: string): number[] {
  const bounds: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) <= SPACE) continue;
    bounds.push(at);
    while (at < text.length && text.charCodeAt(at) > SPACE) at++;
    bounds.push(at);
  }
  return bounds;
}

export function createKnownRuns({ tokenize }: Analyzer): KnownRuns {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const tokens: (Token[] | undefined)[] = [];
  const runsByTerm = new Map<string, number[]>();
  let marks = new Uint8Array(0);
  let marked: ReadonlyMap<string, unknown> | null = null;

  function addRun(term: string, run: number): void {
    const runs = runsByTerm.get(term);
    if (runs === undefined) runsByTerm.set(term, [run]);
    else if (runs.at(-1) !== run) runs.push(run);
  }

  function numberOf(text: string): number {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const run = texts.push(text) - 1;
    tokens.push(undefined);
    numbers.set(text, run);
    marked = null;
    for (const { word } of tokenize(text)) for (const term of [...word.wholes, ...word.parts]) addRun(term, run);
    return run;
  }

  return {
    tokenize,
    read(text) {
      const bounds = boundsOf(text);
      const runs = new Uint32Array(bounds.length / 2);
      const starts = new Uint32Array(runs.length);
      for (let i = 0; i < runs.length; i++) {
        const [from, to] = [bounds[2 * i] as number, bounds[2 * i + 1] as number];
        if (to - from > LONGEST_RUN) return null;
        starts[i] = from;
        runs[i] = numberOf(text.slice(from, to));
      }
      return { runs, starts };
    },
    textOf: (run) => texts[run] as string,
    // Tokenize lazily: queries match the same runs again and again, and many others are never matched.
    tokensOf: (run) => (tokens[run] ??= tokenize(texts[run] as string)),
    mark(terms) {
      if (terms === marked) return marks;
      if (marks.length < texts.length) marks = new Uint8Array(2 * texts.length);
      else marks.fill(0);
      for (const term of terms.keys()) for (const run of runsByTerm.get(term) ?? []) marks[run] = 1;
      marked = terms;
      return marks;
    },
  };
}

// The second ranking of the best pages: exact names, covered headings, and the query's words next to each other.

export interface Look {
  /** `phraseKey` of the query. */
  key: string;
  matcher: Matcher;
  slotWeights: readonly number[];
  totalWeight: number;
  /** What each kind of match adds. */
  promotion: typeof PROMOTION;
  /** Whether the query is a name that several pages share, and means the page that has it as an alias. */
  isShared: boolean;
}

export interface Coverage {
  /** Share of the query's weight in a text. */
  covered: number;
  /** Share of the text, by length, that matches the query. */
  dense: number;
}

function coverageBy({ slotWeights, totalWeight }: Look, matches: readonly Match[], length: number): Coverage {
  let weight = 0;
  let matched = 0;
  const seen = new Set<number>();
  for (const { start, end, slot } of matches) {
    matched += end - start;
    if (!seen.has(slot)) weight += slotWeights[slot] ?? 0;
    seen.add(slot);
  }
  return { covered: weight / Math.max(totalWeight, 1e-9), dense: matched / Math.max(length, 1) };
}

export function coverage(look: Look, text: string): Coverage {
  return coverageBy(look, look.matcher.find(text), text.length);
}

const CODE = /[_{}=<>\\/:@`"]|\w\.\w|--|\p{Ll}\p{Lu}/u;

/** Whether a query is prose: several words, and nothing that looks like code. */
export const isProse = (text: string): boolean => text.trim().split(/\s+/, PROSE_WORDS).length === PROSE_WORDS && !CODE.test(text);

export const promotionFor = (text: string): typeof PROMOTION => (isProse(text) ? PROSE_PROMOTION : PROMOTION);

/** Last path segments of pages that represent their folder. */
const ENTRANCES: ReadonlySet<string> = new Set(['intro', 'introduction', 'overview', 'index', 'readme']);

/** Names of a page: title, sidebar label, and the last segment of the path, which for the main page of a folder is the folder. */
export function nameKeys({ path, title, sidebarLabel }: SearchPage, { phraseKey }: Analyzer): string[] {
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  const slug = ENTRANCES.has(last) ? steps.pop() || last : last;
  return [title, sidebarLabel, slug].map(phraseKey);
}

/** Whether the query is one of a page's names or aliases, and nothing else. */
export const isNamed = ({ key }: Look, { keys, aliasKeys }: ReadPage): boolean => keys.includes(key) || aliasKeys.includes(key);

/** Added to a page for its names, as a share of the query's total weight. */
export function namePromotion(look: Look, { title }: SearchPage, { keys, aliasKeys, list }: ReadPage): number {
  const { covered, dense } = coverageBy(look, matchesIn(look, title, list), title.length);
  const { exactName, exactAlias } = look.promotion;
  const [asName, asAlias] = look.isShared ? [0, exactName] : [exactName, exactAlias];
  return (
    (keys.includes(look.key) ? asName : aliasKeys.includes(look.key) ? asAlias : 0) +
    look.promotion.titleCovered * covered * (0.5 + 0.5 * dense)
  );
}

function matchesIn({ matcher }: Look, text: string, list: RunList | null): Match[] {
  return list === null ? matcher.find(text) : matcher.findIn(list);
}

/** Weight of the query's neighboring words that are neighbors in the text too, in order or merely near. */
function pairs(slotWeights: readonly number[], matches: readonly Match[]): { ordered: number; near: number } {
  const ordered = new Set<number>();
  const near = new Set<number>();
  matches.forEach((first, i) => {
    for (let j = i + 1; j < matches.length; j++) {
      const second = matches[j] as Match;
      const gap = second.start - first.end;
      if (gap > CLOSE_LOOK.nearGap) break;
      if (second.slot === first.slot + 1 && gap <= CLOSE_LOOK.orderedGap) ordered.add(first.slot);
      else if (Math.abs(second.slot - first.slot) === 1) near.add(Math.min(first.slot, second.slot));
    }
  });
  const weigh = (firsts: Set<number>): number =>
    [...firsts].reduce((sum, slot) => sum + ((slotWeights[slot] ?? 0) + (slotWeights[slot + 1] ?? 0)) / 2, 0);
  return { ordered: weigh(ordered), near: weigh(near) };
}

interface ReadPage {
  keys: readonly string[];
  /** `phraseKey` of each alias. */
  aliasKeys: readonly string[];
  /** The runs of its title; null if they could not be read. */
  list: RunList | null;
}

interface ReadQuestion {
  text: string;
  /** `phraseKey` of the text. */
  key: string;
}

interface ReadSection {
  /** `phraseKey` of its heading. */
  headingKey: string;
  questions: readonly ReadQuestion[];
  /** Its heading, and the beginning of its text and code. */
  text: string;
  /** The runs of the text, if it was read ahead and they could be read. */
  list: RunList | null;
}

/** Pages and sections of an index, read for their promotion. */
export interface SectionReader {
  readPage(page: SearchPage): ReadPage;
  read(record: SearchRecord): ReadSection;
  /** Reads a section with the extra preparation that pays off if many queries match it. */
  readAhead(record: SearchRecord): void;
  runs: KnownRuns;
}

export function createSectionReader(analyzer: Analyzer): SectionReader {
  const runs = createKnownRuns(analyzer);
  const read = memoizeByObject(({ heading, text, code, questions = [] }: SearchRecord): ReadSection => {
    const start = code.join('\n').slice(0, CLOSE_LOOK.characters / 2);
    return {
      headingKey: analyzer.phraseKey(heading),
      questions: questions.map((question) => ({ text: question, key: analyzer.phraseKey(question) })),
      text: [heading, text.slice(0, CLOSE_LOOK.characters), start].join('\n'),
      list: null,
    };
  });
  return {
    readPage: memoizeByObject((page: SearchPage): ReadPage => ({
      keys: nameKeys(page, analyzer),
      aliasKeys: (page.aliases ?? []).map(analyzer.phraseKey),
      list: runs.read(page.title),
    })),
    read,
    readAhead(record) {
      const section = read(record);
      section.list ??= runs.read(section.text);
    },
    runs,
  };
}

/** Added to a section for its authored question that is closest to the query, as a share of the query's total weight. */
function questionPromotion(look: Look, questions: readonly ReadQuestion[]): number {
  let best = 0;
  for (const { text, key } of questions) {
    if (key === look.key) return look.promotion.exactQuestion;
    const { covered, dense } = coverage(look, text);
    best = Math.max(best, covered * dense);
  }
  return look.promotion.questionCovered * best;
}

/** Added to a section for its heading and for adjacent words, as a share of the query's total weight. */
export function sectionPromotion(look: Look, { heading }: SearchRecord, { headingKey, questions, text, list }: ReadSection): number {
  const { slotWeights, totalWeight, promotion } = look;
  // A single word has no neighbors to search for.
  const isAlone = slotWeights.length < 2 && list === null;
  const matches = matchesIn(look, isAlone ? heading : text, list);
  const inHeading = matches.findLastIndex(({ end }) => end <= heading.length) + 1;
  const { covered, dense } = coverageBy(look, matches.slice(0, inHeading), heading.length);
  const exact = headingKey === look.key ? promotion.exactHeading : 0;
  const { ordered, near } = pairs(slotWeights, matches);
  return (
    exact +
    questionPromotion(look, questions) +
    promotion.headingCovered * covered * (0.5 + 0.5 * dense) +
    (promotion.orderedPair * ordered + promotion.nearPair * near) / Math.max(totalWeight, 1e-9)
  );
}
