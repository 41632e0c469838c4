/** The contract of the query log, tested with every store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { QueryLogError, type QueryLog, type QueryRecord } from './store.ts';
import { createRedactor, openQueryLog, type QueryLogLocation } from './open-query-log.ts';
import { startPostgresCluster, type PostgresCluster } from './testing/postgres-cluster.ts';
import { SERVICE_KEY, startPostgrestService, type PostgrestService } from './testing/postgrest-service.ts';

const NOW = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;
const NOWHERE: QueryLogLocation = { queryLogForward: null, databaseUrl: null, queryLogFile: '' };

let folder = '';
let cluster: PostgresCluster;
let service: PostgrestService;
const open: QueryLog[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'query-log-'));
  [cluster, service] = await Promise.all([startPostgresCluster(), startPostgrestService()]);
}, 60_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((log) => log.close()));
});
afterAll(async () => {
  await Promise.all([cluster?.remove(), service?.close(), rm(folder, { recursive: true, force: true })]);
}, 60_000);

interface Store {
  name: 'sqlite' | 'postgres' | 'forwarding';
  /** Creates an empty location. */
  place(): Promise<QueryLogLocation>;
}

let files = 0;
const STORES: readonly Store[] = [
  { name: 'sqlite', place: async () => ({ ...NOWHERE, queryLogFile: join(folder, 'made', `log-${(files += 1)}.sqlite`) }) },
  { name: 'postgres', place: async () => ({ ...NOWHERE, databaseUrl: await cluster.createDatabase() }) },
  {
    name: 'forwarding',
    async place() {
      service.rows.length = 0;
      // On a busy machine, a timeout and its retry would store the entry twice.
      return { ...NOWHERE, queryLogForward: { url: service.url, key: SERVICE_KEY, timeoutMs: 60_000 } };
    },
  },
];

async function openAt(place: QueryLogLocation, now = NOW): Promise<QueryLog> {
  const log = await openQueryLog(place, { retentionDays: 400, onError: (error) => expect.unreachable(error.message), now: () => now });
  open.push(log);
  return log;
}

/** Opens the store at a new location. */
async function openNew(place: Store['place']): Promise<{ log: QueryLog; where: QueryLogLocation }> {
  const where = await place();
  return { log: await openAt(where), where };
}

const question = (query: string, changes: Partial<QueryRecord> = {}): QueryRecord => ({
  time: NOW,
  source: 'assistant',
  query,
  rating: null,
  outcome: null,
  ...changes,
});

async function readAll(log: QueryLog, from = 0, to = NOW + DAY_MS): Promise<QueryRecord[]> {
  const records: QueryRecord[] = [];
  for await (const record of log.read?.(from, to) ?? []) records.push(record);
  return records;
}

