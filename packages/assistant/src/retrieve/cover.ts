/** How much of a question a text covers, by the weight of its words. */
import { createAnalyzer, memoizeByObject, type QueryWord, type SearchEngine, type SearchRecord, type Word } from '@quire/search';
import type { AuthoredMatch } from '#contract.ts';

/** Factor for a synonym if the word itself is absent. */
const SYNONYM = 0.8;
/** Characters of a text that are read: the longest sections are tables of thousands of rows. */
const READ = 6000;

/** All terms of a text, stop words included. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  forEachTerm(text.slice(0, READ), true, (term) => terms.add(term));
  return terms;
}

/** The terms that a text contains, as words or by their numbers. */
export interface TermSet<Term = string> {
  has: (term: Term) => boolean;
}

/** A word of a question with its alternatives, as words or by their numbers. */
export type WordOf<Term> = Pick<QueryWord, 'known' | 'closeness'> & { own: readonly Term[]; alternatives: readonly (readonly Term[])[] };

/** What is in any of them. */
export function anyOf(...all: readonly TermSet[]): TermSet {
  return {
    has(term) {
      for (const terms of all) if (terms.has(term)) return true;
      return false;
    },
  };
}

/** 0 to 1: how well these terms match the word. A corrected spelling or a part of a name counts in proportion to its similarity. */
export function matchStrength<Term>({ known, closeness, own, alternatives }: WordOf<Term>, terms: TermSet<Term>): number {
  for (const term of own) if (terms.has(term)) return 1;
  for (const all of alternatives) if (containsAll(terms, all)) return known === 'spelling' || known === 'part' ? closeness : SYNONYM;
  return 0;
}

function containsAll<Term>(terms: TermSet<Term>, all: readonly Term[]): boolean {
  for (const term of all) if (!terms.has(term)) return false;
  return true;
}

/** 0 to 1: the part of the words' weight that these sets of terms cover together; 0 without words. */
export function coverOf(words: readonly QueryWord[], ...sets: readonly TermSet[]): number {
  let sum = 0;
  let total = 0;
  for (const word of words) {
    let most = 0;
    for (const terms of sets) most = Math.max(most, matchStrength(word, terms));
    sum += word.weight * most;
    total += word.weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Words of a section in their order. */
export const wordsOf = memoizeByObject(({ heading, text, code }: SearchRecord): readonly Word[] =>
  tokenize([heading, text, ...code].join('\n').slice(0, READ)).map(({ word }) => word),
);

/** Words of a text that are read, as a window moves over them. */
const WINDOW = 25;

/** A word of the text that matches one of the question. */
interface Find {
  place: number;
  word: number;
  weight: number;
}

function findsIn(words: readonly QueryWord[], text: readonly Word[]): Find[] {
  const wanted = new Set(words.flatMap(({ own, alternatives }) => [...own, ...alternatives.flat()]));
  const finds: Find[] = [];
  let { wholes, parts }: Pick<Word, 'wholes' | 'parts'> = { wholes: [], parts: [] };
  const terms = { has: (term: string) => wholes.includes(term) || parts.includes(term) };
  for (let place = 0; place < text.length; place++) {
    ({ wholes, parts } = text[place] as Word);
    if (!containsAny(wanted, parts) && !containsAny(wanted, wholes)) continue;
    for (let word = 0; word < words.length; word++) {
      const one = words[word] as QueryWord;
      const weight = one.weight * matchStrength(one, terms);
      if (weight > 0) finds.push({ place, word, weight });
    }
  }
  return finds;
}

function containsAny(wanted: ReadonlySet<string>, terms: readonly string[]): boolean {
  for (let i = 0; i < terms.length; i++) if (wanted.has(terms[i] as string)) return true;
  return false;
}

/** 0 to 1: the largest part of the words' weight that is within 25 words of a text. */
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

// Compares the question that a reader asks with those that authors wrote for their sections.

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
  const asked = new Set(words.flatMap(({ own, alternatives }) => [...own, ...alternatives.flat()]));
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

// Words of questions and sections, read as the index reads them.

export const { forEachTerm, tokenize } = createAnalyzer();
