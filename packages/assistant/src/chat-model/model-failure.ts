/** A chat API that gave no answer. The message is for the server's log: no key, no prompt, nothing of the response but its status. */
export class ModelFailure extends Error {
  override name = 'ModelFailure';
  readonly retryable: boolean;
  /** Milliseconds that the API asked to wait; 0 where it did not. */
  readonly retryAfterMs: number;

  constructor(message: string, options: { retryable: boolean; retryAfterMs?: number }) {
    super(message);
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

const ADVICE: Readonly<Record<number, string>> = {
  400: 'check LLM_MODEL and the assistant settings of the configuration',
  401: 'check LLM_API_KEY',
  403: 'check LLM_API_KEY and what it may use',
  404: 'check LLM_BASE_URL and LLM_MODEL',
  429: 'its limit is reached',
};

/** @param retryAfter the header of that name, if it came */
export function statusFailure(status: number, retryAfter: string | null): ModelFailure {
  const advice = ADVICE[status] ?? (status >= 500 ? 'it has trouble of its own' : 'check LLM_BASE_URL');
  return new ModelFailure(`The chat API answered with status ${status}: ${advice}.`, {
    retryable: status === 408 || status === 429 || status >= 500,
    retryAfterMs: waitingTime(retryAfter),
  });
}

/** Puts whatever was thrown into words. Texts of others are left out: they may repeat the key or the question. */
export function modelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof RangeError) return new ModelFailure('The chat API sent more than an answer can be.', { retryable: false });
  const code = errorCode(error);
  return code === null
    ? new ModelFailure('The chat API sent a response that cannot be read.', { retryable: false })
    : new ModelFailure(`The chat API cannot be reached (${code}): check LLM_BASE_URL.`, { retryable: true });
}

/** Seconds or a date (RFC 9110, section 10.2.3) → milliseconds. */
function waitingTime(value: string | null): number {
  if (value === null) return 0;
  const ms = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Code of the system or of the HTTP client in an error or in what caused it, e.g. `ECONNREFUSED`. */
function errorCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as Error & { code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z_]{3,40}$/.test(code) && !code.startsWith('ERR_')) return code;
  }
  return null;
}
