import type { ProtocolErrorBody } from './types.ts';

/** A request that cannot be answered; the message is for its author. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
  readonly status: 400 | 403 | 404 | 503;
  constructor(message: string, status: ProtocolError['status'] = 400) {
    super(message);
    this.status = status;
  }

  toBody(): ProtocolErrorBody {
    return { message: this.message, status: this.status };
  }
}
