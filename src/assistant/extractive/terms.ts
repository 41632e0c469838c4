/** Words as the ranking knows them, and how much each tells within the sections that were found. */
import { forEachTerm } from '#search/rank/analyze.ts';

/** Number of occurrences by stem or identifier; words without meaning are left out. */
export type Terms = ReadonlyMap<string, number>;

/** More of a text is not read. */
const MOST_CHARACTERS = 2400;

export function termsOf(text: string): Terms {
  const terms = new Map<string, number>();
  // An identifier counts as a whole and by its parts, as it does in the index.
  forEachTerm(text.slice(0, MOST_CHARACTERS), false, (term) => terms.set(term, (terms.get(term) ?? 0) + 1));
  return terms;
}

/** The terms of several texts together. */
export function sumOf(texts: readonly Terms[]): Terms {
  const sum = new Map<string, number>();
  for (const terms of texts) for (const [term, count] of terms) sum.set(term, (sum.get(term) ?? 0) + count);
  return sum;
}

/** Inverse document frequency over texts: what stands everywhere tells little, but never nothing. */
export function createWeights(texts: readonly Terms[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const terms of texts) for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + (texts.length + 1) / ((counts.get(term) ?? 0) + 1));
}

/** A text as a vector of length one. */
export type TermVector = ReadonlyMap<string, number>;

export function vectorOf(terms: Terms, weight: (term: string) => number): TermVector {
  const entries = Array.from(terms, ([term, count]) => [term, (1 + Math.log(count)) * weight(term)] as const);
  const length = Math.hypot(...entries.map(([, value]) => value));
  return new Map(entries.map(([term, value]) => [term, value / (length || 1)]));
}

export function cosine(a: TermVector, b: TermVector): number {
  const [less, more] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  less.forEach((value, term) => (sum += value * (more.get(term) ?? 0)));
  return sum;
}
