/** What other rooms take from the ranking: runs in the server, in a worker and under the assistant. */
export { decodeIndex, type Index } from './decode-index.ts';
export { createSearchEngine } from './engine.ts';
export { IndexFormatError } from './index-format.ts';
