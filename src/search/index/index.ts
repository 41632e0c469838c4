/** What the build takes from the making of the index. */
export type { PageAnalysis, PageAnalysisCache } from './analyze-page.ts';
export { createIndexBuilder, encodeIndex, TooFewRecordsError, type EncodeOptions, type IndexBuilder } from './encode-index.ts';
export { checkSynonyms } from './check-synonyms.ts';
