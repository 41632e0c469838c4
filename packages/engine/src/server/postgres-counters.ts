import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Sql } from 'postgres';
import { createAddressHash, createMemoryCounter, type Counters } from './rate-limit.ts';

const TABLE = 'request_counts';
// The reader waits while a request is counted. After this time, the request is counted in memory, which is less exact.
const TIMEOUT_MS = 1000;
// After a failure, requests are counted in memory for this time, and then one of them tries the database again.
const PAUSE_MS = 5000;
const MINUTE_MS = 60_000;

export interface PostgresCountersOptions {
  /** `postgres://…` */
  databaseUrl: string;
  /** Called when the database cannot be reached; counting then continues in memory. */
  onError: (error: unknown) => void;
  /** Timeout for counting a request, in milliseconds. */
  timeoutMs?: number;
  /** Pause after a failure, in milliseconds. */
  pauseMs?: number;
}

/** Counts in PostgreSQL, so that several servers count together. While the database is unavailable, each server counts for itself. */
export async function openPostgresCounters(options: PostgresCountersOptions): Promise<Counters> {
  const { databaseUrl } = options;
  const { default: postgres } = await import('postgres');
  const sql = postgres(databaseUrl, { max: 2, connect_timeout: 2, onnotice: () => undefined });
  const storeClient = createQueryClient(sql, options);
  return {
    open(allowance) {
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
      });
      const inMemory = createMemoryCounter(allowance);
      return {
        async consume(key) {
          try {
            await limiter.consume(key);
            return null;
          } catch (refusal) {
            if (!(refusal instanceof RateLimiterRes)) return inMemory.consume(key);
            return Math.max(1, Math.ceil((refusal.msBeforeNext < 0 ? MINUTE_MS : refusal.msBeforeNext) / 1000));
          }
        },
      };
    },
    // The address of the database is the only secret that the servers share.
    keyOf: createAddressHash(databaseUrl),
    close: () => sql.end({ timeout: 0.5 }),
  };
}

/** The interface that the limiter expects of a database client. */
interface QueryClient {
  query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[]; rowCount: number }>;
}

function createQueryClient(
  sql: Sql,
  { onError, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS }: Omit<PostgresCountersOptions, 'databaseUrl'>,
): QueryClient {
  let table: Promise<unknown> | null = null;
  /** Time from which the next request may try the database again; null while the database works. */
  let retryAt: number | null = null;
  const createTable = (): Promise<unknown> =>
    sql
      .unsafe(`CREATE TABLE IF NOT EXISTS ${TABLE} (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`)
      // Two servers that start at the same time may both try to create the table.
      .catch((error: unknown) => (isDuplicate(error) ? null : Promise.reject(error as Error)));
  async function run(text: string, values: unknown[]): ReturnType<QueryClient['query']> {
    table ??= createTable();
    await table;
    const rows = await sql.unsafe(text, values as never[], { prepare: true });
    return { rows: [...rows], rowCount: rows.count };
  }
  return {
    async query({ text, values = [] }) {
      const isTrial = retryAt !== null;
      if (retryAt !== null) {
        // Otherwise, the statements of a flood of requests would queue up here while the database hangs.
        if (performance.now() < retryAt) throw new Error('The database failed a moment ago.');
        retryAt = performance.now() + timeoutMs + pauseMs;
      }
      try {
        const result = await withTimeout(run(text, values), timeoutMs);
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

/** @throws Error if the database takes too long. A late result is ignored. */
async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not count a request within ${timeoutMs} ms.`)), timeoutMs);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
