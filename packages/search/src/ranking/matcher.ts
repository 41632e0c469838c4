/** Finds the words of a query in texts, fast enough for dozens of sections per query. */
import type { Token, Word } from '../analysis.ts';
import type { Dictionary } from '../index-file/dictionary.ts';
import type { Slot } from './query.ts';
import { LAST_SPACE, MAX_RUN_LENGTH, type RunList, type RunTable } from './run-table.ts';

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
