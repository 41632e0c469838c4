/**
 * Measures how well texts fit a question: how much of it a text contains, weighted by the rarity of the words (`QueryWord.weight`), and how
 * probable its words are in what authors wrote.
 */
import {
  memoizeByObject,
  questionKey,
  type QueryWord,
  type SearchEngine,
  type SearchRecord,
  STOP_WORDS,
  type Word,
  type Evidence,
} from '@quire/search';
import type { AuthoredMatch } from '#contract.ts';
import { type TermSet, termReaderOf } from './terms.ts';

/** Match strength of a synonym if the word itself is absent. */
const SYNONYM_STRENGTH = 0.8;

/** The terms that match a word of a question: those of the word itself, and those of its alternatives. */
export type WordTerms<Term> = Pick<QueryWord, 'match' | 'similarity'> & {
  exactTerms: readonly Term[];
  alternatives: readonly (readonly Term[])[];
};

/** Returns all terms that match any of the words, those of alternatives included. */
export const matchingTermsOf = (words: readonly QueryWord[]): string[] =>
  words.flatMap(({ exactTerms, alternatives }) => [...exactTerms, ...alternatives.flat()]);

/** Returns how well the terms match a word, 0 to 1. A corrected spelling or a part of a name counts in proportion to its similarity. */
export function matchStrength<Term>({ match, similarity, exactTerms, alternatives }: WordTerms<Term>, terms: TermSet<Term>): number {
  for (const term of exactTerms) if (terms.has(term)) return 1;
  for (const all of alternatives)
    if (containsAll(terms, all)) return match === 'spelling' || match === 'part' ? similarity : SYNONYM_STRENGTH;
  return 0;
}

function containsAll<Term>(terms: TermSet<Term>, all: readonly Term[]): boolean {
  for (const term of all) if (!terms.has(term)) return false;
  return true;
}

/** Returns the share of the words' weight, 0 to 1, that the sets of terms contain together; 0 without words. */
export function coverageOf(words: readonly QueryWord[], ...sets: readonly TermSet[]): number {
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

/** Size of the sliding window in words. */
const WINDOW_WORDS = 25;

/** An occurrence of a word of the question in a text. */
interface Occurrence {
  /** Position in the text, in words. */
  position: number;
  /** Index of the word in the question. */
  wordIndex: number;
  /** Weight of the word, multiplied by the strength of the match. */
  weight: number;
}

function occurrencesIn(words: readonly QueryWord[], text: readonly Word[]): Occurrence[] {
  const wanted = new Set(matchingTermsOf(words));
  const occurrences: Occurrence[] = [];
  let { wholes, parts }: Pick<Word, 'wholes' | 'parts'> = { wholes: [], parts: [] };
  const terms = { has: (term: string) => wholes.includes(term) || parts.includes(term) };
  for (let position = 0; position < text.length; position++) {
    ({ wholes, parts } = text[position] as Word);
    if (!containsAny(wanted, parts) && !containsAny(wanted, wholes)) continue;
    for (let wordIndex = 0; wordIndex < words.length; wordIndex++) {
      const word = words[wordIndex] as QueryWord;
      const weight = word.weight * matchStrength(word, terms);
      if (weight > 0) occurrences.push({ position, wordIndex, weight });
    }
  }
  return occurrences;
}

function containsAny(wanted: ReadonlySet<string>, terms: readonly string[]): boolean {
  for (let i = 0; i < terms.length; i++) if (wanted.has(terms[i] as string)) return true;
  return false;
}

/** Returns the largest share of the words' weight, 0 to 1, that occurs within 25 consecutive words of a text. */
export function bestWindowCoverage(words: readonly QueryWord[], text: readonly Word[]): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  const occurrences = occurrencesIn(words, text);
  // The heaviest occurrence of each word of the question in the window.
  const weights = new Float64Array(words.length);
  let best = 0;
  occurrences.forEach((first, i) => {
    weights.fill(0);
    let sum = 0;
    for (let j = i; j < occurrences.length; j++) {
      const { position, wordIndex, weight } = occurrences[j] as Occurrence;
      if (position - first.position > WINDOW_WORDS) break;
      const gain = weight - (weights[wordIndex] as number);
      if (gain <= 0) continue;
      weights[wordIndex] = weight;
      sum += gain;
    }
    best = Math.max(best, sum);
  });
  return best / total;
}

