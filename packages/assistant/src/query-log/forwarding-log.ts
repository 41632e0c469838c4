import { type QueryLog, QueryLogError, type QueryRecord, withRetries } from './store.ts';

export interface ForwardOptions {
  /** Address of a PostgREST service. `/rest/v1/queries` is appended unless it ends with `/queries`. */
  url: string;
  key: string;
  /** Timeout of each attempt; default 3000. */
  timeoutMs?: number;
  /** Pauses between attempts; default 200 and 800. */
  pausesMs?: readonly number[];
}

/** An attempt failed with a transient error. */
class TransientError extends QueryLogError {}

/**
 * Forwards entries to a hosted PostgREST service, whose table contains only questions and ratings. Searches are omitted, and so
 * are outcomes of questions, which the page of the reader has already logged. An entry is stored at least once: if the service
 * stores it but its response is lost, the next attempt stores it again.
 */
export function openForwardingLog({ url, key, timeoutMs = 3000, pausesMs = [200, 800] }: ForwardOptions): QueryLog {
  const address = url.endsWith('/queries') ? url : `${url}/rest/v1/queries`;
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Prefer: 'return=minimal' };
  const stopping = new AbortController();

  async function send(body: string): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]);
    // A redirect would leak the key.
    const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }).catch((error: unknown) => {
      throw new TransientError(`The query log's service (QUERY_LOG_URL) did not answer: ${reasonOf(error)}.`, { cause: error });
    });
    await response.body?.cancel();
    if (response.ok) return;
    const isTransient = response.status === 429 || response.status >= 500;
    throw new (isTransient ? TransientError : QueryLogError)(
      `The query log's service (QUERY_LOG_URL) answered with status ${response.status}${ADVICE[response.status] ?? '.'}`,
    );
  }

  return {
    async append(...records) {
      const rows = records.filter(isForwarded).map(rowOf);
      if (rows.length === 0) return;
      // The service stores a list in one transaction.
      const body = JSON.stringify(rows.length === 1 ? rows[0] : rows);
      await withRetries(
        pausesMs,
        (error) => error instanceof TransientError && !stopping.signal.aborted,
        () => send(body),
      );
    },
    read: null,
    // The service has its own retention.
    deleteBefore: async () => {},
    close: async () => stopping.abort(),
  };
}

const ADVICE: Readonly<Record<number, string>> = {
  401: ': the key is unknown. Check QUERY_LOG_KEY.',
  403: ': the key may not insert into its table "queries". Check QUERY_LOG_KEY and the permissions of its role.',
  404: ': it has no table "queries". Check QUERY_LOG_URL.',
};

function isForwarded({ source, outcome }: QueryRecord): boolean {
  return source === 'assistant' && outcome === null;
}

/** Every row of a list needs the same columns. */
function rowOf({ query, rating }: QueryRecord, _: number, { length }: readonly unknown[]): object {
  return rating === null && length === 1 ? { query } : { query, result_rating: rating };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
