/**
 * All numbers of the ranking in one place. They were set on the development queries (bench/search) with a third of them
 * held out, and never for a single query.
 */

/** Weight of a word in each field of a page, and in its text and code. */
export const FIELD = { title: 5, label: 3, path: 2.5, trail: 0.8, heading: 1.5, question: 0.7, alias: 1, text: 0.5, code: 0.5 };

/** BM25: term frequency saturation, and length normalization (0 none, 1 full). */
export const BM25 = { k1: 2, textLength: 0.5, codeLength: 0.6 };

/**
 * The shares of the page and of its best section in a page's score, and the factor of the score of a page that covers almost none of the
 * query's weight (it rises linearly with the covered weight).
 */
export const BLEND = { page: 0.75, section: 0.65, coverageFloor: 0.15 };

/** Pages that cover less than this share of the weight that the best page covers are not results. */
export const MIN_COVERAGE = 0.3;

/** Weights of alternatives to the words of the query. */
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

/** The same for prose, a query of several words without code: headings and authored questions count more. */
export const PROSE_PROMOTION: typeof PROMOTION = { ...PROMOTION, headingCovered: 0.25, questionCovered: 0.6 };
export const PROSE_WORDS = 4;

/**
 * Number of pages in the second ranking (promotions, adjacent words), also if sections are retrieved for an answer; characters of a
 * section to read for it; sections of each page (for prose, all that are kept). Gaps are in characters.
 */
export const CLOSE_LOOK = { pages: 24, pagesOfEvidence: 16, sectionsPerPage: 2, characters: 2000, orderedGap: 12, nearGap: 40 };

/** Limits of a query, so that any pasted text is answered in milliseconds. */
export const LIMIT = {
  characters: 600,
  slots: 20,
  alternatives: 24,
  corrections: 6,
  prefixTerms: 16,
  sectionsPerPage: 5,
  hitsPerPage: 100,
};
