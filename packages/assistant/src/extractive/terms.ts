/** Words as the ranking knows them, and how much each tells within the sections that were found. */
import { forEachTerm } from '../analysis.ts';

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

/** Numbers the terms of a site's documentation. It grows with the documentation only: readers' words must not be added to it. */
export interface Vocabulary {
  /** The number of a term, which is added when it is new. */
  numberOf(term: string): number;
  /** Reads a text of the documentation. */
  termsOf(text: string): Terms;
}

export function createVocabulary(): Vocabulary {
  const numberByTerm = new Map<string, number>();

  function numberOf(term: string): number {
    let number = numberByTerm.get(term);
    if (number === undefined) numberByTerm.set(term, (number = numberByTerm.size));
    return number;
  }

  return {
    numberOf,
    termsOf(text) {
      const numbers: number[] = [];
      // An identifier counts as a whole and by its parts, as it does in the index.
      forEachTerm(text.slice(0, MOST_CHARACTERS), false, (term) => numbers.push(numberOf(term)));
      return counted(numbers);
    },
  };
}

/** The terms of several texts together. */
export function sumOf(texts: readonly Terms[]): Terms {
  const all: number[] = [];
  for (const { numbers, counts } of texts)
    numbers.forEach((number, i) => {
      for (let times = counts?.[i] ?? 1; times > 0; times--) all.push(number);
    });
  return counted(all);
}

const NO_TERMS: Terms = { numbers: [], counts: null };

/** @param all each number as often as its term occurs; is sorted in place */
function counted(all: number[]): Terms {
  if (all.length === 0) return NO_TERMS;
  all.sort((a, b) => a - b);
  const numbers: number[] = [];
  const counts: number[] = [];
  for (const number of all) {
    const last = numbers.length - 1;
    if (numbers[last] === number) (counts[last] as number)++;
    else {
      numbers.push(number);
      counts.push(1);
    }
  }
  // As they are kept, without the room that lists have to grow.
  return { numbers: numbers.slice(), counts: numbers.length === all.length ? null : counts.slice() };
}
