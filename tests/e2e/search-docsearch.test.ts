/** An unmodified DocSearch, as other sites embed it, with our own server as its only changed setting. */
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSearchEngine, decodeIndex } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import { encodeIndex } from '@quire/search/indexing';
import { samplePage } from '@quire/search/testing';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { docSearchService } from '@quire/engine/server/routes/search.ts';
import { sites, useBrowser } from './visit.ts';

const ROOT = join(import.meta.dirname, '../..');
const INDEX = 'datahubproject';
const FILTERS = ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']];
const VERSIONS = [
  ['3.9.0', `import { DocSearch } from 'docsearch-3'; const where = { indexName: '${INDEX}', searchParameters };`],
  ['5.1.0', `import { DocSearch } from 'docsearch-5/docsearch'; const where = { indices: [{ name: '${INDEX}', searchParameters }] };`],
] as const;

const entryOf = (imports: string): string => `
  const searchParameters = { facetFilters: ${JSON.stringify(FILTERS)} };
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { liteClient } from 'algoliasearch/lite';
  ${imports}
  const hosts = [{ url: location.host, accept: 'readWrite', protocol: 'http' }];
  // The client gives up after two seconds by default, which is too early on a busy machine.
  const timeouts = { connect: 60_000, read: 60_000, write: 60_000 };
  const client = liteClient('ANYAPP', 'anykey', { hosts, timeouts });
  const element = createElement(DocSearch, { appId: 'ANYAPP', apiKey: 'anykey', ...where, transformSearchClient: () => client });
  createRoot(document.querySelector('main')).render(element);`;

async function bundle(imports: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? `${ROOT}/entry.js` : null),
    load: (id: string) => (id === `${ROOT}/entry.js` ? entryOf(imports) : null),
  };
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    plugins: [entry],
    build: { write: false, rolldownOptions: { input: 'entry', output: { codeSplitting: false } } },
  });
  const [output] = [built].flat() as { output: { type: string; code?: string }[] }[];
  return output?.output.find(({ type }) => type === 'chunk')?.code ?? '';
}

function pageWith(script: string, version: string): Hono {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>DocSearch</title><link rel="icon" href="data:,"><main></main><script type="module" src="/docsearch-${version}.js"></script>`;
  return new Hono()
    .get(`/docsearch-${version}`, (c) => c.html(html))
    .get(`/docsearch-${version}.js`, (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }));
}

/** Serves the page of another site. Our Content-Security-Policy does not apply to it. */
function inFrontOf(page: Hono, origin: string): Hono {
  return new Hono().route('/', page).all('*', async (c) => {
    const { method, url } = c.req;
    const body = method === 'POST' ? await c.req.text() : null;
    const answered = await fetch(new URL(url.slice(new URL(url).origin.length), origin), { method, body });
    return new Response(answered.body, {
      status: answered.status,
      headers: { 'Content-Type': answered.headers.get('Content-Type') ?? '' },
    });
  });
}

/** Pages whose texts look like markup. DocSearch must show them as text. */
function hostileSearch(): Hono {
  const records = [
    ...samplePage(
      '/docs/quickstart',
      '<img src=x onerror="document.title=1">',
      [['<b>Zebra</b>', 'zebra </mark><script>document.title=2</script>']],
      {
        breadcrumbs: ['Area'],
        tags: ['docs-default-current'],
      },
    ),
    ...samplePage('/docs/other', 'Zebra elsewhere', [['Zebra elsewhere', 'Another version.']], { tags: ['docs-default-older'] }),
  ];
  const engine = createSearchEngine(decodeIndex(encodeIndex(records)));
  return docSearchService({
    responder: createResponder({ engine, indexName: INDEX, baseUrl: '/', now: () => performance.now() }),
    baseUrl: '/',
  });
}

const visit = useBrowser();

async function search(page: Page, address: string, text: string): Promise<void> {
  await page.goto(address);
  await page.click('.DocSearch-Button');
  await page.fill('.DocSearch-Input', text);
  await page.waitForSelector('.DocSearch-Hit a');
}

describe.each(VERSIONS)('R-305 an unmodified DocSearch %s', (version, imports) => {
  let own: RunningServer;
  let hostile: RunningServer;

  beforeAll(async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    const page = pageWith(await bundle(imports), version);
    process.env['NODE_ENV'] = before;
    const options = { port: 0, host: '127.0.0.1', onStopping: () => undefined };
    own = await listen(inFrontOf(page, sites.own), options);
    hostile = await listen(hostileSearch().route('/', page), options);
  });
  afterAll(async () => void (await Promise.all([own.close(), hostile.close()])));

  test('shows groups and highlighted titles, and opens a result', () =>
    visit({}, async ({ page }) => {
      await search(page, `${own.url}/docsearch-${version}`, 'quickstart');
      expect(await page.locator('.DocSearch-Hit-source').count()).toBeGreaterThan(0);
      expect(await page.locator('.DocSearch-Hit-title mark').first().innerText()).toMatch(/quick ?start/i);
      const first = page.locator('.DocSearch-Hit a').first();
      const target = (await first.getAttribute('href')) ?? '';
      expect(target).toMatch(/^\/docs\//);
      await first.click();
      await page.waitForURL((url) => url.pathname === new URL(target, own.url).pathname);
      expect(await page.locator('h1').count()).toBe(1);
    }));

  test('R-302 reports that nothing was found', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${own.url}/docsearch-${version}`);
      await page.click('.DocSearch-Button');
      await page.fill('.DocSearch-Input', 'xqxqxqxq');
      await page.waitForSelector('.DocSearch-NoResults');
      expect(await page.innerText('.DocSearch-NoResults')).toContain('xqxqxqxq');
    }));

  test('R-304 R-607 sends its contextual filters, and shows the content of pages as text', () =>
    visit({}, async ({ page }) => {
      await search(page, `${hostile.url}/docsearch-${version}`, 'zebra');
      expect(await page.locator('.DocSearch-Hit a').count()).toBe(1);
      expect(await page.locator('.DocSearch-Dropdown img').count()).toBe(0);
      expect(await page.locator('.DocSearch-Dropdown b, .DocSearch-Dropdown script').count()).toBe(0);
      expect(await page.innerText('.DocSearch-Dropdown')).toContain('<img src=x onerror=');
      expect(await page.title()).toBe('DocSearch');
    }));
});
