/** The query protocol of DocSearch and other clients of the hosted service. */
export { createResponder, type Responder, type ResponderOptions } from './protocol/responder.ts';
export { ProtocolError } from './protocol/protocol-error.ts';
export type { DocSearchHit, FacetFilters, ProtocolErrorBody, SearchRequest, SearchResponse, SearchResults } from './protocol/types.ts';
