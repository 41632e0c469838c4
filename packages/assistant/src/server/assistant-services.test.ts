/** The services of the assistant, opened from a build like on a published site. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { RESPONSE_MARKER } from '#contract.ts';
import type { AssistantOptions } from '#config.ts';
import { assistant } from '#plugin.ts';
import { limitsSchema } from '@quire/engine/config/schema.ts';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_RECORDS, samplePage } from '@quire/search/testing';
import { createApp } from '@quire/engine/server/app.ts';
import type { LogEntry } from '@quire/engine/server/log.ts';
import { openServices, type OpenServices } from '@quire/engine/server/open-services.ts';
import { createMemoryCounters } from '@quire/engine/server/rate-limit.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';
import { writeTestBuild, type TestBuild } from '@quire/engine/server/testing/test-build.ts';

const INDEX = 'site/assets/search-index-test.bin';
let build: TestBuild;
let opened: OpenServices;
let logged: LogEntry[];
afterEach(async () => {
  await opened.close();
  await build.remove();
});

async function openApp(
  changes: Partial<SiteManifest> = {},
  variables: Record<string, string> = {},
  options: AssistantOptions = {},
  records = SAMPLE_RECORDS,
  counters = createMemoryCounters(),
): Promise<Hono> {
  build = await writeTestBuild();
  await writeFile(join(build.dir, INDEX), encodeIndex(records));
  logged = [];
  const manifest = { ...build.manifest, title: 'Sample', searchIndex: INDEX, searchIndexName: 'docs', ...changes };
  const common = { log: (entry: LogEntry) => void logged.push(entry), now: Date.now };
  const env = { QUERY_LOG_FILE: join(build.dir, 'queries.sqlite'), ...variables };
  const environment = readEnvironment(env);
  opened = await openServices({
    buildDirectory: build.dir,
    manifest,
    environment,
    env,
    plugins: [assistant(options)],
    counters,
    ...common,
  });
  const health = () => ({ status: 'ok' as const, build: 'b1', uptimeSeconds: 0 });
  return createApp({ siteDir: build.siteDir, manifest, health, services: opened.services, ...common });
}

async function post(app: Hono, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const accept = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
  return app.request(path, { method: 'POST', body: JSON.stringify(body), headers: { ...accept, ...headers } });
}

describe('R-411 a build without any account', () => {
  test('answers from its pages, with the cited documents as references', async () => {
    const app = await openApp();
    const response = await post(app, '/v1/completions', { prompt: 'How do I stop the platform?', projectKey: 'any' });
    expect(response.status).toBe(200);
    const [json = '', answer = ''] = (await response.text()).split(RESPONSE_MARKER);
    expect(JSON.parse(json)).toContain('docs/quickstart.md');
    expect(answer).toContain('](/docs/quickstart');
    expect(logged).toContainEqual(expect.objectContaining({ kind: 'answer', outcome: 'answered' }));
  });

  test('R-602 refuses a question that no page answers', async () => {
    const app = await openApp();
    const response = await post(app, '/v1/completions', { prompt: 'What is the capital of France?' });
    const [json = '', answer] = (await response.text()).split(RESPONSE_MARKER);
    expect(JSON.parse(json)).toEqual([]);
    expect(answer).toContain('Sorry, I am not sure how to answer that.');
    expect(logged).toContainEqual(expect.objectContaining({ kind: 'answer', outcome: 'refused' }));
    expect(JSON.stringify(logged)).not.toContain('France');
  });

  test('R-106 R-602 refuses in the language of the site and of each doc set', async () => {
    const sorry = (language: string) => ({ 'Sorry, I am not sure how to answer that.': `Sorry (${language})` });
    const set = { prefix: '/de', searchIndex: INDEX, searchIndexName: 'docs-de', searchWords: sorry('German') };
    const app = await openApp({ searchWords: sorry('French'), docSets: [set] });
    const refusalAt = async (path: string): Promise<string | undefined> =>
      (await (await post(app, path, { prompt: 'What is the capital of France?' })).text()).split(RESPONSE_MARKER)[1];
    expect(await refusalAt('/v1/completions')).toBe('Sorry (French)');
    expect(await refusalAt('/de/v1/completions')).toBe('Sorry (German)');
  });

  test.each<[string, Record<string, string>]>([
    ['without a model', {}],
    ['with a model that does not answer', { LLM_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ])('R-106 the texts around quotations are in the same language, %s', async (_name, variables) => {
    const notice = 'The language model did not answer, so these are quotations from the documentation.';
    const words = (language: string) => ({ 'Also relevant:': `Also (${language})`, [notice]: `Notice (${language})` });
    const set = { prefix: '/de', searchIndex: INDEX, searchIndexName: 'docs-de', searchWords: words('German') };
    const records = ['Deleting', 'Domains', 'Tags', 'Owners', 'Terms', 'Lineage'].flatMap((title) =>
      samplePage(`/docs/${title}`, title, [[title, `The ${title} of a dataset.`]]),
    );
    const app = await openApp({ searchWords: words('French'), docSets: [set] }, variables, { sectionsMatchThreshold: 0 }, records);
    for (const [path, language] of [
      ['/v1/completions', 'French'],
      ['/de/v1/completions', 'German'],
    ] as const) {
      const answer = await (await post(app, path, { prompt: 'dataset' })).text();
      expect(answer).toContain(`Also (${language})`);
      expect(answer.includes(`Notice (${language})`)).toBe('LLM_BASE_URL' in variables);
      expect(answer).not.toMatch(/Also relevant|The language model/);
    }
  });

  test('R-603 lets agents search and read pages only', async () => {
    const app = await openApp();
    const call = async (name: string, args: object): Promise<string> => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      return (await post(app, '/mcp', message)).text();
    };
    expect(await call('get_page', { path: '/docs/quickstart' })).toContain('# Quickstart');
    expect(await call('search_docs', { query: 'quickstart' })).toContain('/docs/quickstart');
    expect(await call('get_page', { path: '/../secret.txt' })).toContain('There is no page');
  });
});

test.each(['/v1/completions', '/de/v1/completions', '/rest/v1/queries', '/rest/v1/page_ratings', '/rest/v1/searches_again', '/mcp'])(
  'R-412 %s cannot be used by the pages of other sites',
  async (path) => {
    const docSets = [{ prefix: '/de', searchIndex: INDEX, searchIndexName: 'docs-de' }];
    const app = await openApp({ url: 'https://docs.example.org', docSets });
    const statusFrom = async (origin: string): Promise<number> => (await post(app, path, {}, { Origin: origin })).status;
    expect(await statusFrom('https://elsewhere.example')).toBe(403);
    expect(await statusFrom('https://docs.example.org')).not.toBe(403);
  },
);

describe('R-412 the configured limits', () => {
  const limits = { questionsPerMinute: 2, logEntriesPerMinute: 1 };

  test('apply to each client address behind the trusted proxy, and to each service separately', async () => {
    const app = await openApp({ limits: limitsSchema.parse({ agentRequestsPerMinute: 1 }) }, { TRUST_PROXY: '1' }, { limits });
    const statuses = async (path: string, body: unknown, address: string): Promise<number[]> => {
      const found: number[] = [];
      for (let i = 0; i < 3; i++) {
        const response = await post(app, path, body, { 'X-Forwarded-For': `forged, ${address}` });
        await response.text();
        found.push(response.status);
      }
      return found;
    };
    const question = { prompt: 'quickstart' };
    expect(await statuses('/v1/completions', question, '192.0.2.1')).toEqual([200, 200, 429]);
    expect(await statuses('/v1/completions', question, '192.0.2.2')).toEqual([200, 200, 429]);
    expect(await statuses('/rest/v1/queries', { query: 'x' }, '192.0.2.1')).toEqual([201, 429, 429]);
    expect(await statuses('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, '192.0.2.1')).toEqual([200, 429, 429]);
    expect(JSON.stringify(logged)).not.toContain('192.0.2');
  });

  test('and the budget of the model continue in a new build, and all languages share the budget', async () => {
    let requests = 0;
    const api = createServer((_request, response) => {
      requests += 1;
      response.writeHead(400).end();
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const variables = { LLM_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`, LLM_MODEL: 'm' };
    const docSets = [{ prefix: '/de', searchIndex: INDEX, searchIndexName: 'docs-de' }];
    const changes = { docSets, limits: limitsSchema.parse({ searchesPerMinute: 1 }) };
    const counters = createMemoryCounters();
    // A client gets a fifth of the budget.
    const open = (): Promise<Hono> => openApp(changes, variables, { dailyModelRequests: 5 }, SAMPLE_RECORDS, counters);
    const search = async (app: Hono): Promise<number> =>
      (await post(app, '/1/indexes/*/queries', { requests: [{ indexName: 'docs', query: 'quickstart' }] })).status;
    const askBoth = async (app: Hono, prompt: string): Promise<void> => {
      for (const path of ['/v1/completions', '/de/v1/completions']) await (await post(app, path, { prompt })).text();
    };
    try {
      const before = await open();
      expect(await search(before)).toBe(200);
      await askBoth(before, 'How do I stop the platform?');
      expect(requests).toBe(1);
      await opened.close();
      await build.remove();
      const after = await open();
      expect(await search(after)).toBe(429);
      await askBoth(after, 'How do I start the platform?');
      expect(requests).toBe(1);
    } finally {
      api.close();
    }
  });

  test('R-405 a configured project key is required', async () => {
    const app = await openApp({ assistantProjectKey: 'k1' });
    expect((await post(app, '/v1/completions', { prompt: 'quickstart' })).status).toBe(401);
    expect((await post(app, '/v1/completions', { prompt: 'quickstart', projectKey: 'k1' })).status).toBe(200);
  });
});

