/** Finds the words of a query in texts, fast enough for dozens of sections per query. */
import type { Token, Word, Analyzer } from '../analysis.ts';
import type { Dictionary } from '../index-file/inverted-index.ts';
import type { Slot } from './query.ts';

/** A word of a text that fills a slot of the query, in UTF-16 offsets. */
export interface Match {
  start: number;
  end: number;
  slot: number;
}

/** A match with offsets in its run. */
interface RunMatch extends Match {
  /** Whether only the matching part of the word is highlighted, because the word is long. */
  marksPart: boolean;
}

export interface Matcher {
  /** Returns the matches in the order of the text. */
  find(text: string): Match[];
  /** Returns the same as `find`, but many times faster, for a text whose runs are in the run table. */
  findInRuns(list: RunList): Match[];
}

/** Maps each term to its slot. A term of several slots belongs to the slot whose own word it is, or else to the first. */
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

/**
 * Returns a pattern of prefixes. Every plain word with one of these stems starts with one, since stemming changes only the
 * last letters.
 */
function prefixPattern(terms: Iterable<string>): string {
  const prefixes = new Set(Array.from(terms, (term) => term.slice(0, Math.max(2, term.length - 2))));
  const shortest = [...prefixes].filter((head) => ![...prefixes].some((other) => other !== head && head.startsWith(other)));
  return shortest.map((head) => head.replace(/[^\p{L}\p{N}_]/gu, '\\$&')).join('|');
}

/** Characters in words that do not start with a prefix of their stem: apostrophes and accented letters. */
const UNUSUAL_CHARACTER = "['’]|[^\\x00-\\x7f]";

/** In characters. Of a longer word, such as a URL or a path, only the part that matched is highlighted. */
const MAX_HIGHLIGHT_LENGTH = 24;
const NAME_PART = /(?:\p{Lu}{2,}(?!\p{Ll})|\p{L}\p{Ll}*)\p{N}*/uy;

/** The part of a name in camel case that starts at an offset. */
function partAt(text: string, start: number): { start: number; end: number } {
  NAME_PART.lastIndex = start;
  return { start, end: start + (NAME_PART.exec(text)?.[0].length ?? 1) };
}

const isLower = (unit: number): boolean => unit >= 97 && unit <= 122;

/** Whether an offset is between two lowercase letters. Words and parts of names never start there. */
function isInsideWord(text: string, offset: number): boolean {
  return isLower(text.charCodeAt(offset)) && isLower(text.charCodeAt(offset - 1));
}

/** Creates a value on its first use. */
function lazy<Result>(make: () => Result): () => Result {
  let value: Result | undefined;
  return () => (value ??= make());
}

/**
 * Creates a matcher for the slots of a query. Without slots, it finds nothing.
 * @param runTable the interned runs of the texts that `findInRuns` can search
 */
export function createMatcher(dictionary: Dictionary, slots: readonly Slot[], runTable: RunTable): Matcher {
  const slotOf = slotsByTerm(dictionary, slots);
  const prefixes = lazy(() => new RegExp(prefixPattern(slotOf.keys()), 'gi'));
  const candidates = lazy(() => new RegExp(`${prefixPattern(slotOf.keys())}|${UNUSUAL_CHARACTER}`, 'gi'));

  /** Returns the slot that a word matches, as a whole or with one of its parts. */
  function slotOfWord({ wholes, parts }: Word): { slot: number; isPart: boolean } | null {
    for (const term of wholes) if (slotOf.has(term)) return { slot: slotOf.get(term) as number, isPart: false };
    for (const term of parts) if (slotOf.has(term)) return { slot: slotOf.get(term) as number, isPart: parts.length > 1 };
    return null;
  }

  const matchesByText = new Map<string, readonly RunMatch[]>();
  /** Returns the matches in a run. They are cached, because texts repeat the words of a query. */
  function matchRun(run: string): readonly RunMatch[] {
    let matches = matchesByText.get(run);
    if (matches === undefined) matchesByText.set(run, (matches = matchTokens(runTable.tokenize(run))));
    return matches;
  }

  function matchTokens(tokens: readonly Token[]): RunMatch[] {
    const matches: RunMatch[] = [];
    for (const { start, end, word } of tokens) {
      const found = slotOfWord(word);
      if (found !== null) matches.push({ start, end, slot: found.slot, marksPart: found.isPart && end - start > MAX_HIGHLIGHT_LENGTH });
    }
    return matches;
  }

  /** Returns the run around an offset, up to `MAX_RUN_LENGTH` characters on each side. */
  function runAround(text: string, offset: number): { from: number; to: number } {
    let from = offset;
    while (from > 0 && offset - from < MAX_RUN_LENGTH && text.charCodeAt(from - 1) > LAST_SPACE) from--;
    let to = offset;
    while (to < text.length && to - offset < MAX_RUN_LENGTH && text.charCodeAt(to) > LAST_SPACE) to++;
    return { from, to };
  }

  /** Converts a match in a run to a match in a text. @param from offset of the run in the text */
  function matchOf(text: string, from: number, { start, end, slot, marksPart }: RunMatch): Match {
    const whole = { start: from + start, end: from + end };
    return { ...(marksPart ? partOfWord(text, whole) : whole), slot };
  }

  /** Returns the part of a long word that matches, or the whole word if no part starts with a prefix. */
  function partOfWord(text: string, whole: { start: number; end: number }): { start: number; end: number } {
    const pattern = prefixes();
    // Search only the word; otherwise, each word without a match would scan to the end of the text.
    const word = text.slice(whole.start, whole.end);
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(word); hit !== null; hit = pattern.exec(word)) {
      const offset = whole.start + hit.index;
      if (!isInsideWord(text, offset)) return partAt(text, offset);
      pattern.lastIndex = hit.index + 1;
    }
    return whole;
  }

  function find(text: string): Match[] {
    const matches: Match[] = [];
    if (slotOf.size === 0) return matches;
    const pattern = candidates();
    pattern.lastIndex = 0;
    let readUpTo = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      if (isInsideWord(text, hit.index)) {
        pattern.lastIndex = hit.index + 1;
        continue;
      }
      const { from, to } = runAround(text, hit.index);
      const start = Math.max(from, readUpTo);
      for (const match of matchRun(text.slice(start, to))) matches.push(matchOf(text, start, match));
      readUpTo = Math.max(to, hit.index + 1);
      pattern.lastIndex = readUpTo;
    }
    return matches;
  }

  const matchesByNumber = new Map<number, readonly Match[]>();
  function matchInternedRun(run: number): readonly Match[] {
    let matches = matchesByNumber.get(run);
    if (matches === undefined) {
      const text = runTable.textOf(run);
      matchesByNumber.set(run, (matches = matchTokens(runTable.tokensOf(run)).map((match) => matchOf(text, 0, match))));
    }
    return matches;
  }

  function findInRuns({ runs, starts }: RunList): Match[] {
    const flags = runTable.runsWithAny(slotOf);
    const found: Match[] = [];
    for (let i = 0; i < runs.length; i++) {
      const run = runs[i] as number;
      if (flags[run] !== 1) continue;
      const from = starts[i] as number;
      for (const { start, end, slot } of matchInternedRun(run)) found.push({ start: from + start, end: from + end, slot });
    }
    return found;
  }

  return { find, findInRuns };
}

