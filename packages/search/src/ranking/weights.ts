/**
 * All parameters of the ranking. They were tuned on the development queries (bench/search) with a third of them held out,
 * and never for a single query.
 */

/** Weight of one occurrence of a term, by field. */
export const FIELD = { title: 5, label: 3, path: 2.5, breadcrumb: 1.2, heading: 1.2, question: 0.7, alias: 3, text: 0.45, code: 0.5 };

/** BM25: saturation of term frequency, and length normalization (0 none, 1 full). */
export const BM25 = { k1: 2, textLength: 0.5, codeLength: 0.4 };

/**
 * The score of a page is `page` times its own score plus `section` times the score of its best section. Each of these
 * scores has a factor that rises linearly with its coverage, from `coverageFloor` for almost none of the query to 1.
 */
export const BLEND = { page: 0.75, section: 0.65, coverageFloor: 0.15 };

/** A page is a result only if it covers at least this share of what the page with the most coverage covers. */
export const MIN_COVERAGE = 0.3;

/** Weights of the alternatives to a word of the query (query expansion). The word itself has the weight 1. */
export const ALTERNATIVE = {
  /** A synonym, if the index does not contain the word itself. */
  synonym: 0.75,
  synonymOfKnown: 0.67,
  /** A spelling correction, a shorter form, or two words for one (`datasource`). */
  correction: 1,
  /** One word for two adjacent words: `snow flake`. */
  joined: 0.9,
  /** A part of an identifier that is itself in the index. */
  partOfKnown: 0.35,
  /** Completions of an unfinished word, if the index contains the word or not. */
  prefixOfKnown: 0.25,
  prefixOfUnknown: 0.8,
};

/** Boosts of the reranking, as shares of the total weight of the query's words. */
export const BOOST = {
  exactName: 0.5,
  exactHeading: 0.12,
  titleCoverage: 0.5,
  headingCoverage: 0.12,
  exactAlias: 0.3,
  exactQuestion: 0.4,
  questionCoverage: 0.15,
  orderedPair: 0.12,
  nearPair: 0.06,
};

/** The boosts for prose (a query of several words without code), in which headings and authored questions count more. */
export const PROSE_BOOST: typeof BOOST = { ...BOOST, headingCoverage: 0.15, questionCoverage: 0.6 };
/** Minimum number of words in prose. */
export const PROSE_WORDS = 4;

/** The extent of the reranking. */
export const RERANK = {
  /** Number of pages that are reranked for a search, and for the retrieval of sections. */
  pages: 24,
  pagesForRetrieval: 16,
  /** Number of sections of each page; for prose, all that the first ranking keeps. */
  sectionsPerPage: 2,
  /** Number of characters of a section that are searched for adjacent words. */
  characters: 2000,
  /** Maximum number of characters between two adjacent words: in the same order, and in any order. */
  orderedGap: 12,
  nearGap: 40,
};

/** Limits of a query, so that the search answers any pasted text in milliseconds. */
export const LIMIT = {
  /** Number of characters of a query, and of its distinct words, that are searched. */
  characters: 600,
  slots: 20,
  /** Number of alternatives to one word up to which synonyms are added. */
  alternatives: 24,
  /** Number of words that are corrected. */
  corrections: 6,
  /** Number of completions of an unfinished word. */
  prefixTerms: 16,
  /** Number of sections of each page that a search and the retrieval of sections keep. */
  sectionsPerPage: 5,
  sectionsForRetrieval: 12,
  hitsPerPage: 100,
};
