/** What a question asks for, as units are compared with it. */
import type { QueryWord } from '@quire/search';
import { forEachTerm } from '../analysis.ts';
import type { QuestionKind, ReadQuestion } from '../contract.ts';
import { held, type WordOf } from '../retrieve/cover.ts';
import type { Terms, Vocabulary } from './terms.ts';

export interface Wanted {
  kind: QuestionKind;
  words: readonly QueryWord[];
  /** The words by the numbers of their terms. */
  numbered: readonly WordOf<number>[];
  /** Identifiers and quoted strings, in lower case. */
  exact: readonly string[];
  /** What the answer must have in it where a number or a name is asked for: a port, a variable, something written as code. */
  answer: RegExp | 'code' | null;
}

/** What is asked for, and how it is written. */
const ANSWERS: readonly (readonly [question: RegExp, answer: RegExp | 'code'])[] = [
  [
    /\b(?:env(?:ironment)? var\w*|variables?|options?|flags?|settings?|parameters?|field|property)\b/i,
    /[A-Z]{2,}_[A-Z]|--\w|\w_\w|\w\.\w+\.\w/,
  ],
  [/\b(?:ports?|how (?:many|much|long|often|big)|versions?|limit|size|minimum|maximum)\b/i, /\d/],
  [/^(?:which|what|where)\b.*\b(?:default|password|username|command|address|url|path|file)\b/i, 'code'],
];

/** Words that say what sort of answer is wanted, not what it is about. */
const ASKING = new Set(
  'mean means meaning difference differences exist exists list define definition explain describe purpose example way'.split(' '),
);

/** @param known the question's words as the index knows them; without them all its words weigh the same */
export function wantedOf(
  { kind, searchText, exact }: ReadQuestion,
  known: readonly QueryWord[] | undefined,
  vocabulary: Vocabulary,
): Wanted {
  const all = known ?? termsIn(searchText).map(plainWord);
  const matter = all.filter(({ written }) => !ASKING.has(written.toLowerCase()));
  const words = matter.length > 0 ? matter : all;
  return {
    kind,
    words,
    numbered: words.map((word) => byNumbers(word, vocabulary)),
    exact: exact.map((one) => one.toLowerCase()),
    answer: ANSWERS.find(([question]) => question.test(searchText))?.[1] ?? null,
  };
}

function termsIn(text: string): string[] {
  const terms = new Set<string>();
  forEachTerm(text, false, (term) => terms.add(term));
  return [...terms];
}

function byNumbers({ known, closeness, own, standIns }: QueryWord, { numberOf }: Vocabulary): WordOf<number> {
  return { known, closeness, own: own.map(numberOf), standIns: standIns.map((all) => all.map(numberOf)) };
}

function plainWord(term: string): QueryWord {
  return { written: term, known: 'itself', closeness: 1, weight: 1, share: 0, own: [term], standIns: [] };
}

/** For each word of the question how well a text stands for it, 0 to 1. */
export type Held = readonly number[];

export function holds({ numbered }: Wanted, { numbers }: Terms): Held {
  const terms = { has: (number: number) => numbers.includes(number) };
  return numbered.map((word) => held(word, terms));
}

/** 0 to 1: the part of the question that is in one of these texts, each given by what it holds. */
export function coverage({ words }: Wanted, ...texts: readonly Held[]): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < words.length; i++) {
    const { weight } = words[i] as QueryWord;
    let most = 0;
    for (const text of texts) most = Math.max(most, text[i] ?? 0);
    sum += weight * most;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}
