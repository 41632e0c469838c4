/** Decides whether the retrieved sections answer a question, with a small logistic regression (handbook/decisions/007). */
import { type Evidence, type QueryWord, STOP_WORDS, type Word } from '@quire/search';
import type { Verdict } from '#contract.ts';
import type { WeighedRetrieval } from '#retrieve/retrieve.ts';
import { DEFAULT_GATE } from '#fitted-weights.ts';
import { exactShare, isEveryday } from '#retrieve/read-question.ts';
import { anyOf, coveredTogether, coverOf, matchStrength, NO_MATCH, type TermSet, tokenize, wordsOf } from '#retrieve/cover.ts';
import { authoredTerms, expandedTerms, headingOf, namesOf } from '#retrieve/rank-evidence.ts';
import { intentOf, isChatter } from './intent.ts';

/** The features of a retrieval, each from 0 to 1: the basis of the verdict. */
export const FEATURES = [
  /** Share of the question's weight that is in one passage of one of the best sections. */
  'together',
  /** Share that the names of the best page contain, and that the heading and the page names of one of the best sections contain. */
  'inPageName',
  'inHeading',
  /** Weight that the best section contains, in total and of its heaviest word: any section contains a few common words. */
  'matchedWeight',
  'heaviestMatched',
  /** Weight of the heaviest word that none of the retrieved sections of the best page contains. */
  'missing',
  /** Share that was taken for a misspelling, by how much had to be changed. */
  'corrected',
  /** Share of identifiers, commands, and quoted strings that one of the best sections contains verbatim. */
  'exact',
  /** Whether a capitalized name is in none of the best sections, so that it is probably another product's. */
  'foreignName',
  /** Average rarity of the words, and their number (8 or more give 1): questions ask the more the longer they are. */
  'rarity',
  'length',
  /** Whether there is only one word to search for. */
  'lone',
  /** Whether the question asks for a person, a time, or a quantity that none of the best sections contains. */
  'lacksFact',
  /** Number of content words in the longest run of the question that one of the best sections contains verbatim (4 or more give 1), and the share of its heading that is asked for. */
  'verbatim',
  'headingAsked',
  /**
   * For the best match among the authored questions of the best sections: the share of it that is asked, squared; and that
   * share times the share of what is asked that it covers.
   */
  'authoredAsked',
  'authoredCovers',
  /** Share of the question's weight that the first five sections together contain, and the score of the first (20 or more give 1). */
  'coveredByFive',
  'score',
  /** Share of the words that are on the pages as they are written. */
  'known',
  /** Number of words that are neither everyday English nor on any page (3 or more give 1). */
  'strange',
  /** Whether the product is named: readers name it when they are not sure that it can do something. */
  'namesProduct',
  /** The same as `missing` if the question comes with a story: clauses that do not ask, or many words. */
  'storyMissing',
  /** Share of the question's weight in the best section, the names and aliases of its page, and the authored questions of the section. */
  'expanded',
  /**
   * The same for all sections found on the best page; for the names, aliases and authored questions of that page without its
   * text; and the number of words that are on that page (10 or more give 1).
   */
  'onPage',
  'inPageQuestions',
  'wordsOnPage',
  /** Weight of the heaviest word that is neither on that page nor everyday English. */
  'missingUncommon',
] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/** Number of sections that are compared with the question first. */
const BEST = 3;
const MANY_WORDS = 8;
const MANY_VERBATIM = 4;
const MUCH_WEIGHT = 3;
const STORY_WORDS = 14;
const MANY_STRANGE = 3;
const MANY_ON_PAGE = 10;
/** A word counts as on the page from this match on. */
const ON_PAGE = 0.5;
const HIGH_SCORE = 20;
/** Sections whose words are counted together. */
const TOGETHER = 5;
/** A correction that shares fewer letters than this with a name is another name. */
const SAME_NAME = 0.75;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

const termsOf = ({ record: { page }, contains }: Evidence): TermSet => anyOf({ has: contains }, namesOf(page).labels);
/** Share of a heading's words that are asked for. A long heading counts more, because a question rarely contains all of it by accident. */
function headingAsked(words: readonly QueryWord[], heading: string): number {
  const all = [...new Set(tokenize(heading).flatMap(({ word }) => word.parts.filter((_, i) => word.stops[i] !== true)))];
  const shared = all.filter((term) =>
    words.some(({ own, alternatives }) => own.includes(term) || alternatives.flat().includes(term)),
  ).length;
  return all.length === 0 ? 0 : Math.min(1, shared / MANY_VERBATIM) * (shared / all.length);
}

