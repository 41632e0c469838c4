/** The maximum length of a query, on every route with a query, over real connections. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { LONGEST_QUERY } from '@quire/search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type RunningServer } from '../main.ts';
import { documentation } from '../testing/documentation.ts';
import { sampleSearch } from '../testing/search-backend.ts';
import { mcpService } from './mcp.ts';
import { docSearchService, resultsService } from './search.ts';

let siteDir: string;
let server: RunningServer;
beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'longest-query-'));
  await mkdir(join(siteDir, 'search'));
  await writeFile(
    join(siteDir, 'search', 'index.html'),
    '<main><input type="search" name="q"/><p class="search-count" role="status"></p><div class="search-results"></div><div class="search-introduction"></div></main>',
  );
  const { search, responder } = sampleSearch('/');
  const app = new Hono()
    .route('/', docSearchService({ responder, baseUrl: '/' }))
    .route('/', resultsService({ search, siteDir, baseUrl: '/', feedbackUrl: null }))
    .route('/', mcpService({ documentation: documentation('/'), baseUrl: '/', guards: [] }));
  server = await listen(app, { port: 0, host: '127.0.0.1', onStopping: () => undefined });
});
afterAll(async () => {
  await server.close();
  await rm(siteDir, { recursive: true });
});

const LONGEST = `lineage ${'x'.repeat(LONGEST_QUERY - 8)}`;
const TOO_LONG = `${LONGEST}TAIL`;

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  });

test.each([
  ['a batch', '/1/indexes/*/queries', (query: string) => ({ requests: [{ indexName: 'docs', query }] }), 'requests[0].query'],
  [
    'the last query of a batch',
    '/1/indexes/*/queries',
    (query: string) => ({ requests: [{ indexName: 'docs' }, { indexName: 'docs', query }] }),
    'requests[1].query',
  ],
  ['a single query', '/1/indexes/docs/query', (query: string) => ({ query }), 'query'],
  ['a query in params', '/1/indexes/docs/query', (query: string) => ({ params: `query=${query}` }), 'query'],
])('%s rejects more than 300 characters', async (_, path, bodyOf, name) => {
  expect((await post(path, bodyOf(LONGEST))).status).toBe(200);
  const refused = await post(path, bodyOf(TOO_LONG));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    message: `"${name}" has 304 characters, but at most 300 are allowed: shorten it to a few words.`,
    status: 400,
  });
});

test('twelve queries of the maximum length in any script fit into a request, with the parameters of DocSearch', async () => {
  const attributes = ['hierarchy.lvl0', 'hierarchy.lvl1', 'hierarchy.lvl2', 'hierarchy.lvl3', 'hierarchy.lvl4', 'hierarchy.lvl5'];
  const requests = Array.from({ length: 12 }, (_, page) => ({
    indexName: 'docs',
    query: '検'.repeat(LONGEST_QUERY),
    page,
    hitsPerPage: 10,
    attributesToRetrieve: [...attributes, 'hierarchy.lvl6', 'content', 'type', 'url'],
    attributesToSnippet: [...attributes, 'content'].map((name) => `${name}:10`),
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    clickAnalytics: false,
    facetFilters: [['language:en', 'lang:en'], ['docusaurus_tag:docs-default-current']],
  }));
  expect((await post('/1/indexes/*/queries', { requests })).status).toBe(200);
});

test('the results page searches for the first 300 characters', async () => {
  const page = await fetch(`${server.url}/search?q=${encodeURIComponent(TOO_LONG)}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain(`value="${LONGEST}"`);
  expect(html).not.toContain('TAIL');
});

test('the results service rejects more than 300 characters', async () => {
  const ask = (query: string): Promise<Response> => fetch(`${server.url}/search/results.json?q=${encodeURIComponent(query)}`);
  expect((await ask(LONGEST)).status).toBe(200);
  const refused = await ask(TOO_LONG);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('"q\\" has 304 characters, but at most 300 are allowed');
});

test('MCP reports the limit as an error of the tool', async () => {
  const call = (query: string): Promise<Response> =>
    post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_docs', arguments: { query } } });
  expect(await (await call(LONGEST)).text()).not.toContain('isError');
  const refused = await (await call(TOO_LONG)).text();
  expect(refused).toContain('text of 1 to 300 characters');
  expect(refused).toContain('"isError":true');
});
