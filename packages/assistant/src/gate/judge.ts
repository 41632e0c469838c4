/** Whether the sections found hold an answer: a small logistic regression over what can be measured (D7). */
import { type Evidence, type QueryWord, STOP_WORDS, type Word } from '@quire/search';
import type { Verdict } from '#contract.ts';
import type { WeighedRetrieval } from '#retrieve/retrieve.ts';
import { DEFAULT_GATE } from '#fitted-weights.ts';
import { holdsExact, isEveryday } from '#retrieve/read-question.ts';
import { anyOf, coveredTogether, coverOf, held, NO_MATCH, type TermSet, tokenize, wordsOf } from '#retrieve/cover.ts';
import { headingOf, namesOf } from '#retrieve/rank-evidence.ts';
import { intentOf, isChatter } from './intent.ts';

/** The features of a retrieval, each from 0 to 1: the basis of the verdict. */

export const FEATURES = [
  /** Share of the question's weight that is in one passage of one of the best sections. */
  'together',
  /** Share that the names of the best page hold, and that a best section's heading and page together hold. */
  'inPageName',
  'inHeading',
  /** Weight that the best section holds, in all and of its heaviest word: a few common words are soon found anywhere. */
  'held',
  'heaviestHeld',
  /** Weight of the heaviest word that no section found of the best page holds. */
  'missing',
  /** Share that was taken for a misspelling, by how much had to be changed. */
  'corrected',
  /** Share of identifiers, commands and quoted strings that a best section holds letter by letter. */
  'exact',
  /** Whether a capitalized name is in none of the best sections, so that it is probably another product's. */
  'foreignName',
  /** Share of the first five sections that are of the best page. */
  'agreement',
  /** Average rarity of the words, and their number (8 or more give 1): questions ask the more the longer they are. */
  'rarity',
  'length',
  /** Whether there is only one word to search for. */
  'lone',
  /** Whether a person, a time or a quantity is asked for that no best section holds. */
  'lacksFact',
  /** Telling words of the question that stand word by word in a best section, and how much of its heading is asked for (4 or more give 1). */
  'verbatim',
  'headingAsked',
  /**
   * For the best match among the authored questions of the best sections: the share of it that is asked, squared; and that
   * share times the share of what is asked that it covers.
   */
  'authoredAsked',
  'authoredCovers',
  /** Share of the question's weight that the first five sections together hold, and the score of the first (20 or more give 1). */
  'heldTogether',
  'score',
  /** Share of the words that the pages hold as they are written, and how many of them are not everyday English (5 or more give 1). */
  'known',
  'terms',
  /** Words that are not everyday English and that no page holds (3 or more give 1). */
  'strange',
  /** Whether the product is named: readers name it when they are not sure that it can do something. */
  'namesProduct',
  /** Whether the question comes with a story: clauses that do not ask, or many words. For a story, the same as `together` and `missing`. */
  'story',
  'storyTogether',
  'storyMissing',
] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/** Sections that an answer would be drawn from in the first place. */
const BEST = 3;
const MANY_WORDS = 8;
const MANY_VERBATIM = 4;
const MUCH_WEIGHT = 3;
const MANY_TERMS = 5;
const STORY_WORDS = 14;
const MANY_STRANGE = 3;
const HIGH_SCORE = 20;
/** Sections whose words are counted together. */
const TOGETHER = 5;
/** A word that fewer of the sections hold is not one of the product's own terms. */
const COMMON_TERM = 0.004;
/** A correction that keeps less than this of a name is another name. */
const SAME_NAME = 0.75;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

