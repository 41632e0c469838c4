/** The sorted terms of an index, for exact lookup, prefix search, and spelling correction. */
import { MAX_TERM_LENGTH } from '../analysis.ts';
import { memoize } from '../memoize.ts';

export interface Dictionary {
  size: number;
  term(id: number): string;
  /** Number of sections that contain the term, plus the number of those with the term in an authored question; 0 for terms of page names alone. */
  frequency(id: number): number;
  /** Id of the term, or -1. */
  find(term: string): number;
  /** Ids of the terms with the prefix, the most frequent first. */
  withPrefix(prefix: string, limit: number): number[];
  /** Ids of the terms within `distance` edits, best first: by distance, then by the same first letter, then by frequency. */
  near(word: string, distance: number, limit: number): number[];
}

/** Returns a bit set of the letters in a word. Two words within n edits differ in at most 2n bits. */
function letterMask(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) % 31);
  return mask;
}

/** Returns the number of bits that are set. */
function bitCount(value: number): number {
  let n = value - ((value >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Binary search: returns the index of the first term that is not before `term`. */
function lowerBound(terms: readonly string[], term: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] as string) < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Properties of each term that exclude most terms before their edit distance is computed. */
interface SpellingFilter {
  masks: Int32Array;
  /** Lengths in UTF-16 units; `NOT_A_CANDIDATE` for terms that are never corrections. */
  lengths: Uint16Array;
}

const NOT_A_CANDIDATE = 0xffff;

/** Only terms of letters that occur in sections are candidates for corrections. */
function createSpellingFilter(terms: readonly string[], frequencies: Uint32Array): SpellingFilter {
  const lengths = Uint16Array.from(terms, (term, id) =>
    (frequencies[id] ?? 0) === 0 || /[^\p{L}]/u.test(term) ? NOT_A_CANDIDATE : term.length,
  );
  return { masks: Int32Array.from(terms, letterMask), lengths };
}

const CACHED_LOOKUPS = 4096;

/** @param terms in code-unit order @param frequencies the frequency of each term (`Dictionary.frequency`) */
export function createDictionary(terms: readonly string[], frequencies: Uint32Array): Dictionary {
  let spellingFilter: SpellingFilter | null = null;
  const frequency = (id: number): number => frequencies[id] ?? 0;

  function near(word: string, distance: number, limit: number): number[] {
    const { masks, lengths } = (spellingFilter ??= createSpellingFilter(terms, frequencies));
    const mask = letterMask(word);
    const found: { id: number; cost: number }[] = [];
    for (let id = 0; id < terms.length; id++) {
      if (Math.abs((lengths[id] as number) - word.length) > distance || bitCount((masks[id] as number) ^ mask) > 2 * distance) continue;
      const term = terms[id] as string;
      const edits = editDistance(word, term, distance);
      if (edits > distance) continue;
      const initialPenalty = term[0] === word[0] ? 0 : 0.5;
      found.push({ id, cost: edits + initialPenalty - Math.log2(1 + frequency(id)) / 16 });
    }
    return found
      .sort((a, b) => a.cost - b.cost || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  // Cache lookups, because a binary search touches a dozen terms in scattered memory and queries repeat words.
  const find = memoize(
    CACHED_LOOKUPS,
    (term: string) => {
      const at = lowerBound(terms, term);
      return terms[at] === term ? at : -1;
    },
    (term) => term.length <= MAX_TERM_LENGTH,
  );

  return {
    size: terms.length,
    term: (id) => terms[id] ?? '',
    frequency,
    find,
    withPrefix(prefix, limit) {
      const ids: number[] = [];
      for (let id = lowerBound(terms, prefix); id < terms.length && (terms[id] as string).startsWith(prefix); id++) ids.push(id);
      return ids.sort((a, b) => frequency(b) - frequency(a) || a - b).slice(0, limit);
    },
    near,
  };
}

/**
 * Damerau–Levenshtein distance (optimal string alignment: insert, delete, replace, swap neighbors), aborted as soon as
 * it exceeds `limit`, with the result `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] as number) + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length] as number, limit + 1);
}
