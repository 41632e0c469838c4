import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Sql } from 'postgres';
import type { Database } from './database.ts';
import { createAddressHash, createMemoryCounter, openOnce, type Counters } from './rate-limit.ts';

const TABLE = 'request_counts';
// The reader waits while a request is counted. After this time, the request is counted in memory, which is less exact.
const TIMEOUT_MS = 1000;
// After a failure, requests are counted in memory for this time, and then one of them tries the database again.
const PAUSE_MS = 5000;
const MINUTE_MS = 60_000;
/** Time between two removals of old counts, and the age of those that are removed. */
const CLEARING_MS = 5 * MINUTE_MS;
const OLD_MS = 60 * MINUTE_MS;

export interface PostgresCountersOptions {
  /** `postgres://…` */
  databaseUrl: string;
  /** Called when the database cannot be reached; counting then continues in memory. */
  onError: (error: unknown) => void;
  /** Timeout for counting a request, in milliseconds. */
  timeoutMs?: number;
  /** Pause after a failure, in milliseconds. */
  pauseMs?: number;
  /** Time between two removals of old counts, in milliseconds. */
  clearingMs?: number;
}

/** Counts in PostgreSQL, so that several servers count together. While the database is unavailable, each server counts for itself. */
export async function openPostgresCounters(options: PostgresCountersOptions): Promise<Counters> {
  const { databaseUrl, onError, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS, clearingMs = CLEARING_MS } = options;
  const { openDatabase } = await import('./database.ts');
  const database = openDatabase(databaseUrl, { timeoutMs, closeSeconds: 0.5, client: { max: 2, connect_timeout: 2 } });
  const storeClient = createQueryClient(database, { onError, timeoutMs, pauseMs });
  const clearing = setInterval(() => {
    // The client has reported a failure; the next removal tries again.
    storeClient.query({ text: `DELETE FROM ${TABLE} WHERE expire < $1`, values: [Date.now() - OLD_MS] }).catch(() => undefined);
  }, clearingMs).unref();
  return {
    open: openOnce((allowance) => {
      const { name, points, seconds } = allowance;
      const limiter = new RateLimiterPostgres({
        keyPrefix: name,
        points,
        duration: seconds,
        storeClient,
        storeType: 'client',
        tableName: TABLE,
        // The table is created below, because the library would try only once.
        tableCreated: true,
        // Old counts are removed above, because the library has a timer for each counter and never stops it.
        clearExpiredByTimeout: false,
      });
      const inMemory = createMemoryCounter(allowance);
      return {
        async consume(key, cost) {
          try {
            await limiter.consume(key, cost);
            return null;
          } catch (refusal) {
            if (!(refusal instanceof RateLimiterRes)) return inMemory.consume(key, cost);
            return Math.max(1, Math.ceil((refusal.msBeforeNext < 0 ? MINUTE_MS : refusal.msBeforeNext) / 1000));
          }
        },
        async refund(key) {
          const text = `UPDATE ${TABLE} SET points = points - 1 WHERE key = $1 AND points > 0`;
          await storeClient.query({ text, values: [limiter.getKey(key)] }).catch(() => inMemory.refund(key));
        },
      };
    }),
    openLocal: openOnce(createMemoryCounter),
    // The address of the database is the only secret that the servers share.
    keyOf: createAddressHash(databaseUrl),
    close() {
      clearInterval(clearing);
      return database.close();
    },
  };
}

/** The interface that the limiter expects of a database client. */
interface QueryClient {
  query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[]; rowCount: number }>;
}

function createQueryClient(
  database: Database,
  { onError, timeoutMs, pauseMs }: Required<Omit<PostgresCountersOptions, 'databaseUrl' | 'clearingMs'>>,
): QueryClient {
  let table: Promise<unknown> | null = null;
  /** Time from which the next request may try the database again; null while the database works. */
  let retryAt: number | null = null;
  const createTable = (sql: Sql): Promise<unknown> =>
    sql
      .unsafe(`CREATE TABLE IF NOT EXISTS ${TABLE} (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`)
      // Two servers that start at the same time may both try to create the table.
      .catch((error: unknown) => (isDuplicate(error) ? null : Promise.reject(error as Error)));
  const run = (text: string, values: unknown[]): ReturnType<QueryClient['query']> =>
    database.run(async (sql) => {
      table ??= createTable(sql);
      await table;
      const rows = await sql.unsafe(text, values as never[], { prepare: true });
      return { rows: [...rows], rowCount: rows.count };
    });
  return {
    async query({ text, values = [] }) {
      const isTrial = retryAt !== null;
      if (retryAt !== null) {
        // Otherwise, the statements of a flood of requests would queue up here while the database hangs.
        if (performance.now() < retryAt) throw new Error('The database failed a moment ago.');
        retryAt = performance.now() + timeoutMs + pauseMs;
      }
      try {
        const result = await run(text, values);
        retryAt = null;
        return result;
      } catch (error) {
        table = null;
        // Of requests that fail together, only the first one is reported.
        if (isTrial || retryAt === null) onError(error);
        retryAt = performance.now() + pauseMs;
        throw error;
      }
    },
  };
}

/** PostgreSQL's error codes for a table, its row type, or a catalog row that another connection has just created. */
const DUPLICATES = new Set(['42P07', '42710', '23505']);
const isDuplicate = (error: unknown): boolean => error instanceof Error && 'code' in error && DUPLICATES.has(String(error.code));
