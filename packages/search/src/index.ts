/** Search that runs anywhere: in the server, in a worker and under the assistant. */
export type {
  AnsweredSearch,
  Correction,
  Evidence,
  Problem,
  QueryWord,
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
export { searchRecords } from './types.ts';
export { type Analyzer, createAnalyzer, STOP_WORDS, type Token, type Word } from './analysis.ts';
export { MARK, plainText, withoutMarks } from './text-marks.ts';
export { memoizeByObject } from './memoize.ts';
export { IndexFormatError, type SynonymRule } from './index-file/format.ts';
export { decodeIndex, type Index } from './index-file/read.ts';
export { createSearchEngine } from './ranking/engine.ts';
export { LONGEST_QUERY } from './protocol/request-limits.ts';
export { readSearchAddress, RESULTS_PER_PAGE, type SearchAddress, writeSearchAddress } from './protocol/search-address.ts';
export { escapeHtml } from './protocol/highlight.ts';
export { SEARCH_WORDS } from './words.ts';
