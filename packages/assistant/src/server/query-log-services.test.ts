import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AssistantOptions } from '#config.ts';
import { assistant } from '#plugin.ts';
import { readEnvironment } from '@quire/engine/config/env.ts';
import type { QueryRecord } from '#query-log/store.ts';
import { openSqliteLog } from '#query-log/sqlite-log.ts';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_RECORDS } from '@quire/search/testing';
import type { LogEntry } from '@quire/engine/server/log.ts';
import { serve, type RunningServer } from '@quire/engine/server/main.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';
import { writeTestBuild, type TestBuild } from '@quire/engine/server/testing/test-build.ts';

let build: TestBuild;
let server: RunningServer | undefined;
let logged: LogEntry[] = [];

beforeEach(async () => {
  build = await writeTestBuild();
  logged = [];
});
afterEach(async () => {
  await server?.close();
  await build.remove();
});

/** Serves the build and its index with the given environment. The log is a file in the folder of the build. */
async function start(variables: Record<string, string> = {}, options: AssistantOptions = {}): Promise<RunningServer> {
  await mkdir(join(build.siteDir, 'assets'), { recursive: true });
  await writeFile(join(build.siteDir, 'assets/search-index.bin'), encodeIndex(SAMPLE_RECORDS));
  const written = JSON.parse(await readFile(join(build.dir, 'manifest.json'), 'utf8')) as SiteManifest;
  const manifest = { ...written, searchIndex: 'site/assets/search-index.bin', searchIndexName: 'docs' };
  await writeFile(join(build.dir, 'manifest.json'), JSON.stringify(manifest));
  const env = { QUERY_LOG_FILE: join(build.dir, 'log.sqlite'), ...variables };
  server = await serve({
    dir: build.dir,
    port: 0,
    host: '127.0.0.1',
    environment: readEnvironment(env),
    env,
    plugins: [assistant(options)],
    log: (entry) => logged.push(entry),
  });
  return server;
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
  return fetch(new URL(path, server?.url), init);
}

/** Returns the content of the log after the server has stopped. */
async function keptAfterStop(): Promise<Omit<QueryRecord, 'time'>[]> {
  await server?.close();
  const log = await openSqliteLog(join(build.dir, 'log.sqlite'));
  const records: Omit<QueryRecord, 'time'>[] = [];
  for await (const { time: _, ...record } of log.read?.(0, Number.MAX_SAFE_INTEGER) ?? []) records.push(record);
  await log.close();
  return records;
}

test('R-410 questions and ratings are redacted and stored in the log file', async () => {
  await start();
  expect((await post('/rest/v1/queries', { query: 'mail ana@example.org' })).status).toBe(201);
  expect((await post('/rest/v1/queries', { query: 'mail ana@example.org', result_rating: 'negative' })).status).toBe(201);
  expect(await keptAfterStop()).toEqual(
    [null, 'negative'].map((rating) => ({ source: 'assistant', query: 'mail [e-mail]', rating, outcome: null })),
  );
});

test('R-604 a refused question is stored', async () => {
  await start();
  const response = await post('/v1/completions', { prompt: 'Who baked the bread?', projectKey: 'k' });
  expect(await response.text()).toContain('___START_RESPONSE_STREAM___');
  expect(await keptAfterStop()).toEqual([{ source: 'assistant', query: 'Who baked the bread?', rating: null, outcome: 'refused' }]);
});

test('R-604 a search without results is stored, at the latest when the server stops', async () => {
  await start();
  for (const query of ['qqqx', 'qqqxj', 'qqqxjz']) {
    const response = await post('/1/indexes/*/queries', { requests: [{ indexName: 'docs', query }] });
    expect(await response.json()).toMatchObject({ results: [{ nbHits: 0 }] });
  }
  expect(await keptAfterStop()).toEqual([{ source: 'search', query: 'qqqxjz', rating: null, outcome: 'no-results' }]);
});

test('R-412 the configured key is required, other sites are refused, too many requests are rate-limited', async () => {
  await start({}, { queryLog: { key: 'public-key', retentionDays: 30 } });
  const headers = { apikey: 'public-key' };
  expect((await post('/rest/v1/queries', { query: 'x' })).status).toBe(401);
  expect((await post('/rest/v1/queries', { query: 'x' }, { ...headers, Origin: 'https://elsewhere.example' })).status).toBe(403);
  const statuses = await Promise.all(
    Array.from({ length: 250 }, async () => (await post('/rest/v1/queries', { query: 'x' }, headers)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  const refused = await post('/rest/v1/queries', { query: 'x' }, headers);
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests', details: null, hint: null });
  expect((await keptAfterStop()).length).toBeLessThanOrEqual(240);
});

test('R-412 each row counts as an entry, and the entries of a day are limited', async () => {
  const rows = (count: number): object[] => Array.from({ length: count }, (_, n) => ({ query: `question ${n}` }));
  await start({}, { limits: { logEntriesPerMinute: 20, logEntriesPerDay: 10 } });
  expect((await post('/rest/v1/queries', rows(8))).status).toBe(201);
  const refused = await post('/rest/v1/queries', rows(8));
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ message: 'Too many entries came from your address. Please try again in 24 hours.' });
  expect((await post('/rest/v1/page_ratings', { page: '/docs/a', rating: 'positive' })).status).toBe(429);
  expect(await keptAfterStop()).toHaveLength(8);
});

test('a log that cannot be opened is reported once, and the pages are still served', async () => {
  await start({ QUERY_LOG_FILE: build.siteDir });
  expect(logged).toMatchObject([{ kind: 'error', message: `${build.siteDir} is a folder. Set QUERY_LOG_FILE to a file.` }]);
  expect((await fetch(new URL('/docs/quickstart', server?.url))).status).toBe(200);
  expect((await post('/rest/v1/queries', { query: 'x' })).status).toBe(503);
});