test('a damaged index is reported, and pages are still served', async () => {
  const app = await openApp({ searchIndex: 'site/assets/entry-abc123.js' });
  expect((await app.request('/docs/quickstart')).status).toBe(200);
  expect((await post(app, '/v1/completions', { prompt: 'x' })).status).toBe(503);
  expect((await post(app, '/mcp', {})).status).toBe(503);
  expect(logged.filter((entry) => entry.kind === 'error')).toHaveLength(1);
});

describe('R-412 an office of 200 readers with one address', () => {
  test('stays within the default limits if each reader searches, asks, and rates within a minute', async () => {
    const app = await openApp({}, { TRUST_PROXY: '1' });
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    const statuses = new Set<number>();
    for (let person = 0; person < 200; person++) {
      const [asked, rated] = [
        await post(app, '/v1/completions', { prompt: 'quickstart' }, headers),
        await post(app, '/rest/v1/queries', { query: 'quickstart', result_rating: 'positive' }, headers),
      ];
      await asked.text();
      statuses.add(asked.status).add(rated.status);
      // A word of ten letters causes one search for each key press.
      for (let key = 1; key <= 10; key++) {
        const query = 'quickstart'.slice(0, key);
        const found = await post(app, '/1/indexes/*/queries', { requests: [{ indexName: 'docs', query }] }, headers);
        statuses.add(found.status);
      }
    }
    expect([...statuses].sort()).toEqual([200, 201]);
  });

  test('cannot use up the searches of other addresses', async () => {
    const app = await openApp({ limits: limitsSchema.parse({ searchesPerMinute: 5 }) }, { TRUST_PROXY: '1' });
    const search = async (address: string): Promise<number[]> => {
      const body = { requests: [{ indexName: 'docs', query: 'quickstart' }] };
      const headers = { 'X-Forwarded-For': address };
      const asked: number[] = [];
      for (let i = 0; i < 3; i++) {
        asked.push((await post(app, '/1/indexes/*/queries', body, headers)).status);
        asked.push((await app.request('/search?q=quickstart', { headers })).status);
      }
      return asked;
    };
    expect((await search('192.0.2.1')).filter((status) => status === 429)).toHaveLength(1);
    expect((await app.request('/docs/quickstart', { headers: { 'X-Forwarded-For': '192.0.2.1' } })).status).toBe(200);
    expect(await search('192.0.2.2')).not.toContain(undefined);
  });
});
