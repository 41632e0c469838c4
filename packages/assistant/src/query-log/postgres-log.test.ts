import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueryLogError, type QueryLog, type QueryRecord } from './store.ts';
import { openQueryLog } from './open-query-log.ts';
import { openPostgresLog } from './postgres-log.ts';
import { startPostgresCluster, type PostgresCluster } from './testing/postgres-cluster.ts';

let server: PostgresCluster;
beforeAll(async () => {
  server = await startPostgresCluster();
}, 60_000);
afterAll(() => server?.remove(), 60_000);

const question = (query: string): QueryRecord => ({ time: 1, source: 'assistant', query, rating: null, outcome: null });

async function queriesIn(log: QueryLog): Promise<string[]> {
  const queries: string[] = [];
  for await (const { query } of log.read?.(0, 10) ?? []) queries.push(query);
  return queries.toSorted();
}

test('R-411 entries that arrive while the database server restarts are stored after the restart', { timeout: 30_000 }, async () => {
  const log = openPostgresLog(await server.createDatabase());
  await log.append(question('before'));
  await server.stop();
  const meanwhile = [1, 2, 3].map((n) => log.append(question(`meanwhile ${n}`)));
  await server.start();
  await Promise.all(meanwhile);
  await log.append(question('after'));
  expect(await queriesIn(log)).toEqual(['after', 'before', 'meanwhile 1', 'meanwhile 2', 'meanwhile 3']);
  await log.close();
});

test('an unreachable database server is reported without its password', { timeout: 30_000 }, async () => {
  const address = await server.createDatabase();
  const log = openPostgresLog(address.replace('tests@', 'tests:s3cret@'), { pausesMs: [10, 20] });
  await server.stop();
  const error: unknown = await log.append(question('private words')).catch((thrown: unknown) => thrown);
  await server.start();
  expect(error).toBeInstanceOf(QueryLogError);
  expect(String(error)).toMatch(/^QueryLogError: The query log in PostgreSQL \(DATABASE_URL\) cannot be used: .*ECONNREFUSED.*\.$/);
  expect(String(error)).not.toMatch(/s3cret|private words/);
  await log.append(question('later'));
  expect(await queriesIn(log)).toEqual(['later']);
  await log.close();
});

test('a missing database is reported at once', { timeout: 30_000 }, async () => {
  const log = openPostgresLog(`${await server.createDatabase()}_gone`);
  await expect(log.append(question('x'))).rejects.toThrow(/cannot be used: database "log_\d+_gone" does not exist \(3D000\)\.$/);
  await log.close();
});

test('waiting for a locked table ends with a timeout', { timeout: 30_000 }, async () => {
  const address = await server.createDatabase();
  const log = openPostgresLog(address, { statementTimeoutMs: 200 });
  await log.append(question('first'));
  const holder = postgres(address, { max: 1 });
  await holder.begin(async (transaction) => {
    await transaction`LOCK TABLE query_log`;
    await expect(log.append(question('held'))).rejects.toThrow('canceling statement due to statement timeout (57014)');
  });
  await holder.end();
  await log.append(question('second'));
  expect(await queriesIn(log)).toEqual(['first', 'second']);
  await log.close();
});

test('R-411 a backlog of old entries is deleted in small steps, because one statement would take longer than its timeout', async () => {
  const address = await server.createDatabase();
  const log = openPostgresLog(address, { deletedAtOnce: 2 });
  await log.append(...['a', 'b', 'c', 'd', 'e'].map(question), { ...question('kept'), time: 9 });
  const database = postgres(address, { max: 1 });
  await database.unsafe(`
    CREATE FUNCTION limit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF (SELECT count(*) FROM deleted) > 2 THEN RAISE 'too many at once'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER limit_deletion AFTER DELETE ON query_log REFERENCING OLD TABLE AS deleted
      FOR EACH STATEMENT EXECUTE FUNCTION limit_deletion();`);
  await database.end();
  await log.deleteBefore(5);
  expect(await queriesIn(log)).toEqual(['kept']);
  await log.close();
});

