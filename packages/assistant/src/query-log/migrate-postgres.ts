import type { Sql } from 'postgres';
import { QueryLogError } from './contract.ts';

/** Each step brings the tables from the version of its place to the next one. Steps are added, never changed. */
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

/** Any number that no other program locks by. */
const LOCK = 718_030_451;

/** Makes the tables or brings them up to date. Servers that start together wait for each other. @throws QueryLogError when a newer program was here */
export async function migratePostgres(sql: Sql): Promise<void> {
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