/** Texts of the sections that an answer would be drawn from. */
export const bestTexts = (evidence: readonly Evidence[]): string[] => evidence.slice(0, BEST).map(({ record }) => record.text);

/** Whether a word begins with a capital although the sentence does not require one. Up to four capitals are an abbreviation or emphasis, not a name. */
function isName(written: string, asked: string): boolean {
  if (!/^\p{Lu}/u.test(written) || /^\p{Lu}{1,4}$/u.test(written) || !/\p{Ll}/u.test(asked)) return false;
  const at = asked.indexOf(written);
  return at > 0 && !/[.?!:"'“]\s*$/u.test(asked.slice(0, at));
}

/** The content words of a question; none if it contains only stop words. */
export function matterOf(words: readonly QueryWord[]): QueryWord[] {
  return words.filter(({ written }) => !STOP_WORDS.has(written.toLowerCase()));
}

/** Computes the features of a retrieval. Without evidence, all features in favor of an answer are 0. */
export function featuresOf({ asked, question, words, evidence, sectionsOfPage, namesProduct }: WeighedRetrieval): Features {
  const best = evidence.slice(0, BEST);
  const texts = best.map(({ record }) => wordsOf(record));
  const terms = evidence.map(termsOf);
  const first = evidence[0];
  const ofPage = anyOf(...terms.filter((_, i) => evidence[i]?.record.page === first?.record.page));
  const weight = sum(words.map((word) => word.weight));
  const matchedByFirst = words.map((word) => word.weight * matchStrength(word, terms[0] ?? new Set()));
  const foreign = (word: QueryWord): boolean =>
    isName(word.written, asked) && terms.slice(0, BEST).every((section) => matchStrength(word, section) < SAME_NAME);
  const headings = best.map(({ record }) => coverOf(words, anyOf(namesOf(record.page).all, headingOf(record))));
  const wrong = words.filter(({ known }) => known === 'spelling').map((word) => word.weight * (1 - word.closeness));
  const isStory = question.context !== '' || asked.split(/\s+/, STORY_WORDS + 1).length > STORY_WORDS;
  const matter = matterOf(words);
  const unusual = matter.filter(({ written }) => !isEveryday(written));
  const together = most(texts.map((text) => coveredTogether(words, text)));
  const page = anyOf(...sectionsOfPage.map(expandedTerms));
  const missing = most(words.map((word) => word.weight * (1 - matchStrength(word, ofPage))));
  return {
    together,
    inPageName: first === undefined ? 0 : coverOf(words, namesOf(first.record.page).all),
    inHeading: most(headings),
    matchedWeight: Math.min(1, sum(matchedByFirst) / MUCH_WEIGHT),
    heaviestMatched: most(matchedByFirst),
    missing,
    corrected: weight === 0 ? 0 : sum(wrong) / weight,
    exact: most(best.map(({ record }) => exactShare(record, question.exact))),
    foreignName: words.some(foreign) ? 1 : 0,
    rarity: words.length === 0 ? 0 : weight / words.length,
    length: Math.min(1, words.length / MANY_WORDS),
    lone: matter.length === 1 ? 1 : 0,
    lacksFact: lackOfFact(asked, bestTexts(evidence)),
    verbatim: Math.min(1, longestRun(asked, texts) / MANY_VERBATIM),
    authoredAsked: most(best.map(({ authored = NO_MATCH }) => authored.isAsked ** 2)),
    authoredCovers: most(best.map(({ authored = NO_MATCH }) => authored.isAsked * authored.covers)),
    coveredByFive: coverOf(words, anyOf(...terms.slice(0, TOGETHER))),
    score: first === undefined ? 0 : Math.min(1, first.score / HIGH_SCORE),
    known: matter.length === 0 ? 0 : matter.filter(({ known }) => known === 'itself').length / matter.length,
    strange: Math.min(1, unusual.filter(({ known }) => known === 'not').length / MANY_STRANGE),
    namesProduct: namesProduct ? 1 : 0,
    storyMissing: isStory ? missing : 0,
    expanded: first === undefined ? 0 : coverOf(words, expandedTerms(first)),
    onPage: coverOf(words, page),
    inPageQuestions: first === undefined ? 0 : coverOf(words, authoredTerms(first.record.page, sectionsOfPage)),
    wordsOnPage: Math.min(1, words.filter((word) => matchStrength(word, page) > ON_PAGE).length / MANY_ON_PAGE),
    missingUncommon: most(words.filter(({ written }) => !isEveryday(written)).map((word) => word.weight * (1 - matchStrength(word, page)))),
    headingAsked: most(best.map(({ record }) => headingAsked(words, record.heading))),
  };
}

/** Words of a question that are read. */
const ASKED = 40;

function termOf({ parts, wholes }: Word): string {
  return parts.length === 1 ? (parts[0] as string) : (parts.length > 0 ? parts : wholes).join(' ');
}

/** Whether a word is a content word. */
function isContentWord({ stops }: Word): boolean {
  return stops.length !== 1 || stops[0] === false;
}

const NONE: ReadonlyMap<number, number> = new Map();

/**
 * Number of content words in the longest run of the question that one of the texts contains verbatim: a pasted
 * message repeats what the pages write about it.
 */
export function longestRun(question: string, texts: readonly (readonly Word[])[]): number {
  const asked = tokenize(question)
    .slice(0, ASKED)
    .map(({ word }) => word);
  const places = new Map<string, number[]>();
  asked.forEach((word, i) => places.set(termOf(word), [...(places.get(termOf(word)) ?? []), i]));
  let longest = 0;
  for (const text of texts) {
    /** Content words of the run that ends at each word of the question, for the word of the text before. */
    let before: ReadonlyMap<number, number> = NONE;
    for (const word of text) {
      const here = places.get(termOf(word));
      if (here === undefined) before = NONE;
      else {
        const runs = new Map(here.map((i) => [i, (before.get(i - 1) ?? 0) + (isContentWord(asked[i] as Word) ? 1 : 0)]));
        longest = Math.max(longest, ...runs.values());
        before = runs;
      }
    }
  }
  return longest;
}

// Questions about a person, a time or a quantity, which documentation rarely answers.

/** Patterns of questions, and of texts that can answer them; null if no pattern can decide. */
const FACTS: readonly (readonly [question: RegExp, answer: RegExp | null])[] = [
  [/^\s*who(?:se|m)?\b(?! (?:may|can|should|must|needs|has access|gets|sees)\b)/i, null],
  [
    /^\s*(?:when|since when|what (?:year|date|time)|(?:in )?which year)\b/i,
    /\b(?:19|20)\d\d\b|\b(?:(?:mon|tues|wednes|thurs|fri)day|monthly|weekly|daily|hourly|every \w+|once a \w+|\d+ ?[ap]\.?m)\b/i,
  ],
  [/^\s*(?:how (?:many|much|old|tall|far|fast|big|long|expensive)|what price)\b/i, /\d|\b(?:one|two|three|four|five|six|ten|unlimited)\b/i],
];

/** 0 if the question asks for no such fact, 0.5 if one of the texts contains one, and 1 if none does. */
export function lackOfFact(asked: string, texts: readonly string[]): number {
  const fact = FACTS.find(([question]) => question.test(asked));
  if (fact === undefined) return 0;
  const [, answer] = fact;
  return answer !== null && texts.some((text) => answer.test(text)) ? 0.5 : 1;
}

const PAST = /^\s*(?:when (?:was|were|did)|(?:in )?(?:what|which) year)\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;

/** Whether the question asks for a date in the past although no text contains a year, so that none can be the answer. */
export function lacksPastDate(asked: string, texts: readonly string[]): boolean {
  return PAST.test(asked) && !texts.some((text) => YEAR.test(text));
}

/** 0 to 1: the probability of an answer according to the weights. */
export function probabilityOf(features: Features, { bias, features: weights }: GateWeights): number {
  const sum = FEATURES.reduce((total, name) => total + weights[name] * features[name], bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Whether there is anything to judge: a question with a searchable word, for which sections were found. */
export function isJudged({ asked, question, words, evidence }: WeighedRetrieval): boolean {
  if (evidence.length === 0 || matterOf(words).length === 0 || isChatter(question.searchText)) return false;
  return intentOf(asked) === 'question' && !lacksPastDate(asked, bestTexts(evidence));
}

const BOTH_DEFINED = 0.6;

/** @param threshold least probability at which a question is answered: the `sectionsMatchThreshold` option */
export function judge(retrieval: WeighedRetrieval, threshold = 0.5, weights: GateWeights = DEFAULT_GATE): Verdict {
  const measured = isJudged(retrieval) ? probabilityOf(featuresOf(retrieval), weights) : 0;
  // Definitions of both things answer a question about their difference.
  const probability = measured > 0 && retrieval.definitions !== undefined ? Math.max(measured, BOTH_DEFINED) : measured;
  return { answerable: probability > 0 && probability >= threshold, probability };
}

/** Weights of the gate. A site sets its own with the `gate` option; `npm run evaluate -- assistant --fit` fits them. */
export interface GateWeights {
  bias: number;
  features: Features;
}
