import { type QueryLog, QueryLogError, type QueryRecord } from './contract.ts';
import { withRetries } from './with-retries.ts';

export interface ForwardOptions {
  /** Address of a PostgREST service; `/rest/v1/queries` is added where it does not end in `/queries` itself. */
  url: string;
  key: string;
  /** For one attempt, 3000 when absent. */
  timeoutMs?: number;
  /** Between attempts. */
  pausesMs?: readonly number[];
}

/** An attempt that failed in a way that may pass. */
class PassingError extends QueryLogError {}

/**
 * Hands the entries to a hosted PostgREST service, whose table knows a question and its rating and nothing else:
 * searches, and what the server itself notes of a question that the reader's page has told already, are left out.
 */
export function openForwardingLog({ url, key, timeoutMs = 3000, pausesMs = [200, 800] }: ForwardOptions): QueryLog {
  const address = url.endsWith('/queries') ? url : `${url}/rest/v1/queries`;
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Prefer: 'return=minimal' };
  const stopping = new AbortController();

  async function send(body: string): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]);
    // A redirect would take the key to who knows where.
    const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }).catch((error: unknown) => {
      throw new PassingError(`The query log's service (QUERY_LOG_URL) did not answer: ${reasonOf(error)}.`, { cause: error });
    });
    await response.body?.cancel();
    if (response.ok) return;
    const passes = response.status === 429 || response.status >= 500;
    throw new (passes ? PassingError : QueryLogError)(
      `The query log's service (QUERY_LOG_URL) answered ${response.status}${ADVICE[response.status] ?? '.'}`,
    );
  }

  return {
    async append(record) {
      const row = rowOf(record);
      if (row !== null)
        await withRetries(
          pausesMs,
          (error) => error instanceof PassingError && !stopping.signal.aborted,
          () => send(row),
        );
    },
    read: null,
    // How long the service keeps its rows is decided there.
    deleteBefore: async () => {},
    close: async () => stopping.abort(),
  };
}

const ADVICE: Readonly<Record<number, string>> = {
  401: ': it does not know the key. Check QUERY_LOG_KEY.',
  403: ': the key may not insert into its table "queries". Check QUERY_LOG_KEY and the rights of its role.',
  404: ': it has no table "queries". Check QUERY_LOG_URL.',
};

function rowOf({ source, query, rating, outcome }: QueryRecord): string | null {
  if (source !== 'assistant' || outcome !== null) return null;
  return JSON.stringify(rating === null ? { query } : { query, result_rating: rating });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
