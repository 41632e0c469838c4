import type { Sql } from 'postgres';
import { loadOnce } from '@quire/search';
import { messageOf } from '@quire/search/error-message';
import { openDatabase } from '@quire/engine/server/database.ts';
import { COLUMNS, type QueryLog, QueryLogError, PAGE_SIZE, readInPages, type StoredRecord, toStored, withRetries } from './store.ts';

interface PostgresLogOptions {
  /** Timeout of a statement in milliseconds, so that a locked table does not block readers' requests; default 5000. */
  statementTimeoutMs?: number;
  /** Number of entries that one statement deletes; default 10,000. A large backlog in one statement would take longer than its timeout. */
  deletedAtOnce?: number;
  /** Pauses between attempts after a failed connection. The default is long enough for a restart of the database. */
  pausesMs?: readonly number[];
}

const POOL_SIZE = 4;
const STATEMENT_TIMEOUT_MS = 5000;
const DELETED_AT_ONCE = 10_000;
/** Time in milliseconds that the database has to report the timeout of a statement. A connection that is silent for longer may be dead. */
const NETWORK_MS = 1000;
const SECONDS = { connect: 5, idle: 60, lifetime: 1800, end: 2, betweenConnections: 0.2 };
const PAUSES_MS = [200, 800, 2000];

/**
 * A log in a PostgreSQL database, which several servers may share. It does not connect before the first entry:
 * a site whose database is unavailable is still served.
 */
export function openPostgresLog(
  url: string,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, deletedAtOnce = DELETED_AT_ONCE, pausesMs = PAUSES_MS }: PostgresLogOptions = {},
): QueryLog {
  const database = openDatabase(url, {
    timeoutMs: statementTimeoutMs + NETWORK_MS,
    closeSeconds: SECONDS.end,
    client: {
      max: POOL_SIZE,
      connect_timeout: SECONDS.connect,
      idle_timeout: SECONDS.idle,
      max_lifetime: SECONDS.lifetime,
      backoff: () => SECONDS.betweenConnections,
      connection: { application_name: 'query-log', statement_timeout: statementTimeoutMs },
    },
  });
  let isClosed = false;
  const migrateOnce = loadOnce(migratePostgres);

  async function ask<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    if (isClosed) throw new QueryLogError('The query log is closed.');
    try {
      return await withRetries(pausesMs, isTransient, () =>
        database.run(async (sql) => {
          await migrateOnce(sql);
          return work(sql);
        }),
      );
    } catch (error) {
      if (error instanceof QueryLogError) throw error;
      throw new QueryLogError(`The query log in PostgreSQL (DATABASE_URL) cannot be used: ${reasonOf(error)}.`, { cause: error });
    }
  }

  return {
    async append(...records) {
      if (records.length === 0) return;
      // Because of the id, an entry that is sent again after a broken connection is stored once. One statement stores all entries or none.
      const rows = records.map(toStored);
      await ask((sql) => sql`INSERT INTO query_log ${sql(rows, COLUMNS)} ON CONFLICT (id) DO NOTHING`);
    },
    read: (from, to) =>
      readInPages(from, (after) =>
        ask(async (sql) => {
          const rows = await sql<StoredRecord[]>`
            SELECT ${sql(COLUMNS)} FROM query_log
            WHERE (time, id) > (${after.time}, ${after.id}) AND time < ${to} ORDER BY time, id LIMIT ${PAGE_SIZE}`;
          // 64-bit integers are returned as text.
          return rows.map((row) => ({ ...row, time: Number(row.time) }));
        }),
      ),
    async deleteBefore(time) {
      // `close` may be called in the meantime.
      // oxlint-disable-next-line no-unmodified-loop-condition
      for (let deleted = deletedAtOnce; deleted === deletedAtOnce && !isClosed;)
        deleted = await ask(async (sql) => {
          const oldest = sql`SELECT id FROM query_log WHERE time < ${time} ORDER BY time LIMIT ${deletedAtOnce}`;
          return (await sql`DELETE FROM query_log WHERE id IN (${oldest})`).count;
        });
    },
    close() {
      isClosed = true;
      return database.close();
    },
  };
}

/** Codes of failed connections, and of PostgreSQL while it starts, stops, or has no free connections. */
const TRANSIENT = /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN(REFUSED|RESET)|EPIPE|ENOENT|57P0[123]|53300)$/;

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRANSIENT.test(String(error.code));
}

function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return error instanceof Error && 'code' in error ? `${message} (${String(error.code)})` : message;
}

/** Each step migrates the tables from the version that is its index to the next one. Steps are added, never changed. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE query_log (
     id text COLLATE "C" PRIMARY KEY,
     time bigint NOT NULL,
     source text NOT NULL CHECK (source IN ('assistant', 'search')),
     query text NOT NULL,
     rating text CHECK (rating IN ('positive', 'negative')),
     outcome text CHECK (outcome IN ('found', 'refused', 'no-results'))
   );
   CREATE INDEX query_log_time ON query_log (time, id);`,
  `ALTER TABLE query_log
     ADD COLUMN page text,
     DROP CONSTRAINT query_log_source_check,
     ADD CONSTRAINT query_log_source_check CHECK (source IN ('assistant', 'search', 'page')),
     ADD CONSTRAINT query_log_page_check CHECK ((page IS NULL) = (source <> 'page'));`,
];

/** Key of the advisory lock: a number that no other program uses. */
const LOCK = 718_030_451;

/** Creates or updates the tables. Servers that start at the same time wait for each other. @throws QueryLogError if a newer version of this program created them */
async function migratePostgres(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${LOCK})`;
    await transaction`CREATE TABLE IF NOT EXISTS query_log_version (version integer NOT NULL)`;
    const [row] = await transaction<{ version: number }[]>`SELECT version FROM query_log_version`;
    const version = row?.version ?? 0;
    if (version > MIGRATIONS.length) {
      throw new QueryLogError('The query log in PostgreSQL was written by a newer version of this program. Update this one.');
    }
    if (version === MIGRATIONS.length) return;
    for (const step of MIGRATIONS.slice(version)) await transaction.unsafe(step);
    await transaction`DELETE FROM query_log_version`;
    await transaction`INSERT INTO query_log_version VALUES (${MIGRATIONS.length})`;
  });
}
