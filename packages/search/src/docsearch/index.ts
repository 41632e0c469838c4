/** The query protocol of DocSearch and other clients of the hosted service. */
export { createResponder, type Responder, type ResponderOptions } from './responder.ts';
export {
  ProtocolError,
  type DocSearchHit,
  type FacetFilters,
  type ProtocolErrorBody,
  type SearchRequest,
  type SearchResponse,
  type SearchResults,
} from './types.ts';
