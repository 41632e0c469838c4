/** A search failed because there was no answer or the answer was an error. */
export class SearchError extends Error {
  override name = 'SearchError';
  /** HTTP status of the answer; 0 if there was none. */
  readonly status: number;
  /** Whether the answer is an HTML page, which some hosts send for every unknown address. */
  readonly isPage: boolean;
  constructor(message: string, status: number, isPage = false) {
    super(message);
    this.status = status;
    this.isPage = isPage;
  }
}