// Compares a reader's question with the questions that authors wrote for their sections.

export const NO_MATCH: AuthoredMatch = { questionCoverage: 0, authoredCoverage: 0 };

/** Combines both shares into one similarity, 0 to 1. Only a question that asks the same thing and nothing else reaches 1. */
export const similarityOf = ({ questionCoverage, authoredCoverage }: AuthoredMatch): number =>
  authoredCoverage * authoredCoverage * (0.4 + 0.6 * questionCoverage);

const SAME_QUESTION: AuthoredMatch = { questionCoverage: 1, authoredCoverage: 1 };

/** Whether both questions have the same words. */
export const isSameQuestion = ({ questionCoverage, authoredCoverage }: AuthoredMatch): boolean =>
  questionCoverage === 1 && authoredCoverage === 1;

interface AuthoredQuestion {
  key: string;
  /** An array takes less memory than a set, and is as fast for the few terms of a question. */
  terms: readonly string[];
  words: readonly QueryWord[];
  /** Whether this is a name of the page or the section. */
  isName: boolean;
}

/** A name is like an authored question, but only for a reader who asks for all of it and hardly anything else. */
const MIN_COVERAGE_OF_NAME = 0.9;
/** Minimum weight of the words that a heading adds to the title. "Read" and "Limits" have less, because many pages have such headings. */
const MIN_HEADING_WEIGHT = 0.3;

/**
 * Returns the analyzed authored questions of a section, and its names: of the introduction, the title and the aliases of its page; of another
 * section, its heading with the title. They are memoized for each engine, whose index determines the weights. Equal
 * words of all questions share an object, because thousands of questions repeat the same words.
 */
const authoredQuestionsOf = memoizeByObject(({ understand, analyzer }: SearchEngine) => {
  const { termsOf } = termReaderOf(analyzer);
  const sharedWords = new Map<string, QueryWord>();
  const share = (word: QueryWord): QueryWord => {
    const key = JSON.stringify(word);
    const shared = sharedWords.get(key);
    if (shared === undefined) sharedWords.set(key, word);
    return shared ?? word;
  };
  const analyze = (question: string, isName: boolean): AuthoredQuestion => {
    return { key: questionKey(question), terms: [...termsOf(question)], words: understand(`${question} `).map(share), isName };
  };
  const isDistinctive = (heading: string, title: string): boolean => {
    const ofTitle = termsOf(title);
    const added = understand(`${heading} `).filter(
      ({ written, exactTerms }) => !STOP_WORDS.has(written.toLowerCase()) && !exactTerms.some((term) => ofTitle.has(term)),
    );
    return added.reduce((sum, { weight }) => sum + weight, 0) >= MIN_HEADING_WEIGHT;
  };
  return memoizeByObject(({ questions = [], heading, level, page: { title, aliases = [] } }: SearchRecord): readonly AuthoredQuestion[] => {
    const names = level === 1 ? [title, ...aliases] : isDistinctive(heading, title) ? [`${heading} ${title}`] : [];
    return [...questions.map((question) => analyze(question, false)), ...names.map((name) => analyze(name, true))];
  });
});

/**
 * Returns a function that finds the most similar authored question of a section.
 * @param words the words of the question that are searched for
 */
export function matchAuthored(
  engine: SearchEngine,
  question: string,
  words: readonly QueryWord[],
): (record: SearchRecord) => AuthoredMatch {
  const key = questionKey(question);
  const askedTerms = new Set(matchingTermsOf(words));
  const questionsOf = authoredQuestionsOf(engine);
  return (record) => {
    let best = NO_MATCH;
    for (const authored of questionsOf(record)) {
      if (key !== '' && authored.key === key) return SAME_QUESTION;
      const match = {
        questionCoverage: coverageOf(words, { has: (term) => authored.terms.includes(term) }),
        authoredCoverage: coverageOf(authored.words, askedTerms),
      };
      const isMatch = !authored.isName || Math.min(match.questionCoverage, match.authoredCoverage) >= MIN_COVERAGE_OF_NAME;
      if (isMatch && similarityOf(match) > similarityOf(best)) best = match;
    }
    return best;
  };
}

