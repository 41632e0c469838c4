import type { SearchRequest, SearchResponse } from '../protocol/types.ts';

/** The one that answers a search. */
export interface SearchTransport {
  /** Fetches what the first query will need, where it needs anything. What fails is told by that query. */
  prepare?(): void;
  /**
   * Answers queries, a result to each in the same order.
   * @throws TransportError when nobody can be reached or the answer is an error; AbortError when `signal` said so
   */
  query(requests: readonly SearchRequest[], signal?: AbortSignal): Promise<SearchResponse>;
}

/** A search that got no answer. */
export class TransportError extends Error {
  override name = 'TransportError';
  /** HTTP status of the answer; 0 where there was none. */
  readonly status: number;
  /** A page was sent in place of an answer. */
  readonly isPage: boolean;
  constructor(message: string, status: number, isPage = false) {
    super(message);
    this.status = status;
    this.isPage = isPage;
  }
}
