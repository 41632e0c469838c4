/**
 * Query likelihood: how probable the words of a question are in what authors wrote for a section and its page. Other measures ask whether a text
 * contains a word. This one also asks how often: a word in ten questions of a page is better evidence than a word in one.
 * It is a unigram language model with Dirichlet smoothing (Zhai and Lafferty, "A study of smoothing methods for language models applied to
 * information retrieval", 2004).
 */
import { type Evidence, memoizeByObject, type QueryWord, type SearchEngine, type SearchRecord } from '@quire/search';
import { authoredQuestionsOf, matchStrength } from './coverage.ts';
import { termReaderOf } from './terms.ts';

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
