/** The making of a search index, at build time. */
export {
  analyzePage,
  createIndexBuilder,
  type EncodeOptions,
  encodeIndex,
  type IndexBuilder,
  type PageAnalysis,
  TooFewRecordsError,
} from './index-file/write.ts';
export { checkSynonyms, parseSynonyms, type Synonyms } from './index-file/synonyms.ts';