test('tables of a newer schema version are not changed', { timeout: 30_000 }, async () => {
  const address = await server.createDatabase();
  const first = openPostgresLog(address);
  await first.append(question('x'));
  const sql = postgres(address, { max: 1 });
  await sql`UPDATE query_log_version SET version = 99`;
  const second = openPostgresLog(address);
  await expect(second.append(question('y'))).rejects.toThrow(
    'The query log in PostgreSQL was written by a newer version of this program. Update this one.',
  );
  await Promise.all([first.close(), second.close(), sql.end()]);
});

test(
  'tables of the first schema version keep their entries and accept page ratings, and an older server can still write to them',
  {
    timeout: 30_000,
  },
  async () => {
    const address = await server.createDatabase();
    const sql = postgres(address, { max: 1 });
    await sql.unsafe(`CREATE TABLE query_log_version (version integer NOT NULL);
    INSERT INTO query_log_version VALUES (1);
    CREATE TABLE query_log (
      id text COLLATE "C" PRIMARY KEY,
      time bigint NOT NULL,
      source text NOT NULL CHECK (source IN ('assistant', 'search')),
      query text NOT NULL,
      rating text CHECK (rating IN ('positive', 'negative')),
      outcome text CHECK (outcome IN ('found', 'refused', 'no-results'))
    );
    INSERT INTO query_log VALUES ('a', 1, 'search', 'before', NULL, 'no-results')`);
    const log = openPostgresLog(address);
    await log.append({ time: 2, source: 'page', page: '/docs/a', query: 'after', rating: 'negative', outcome: null });
    await sql`INSERT INTO query_log (id, time, source, query, rating, outcome) VALUES ('b', 3, 'search', 'older server', NULL, 'no-results')`;
    expect(await queriesIn(log)).toEqual(['after', 'before', 'older server']);
    await Promise.all([log.close(), sql.end()]);
  },
);

test('several servers that start at the same time create the tables once', { timeout: 30_000 }, async () => {
  const address = await server.createDatabase();
  const logs = Array.from({ length: 8 }, () => openPostgresLog(address));
  await Promise.all(logs.map((log, n) => log.append(question(`server ${n}`))));
  expect(await queriesIn(logs[0] as QueryLog)).toHaveLength(8);
  await Promise.all(logs.map((log) => log.close()));
});

test('a group of entries is stored completely or not at all', { timeout: 30_000 }, async () => {
  const url = await server.createDatabase();
  const log = openPostgresLog(url);
  const invalid = { ...question('the last one is refused'), rating: 'so-so' as 'positive' };
  await expect(log.append(question('a'), question('b'), invalid)).rejects.toThrow(QueryLogError);
  expect(await queriesIn(log)).toEqual([]);
  await log.append(question('a'), question('b'));
  expect(await queriesIn(log)).toEqual(['a', 'b']);
  await log.close();
});

test('entries do not pile up in memory while the database hangs, and none that is acknowledged is lost', { timeout: 60_000 }, async () => {
  const databaseUrl = await server.createDatabase();
  const now = (): number => 1;
  const log = await openQueryLog(
    { queryLogForward: null, databaseUrl, queryLogFile: '' },
    { retentionDays: 1, onError: () => undefined, now },
  );
  await log.append(question('first'));
  const holder = postgres(databaseUrl, { max: 1 });
  let outcomes: Promise<PromiseSettledResult<void>[]> | undefined;
  await holder.begin(async (transaction) => {
    await transaction`LOCK TABLE query_log`;
    outcomes = Promise.allSettled(Array.from({ length: 5100 }, (_, i) => log.append(question(`${i}`))));
    // The entries above the limit are rejected at once, so this does not wait for the lock.
    await expect(log.append(question('late'))).rejects.toThrow('The query log is too slow');
  });
  await holder.end();
  const stored = (await outcomes!).filter(({ status }) => status === 'fulfilled').length;
  expect(stored).toBe(5000);
  expect(await queriesIn(log)).toHaveLength(stored + 1);
  await log.close();
});
