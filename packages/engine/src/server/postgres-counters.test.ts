import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startPostgresCluster, type PostgresCluster } from '@quire/assistant/query-log/testing/postgres-cluster.ts';
import type { Counters } from './rate-limit.ts';
import { openPostgresCounters } from './postgres-counters.ts';

const START_MS = 30_000;
const THREE = { name: 'questions', points: 3, seconds: 60 };

let cluster: PostgresCluster;
let errors: unknown[] = [];
const opened: Counters[] = [];

beforeAll(async () => {
  cluster = await startPostgresCluster();
}, START_MS);
afterEach(async () => {
  await Promise.all(opened.splice(0).map((counters) => counters.close()));
  errors = [];
});
afterAll(() => cluster?.remove(), START_MS);

async function open(databaseUrl: string, timeoutMs = START_MS, pauseMs = 0): Promise<Counters> {
  const counters = await openPostgresCounters({ databaseUrl, onError: (error) => errors.push(error), timeoutMs, pauseMs });
  opened.push(counters);
  return counters;
}

describe('R-412 servers that share a database', () => {
  test('count requests together from the first one', async () => {
    const url = await cluster.createDatabase();
    const [one, two] = [(await open(url)).open(THREE), (await open(url)).open(THREE)];
    const taken = await Promise.all([one.consume('a'), two.consume('a'), one.consume('a')]);
    expect(errors).toEqual([]);
    expect(taken).toEqual([null, null, null]);
    const wait = await two.consume('a');
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await one.consume('b')).toBeNull();
    expect(errors).toEqual([]);
  });

  test('take back a counted request, at most as many as were counted', async () => {
    const url = await cluster.createDatabase();
    const [one, two] = [(await open(url)).open(THREE), (await open(url)).open(THREE)];
    await one.refund('a');
    for (let i = 0; i < 3; i++) await one.consume('a');
    await two.refund('a');
    expect(await one.consume('a')).toBeNull();
    expect(await two.consume('a')).toBeGreaterThan(0);
    for (let i = 0; i < 9; i++) await two.refund('a');
    expect(await Promise.all([1, 2, 3].map(() => one.consume('a')))).toEqual([null, null, null]);
    expect(await one.consume('a')).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  test('derive the same key from an address and do not store the address', async () => {
    const url = await cluster.createDatabase();
    const [one, two] = [await open(url), await open(url)];
    expect(one.keyOf('192.0.2.7')).toBe(two.keyOf('192.0.2.7'));
    await one.open(THREE).consume(one.keyOf('192.0.2.7'));
    const sql = postgres(url, { max: 1 });
    const rows = await sql`SELECT * FROM request_counts`;
    await sql.end();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
  });

  test('remove old counts until the counters are closed', async () => {
    const url = await cluster.createDatabase();
    const counters = await openPostgresCounters({ databaseUrl: url, onError: (error) => errors.push(error), clearingMs: 20 });
    const sql = postgres(url, { max: 1 });
    const keys = async (): Promise<string[]> => (await sql<{ key: string }[]>`SELECT key FROM request_counts`).map(({ key }) => key);
    const insertOld = () => sql`INSERT INTO request_counts (key, points, expire) VALUES ('old', 1, 1)`;
    await counters.open(THREE).consume('a');
    await insertOld();
    await expect.poll(keys).toEqual(['questions:a']);
    await counters.close();
    await insertOld();
    await wait(200);
    expect((await keys()).sort()).toEqual(['old', 'questions:a']);
    await sql.end();
    expect(errors).toEqual([]);
  });

  test(
    'count separately while the database is down, and together again afterwards',
    async () => {
      const url = await cluster.createDatabase();
      const [one, two] = [(await open(url)).open(THREE), (await open(url)).open(THREE)];
      await one.consume('a');
      await cluster.stop();
      expect(await one.consume('a')).toBeNull();
      expect(errors.length).toBeGreaterThan(0);
      for (let i = 0; i < 2; i++) await one.consume('a');
      expect(await one.consume('a')).toBeGreaterThan(0);
      await cluster.start();
      expect([await two.consume('a'), await one.consume('a'), await two.consume('a')]).toEqual([null, null, expect.any(Number)]);
    },
    START_MS,
  );

  test(
    'do not queue statements for a database that hangs, and report it once',
    async () => {
      const url = await cluster.createDatabase();
      const many = { name: 'entries', points: 1000, seconds: 60 };
      await (await open(url)).open(many).consume('other');
      const counter = (await open(url, 500, START_MS)).open(many);
      const sql = postgres(url, { max: 1 });
      await sql.begin(async (transaction) => {
        await transaction`LOCK TABLE request_counts IN ACCESS EXCLUSIVE MODE`;
        const flood = (): Promise<unknown> => Promise.all(Array.from({ length: 20 }, () => counter.consume('a')));
        for (let i = 0; i < 10; i++) await flood();
      });
      await sql.end();
      expect(errors).toHaveLength(1);
      const reader = postgres(url, { max: 1 });
      const rows = await reader<{ key: string; points: number }[]>`SELECT key, points FROM request_counts`;
      await reader.end();
      expect(rows.find(({ key }) => key.endsWith(':a'))?.points ?? 0).toBeLessThanOrEqual(20);
    },
    START_MS,
  );
});
