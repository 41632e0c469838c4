import { tokenize } from '#search/rank/analyze.ts';

/** Words of a question and of a section that are read. */
const ASKED = 40;
const READ = 6000;

interface Row {
  terms: string[];
  /** Whether each is a word that carries meaning. */
  tells: boolean[];
}

function rowOf(text: string): Row {
  const tokens = tokenize(text);
  return {
    terms: tokens.map(({ word }) => (word.parts.length > 0 ? word.parts : word.wholes).join(' ')),
    tells: tokens.map(({ word }) => word.stops.length !== 1 || word.stops[0] === false),
  };
}

/**
 * Number of telling words in the longest run of the question that stands in one of the texts word by word: a pasted
 * message repeats what the pages write of it.
 */
export function longestRun(question: string, texts: readonly string[]): number {
  const asked = rowOf(question);
  asked.terms.length = Math.min(asked.terms.length, ASKED);
  let longest = 0;
  for (const text of texts) {
    const places = new Map<string, number[]>();
    asked.terms.forEach((term, i) => places.set(term, [...(places.get(term) ?? []), i]));
    /** Telling words of the run that ends at each word of the question, for the word of the text before. */
    let before = new Map<number, number>();
    for (const term of rowOf(text.slice(0, READ)).terms) {
      const now = new Map<number, number>();
      for (const i of places.get(term) ?? []) {
        const run = (before.get(i - 1) ?? 0) + (asked.tells[i] === true ? 1 : 0);
        now.set(i, run);
        longest = Math.max(longest, run);
      }
      before = now;
    }
  }
  return longest;
}
