/**
 * All numbers of the ranking in one place. They were set on the development queries (bench/search) with a third of them
 * held back, and none of them for a single query.
 */

/** How much a word counts in each field of a page, and in its text and code. */
export const FIELD = { title: 5, label: 3, path: 2.5, trail: 0.8, heading: 1.5, question: 1, alias: 1, text: 0.5, code: 0.5 };

/** BM25: how soon repetition stops to matter, and how much length counts (0 not at all, 1 fully). */
export const BM25 = { k1: 2, textLength: 0.5, codeLength: 0.6 };

/**
 * How page and best section make up a page's score, and what is left of the score of one that holds next to none of the
 * query's weight (the rest in proportion to what it holds).
 */
export const BLEND = { page: 0.75, section: 0.65, coverageFloor: 0.15 };

/** Pages that hold less of the query's weight than this share of what the best page holds are not results. */
export const LEAST_HELD = 0.3;

/** What alternatives to the words of the query count for. */
export const ALTERNATIVE = {
  synonym: 0.75,
  synonymOfKnown: 0.67,
  correction: 1,
  joined: 0.9,
  partOfKnown: 0.35,
  prefixOfKnown: 0.25,
  prefixOfUnknown: 0.8,
};

/** Added to a page's score, as a share of the largest score that the query's words could give. */
export const PROMOTION = {
  exactName: 0.5,
  exactHeading: 0.12,
  titleCovered: 0.5,
  headingCovered: 0.12,
  exactAlias: 0.3,
  exactQuestion: 0.4,
  questionCovered: 0.15,
  orderedPair: 0.12,
  nearPair: 0.06,
};

/** The same for prose, a query of several words without code: what headings and authored questions say counts more. */
export const PROSE_PROMOTION: typeof PROMOTION = { ...PROMOTION, headingCovered: 0.25, questionCovered: 0.6 };
export const PROSE_WORDS = 4;

/**
 * Pages looked at closely (promotions, neighboring words), also where sections are wanted for an answer, and characters of a
 * section read for that, sections of each page (all that are kept of it for prose); gaps are in characters.
 */
export const CLOSE_LOOK = { pages: 24, pagesOfEvidence: 16, sectionsPerPage: 2, characters: 2000, orderedGap: 12, nearGap: 40 };

/** Bounds on a query: whatever is pasted, the answer comes in milliseconds. */
export const LIMIT = {
  characters: 600,
  slots: 20,
  alternatives: 24,
  corrections: 6,
  prefixTerms: 16,
  sectionsPerPage: 5,
  hitsPerPage: 100,
};