// Query likelihood: how probable the words of a question are in what authors wrote for a section and its page. Other measures ask whether a text
// contains a word. This one also asks how often: a word in ten questions of a page is better evidence than a word in one.
// It is a unigram language model with Dirichlet smoothing (Zhai and Lafferty, "A study of smoothing methods for language models applied to
// information retrieval", 2004).

/** Number of words of the average text of the site with which the smoothing extends the texts of a section, and those of a page. */
const PRIOR_WORDS = { section: 300, page: 1000 };
/** Weight of the logarithm of the page's likelihood. */
const PAGE_WEIGHT = 0.5;
/** Number of occurrences for which a word in the text of a section counts, because the text can be a long table. */
const OCCURRENCES_IN_TEXT = 0.1;
/** Number of distinct terms of an average section. With it, the share of sections with a word becomes the word's share of the average text. */
const TERMS_PER_SECTION = 120;
const MIN_DOCUMENT_SHARE = 1e-4;

/** How often each word of a question occurs in texts, and the number of terms of these texts. */
interface Occurrences {
  ofWords: number[];
  ofAllTerms: number;
}

/** Returns the terms of each authored question of a section, of its heading, and of the title and the aliases of its page. */
const authoredTextsOf = memoizeByObject((engine: SearchEngine) => {
  const questionsOf = authoredQuestionsOf(engine);
  const { termListOf } = termReaderOf(engine.analyzer);
  const namesOf = memoizeByObject(({ title, aliases = [] }: SearchRecord['page']) => termListOf([title, ...aliases].join('\n')));
  const headingOf = memoizeByObject(({ heading }: SearchRecord) => termListOf(heading));
  return (record: SearchRecord): (readonly string[])[] => {
    const questions = questionsOf(record).filter(({ isName }) => !isName);
    return [...questions.map(({ terms }) => terms), headingOf(record), namesOf(record.page)];
  };
});

/**
 * Returns a function that computes the logarithm of a question's likelihood for each section. The logarithm is divided by the square root of the number
 * of words: without a divisor, long questions would count too much, and with the number itself, too little.
 * The function returns null if authors have written no question for the pages, because names alone do not tell how often a word is used.
 */
export function likelihoodsOf(engine: SearchEngine, words: readonly QueryWord[]): (sections: readonly Evidence[]) => number[] | null {
  const textsOf = authoredTextsOf(engine);
  const countsOfPages = new Map<SearchRecord['page'], Occurrences>();
  const hasQuestions = ({ recordNumber }: Evidence): boolean =>
    engine.sectionsOfPage(recordNumber).some(({ questions = [] }) => questions.length > 0);

  function countIn(records: readonly SearchRecord[]): Occurrences {
    const texts = records.flatMap(textsOf);
    const sets = texts.map((terms) => ({ has: (term: string) => terms.includes(term) }));
    return {
      ofWords: words.map((word) => sets.reduce((sum, terms) => sum + matchStrength(word, terms), 0)),
      ofAllTerms: texts.reduce((sum, { length }) => sum + length, 0),
    };
  }

  function logLikelihood({ ofWords, ofAllTerms }: Occurrences, prior: number): number {
    const ofSmoothing = words.length * Math.log(prior / (ofAllTerms + prior));
    return words.reduce((sum, { documentShare }, i) => {
      const expected = (prior * Math.max(documentShare, MIN_DOCUMENT_SHARE)) / TERMS_PER_SECTION;
      return sum + Math.log(1 + (ofWords[i] as number) / expected);
    }, ofSmoothing);
  }

  function likelihoodOf({ record, recordNumber, contains }: Evidence): number {
    const ofPage = countsOfPages.get(record.page) ?? countIn(engine.sectionsOfPage(recordNumber));
    countsOfPages.set(record.page, ofPage);
    const ofSection = countIn([record]);
    ofSection.ofWords = ofSection.ofWords.map((count, i) => {
      return count + OCCURRENCES_IN_TEXT * matchStrength(words[i] as QueryWord, { has: contains });
    });
    const sum = logLikelihood(ofSection, PRIOR_WORDS.section) + PAGE_WEIGHT * logLikelihood(ofPage, PRIOR_WORDS.page);
    return sum / Math.sqrt(Math.max(1, words.length));
  }

  return (sections) => (sections.some(hasQuestions) ? sections.map(likelihoodOf) : null);
}
