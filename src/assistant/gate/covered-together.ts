import type { QueryWord, SearchRecord } from '#search/contract.ts';
import { tokenize } from '#search/rank/analyze.ts';
import { held } from '../retrieve/cover.ts';

/** Words of a text that are read, as a window moves over them, and characters of a section. */
const WINDOW = 25;
const READ = 6000;

/** A word of the text that stands for one of the question. */
interface Find {
  place: number;
  word: number;
  weight: number;
}

function findsIn(words: readonly QueryWord[], text: string): Find[] {
  const wanted = new Set(words.flatMap(({ own, standIns }) => [...own, ...standIns.flat()]));
  return tokenize(text).flatMap(({ word }, place): Find[] => {
    const terms = [...word.wholes, ...word.parts].filter((term) => wanted.has(term));
    if (terms.length === 0) return [];
    const set = new Set(terms);
    return words.flatMap((one, i): Find[] => {
      const weight = one.weight * held(one, set);
      return weight > 0 ? [{ place, word: i, weight }] : [];
    });
  });
}

/** 0 to 1: the largest part of the words' weight that stands within 25 words of a section, its heading among them. */
export function coveredTogether(words: readonly QueryWord[], { heading, text, code }: SearchRecord): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  const finds = findsIn(words, [heading, text, ...code].join('\n').slice(0, READ));
  let best = 0;
  finds.forEach((first, i) => {
    const weights = new Map<number, number>();
    for (let j = i; j < finds.length; j++) {
      const { place, word, weight } = finds[j] as Find;
      if (place - first.place > WINDOW) break;
      weights.set(word, Math.max(weight, weights.get(word) ?? 0));
    }
    best = Math.max(
      best,
      [...weights.values()].reduce((sum, weight) => sum + weight, 0),
    );
  });
  return best / total;
}