/** Returns the stored queries and ratings of any store, in any order. */
async function keptBy(log: QueryLog): Promise<string[]> {
  const rows =
    log.read === null
      ? service.rows.map((row) => [row.query, row.result_rating ?? null])
      : (await readAll(log)).map((row) => [row.query, row.rating]);
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

describe.each(STORES)('$name', ({ place }) => {
  test('R-410 a question and its rating are stored', async () => {
    const { log } = await openNew(place);
    await log.append(question('how do I ingest?'));
    await log.append(question('how do I ingest?', { rating: 'positive' }));
    await log.append(question('why?', { rating: 'negative' }));
    expect(await keptBy(log)).toEqual(['["how do I ingest?","positive"]', '["how do I ingest?",null]', '["why?","negative"]']);
  });

  test('texts are returned unchanged', async () => {
    const { log } = await openNew(place);
    const texts = [
      'it\'s "quoted"; DROP TABLE query_log; --',
      'line one\nline two\ttab',
      '日本語 👩‍💻 e\u0301',
      '👍'.repeat(1000),
      '{"$ne":null}',
      '%_\\',
      '${a}',
    ];
    for (const text of texts) await log.append(question(text));
    expect(await keptBy(log)).toEqual(texts.map((text) => JSON.stringify([text, null])).toSorted());
  });

  test('characters that a store cannot contain are replaced in all stores', async () => {
    const { log } = await openNew(place);
    await log.append(question('nul \0 half \uD83D'));
    expect(await keptBy(log)).toEqual([JSON.stringify(['nul \u{FFFD} half \u{FFFD}', null])]);
  });

  test('R-411 addresses and keys are redacted before an entry is stored', async () => {
    const { log } = await openNew(place);
    await log.append(question('ask ana@example.org about 4f3a9c1b7d2e8f60a5c4'));
    expect(await keptBy(log)).toEqual(['["ask [e-mail] about [token]",null]']);
  });

  test('R-411 a secret in the path of a rated page is redacted, too', async () => {
    const { log } = await openNew(place);
    if (log.read === null) return;
    await log.append(question('', { source: 'page', page: '/docs/start', rating: 'positive' }));
    await log.append(question('', { source: 'page', page: '/docs/AKIAIOSFODNN7EXAMPLE', rating: 'negative' }));
    expect((await readAll(log)).map(({ page }) => page).toSorted()).toEqual(['/docs/[token]', '/docs/start']);
  });

  test('concurrent entries are all stored, each once', async () => {
    const { log } = await openNew(place);
    const queries = Array.from({ length: 300 }, (_, n) => `question number ${n}`);
    await Promise.all(queries.map((query) => log.append(question(query))));
    expect(await keptBy(log)).toEqual(queries.map((query) => JSON.stringify([query, null])).toSorted());
  });

  test('a closed log rejects entries', async () => {
    const { log } = await openNew(place);
    await log.append(question('before'));
    await Promise.all([log.close(), log.close()]);
    await expect(log.append(question('after'))).rejects.toThrow(QueryLogError);
  });
});

test('reading a forwarding log fails', async () => {
  const log = await openAt({ ...NOWHERE, queryLogForward: { url: service.url, key: SERVICE_KEY } });
  expect(log.read).toBeNull();
});

describe.each(STORES.filter(({ name }) => name !== 'forwarding'))('reading entries: $name', ({ place }) => {
  test('entries are sorted by time, and the time range is half-open', async () => {
    const { log } = await openNew(place);
    for (const time of [30, 10, 20, 40]) await log.append(question(`at ${time}`, { time }));
    expect((await readAll(log, 10, 40)).map(({ time }) => time)).toEqual([10, 20, 30]);
    expect(await readAll(log, 41, 99)).toEqual([]);
    expect(await readAll(log, 40, 10)).toEqual([]);
  });

  test('an entry is returned with all its fields', async () => {
    const { log } = await openNew(place);
    const entries = [
      question('a', { time: NOW + 1, rating: 'negative', outcome: 'found' }),
      question('b', { time: NOW + 2, source: 'search', outcome: 'no-results' }),
      question('c', { time: NOW + 3, outcome: 'refused' }),
      question('', { time: NOW + 4, source: 'page', page: '/docs/a', rating: 'negative' }),
    ];
    for (const entry of entries) await log.append(entry);
    expect(await readAll(log)).toEqual(entries);
  });

  test('thousands of entries with the same timestamp are read completely across pages', async () => {
    const { log } = await openNew(place);
    const queries = Array.from({ length: 2500 }, (_, n) => `number ${n}`);
    await Promise.all(queries.map((query) => log.append(question(query))));
    expect((await readAll(log)).map(({ query }) => query).toSorted()).toEqual(queries.toSorted());
  });

  test('an invalid outcome is rejected with an error that does not contain the query', async () => {
    const { log } = await openNew(place);
    const wrong = question('private words', { outcome: 'lost' as 'found' });
    const error = await log.append(wrong).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QueryLogError);
    expect(String(error)).not.toContain('private words');
    await log.append(question('next'));
    expect(await keptBy(log)).toEqual(['["next",null]']);
  });

  test('R-411 entries older than the retention period are deleted when the log is opened', async () => {
    const { log, where } = await openNew(place);
    await log.append(question('old', { time: NOW - 401 * DAY_MS }));
    await log.append(question('young', { time: NOW - 399 * DAY_MS }));
    const again = await openAt(where);
    await expect.poll(() => keptBy(again)).toEqual(['["young",null]']);
  });

  test('two servers can open and write to the same store at the same time', async () => {
    const { where } = await openNew(place);
    const [one, other] = await Promise.all([openAt(where), openAt(where)]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? one : other).append(question(`number ${n}`))));
    expect(await readAll(one)).toHaveLength(50);
  });
});

test('entries are redacted in order, one in each iteration of the event loop', async () => {
  const redactAll = createRedactor();
  let iterations = 0;
  const count = (): void => {
    iterations++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const finished: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async (_, request) => {
      const records = Array.from({ length: 5 }, (__, row) => question(`mail ana@example.org ${request} ${row}`));
      expect((await redactAll(records)).map(({ query }) => query)).toEqual([0, 1, 2, 3, 4].map((row) => `mail [e-mail] ${request} ${row}`));
      finished.push(request);
    }),
  );
  clearImmediate(immediate);
  expect(finished).toEqual(Array.from({ length: 20 }, (_, request) => request));
  expect(iterations).toBeGreaterThanOrEqual(100);
});

test('entries that are being redacted when the log closes are stored', async () => {
  const where = { ...NOWHERE, queryLogFile: join(folder, 'closing.sqlite') };
  const log = await openQueryLog(where, { retentionDays: 400, onError: (error) => expect.unreachable(error.message), now: () => NOW });
  const appended = Array.from({ length: 20 }, (_, i) => log.append(question(`question ${i}`)));
  await log.close();
  await Promise.all(appended);
  const again = await openAt(where);
  expect(await readAll(again)).toHaveLength(20);
});
