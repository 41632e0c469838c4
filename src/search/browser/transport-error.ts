/** A search that got no answer. */
export class TransportError extends Error {
  override name = 'TransportError';
  /** HTTP status of the answer; 0 where there was none. */
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
