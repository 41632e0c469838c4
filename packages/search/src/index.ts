/** The public interface of search, for every environment: the server, the worker, and the assistant. */
export type {
  AnsweredSearch,
  Correction,
  Evidence,
  Problem,
  QueryWord,
  RetrievalOptions,
  SearchEngine,
  SearchFilters,
  SearchGroup,
  SearchHit,
  SearchPage,
  SearchQuery,
  SearchRecord,
  SearchResult,
  Section,
  SectionHit,
  TextPiece,
} from './types.ts';
export { type Analyzer, createAnalyzer, STOP_WORDS, type Token, type Word, condense, questionKey } from './analysis.ts';
export { MARK, plainText, searchRecords, withoutMarks } from './types.ts';
export { loadOnce, memoize, memoizeByObject } from './memoize.ts';
export { IndexFormatError, type SynonymRule } from './index-file/format.ts';
export { decodeIndex, type Index } from './index-file/read.ts';
export { createSearchEngine } from './ranking/engine.ts';
export { createSiteSearch, type Result, type Results, type ResultsQuery, type SiteSearch, type SiteSearchOptions } from './site-search.ts';
export {
  LONGEST_QUERY,
  readResultsQuery,
  readSearchAddress,
  RESULTS_FILE,
  type SearchAddress,
  writeSearchAddress,
} from './search-address.ts';
export { errorHtml, escapeHtml, fillResultsPage, resultsHtml } from './results-html.ts';
export { createTranslate, SEARCH_WORDS, type Translate } from './search-words.ts';
