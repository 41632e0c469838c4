import { memoize } from '../memoize.ts';

/**
 * The index file: a header of 32-bit little-endian numbers (magic, version, length, checksum, number of blocks, then
 * the length of each block), then the blocks one after another. The reader (rank/) and the writer (index/) share this.
 */
export const MAGIC = 0x58495344;
export const VERSION = 5;
export const FIXED_HEADER_WORDS = 5;

/** Blocks in the order of the file: the texts come first, so that what is like them later compresses better. */
export const BLOCKS = [
  /** The columns of `COLUMNS`, one after another: in each the values of all sections, each followed by `VALUE_END`. */
  'stored',
  /** JSON: properties of the pages, each a list with a value for each page; synonyms, groups, names. */
  'meta',
  /** Sorted terms, each as shared-prefix length, suffix length, UTF-8 suffix. */
  'terms',
  /** For each term the number of its section postings, as varints. */
  'counts',
  /**
   * Section numbers of each term, as varints of twice the difference to the last one, plus one where the posting has the common
   * value (`COMMON_VALUES`). The other values are in the block of values.
   */
  'sectionIds',
  /** A byte for each section posting with another value than the common one: heading 2 bits, text 4 bits, code 2 bits. */
  'sectionFrequencies',
  /** For each section the number of words in its text, then in its code, as varints. */
  'lengths',
] as const;
export type BlockName = (typeof BLOCKS)[number];

/** The most frequent value of each kind of posting: once in the text; in a question; in the title, path and label. */
export const COMMON_VALUES = { sections: 1 << 2, questions: 1, pages: 1 | 2 | 4 } as const;

/**
 * What is stored of a section, a column for each property: values that are alike compress better beside each other. An
 * anchor that follows from its heading is an empty value, the anchor of a page's top is `#`.
 */
export const COLUMNS = ['anchor', 'level', 'heading', 'questions', 'text', 'code'] as const;
/** Ends each value of a column. */
export const VALUE_END = 0x1e;
/** Ends each of the questions and of the code blocks of a section. */
export const ITEM_END = '\u001d';
export const TOP = '#';

/** The anchor that a heading usually has, which need not be stored. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

export const TITLE = 1;
export const PATH = 2;
export const LABEL = 4;
export const TRAIL = 8;
export const ALIAS = 16;

/** Thrown for bytes that are not an index this program can read; the message says what they are and what to do. */
export class IndexFormatError extends Error {
  override name = 'IndexFormatError';
}

/** FNV-1a over 32-bit words, 4 bytes at a step, and the rest bytewise: fast, and enough to notice damage. */
export function checksum(bytes: Uint8Array, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = 0x811c9dc5;
  let at = from;
  for (; at + 4 <= bytes.length; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 0x01000193) ^ (hash >>> 15);
  for (; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0;
}

/** Synonyms as the index carries them: resolved, one direction each. */
export interface SynonymRule {
  /** Stems of the words that a query must hold next to each other. */
  from: string[];
  /** Stems of the words looked for as well, all of them together. */
  to: string[];
}

/** The terms of an index, sorted: exact look-up, prefixes, and near spellings. */

export interface Dictionary {
  size: number;
  term(id: number): string;
  /** Number of sections that hold the term. */
  frequency(id: number): number;
  /** Id of the term, or -1. */
  find(term: string): number;
  /** Ids of the terms that begin so, the most frequent first. */
  withPrefix(prefix: string, limit: number): number[];
  /** Ids of terms within `distance` edits; the nearest first, among them those with the same first letter and the most frequent. */
  near(word: string, distance: number, limit: number): number[];
}

/** A bit for each letter in the word: two words within n edits differ in at most 2n bits. */
function letters(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) % 31);
  return mask;
}

function bitCount(value: number): number {
  let n = value - ((value >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** First place in the sorted terms that is not before `term`. */
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

/** What is looked at of a term before the term itself is: most are passed over by these numbers alone. */
interface Outlines {
  masks: Int32Array;
  /** In UTF-16 units; `NO_SPELLING` for terms that no misspelled word means. */
  lengths: Uint16Array;
}

const NO_SPELLING = 0xffff;

/** A word is a correction only where sections hold it and it has nothing but letters. */
function outlinesOf(terms: readonly string[], frequencies: Uint32Array): Outlines {
  const lengths = Uint16Array.from(terms, (term, id) =>
    (frequencies[id] ?? 0) === 0 || /[^\p{L}]/u.test(term) ? NO_SPELLING : term.length,
  );
  return { masks: Int32Array.from(terms, letters), lengths };
}

const CACHED_FINDS = 4096;

/** `terms` in code-unit order, `frequencies` for each. */
export function createDictionary(terms: readonly string[], frequencies: Uint32Array): Dictionary {
  let outlines: Outlines | null = null;
  const frequency = (id: number): number => frequencies[id] ?? 0;

  function near(word: string, distance: number, limit: number): number[] {
    const { masks, lengths } = (outlines ??= outlinesOf(terms, frequencies));
    const mask = letters(word);
    const found: { id: number; rank: number }[] = [];
    for (let id = 0; id < terms.length; id++) {
      if (Math.abs((lengths[id] as number) - word.length) > distance || bitCount((masks[id] as number) ^ mask) > 2 * distance) continue;
      const term = terms[id] as string;
      const edits = editDistance(word, term, distance);
      if (edits > distance) continue;
      const sameStart = term[0] === word[0] ? 0 : 0.5;
      found.push({ id, rank: edits + sameStart - Math.log2(1 + frequency(id)) / 16 });
    }
    return found
      .sort((a, b) => a.rank - b.rank || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  // The terms lie all over the memory, and the search for one touches a dozen of them; queries ask for the same words.
  const find = memoize(CACHED_FINDS, (term: string) => {
    const at = lowerBound(terms, term);
    return terms[at] === term ? at : -1;
  });

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
 * Damerau–Levenshtein distance (optimal string alignment: insert, delete, replace, swap neighbors), given up as soon as
 * it is more than `limit`; then `limit + 1` comes back.
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
