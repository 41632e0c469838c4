import type { PostgrestErrorBody } from '@quire/engine/server/error-response.ts';

/** An error as a PostgREST service answers it. `code` is PostgREST's own (PGRST…) or PostgreSQL's. */
export class PostgrestError extends Error {
  override name = 'PostgrestError';
  readonly status: 400 | 401 | 405 | 413 | 415 | 503;
  readonly code: string;
  readonly hint: string | null;

  constructor(status: PostgrestError['status'], code: string, message: string, hint: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }

  toBody(): PostgrestErrorBody {
    return { code: this.code, details: null, hint: this.hint, message: this.message };
  }
}
