import type { QueryWord } from '#search/contract.ts';
import type { Word } from '#search/rank/analyze.ts';
import { held } from '../retrieve/cover.ts';

/** Words of a text that are read, as a window moves over them. */
const WINDOW = 25;

/** A word of the text that stands for one of the question. */
interface Find {
  place: number;
  word: number;
  weight: number;
}

function findsIn(words: readonly QueryWord[], text: readonly Word[]): Find[] {
  const wanted = new Set(words.flatMap(({ own, standIns }) => [...own, ...standIns.flat()]));
  const finds: Find[] = [];
  text.forEach((word, place) => {
    if (!word.parts.some((term) => wanted.has(term)) && !word.wholes.some((term) => wanted.has(term))) return;
    const terms = { has: (term: string) => word.wholes.includes(term) || word.parts.includes(term) };
    words.forEach((one, i) => {
      const weight = one.weight * held(one, terms);
      if (weight > 0) finds.push({ place, word: i, weight });
    });
  });
  return finds;
}

/** 0 to 1: the largest part of the words' weight that stands within 25 words of a text. */
export function coveredTogether(words: readonly QueryWord[], text: readonly Word[]): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  const finds = findsIn(words, text);
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
