/** The inverted index: the sorted terms, for exact lookup, prefix search, and spelling correction, and the posting list of each term. */
import { MAX_TERM_LENGTH, type Analyzer } from '../analysis.ts';
import { memoize } from '../memoize.ts';
import type { SearchPage } from '../types.ts';
import { ALIAS, CODE, type Field, HEADING, LABEL, PATH, QUESTION, TEXT, TITLE, BREADCRUMB } from './format.ts';

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

// The posting lists: for each term, the documents that contain it, with a byte of counts for each.

/** The posting lists of all terms, one after another. The list of term `t` is at `starts[t]` up to `starts[t + 1]`. */
export interface Postings {
  /** Document frequency of each term. */
  counts: Uint32Array;
  /** Start of each list in `documents` and `values`, and the end of the last list. */
  starts: Uint32Array;
  /** In each list in ascending order. */
  documents: Uint32Array;
  /** The fields of each document (format.ts). */
  values: Uint8Array;
}

/** Prefix sums: returns the start of each range with these sizes, and the end of the last one. */
export function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = (starts[i] as number) + (sizes[i] as number);
  return starts;
}

/** Collects the postings of one document after another, and then sorts them by term. */
export class PostingCollector {
  readonly #analyzer: Analyzer;
  readonly #numbers: Map<string, number>;
  /** The byte of each term in the current document, by the number of the term; a scratch buffer that `next` clears. */
  readonly #current: number[] = [];
  /** Numbers of the terms that the current document contains. */
  #found: number[] = [];
  #document = 0;
  /** The postings of the previous documents, in columns. */
  readonly #terms: number[] = [];
  readonly #documents: number[] = [];
  readonly #values: number[] = [];

  /** @param numbers the number of each term, in the order of first occurrence; collectors with the same map share their terms */
  constructor(analyzer: Analyzer, numbers: Map<string, number>) {
    this.#analyzer = analyzer;
    this.#numbers = numbers;
  }

  /** Adds a text to a field of the current document. @returns the number of terms in the text */
  add(text: string, field: Field, keepStopWords: boolean): number {
    let count = 0;
    this.#analyzer.forEachTerm(text, keepStopWords, (term) => {
      count++;
      let number = this.#numbers.get(term);
      if (number === undefined) this.#numbers.set(term, (number = this.#numbers.size));
      while (this.#current.length <= number) this.#current.push(0);
      const value = this.#current[number] as number;
      if (value === 0) this.#found.push(number);
      if ((value & field.mask) < field.mask) this.#current[number] = value + field.increment;
    });
    return count;
  }

  /** Ends the current document. */
  next(): void {
    for (const number of this.#found) {
      this.#terms.push(number);
      this.#documents.push(this.#document);
      this.#values.push(this.#current[number] as number);
      this.#current[number] = 0;
    }
    this.#found = [];
    this.#document++;
  }

  /** Returns the postings sorted by term. @param ids the id of each term in the dictionary, by the number of the term */
  finish(ids: Uint32Array): Postings {
    const counts = new Uint32Array(ids.length);
    for (const number of this.#terms) (counts[ids[number] as number] as number)++;
    const starts = startsOf(counts);
    const next = starts.slice();
    const documents = new Uint32Array(this.#terms.length);
    const values = new Uint8Array(this.#terms.length);
    this.#terms.forEach((number, i) => {
      const at = (next[ids[number] as number] as number)++;
      documents[at] = this.#documents[i] as number;
      values[at] = this.#values[i] as number;
    });
    return { counts, starts, documents, values };
  }
}

/** Receives the texts of a document: of a section, of its questions, or of the names of a page. */
export type TextReceiver = Pick<PostingCollector, 'add' | 'next'>;

/** Adds a section as a document. @returns the number of terms in its text and in its code */
export function addSection(postings: TextReceiver, heading: string, text: string, code: readonly string[]): [text: number, code: number] {
  postings.add(heading, HEADING, true);
  const textLength = postings.add(text, TEXT, false);
  const codeLength = code.reduce((sum, block) => sum + postings.add(block, CODE, false), 0);
  postings.next();
  return [textLength, codeLength];
}

/** Adds the authored questions of a section as a document. */
export function addQuestions(postings: TextReceiver, questions: readonly string[]): void {
  for (const question of questions) postings.add(question, QUESTION, false);
  postings.next();
}

/** Adds the names of a page as a document. */
export function addNames(postings: TextReceiver, { title, path, sidebarLabel, breadcrumbs, aliases = [] }: SearchPage): void {
  postings.add(title, TITLE, true);
  postings.add(path.replaceAll('/', ' '), PATH, true);
  postings.add(sidebarLabel, LABEL, true);
  for (const label of breadcrumbs) postings.add(label, BREADCRUMB, true);
  // Skip the stop words of aliases, because an alias is not a title that readers type in full.
  for (const alias of aliases) postings.add(alias, ALIAS, false);
  postings.next();
}
