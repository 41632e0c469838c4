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

/** A text as a vector of length one: its terms in their order, and the value of each. */
export interface TermVector {
  terms: readonly string[];
  values: Float64Array;
  valueOf: ReadonlyMap<string, number>;
}

export function vectorOf(terms: Terms, weight: (term: string) => number): TermVector {
  const names = [...terms.keys()];
  const values = new Float64Array(names.length);
  let squares = 0;
  names.forEach((term, i) => {
    const value = (1 + Math.log(terms.get(term) ?? 1)) * weight(term);
    values[i] = value;
    squares += value * value;
  });
  const length = Math.sqrt(squares) || 1;
  const valueOf = new Map<string, number>();
  for (let i = 0; i < values.length; i++) valueOf.set(names[i] as string, ((values[i] as number) /= length));
  return { terms: names, values, valueOf };
}

export function cosine(a: TermVector, b: TermVector): number {
  const less = a.terms.length <= b.terms.length ? a : b;
  const { valueOf } = less === a ? b : a;
  let sum = 0;
  for (let i = 0; i < less.terms.length; i++) sum += (less.values[i] as number) * (valueOf.get(less.terms[i] as string) ?? 0);
  return sum;
}
