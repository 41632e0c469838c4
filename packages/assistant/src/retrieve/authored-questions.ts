/** Compares the question that a reader asks with those that authors wrote for their sections. */
import { type QueryWord, type SearchEngine, type SearchRecord, memoizeByObject } from '@quire/search';
import type { AuthoredMatch } from '#contract.ts';
import { coverOf, termsOf, type TermSet } from './cover.ts';

export const NO_MATCH: AuthoredMatch = { covers: 0, isAsked: 0 };

/** 0 to 1: both shares in one number. Only a question that asks the same thing and nothing else reaches 1. */
export const nearness = ({ covers, isAsked }: AuthoredMatch): number => isAsked * isAsked * (0.4 + 0.6 * covers);

interface AuthoredQuestion {
  terms: TermSet;
  words: readonly QueryWord[];
}

/** The authored questions of a section as the index knows their words, read once for each section. */
const authoredOf = memoizeByObject(({ understand }: SearchEngine) =>
  memoizeByObject(({ questions = [] }: SearchRecord): readonly AuthoredQuestion[] =>
    questions.map((question) => ({ terms: termsOf(question), words: understand(`${question} `) })),
  ),
);

/** Compares the words of a question with every question that was written for a section. */
export function matchAuthored(engine: SearchEngine, words: readonly QueryWord[]): (record: SearchRecord) => AuthoredMatch {
  const asked = new Set(words.flatMap(({ own, standIns }) => [...own, ...standIns.flat()]));
  const read = authoredOf(engine);
  return (record) => {
    let nearest = NO_MATCH;
    for (const authored of read(record)) {
      const match = { covers: coverOf(words, authored.terms), isAsked: coverOf(authored.words, asked) };
      if (nearness(match) > nearness(nearest)) nearest = match;
    }
    return nearest;
  };
}
