/** What the build takes from the making of the index. */
export { analyzePage, type PageAnalysis } from './analyze-page.ts';
export { createIndexBuilder, encodeIndex, TooFewRecordsError, type EncodeOptions, type IndexBuilder } from './encode-index.ts';
export { checkSynonyms } from './check-synonyms.ts';
