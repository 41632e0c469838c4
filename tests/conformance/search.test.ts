/** The search from Markdown to results: content of the index, errors of the build, and hosted services. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SearchResults } from '@quire/search/docsearch';
import type { LogEntry } from '@quire/engine/server/log.ts';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { serve } from '@quire/engine/server/main.ts';
import { createDevServer } from '@quire/engine/build/dev-server.ts';
import { createFixture, type Fixture } from './build-fixture.ts';

const DOCS = {
  'guide.md': '# Guide\n\nHow a zebra is kept.\n\n## Feeding & care\n\nA zebra eats hay.\n\n```yaml\nZEBRA_FEEDER_ENABLED: true\n```\n',
  'generated/ingestion/sources/kafka.md': '# Kafka\n\nA source with a zebra.\n',
  'graphql/objects.md': '# Objects\n\nThe zebra type.\n',
  'releases.md': '# Releases\n\nNow with zebra.\n',
};

interface Manifest {
  searchIndex: string;
  searchIndexName: string;
  connectOrigins?: string[];
}

const manifestOf = (fixture: Fixture, out?: string): Manifest => JSON.parse(fixture.read('manifest.json', out)) as Manifest;

async function serveFixture(
  fixture: Fixture,
): Promise<{ url: string; logged: LogEntry[]; ask: (query: object) => Promise<SearchResults> }> {
  const logged: LogEntry[] = [];
  const environment = readEnvironment({ QUERY_LOG_FILE: join(fixture.dir, 'queries.sqlite') });
  const server = await serve({
    dir: join(fixture.dir, 'build'),
    port: 0,
    host: '127.0.0.1',
    environment,
    log: (entry) => logged.push(entry),
  });
  onTestFinished(() => server.close());
  const { searchIndexName: indexName } = manifestOf(fixture);
  const address = new URL('/1/indexes/*/queries', server.url);
  const ask = async (query: object): Promise<SearchResults> => {
    const response = await fetch(address, { method: 'POST', body: JSON.stringify({ requests: [{ indexName, ...query }] }) });
    const { results } = (await response.json()) as { results: SearchResults[] };
    return results[0] as SearchResults;
  };
  return { url: server.url, logged, ask };
}

const GROUPS = `search: { groups: [
  { name: 'guides', label: 'Guides' },
  { name: 'sources', label: 'Sources', path: '/generated/ingestion/sources' },
  { name: 'graphql', label: 'GraphQL', path: '/graphql' },
  { name: 'releases', label: 'Release notes', path: '/releases' },
] },`;

test('R-305 a search finds prose, headings, and code, with the group of the page and a link to the section', async () => {
  const fixture = createFixture(DOCS, GROUPS);
  await fixture.build();
  const { ask } = await serveFixture(fixture);
  const zebra = await ask({
    query: 'zebra',
    facets: ['group'],
    facetFilters: ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']],
  });
  expect(zebra.facets).toEqual({ group: { guides: 1, sources: 1, graphql: 1, releases: 1 } });
  expect((await ask({ query: 'ZEBRA_FEEDER_ENABLED' })).hits[0]).toMatchObject({
    url: '/docs/guide#feeding--care',
    hierarchy: { lvl1: 'Guide', lvl2: 'Feeding &amp; care' },
  });
  expect((await ask({ query: 'zebra', facetFilters: ['language:de'] })).nbHits).toBe(0);
});

test('the index has a content hash in its name, compressed forms, and reproducible bytes', async () => {
  const fixture = createFixture(DOCS);
  await fixture.build('one');
  await fixture.build('two');
  const { searchIndex } = manifestOf(fixture, 'one');
  expect(searchIndex).toMatch(/^site\/assets\/search-index-[0-9a-f]{10}\.bin$/);
  expect(manifestOf(fixture, 'two').searchIndex).toBe(searchIndex);
  const bytes = (out: string): Buffer => readFileSync(join(fixture.dir, out, searchIndex));
  expect(bytes('one').equals(bytes('two'))).toBe(true);
  expect(['.br', '.gz'].every((ending) => existsSync(join(fixture.dir, 'one', searchIndex + ending)))).toBe(true);
  expect(JSON.parse(fixture.read('site/search-index.json', 'one'))).toEqual({
    url: searchIndex.slice('site'.length),
    records: 5,
    indexName: 'docs',
  });
  fixture.write({ 'guide.md': '# Guide\n\nAnother text.\n' });
  await fixture.build('one');
  expect(manifestOf(fixture, 'one').searchIndex).not.toBe(searchIndex);
});

test('an index with too few records fails the build', async () => {
  const fixture = createFixture(DOCS, 'search: { minimumRecords: 300 },');
  expect(await fixture.failures()).toEqual([
    'search index: the search index has 5 sections, but search.minimumRecords requires at least 300: check that all content was loaded, or lower the minimum',
  ]);
  expect(existsSync(join(fixture.dir, 'build'))).toBe(false);
});

test('synonyms lead to words of the pages, and fail the build if there are no such words', async () => {
  const fixture = createFixture(
    { ...DOCS, '/synonyms.yaml': 'oneWay:\n  - { from: stripes, to: [zebra] }\n' },
    "search: { synonyms: 'synonyms.yaml' },",
  );
  await fixture.build();
  const { ask } = await serveFixture(fixture);
  expect((await ask({ query: 'stripes' })).nbHits).toBeGreaterThan(3);
  fixture.write({ '/synonyms.yaml': 'oneWay:\n  - { from: stripes, to: [giraffe] }\n' });
  expect((await fixture.failures()).join()).toMatch(/synonyms\.yaml: No page contains "giraffe", to which "stripes" leads/);
});

