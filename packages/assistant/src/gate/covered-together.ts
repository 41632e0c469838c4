import type { QueryWord } from '@quire/search/contract.ts';
import type { Word } from '@quire/search/rank/analyze.ts';
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
  let { wholes, parts }: Pick<Word, 'wholes' | 'parts'> = { wholes: [], parts: [] };
  const terms = { has: (term: string) => wholes.includes(term) || parts.includes(term) };
  for (let place = 0; place < text.length; place++) {
    ({ wholes, parts } = text[place] as Word);
    if (!holdsAny(wanted, parts) && !holdsAny(wanted, wholes)) continue;
    for (let word = 0; word < words.length; word++) {
      const one = words[word] as QueryWord;
      const weight = one.weight * held(one, terms);
      if (weight > 0) finds.push({ place, word, weight });
    }
  }
  return finds;
}

function holdsAny(wanted: ReadonlySet<string>, terms: readonly string[]): boolean {
  for (let i = 0; i < terms.length; i++) if (wanted.has(terms[i] as string)) return true;
  return false;
}

/** 0 to 1: the largest part of the words' weight that stands within 25 words of a text. */
export function coveredTogether(words: readonly QueryWord[], text: readonly Word[]): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  const finds = findsIn(words, text);
  const weights = new Float64Array(words.length);
  let best = 0;
  finds.forEach((first, i) => {
    weights.fill(0);
    let sum = 0;
    for (let j = i; j < finds.length; j++) {
      const { place, word, weight } = finds[j] as Find;
      if (place - first.place > WINDOW) break;
      const more = weight - (weights[word] as number);
      if (more <= 0) continue;
      weights[word] = weight;
      sum += more;
    }
    best = Math.max(best, sum);
  });
  return best / total;
}