// The run table interns the runs of texts. A run is a sequence of characters without white space; each distinct run is tokenized once for
// all texts that contain it.

/** The runs of a text in their order. */
export interface RunList {
  /** Number of each run. */
  runs: Uint32Array;
  /** Start of each run, in UTF-16 offsets. */
  starts: Uint32Array;
}

/** All runs of the interned texts, by number. */
export interface RunTable {
  tokenize: Analyzer['tokenize'];
  /** Adds the new runs of a text and returns all of its runs; null if one of them is longer than `MAX_RUN_LENGTH`. */
  intern(text: string): RunList | null;
  textOf(run: number): string;
  /** The words of a run, with offsets in the run. */
  tokensOf(run: number): readonly Token[];
  /** Returns flags by run number: 1 if the run contains any of the terms. A call with other terms overwrites them. */
  runsWithAny(terms: ReadonlyMap<string, unknown>): Uint8Array;
}

/** Maximum length of a run in characters, and of the part of a run that is searched on each side of a word. Longer runs are not text. */
export const MAX_RUN_LENGTH = 200;

/** Code of the last character that separates runs: all characters up to the space do. */
const LAST_SPACE = 32;

/** Returns the start and the end of each run of a text, one after another. */
function runBounds(text: string): number[] {
  const bounds: number[] = [];
  for (let offset = 0; offset < text.length; offset++) {
    if (text.charCodeAt(offset) <= LAST_SPACE) continue;
    bounds.push(offset);
    while (offset < text.length && text.charCodeAt(offset) > LAST_SPACE) offset++;
    bounds.push(offset);
  }
  return bounds;
}

/** Creates an empty table. It grows with each new text and never shrinks. */
export function createRunTable({ tokenize }: Analyzer): RunTable {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const tokens: (Token[] | undefined)[] = [];
  const runsByTerm = new Map<string, number[]>();
  let flags = new Uint8Array(0);
  let flaggedTerms: ReadonlyMap<string, unknown> | null = null;

  function addRun(term: string, run: number): void {
    const runs = runsByTerm.get(term);
    if (runs === undefined) runsByTerm.set(term, [run]);
    else if (runs.at(-1) !== run) runs.push(run);
  }

  function numberOf(text: string): number {
    const existing = numbers.get(text);
    if (existing !== undefined) return existing;
    const run = texts.push(text) - 1;
    tokens.push(undefined);
    numbers.set(text, run);
    flaggedTerms = null;
    for (const { word } of tokenize(text)) for (const term of [...word.wholes, ...word.parts]) addRun(term, run);
    return run;
  }

  return {
    tokenize,
    intern(text) {
      const bounds = runBounds(text);
      const runs = new Uint32Array(bounds.length / 2);
      const starts = new Uint32Array(runs.length);
      for (let i = 0; i < runs.length; i++) {
        const [from, to] = [bounds[2 * i] as number, bounds[2 * i + 1] as number];
        if (to - from > MAX_RUN_LENGTH) return null;
        starts[i] = from;
        runs[i] = numberOf(text.slice(from, to));
      }
      return { runs, starts };
    },
    textOf: (run) => texts[run] as string,
    // Tokenize lazily: queries match the same runs again and again, and many others are never matched.
    tokensOf: (run) => (tokens[run] ??= tokenize(texts[run] as string)),
    runsWithAny(terms) {
      if (terms === flaggedTerms) return flags;
      if (flags.length < texts.length) flags = new Uint8Array(2 * texts.length);
      else flags.fill(0);
      for (const term of terms.keys()) for (const run of runsByTerm.get(term) ?? []) flags[run] = 1;
      flaggedTerms = terms;
      return flags;
    },
  };
}
