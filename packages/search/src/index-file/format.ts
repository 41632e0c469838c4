import { memoize } from '../memoize.ts';

/**
 * The index file: a header of 32-bit little-endian numbers (magic, version, length, checksum, number of blocks, then
 * the length of each block), then the blocks one after another. The reader (`read.ts`) and the writer (`write.ts`) share this.
 */
export const MAGIC = 0x58495344;
export const VERSION = 7;
export const FIXED_HEADER_WORDS = 5;

/** Blocks in the order of the file. The reader derives the terms and their postings, so that readers do not download them. */
export const BLOCKS = [
  /** The columns of `COLUMNS`, one after another: in each the values of all sections, each followed by `VALUE_END`. */
  'stored',
  /** JSON: properties of the pages, each a list with one value per page; synonyms, groups, names. */
  'meta',
] as const;
export type BlockName = (typeof BLOCKS)[number];

/**
 * The stored properties of a section, in columns, because similar values compress better next to each other. An
 * anchor that can be derived from its heading is empty; the anchor of the top of a page is `#`.
 */
export const COLUMNS = ['anchor', 'level', 'heading', 'questions', 'text', 'code'] as const;
/** Ends each value of a column. */
export const VALUE_END = '\u001e';
/** Ends each question and each code block of a section. */
export const ITEM_END = '\u001d';
export const TOP = '#';

/** The default anchor of a heading, which need not be stored. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** A field of a posting's byte: what one occurrence adds, and the largest value that fits. */
export interface Field {
  once: number;
  most: number;
}

const flag = (bit: number): Field => ({ once: bit, most: bit });

/** The fields of a page's names. */
export const TITLE = flag(1);
export const PATH = flag(2);
export const LABEL = flag(4);
export const TRAIL = flag(8);
export const ALIAS = flag(16);

/** The fields of a section: 2 bits, 4 bits and 2 bits. */
export const HEADING: Field = { once: 1, most: 3 };
export const TEXT: Field = { once: 1 << 2, most: 15 << 2 };
export const CODE: Field = { once: 1 << 6, most: 3 << 6 };

/** The only field of a section's authored questions, since only the presence of a term counts. */
export const QUESTION = flag(1);

/** The bytes are not an index that this version can read. The message gives the reason and the fix. */
export class IndexFormatError extends Error {
  override name = 'IndexFormatError';
}

/** FNV-1a over 32-bit words, with the rest byte by byte: fast, and sufficient to detect corruption. */
export function checksum(bytes: Uint8Array, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = 0x811c9dc5;
  let at = from;
  for (; at + 4 <= bytes.length; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 0x01000193) ^ (hash >>> 15);
  for (; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0;
}

/** Synonyms in the index: resolved, each in one direction. */
export interface SynonymRule {
  /** Stems of the words that a query must contain next to each other. */
  from: string[];
  /** Stems of the words that are searched for in addition, all of them together. */
  to: string[];
}

/** A rule in the file: the stems of both sides, separated by spaces. */
export type StoredRule = [from: string, to: string];

// The terms of an index, sorted: exact lookup, prefixes, and similar spellings.

export interface Dictionary {
  size: number;
  term(id: number): string;
  /** Document frequency: the number of sections that contain the term. */
  frequency(id: number): number;
  /** Id of the term, or -1. */
  find(term: string): number;
  /** Ids of the terms with the prefix, the most frequent first. */
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

/** The first index in the sorted terms that is not before `term`. */
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

/** Properties of each term that rule out most terms before their edit distance is computed. */
interface Outlines {
  masks: Int32Array;
  /** In UTF-16 units; `NO_SPELLING` for terms that are not candidates for corrections. */
  lengths: Uint16Array;
}

const NO_SPELLING = 0xffff;

/** Only terms that sections contain and that consist of letters are candidates for corrections. */
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

  // Cache lookups, because a binary search touches a dozen terms in scattered memory and queries repeat words.
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