test('phrasings lead to their section although no page has these words, and fail the build if the section does not exist', async () => {
  const fixture = createFixture(
    { ...DOCS, '/phrasings/docs/guide.txt': '#feeding--care\nwhat to give the striped horse for breakfast\n' },
    "search: { phrasings: 'phrasings' },",
  );
  await fixture.build();
  const { ask } = await serveFixture(fixture);
  expect((await ask({ query: 'breakfast' })).hits[0]?.url).toBe('/docs/guide#feeding--care');
  expect(fixture.read('site/docs/guide.md')).not.toContain('breakfast');
  fixture.write({ '/phrasings/docs/guide.txt': 'is it easy to keep\n#feding--care\nwhat to give the striped horse for breakfast\n' });
  expect((await fixture.failures()).join()).toContain(
    'phrasings/docs/guide.txt:3: The question "what to give the striped horse for breakfast" names #feding--care, but the page has no such anchor. Did you mean #feeding--care?',
  );
});

test('a missing synonyms file is reported with its key', async () => {
  const fixture = createFixture(DOCS, "search: { synonyms: 'nowhere.yaml' },");
  await expect(fixture.build()).rejects.toThrow(/search\.synonyms: found no file .*nowhere\.yaml/);
});

test('R-305 R-607 the Content-Security-Policy permits requests only to the configured hosted service', async () => {
  const fixture = createFixture(DOCS, "search: { provider: 'hosted', applicationId: 'AB12', apiKey: 'public' },");
  await fixture.build();
  expect(manifestOf(fixture).connectOrigins).toEqual(['https://ab12-dsn.algolia.net']);
  const { url } = await serveFixture(fixture);
  const policy = (await fetch(new URL('/docs/guide', url))).headers.get('Content-Security-Policy');
  expect(policy).toContain("connect-src 'self' https://ab12-dsn.algolia.net;");
});

test('only searches without results are logged, and without data about the reader', async () => {
  const fixture = createFixture(DOCS);
  await fixture.build();
  const { ask, logged } = await serveFixture(fixture);
  await ask({ query: 'zebra' });
  await ask({ query: '' });
  await ask({ query: 'qqxqq jo@example.org eyJhbGciOiJIUzI1NiJ9.eyJzdWIi' });
  // On a busy machine, a search can take so long that it is logged although it had results.
  const searches = logged.filter((entry) => entry.kind === 'search' && (entry.total === 0 || entry.ms <= 50));
  expect(searches).toEqual([
    { kind: 'search', time: expect.any(String), query: 'qqxqq [e-mail] [token]', total: 0, ms: expect.any(Number) },
  ]);
});

test('the development server searches the current content', async () => {
  const fixture = createFixture(DOCS);
  const server = createDevServer({
    configFile: join(fixture.dir, 'site.config.ts'),
    cacheDir: join(fixture.dir, '.cache'),
  });
  onTestFinished(() => server.close());
  const body = JSON.stringify({ requests: [{ indexName: 'docs', query: 'hay' }] });
  const response = await server.app.request('/1/indexes/*/queries', { method: 'POST', body });
  expect(((await response.json()) as { results: SearchResults[] }).results[0]?.hits[0]?.url).toBe('/docs/guide#feeding--care');
  expect(await (await server.app.request('/search-index.json')).json()).toMatchObject({ url: '/assets/search-index-dev.bin', records: 5 });
  expect((await server.app.request('/assets/search-index-dev.bin')).headers.get('Content-Type')).toBe('application/octet-stream');
});

test('a build with a damaged index is served, and its search reports the problem', async () => {
  const fixture = createFixture(DOCS);
  await fixture.build();
  const file = join(fixture.dir, 'build', manifestOf(fixture).searchIndex);
  fixture.write({ [file.slice(fixture.dir.length)]: 'no index' });
  const { url, logged } = await serveFixture(fixture);
  expect(logged[0]).toMatchObject({ kind: 'error', message: expect.stringContaining('This is not a search index') });
  expect((await fetch(new URL('/docs/guide', url))).status).toBe(200);
  const response = await fetch(new URL('/1/indexes/*/queries', url), { method: 'POST', body: '{"requests":[]}' });
  expect(response.status).toBe(503);
});

test('R-106 an unlisted page is built, but is not in the search, the sidebar, the sitemap, or llms.txt', async () => {
  const fixture = createFixture({ ...DOCS, 'secret.md': '---\nunlisted: true\n---\n\n# Quagga\n\nA quagga is no zebra.\n' }, GROUPS);
  const { warnings } = await fixture.build();
  expect(warnings).toEqual([]);
  const page = fixture.read('site/docs/secret/index.html');
  expect(page).toContain('A quagga is no zebra.');
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(fixture.read('site/docs/guide/index.html')).not.toMatch(/quagga|noindex/i);
  for (const file of ['sitemap.xml', 'llms.txt', 'llms-full.txt']) expect(fixture.read(`site/${file}`), file).not.toMatch(/quagga|secret/i);
  const { ask } = await serveFixture(fixture);
  expect((await ask({ query: 'quagga' })).nbHits).toBe(0);
  expect((await ask({ query: 'zebra' })).nbHits).toBeGreaterThan(0);
});
