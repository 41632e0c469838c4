/** Words as the ranking knows them, and how much each tells within the sections that were found. */
import { forEachTerm } from '#search/rank/analyze.ts';

/**
 * The terms of a text by stem or identifier; words without meaning are left out. Numbers instead of the words: a site has
 * tens of thousands of short texts, and a map for each took most of a server's memory.
 */
export interface Terms {
  /** Number of each term, in rising order. */
  numbers: readonly number[];
  /** How often each occurs; null where each occurs once. */
  counts: readonly number[] | null;
}

/** More of a text is not read. */
const MOST_CHARACTERS = 2400;

const numberByTerm = new Map<string, number>();

/** Number of a term that the documentation holds: it is kept for good, so what readers write must not get any. */
export function numberOf(term: string): number {
  let number = numberByTerm.get(term);
  if (number === undefined) numberByTerm.set(term, (number = numberByTerm.size));
  return number;
}

const NO_TERMS: Terms = { numbers: [], counts: null };

/** Reads a text of the documentation. */
export function termsOf(text: string): Terms {
  const counts = new Map<number, number>();
  // An identifier counts as a whole and by its parts, as it does in the index.
  forEachTerm(text.slice(0, MOST_CHARACTERS), false, (term) => count(counts, numberOf(term), 1));
  return listOf(counts);
}

/** The terms of several texts together. */
export function sumOf(texts: readonly Terms[]): Terms {
  const sum = new Map<number, number>();
  for (const { numbers, counts } of texts) numbers.forEach((number, i) => count(sum, number, counts?.[i] ?? 1));
  return listOf(sum);
}

function count(counts: Map<number, number>, number: number, times: number): void {
  counts.set(number, (counts.get(number) ?? 0) + times);
}

function listOf(counts: ReadonlyMap<number, number>): Terms {
  if (counts.size === 0) return NO_TERMS;
  const numbers = Array.from(counts.keys()).sort((a, b) => a - b);
  const times = numbers.map((number) => counts.get(number) as number);
  return { numbers, counts: times.every((one) => one === 1) ? null : times };
}

/** A text as a vector of length one: its terms in rising order, and the value of each. */
export interface TermVector {
  numbers: readonly number[];
  values: readonly number[];
}

/** In how many texts each term stands, by its number; all 0 between two calls. */
let frequencies = new Uint32Array(0);

/** The vectors of some of the texts. What stands in many of them all tells little, but never nothing (inverse document frequency). */
export function vectorsOf(some: readonly Terms[], all: readonly Terms[]): TermVector[] {
  if (frequencies.length < numberByTerm.size) frequencies = new Uint32Array(2 * numberByTerm.size);
  for (const { numbers } of all) for (const number of numbers) (frequencies[number] as number)++;
  const vectors = some.map((terms) => vectorOf(terms, (number) => Math.log(1 + (all.length + 1) / ((frequencies[number] as number) + 1))));
  for (const { numbers } of all) for (const number of numbers) frequencies[number] = 0;
  return vectors;
}

function vectorOf({ numbers, counts }: Terms, weight: (number: number) => number): TermVector {
  const raw = numbers.map((number, i) => (1 + Math.log(counts?.[i] ?? 1)) * weight(number));
  const length = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { numbers, values: raw.map((value) => value / length) };
}

export function cosine(a: TermVector, b: TermVector): number {
  let sum = 0;
  for (let i = 0, j = 0; i < a.numbers.length && j < b.numbers.length;) {
    const difference = (a.numbers[i] as number) - (b.numbers[j] as number);
    if (difference === 0) sum += (a.values[i++] as number) * (b.values[j++] as number);
    else if (difference < 0) i++;
    else j++;
  }
  return sum;
}