const termsOf = ({ record: { page }, holds }: Evidence): TermSet => anyOf({ has: holds }, namesOf(page).labels);
/** Share of a heading's words that are asked for. A long heading counts more, because a question rarely contains all of it by accident. */
function headingAsked(words: readonly QueryWord[], heading: string): number {
  const all = [...new Set(tokenize(heading).flatMap(({ word }) => word.parts.filter((_, i) => word.stops[i] !== true)))];
  const shared = all.filter((term) => words.some(({ own, standIns }) => own.includes(term) || standIns.flat().includes(term))).length;
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
export function featuresOf({ asked, question, words, evidence, namesProduct }: WeighedRetrieval): Features {
  const best = evidence.slice(0, BEST);
  const texts = best.map(({ record }) => wordsOf(record));
  const terms = evidence.map(termsOf);
  const first = evidence[0];
  const ofPage = anyOf(...terms.filter((_, i) => evidence[i]?.record.page === first?.record.page));
  const weight = sum(words.map((word) => word.weight));
  const heldByFirst = words.map((word) => word.weight * held(word, terms[0] ?? new Set()));
  const foreign = (word: QueryWord): boolean =>
    isName(word.written, asked) && terms.slice(0, BEST).every((section) => held(word, section) < SAME_NAME);
  const headings = best.map(({ record }) => coverOf(words, anyOf(namesOf(record.page).all, headingOf(record))));
  const wrong = words.filter(({ known }) => known === 'spelling').map((word) => word.weight * (1 - word.closeness));
  const isStory = question.context !== '' || asked.split(/\s+/, STORY_WORDS + 1).length > STORY_WORDS;
  const matter = matterOf(words);
  const unusual = matter.filter(({ written }) => !isEveryday(written));
  const together = most(texts.map((text) => coveredTogether(words, text)));
  const missing = most(words.map((word) => word.weight * (1 - held(word, ofPage))));
  return {
    together,
    inPageName: first === undefined ? 0 : coverOf(words, namesOf(first.record.page).all),
    inHeading: most(headings),
    held: Math.min(1, sum(heldByFirst) / MUCH_WEIGHT),
    heaviestHeld: most(heldByFirst),
    missing,
    corrected: weight === 0 ? 0 : sum(wrong) / weight,
    exact: most(best.map(({ record }) => holdsExact(record, question.exact))),
    foreignName: words.some(foreign) ? 1 : 0,
    agreement: evidence.slice(0, 5).filter(({ record }) => record.page === first?.record.page).length / 5,
    rarity: words.length === 0 ? 0 : weight / words.length,
    length: Math.min(1, words.length / MANY_WORDS),
    lone: matter.length === 1 ? 1 : 0,
    lacksFact: lackOfFact(asked, bestTexts(evidence)),
    verbatim: Math.min(1, longestRun(asked, texts) / MANY_VERBATIM),
    authoredAsked: most(best.map(({ authored = NO_MATCH }) => authored.isAsked ** 2)),
    authoredCovers: most(best.map(({ authored = NO_MATCH }) => authored.isAsked * authored.covers)),
    heldTogether: coverOf(words, anyOf(...terms.slice(0, TOGETHER))),
    score: first === undefined ? 0 : Math.min(1, first.score / HIGH_SCORE),
    known: matter.length === 0 ? 0 : matter.filter(({ known }) => known === 'itself').length / matter.length,
    terms: Math.min(1, unusual.filter(({ known, share }) => known === 'itself' && share > COMMON_TERM).length / MANY_TERMS),
    strange: Math.min(1, unusual.filter(({ known }) => known === 'not').length / MANY_STRANGE),
    namesProduct: namesProduct ? 1 : 0,
    story: isStory ? 1 : 0,
    storyTogether: isStory ? together : 0,
    storyMissing: isStory ? missing : 0,
    headingAsked: most(best.map(({ record }) => headingAsked(words, record.heading))),
  };
}

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
 * Number of telling words in the longest run of the question that is in one of the texts word by word: a pasted
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

/** Questions about a person, a time or a quantity, which documentation rarely answers. */

/** Patterns of questions, and of texts that can answer them; null if no pattern can decide. */
const FACTS: readonly (readonly [question: RegExp, answer: RegExp | null])[] = [
  [/^\s*who(?:se|m)?\b(?! (?:may|can|should|must|needs|has access|gets|sees)\b)/i, null],
  [
    /^\s*(?:when|since when|what (?:year|date|time)|(?:in )?which year)\b/i,
    /\b(?:19|20)\d\d\b|\b(?:(?:mon|tues|wednes|thurs|fri)day|monthly|weekly|daily|hourly|every \w+|once a \w+|\d+ ?[ap]\.?m)\b/i,
  ],
  [/^\s*(?:how (?:many|much|old|tall|far|fast|big|long|expensive)|what price)\b/i, /\d|\b(?:one|two|three|four|five|six|ten|unlimited)\b/i],
];

/** 0 when no such thing is asked for, 1 when it is and none of the texts holds one, between them when one does. */
export function lackOfFact(asked: string, texts: readonly string[]): number {
  const fact = FACTS.find(([question]) => question.test(asked));
  if (fact === undefined) return 0;
  const [, answer] = fact;
  return answer !== null && texts.some((text) => answer.test(text)) ? 0.5 : 1;
}

const PAST = /^\s*(?:when (?:was|were|did)|(?:in )?(?:what|which) year)\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;

/** Whether a date in the past is asked for and no text holds a year: whatever it says, it cannot be the answer. */
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

/** @param threshold least probability at which a question is answered: the option `sectionsMatchThreshold` */
export function judge(retrieval: WeighedRetrieval, threshold = 0.5, weights: GateWeights = DEFAULT_GATE): Verdict {
  const measured = isJudged(retrieval) ? probabilityOf(featuresOf(retrieval), weights) : 0;
  // Definitions of both things answer a question about their difference.
  const probability = measured > 0 && retrieval.definitions !== undefined ? Math.max(measured, BOTH_DEFINED) : measured;
  return { answerable: probability > 0 && probability >= threshold, probability };
}

/** Weights of the gate. A site sets its own with the option `gate`; `npm run evaluate -- assistant --fit` fits them. */
export interface GateWeights {
  bias: number;
  features: Features;
}
