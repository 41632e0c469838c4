import { tokenize, type Word } from '@quire/search/rank/analyze.ts';

/** Words of a question that are read. */
const ASKED = 40;

function termOf({ parts, wholes }: Word): string {
  return parts.length === 1 ? (parts[0] as string) : (parts.length > 0 ? parts : wholes).join(' ');
}

/** Whether it is a word that carries meaning. */
function tells({ stops }: Word): boolean {
  return stops.length !== 1 || stops[0] === false;
}

const NONE: ReadonlyMap<number, number> = new Map();

/**
 * Number of telling words in the longest run of the question that stands in one of the texts word by word: a pasted
 * message repeats what the pages write of it.
 */
export function longestRun(question: string, texts: readonly (readonly Word[])[]): number {
  const asked = tokenize(question)
    .slice(0, ASKED)
    .map(({ word }) => word);
  const places = new Map<string, number[]>();
  asked.forEach((word, i) => places.set(termOf(word), [...(places.get(termOf(word)) ?? []), i]));
  let longest = 0;
  for (const text of texts) {
    /** Telling words of the run that ends at each word of the question, for the word of the text before. */
    let before: ReadonlyMap<number, number> = NONE;
    for (const word of text) {
      const here = places.get(termOf(word));
      if (here === undefined) before = NONE;
      else {
        const runs = new Map(here.map((i) => [i, (before.get(i - 1) ?? 0) + (tells(asked[i] as Word) ? 1 : 0)]));
        longest = Math.max(longest, ...runs.values());
        before = runs;
      }
    }
  }
  return longest;
}
