/** Opens the query log at the location that the environment names, with redaction and retention. The log of a hosted service is here, too. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { type QueryLog, QueryLogError, type QueryRecord, withRetries } from './store.ts';
import { openPostgresLog } from './postgres-log.ts';
import { redact } from '@quire/engine/server/redact.ts';
import { openSqliteLog } from './sqlite-log.ts';

/** The location of the query log, from the environment variables in parentheses. */
export interface QueryLogLocation {
  /** A hosted PostgREST service (QUERY_LOG_URL, QUERY_LOG_KEY), which takes precedence over the others. */
  queryLogForward: ForwardOptions | null;
  /** A PostgreSQL database, which several servers can share (DATABASE_URL). */
  databaseUrl: string | null;
  /** The SQLite file of a single server (QUERY_LOG_FILE). */
  queryLogFile: string;
}

export interface QueryLogOptions {
  /** Entries that are older than this number of days are deleted at the start and once a day. */
  retentionDays: number;
  /** Called if old entries could not be deleted, or a moved file could not be replaced; the server continues. */
  onError: (error: Error) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const DAY_MS = 86_400_000;
/** Maximum number of calls that wait for the store, because refused questions are logged without a request that waits for it. */
const MAX_WAITING = 5000;

/** Opens the store at a location. An unreachable database is not an error here; each append reports it. @throws QueryLogError if a file cannot be used */
export async function openQueryLogStore({ queryLogForward, databaseUrl, queryLogFile }: QueryLogLocation): Promise<QueryLog> {
  if (queryLogForward !== null) return openForwardingLog(queryLogForward);
  return databaseUrl === null ? openSqliteLog(queryLogFile) : openPostgresLog(databaseUrl);
}

/**
 * Creates a function that redacts entries in the order of its calls, one in each iteration of the event loop, because a long text takes
 * as long as several pages, and thousands of entries may arrive together.
 */
export function createRedactor(): (records: readonly QueryRecord[]) => Promise<QueryRecord[]> {
  let last: Promise<unknown> = Promise.resolve();
  async function redactAll(records: readonly QueryRecord[]): Promise<QueryRecord[]> {
    const done: QueryRecord[] = [];
    for (const record of records) {
      await nextIteration();
      done.push(redacted(record));
    }
    return done;
  }
  return (records) => {
    const result = last.then(() => redactAll(records));
    // An entry that cannot be redacted must not affect the next ones.
    last = result.catch(() => undefined);
    return result;
  };
}

/** Returns an entry without personal data. The page of a rating is text of a visitor, too, because the browser sends its path. */
const redacted = ({ query, page, ...record }: QueryRecord): QueryRecord => ({
  ...record,
  query: redact(storable(query)),
  ...(page !== undefined && { page: redact(page) }),
});

/** Opens the log of a server, which redacts new entries and deletes old ones. @throws QueryLogError if a file cannot be used */
export async function openQueryLog(
  location: QueryLogLocation,
  { retentionDays, onError, now = Date.now }: QueryLogOptions,
): Promise<QueryLog> {
  const store = await openQueryLogStore(location);
  const redactAll = createRedactor();
  let isClosed = false;
  let waiting = 0;
  const report = (error: unknown): void => {
    if (!isClosed) onError(error instanceof Error ? error : new Error(String(error)));
  };
  const sweep = (): void => void store.deleteBefore(now() - retentionDays * DAY_MS).catch(report);
  // Programs that rotate logs move the file, send this signal, and then expect that the moved file is complete.
  const onHangUp = (): void => void store.reopen?.().catch(report);
  process.on('SIGHUP', onHangUp);
  sweep();
  const daily = setInterval(sweep, DAY_MS).unref();
  return {
    async append(...records) {
      if (waiting >= MAX_WAITING) throw new QueryLogError(`The query log is too slow: ${MAX_WAITING} entries wait for it.`);
      waiting++;
      try {
        await store.append(...(await redactAll(records)));
      } finally {
        waiting--;
      }
    },
    read: store.read,
    deleteBefore: (time) => store.deleteBefore(time),
    async close() {
      isClosed = true;
      clearInterval(daily);
      process.off('SIGHUP', onHangUp);
      // Entries that are being redacted are stored before the store closes.
      await redactAll([]);
      return store.close();
    },
  };
}

/** Replaces lone surrogates and NUL, which PostgreSQL rejects, so that all stores accept the same texts. */
function storable(query: string): string {
  return query.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

// The log of a server that forwards its entries.

interface ForwardOptions {
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
