import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { createDevServer } from '@quire/engine/build/dev-server.ts';
import { listen } from '@quire/engine/server/http-server.ts';

import { sharedBrowser, withPage } from '../e2e/browser.ts';

import { createFixture, PROJECT_ROOT, SHARED_CACHE } from './build-fixture.ts';
import type { Fixture } from './build-fixture.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

function start(site: Fixture, report: (message: string) => void = () => undefined) {
  const server = createDevServer({ configFile: join(site.dir, 'site.config.ts'), cacheDir: SHARED_CACHE, env: {}, report });
  onTestFinished(() => server.close());
  return server;
}

function serve(site: Fixture, server = start(site)) {
  return async (path: string): Promise<{ status: number; text: string; location: string | null }> => {
    const response = await server.app.request(path);
    return { status: response.status, text: await response.text(), location: response.headers.get('Location') };
  };
}

/** Returns the problems that a page shows. */
function problemsOf(html: string): string[] {
  const data = JSON.parse(/id="dev-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '[]') as { text: string }[];
  return data.map(({ text }) => text.replace(/^\S*?\/(?=docs\/|sidebar)/, ''));
}

/** Repeats a request until the response is the expected one. */
async function until(get: ReturnType<typeof serve>, path: string, isExpected: (text: string) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    if (isExpected((await get(path)).text)) return;
    await wait(10);
  }
  throw new Error(`${path} did not change to the expected content.`);
}

test('pages, data, Markdown, categories of the sidebar, and the not-found page are served from the files', async () => {
  const get = serve(createFixture({ 'a/one.md': page('One', 'Words.'), 'b/two.md': page('Two', 'More.') }));
  expect((await get('/docs/a/one')).text).toContain('<p>Words.</p>');
  expect((await get('/docs/a/one/')).status).toBe(200);
  expect(JSON.parse((await get('/docs/a/one.json')).text)).toMatchObject({ title: 'One', problems: [] });
  expect((await get('/docs/b/two.md')).text).toMatch(/^# Two/);
  expect(JSON.parse((await get('/sidebar/b.json')).text)).toHaveLength(1);
  for (const start of ['/', '/docs', '/docs/']) expect((await get(start)).status, start).toBe(302);
  for (const missing of ['/docs/none', '/docs/none.json', '/404']) expect((await get(missing)).status, missing).toBe(404);
});

test('the folders to which a symbolic link leads are not watched', async () => {
  const site = createFixture({ 'a/one.md': page('One', 'Words.') });
  symlinkSync('/', join(site.dir, 'content/docs/root'));
  const get = serve(site);
  expect((await get('/docs/a/one')).text).toContain('<p>Words.</p>');
  site.write({ 'a/one.md': page('One', 'Other words.') });
  await until(get, '/docs/a/one', (text) => text.includes('<p>Other words.</p>'));
});

test('a file of a static folder is not read through a symbolic link that leads outside', async () => {
  const site = createFixture(
    { 'one.md': page('One', 'Words.'), '/public/a.txt': 'own', '/secret.txt': 'secret' },
    "staticDirectories: ['public'],",
  );
  symlinkSync(join(site.dir, 'secret.txt'), join(site.dir, 'public/b.txt'));
  symlinkSync(site.dir, join(site.dir, 'public/site'));
  const get = serve(site);
  expect((await get('/a.txt')).text).toBe('own');
  for (const path of ['/b.txt', '/site/secret.txt']) expect((await get(path)).status, path).toBe(404);
});

test('a linked HTML file is shown as text, as on the published site', async () => {
  const site = createFixture({ 'one.md': page('One', '[a](./evil.html)'), 'evil.html': '<script>alert(1)</script>' });
  const server = start(site);
  const html = await (await server.app.request('/docs/one')).text();
  const { headers } = await server.app.request(/\/assets\/files\/[^"]+/.exec(html)?.[0] ?? '');
  expect(headers.get('Content-Type')).toMatch(/^text\/plain/);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('a page that becomes a folder and then a file again can be edited', async () => {
  const site = createFixture({ 'a/one.md': page('One', 'Words.'), 'a/two.md': page('Two', 'Words.') });
  const get = serve(site);
  expect((await get('/docs/a/one')).text).toContain('<p>Words.</p>');
  const file = join(site.dir, 'content/docs/a/one.md');
  rmSync(file);
  mkdirSync(file);
  await wait(200);
  expect((await get('/docs/a/two')).text).toContain('<p>Words.</p>');
  rmdirSync(file);
  site.write({ 'a/one.md': page('One', 'Other words.') });
  await until(get, '/docs/a/one', (text) => text.includes('<p>Other words.</p>'));
});

test('R-603 the Markdown version of a front page is the same as in a build, and the search page has none', async () => {
  const about = {
    '/about.yaml': 'title: About\ndescription: Who makes this small site, and how to reach all of them.\n',
    '/about.tsx': 'export default function About({ data }: any) { return <main><h1>{data.title}</h1><p>Words.</p></main>; }\n',
  };
  const fields = join(PROJECT_ROOT, 'packages/engine/src/content/front-page-schemas.ts');
  const schema = `await import('${fields}').then(({ searchSchema }) => searchSchema.pick({ title: true, description: true }))`;
  const pages = `pages: [{ kind: 'about', path: '/about', data: 'about.yaml', component: 'about.tsx', schema: ${schema} }],`;
  const site = createFixture({ 'one.md': page('One', 'Words.'), ...about }, pages);
  const server = start(site);
  const get = serve(site, server);
  expect((await get('/about.md')).text).toBe('# About\n\nWords.\n');
  const read = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_page', arguments: { path: '/about' } } };
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const agent = await server.app.request('/mcp', { method: 'POST', headers, body: JSON.stringify(read) });
  expect(await agent.json()).toMatchObject({ result: { content: [{ text: '# About\n\nWords.\n' }] } });
  expect((await get('/about')).text).toContain('<link rel="alternate" type="text/markdown" href="/about.md">');
  expect((await get('/search.md')).status).toBe(404);
});

test('R-603 a client that prefers Markdown gets it at the address of a page, as on the server', async () => {
  const { app } = start(createFixture({ 'one.md': page('One', 'Words.') }));
  const get = async (path: string, accept: string) => {
    const response = await app.request(path, { headers: { Accept: accept } });
    return [response.status, response.headers.get('Content-Type'), (await response.text()).slice(0, 5)];
  };
  const markdown = [200, 'text/markdown; charset=utf-8', '# One'];
  expect(await get('/docs/one', 'text/markdown')).toEqual(markdown);
  expect(await get('/docs/one/', 'text/markdown, text/html;q=0.9, */*;q=0.1')).toEqual(markdown);
  const html = [200, 'text/html; charset=utf-8', '<!doc'];
  expect(await get('/docs/one', 'text/html, text/markdown;q=0.9')).toEqual(html);
  expect(await get('/search', 'text/markdown')).toEqual(html);
  expect((await get('/docs/one.json', 'text/markdown'))[2]).toBe('{"bui');
  expect((await get('/docs/none', 'text/markdown'))[0]).toBe(404);
});

test('R-101 other methods than GET and HEAD are answered as by the server, and so is a health check', async () => {
  const { app } = start(createFixture({ 'one.md': page('One', 'Words.') }));
  for (const path of ['/docs/one', '/docs/none', '/healthz'])
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const response = await app.request(path, { method });
      expect([response.status, response.headers.get('Allow')], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
      expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  expect((await app.request('/v1/unknown', { method: 'POST' })).status).toBe(404);
  expect((await app.request('/docs/one', { method: 'HEAD' })).status).toBe(200);
  const health = await app.request('/healthz');
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', build: 'dev', uptimeSeconds: expect.any(Number) }]);
});

test('a page of another site cannot use up the places of live reload', async () => {
  const { app } = start(createFixture({ 'one.md': page('One', 'Words.') }));
  expect((await app.request('/__reload', { headers: { Origin: 'https://other.example' } })).status).toBe(403);
});

test('a redirect keeps the query and leads to the section, as on the server', async () => {
  const files = { 'one.md': page('One', '## Part\n\nWords.'), '/redirects.yaml': '/docs/old: /docs/one#part\n' };
  const get = serve(createFixture(files, "redirects: 'redirects.yaml',"));
  expect(await get('/docs/old?x=1')).toMatchObject({ status: 302, location: '/docs/one?x=1#part' });
});

test('R-105 a page shows its last update from git, also after an edit', async () => {
  const docs = "docs: { root: 'content/docs', sidebar: 'sidebar.yaml' },";
  const site = createFixture({ 'one.md': page('One', 'First words.'), 'two.md': page('Two', 'x') }, docs);
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgSign=false'];
  const env = { ...process.env, GIT_COMMITTER_DATE: '2026-02-03T12:00:00Z' };
  for (const args of [['init'], ['add', '.'], [...identity, 'commit', '--message', 'Add pages']])
    expect(spawnSync('git', args, { cwd: site.dir, env }).status).toBe(0);
  const get = serve(site);
  expect((await get('/docs/one')).text).toMatch(/Last updated by <b>Ann<\/b> on.*2026-02-03/);
  site.write({ 'one.md': page('One', 'Second words.') });
  await until(get, '/docs/one', (text) => text.includes('Second words.'));
  expect((await get('/docs/one')).text).toContain('2026-02-03');
});

test('an edit of a page is shown without a restart', async () => {
  const site = createFixture({ 'one.md': page('One', 'First words.'), 'two.md': page('Two', 'x') });
  const get = serve(site);
  await get('/docs/one');
  site.write({ 'one.md': page('One', 'Second words.') });
  await until(get, '/docs/one', (text) => text.includes('Second words.'));
});

test('a problem is shown on the page and disappears when it is fixed', async () => {
  const site = createFixture({ 'one.md': page('One', 'First words.'), 'two.md': page('Two', 'x') });
  const get = serve(site);
  await get('/docs/one');
  site.write({ 'one.md': page('One', '[x](gone.md)') });
  await until(get, '/docs/one', (text) => text.includes('there is no such page or file'));
  site.write({ 'one.md': page('One', 'Third words.') });
  await until(get, '/docs/one', (text) => text.includes('Third words.') && !text.includes('there is no such page'));
});

test('R-107 a page in the browser names its broken links and pictures with file, line, and target', async () => {
  const get = serve(
    createFixture({
      'one.md': page('One', '[a](tow.md)\n\n[b](#gone) [b](two.md#part) [b](two.md#prat)\n\n![c](gone.png)'),
      'two.md': page('Two', '## Part\n\nx'),
    }),
  );
  expect(problemsOf((await get('/docs/one')).text)).toEqual([
    'docs/one.md:5: link "a" to "tow.md": there is no such page or file; did you mean "/docs/two"?',
    'docs/one.md:9: image "gone.png": there is no such page or file',
    'docs/one.md:7: link to "#gone": this page has no heading "#gone"',
    'docs/one.md:7: link to "two.md#prat": the page /docs/two has no heading "#prat"; did you mean "#part"?',
  ]);
  expect(problemsOf((await get('/docs/two')).text)).toEqual([]);
});

test.each([
  [
    'an unknown type of navbar item',
    "navbar: { items: [{ type: 'search', label: 'x', to: '/x' }] },",
    '',
    'unknown navbar item type "search"',
  ],
  ['a docs folder that is missing', "docs: { root: 'gone' },", '', 'docs.root'],
  [
    'an unknown sidebar',
    "docs: { root: 'content/docs', sidebar: 'sidebar.yaml', defaultSidebar: 'api' },",
    '',
    'there is no sidebar "api"',
  ],
  ['a sidebar without a link', '', 'overviewSidebar: []\n', 'contains no pages: add at least one id'],
  ['an unknown id in the sidebar', '', 'overviewSidebar:\n  - noe\n', 'sidebar.yaml:2: no page has the id "noe"'],
])('R-502 %s is explained in the browser', async (_name, config, sidebar, message) => {
  const files = { 'one.md': page('One', 'x'), ...(sidebar !== '' && { '/sidebar.yaml': sidebar }) };
  const { text } = await serve(createFixture(files, config))('/docs/one');
  expect(text.includes('id="dev-data"') ? problemsOf(text).join('\n') : text.replaceAll('&quot;', '"')).toContain(message);
});

test('a problem of the front matter disappears when it is fixed', async () => {
  const site = createFixture({ 'one.md': '# One\n\nFirst words.\n', 'two.md': page('Two', 'x') });
  const get = serve(site);
  await get('/docs/one');
  site.write({ 'one.md': '---\ntitle: [One\n---\n\n# One\n\nSecond words.\n' });
  await until(get, '/docs/one', (text) => text.includes('the front matter is not valid YAML'));
  site.write({ 'one.md': '# One\n\nThird words.\n' });
  await until(get, '/docs/one', (text) => text.includes('Third words.') && !text.includes('the front matter is not valid'));
});

test('an address without a page shows the not-found page, which is replaced when the page is added', async () => {
  const site = createFixture({ 'one.md': page('One', 'First words.') });
  const get = serve(site);
  const { status, text } = await get('/docs/two');
  expect(status).toBe(404);
  expect(text).toContain('<h1>Page not found</h1>');
  expect(text).toContain('/__dev.js');
  site.write({ 'two.md': page('Two', 'New words.') });
  await until(get, '/docs/two', (now) => now.includes('New words.'));
});

test('a malformed address is reported as a client error', async () => {
  const get = serve(createFixture({ 'one.md': page('One', 'Words.') }));
  for (const path of ['/docs/%E0%A4%A', '/%00', '/docs/one%00.md'])
    expect(await get(path)).toMatchObject({ status: 400, text: 'The address contains an invalid percent-encoding or a NUL character.' });
});

test('a configuration that is broken at the start is reported in the terminal once, and the site is watched after the fix', async () => {
  const site = createFixture({ 'one.md': page('One', 'First words.') }, 'navbr: {},');
  const reports: string[] = [];
  const server = start(site, (message) => reports.push(message));
  await server.warmUp();
  expect(reports.join()).toContain('navbr');
  const get = serve(site, server);
  expect((await get('/docs/one')).status).toBe(500);
  expect(reports).toHaveLength(1);
  await wait(300);
  const config = join(site.dir, 'site.config.ts');
  writeFileSync(config, readFileSync(config, 'utf8').replace('navbr: {},', ''));
  await until(get, '/docs/one', (text) => text.includes('First words.'));
  await wait(300);
  site.write({ 'one.md': page('One', 'Second words.') });
  await until(get, '/docs/one', (text) => text.includes('Second words.'));
  expect(reports).toHaveLength(1);
});

test('an empty docs folder is explained on the page, and its first page appears', async () => {
  const site = createFixture({ '.keep': '' });
  const get = serve(site);
  expect((await get('/docs/one')).text).toContain('the folder contains no pages: add a Markdown file');
  await wait(300);
  site.write({ 'one.md': page('One', 'First words.') });
  await until(get, '/docs/one', (text) => text.includes('First words.') && !text.includes('contains no pages'));
});

test('the script of the development server is sent without warnings of Node.js', () => {
  const module = import.meta.resolve('@quire/engine/build/dev-server.ts');
  const program = `
    const { createDevServer } = await import(${JSON.stringify(module)});
    const { app, close } = createDevServer({ configFile: 'none.ts', cacheDir: 'none' });
    process.stdout.write(await (await app.request('/__dev.js')).text());
    await close();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stdout).toContain('addressPath()');
  expect(stdout).not.toContain('interface Message');
  expect(stderr).toBe('');
});

test('a problem is reported with all characters of the source', async () => {
  const { text } = await serve(createFixture({ 'one.md': page('One', "[x](gone$&$'.md)") }))('/docs/one');
  const data = /id="dev-data">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  expect((JSON.parse(data) as { text: string }[]).map((problem) => problem.text).join()).toContain("gone$&$'.md");
});

test('a new page and a new title appear without a restart', async () => {
  const site = createFixture({ 'one.md': page('One', 'x') });
  const get = serve(site);
  await get('/docs/one');
  site.write({ 'new.md': page('New', 'Fresh.') });
  await until(get, '/docs/new', (text) => text.includes('Fresh.'));
  site.write({ 'one.md': page('Renamed', 'x') });
  await until(get, '/docs/new', (text) => text.includes('Renamed'));
});

test('an edit of the body keeps the cards of a page, and a new tag appears', async () => {
  const cards = (words: string, tags = '') => `---\ntitle: One\n${tags}---\n\n${words}\n\n<DocCardList />\n`;
  const site = createFixture({ 'a/one.mdx': cards('Words.'), 'a/two.md': page('Two', 'More.') });
  const get = serve(site);
  const isCard = (text: string) => text.includes('<a href="/docs/a/two">Two</a>: More.');
  expect((await get('/docs/a/one')).text).toSatisfy(isCard);
  site.write({ 'a/one.mdx': cards('Other words.') });
  await until(get, '/docs/a/one', (text) => text.includes('Other words.'));
  expect((await get('/docs/a/one')).text).toSatisfy(isCard);
  expect((await get('/docs/tags')).status).toBe(404);
  site.write({ 'a/one.mdx': cards('Other words.', 'tags: [new]\n') });
  await until(get, '/docs/tags', (text) => text.includes('/docs/tags/new'));
});

test('analytics are in the built site and not in the development server', async () => {
  const site = createFixture({ 'one.md': page('One', 'x') }, "analytics: { script: 'https://count.example.org/s.js' },");
  expect((await serve(site)('/docs/one')).text).not.toContain('count.example.org');
  await site.build();
  expect(site.read('site/docs/one/index.html')).toContain('<script defer src="https://count.example.org/s.js"></script>');
});

test('R-603 agents find the endpoint of the development server, and pages can have the routes of services', async () => {
  const files = { 'one.md': page('One', 'Words.'), 'mcp.md': page('Protocol', 'A page about MCP.') };
  const get = serve(createFixture(files, "baseUrl: '/base/',"));
  const endpoint = 'http://localhost/base/mcp';
  for (const path of ['/base/mcp/server-card', '/mcp/server-card', '/.well-known/api-catalog', '/.well-known/ai-catalog.json']) {
    const { status, text } = await get(path);
    expect([status, text.includes(endpoint)], path).toEqual([200, true]);
  }
  expect((await get('/base/mcp')).status).toBe(405);
  expect(await get('/base/docs/mcp')).toMatchObject({ status: 200, text: expect.stringContaining('A page about MCP.') as string });
  expect((await get('/base/docs/v1/completions')).text).toContain('<h1>Page not found</h1>');
});

test('the files of a build that are not pages are served, and edits change them', async () => {
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
  const config = `favicon: '/icon.svg', staticDirectories: ['public'], docs: { root: 'content/docs', folders: [{ name: 'blog', root: 'blog', isBlog: true, feed: {} }] },`;
  const site = createFixture(
    { 'one.md': page('One', 'First words.'), '/blog/2024-05-01-post.md': page('Post', 'News.'), '/public/icon.svg': icon },
    config,
  );
  const server = start(site);
  const get = serve(site, server);
  const { text: html } = await get('/docs/one');
  expect(html).toContain('href="/manifest.webmanifest"');
  expect(JSON.parse((await get('/manifest.webmanifest')).text)).toMatchObject({ name: 'Fixture' });
  const touchIcon = await server.app.request(/rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? '');
  expect([touchIcon.status, touchIcon.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  for (const [path, part] of [
    ['/llms.txt', '- [One](https://docs.example.org/docs/one.md)'],
    ['/llms-full.txt', '# One\n\nFirst words.'],
    ['/sitemap.xml', '<loc>https://docs.example.org/docs/one</loc>'],
    ['/robots.txt', 'Sitemap: https://docs.example.org/sitemap.xml'],
    ['/blog/atom.xml', 'News.'],
    ['/blog/rss.xml', 'News.'],
  ] as const)
    expect(await get(path), path).toMatchObject({ status: 200, text: expect.stringContaining(part) as string });
  expect((await server.app.request('/llms.txt')).headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  site.write({ 'one.md': page('One', 'Second words.') });
  await until(get, '/llms-full.txt', (text) => text.includes('Second words.'));
});

test('questions, agents, and the query log use the current pages', async () => {
  const site = createFixture(
    { 'one.md': page('Lineage', 'Lineage shows where the data of a dataset comes from.') },
    'plugins: [assistant()],',
  );
  const server = createDevServer({
    configFile: join(site.dir, 'site.config.ts'),
    cacheDir: SHARED_CACHE,
  });
  onTestFinished(() => server.close());
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const post = async (path: string, body: object): Promise<{ status: number; text: string }> => {
    const response = await server.app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  expect((await post('/v1/completions', { prompt: 'What does lineage show?' })).text).toContain('___START_RESPONSE_STREAM___');
  const read = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_page', arguments: { path: '/docs/one' } } };
  expect((await post('/mcp', read)).text).toContain('Lineage shows where');
  expect((await post('/rest/v1/queries', { query: 'What does lineage show?' })).status).toBe(201);
});

test('authors see and use the question about a page, and no rating is stored', async () => {
  const site = createFixture({ 'one.md': page('One', 'Words.') }, 'plugins: [assistant()],');
  const { url } = await listen(start(site).app, { port: 0, host: '127.0.0.1', onStopping: () => undefined });
  await withPage(await sharedBrowser(), {}, async (tab) => {
    await tab.goto(`${url}/docs/one`);
    await tab.mouse.move(5, 300);
    await tab.mouse.move(9, 310);
    await tab.getByRole('region', { name: 'Was this page helpful?' }).getByRole('button', { name: 'No' }).click();
    await tab.getByLabel('What is missing or wrong? (optional)').fill('An example.');
    await tab.getByRole('button', { name: 'Send' }).click();
    await tab.getByText('Thank you.').waitFor();
  });
  expect(globSync('**/*.sqlite', { cwd: site.dir })).toEqual([]);
});

/** A catalog with one source and a schema with one query. */
const CATALOG = {
  '/catalog/shared-fields.yaml': '{}\n',
  '/catalog/graphql/schema.graphql': 'type Query {\n  "The answer."\n  answer: String\n}\n',
  '/catalog/sources/shop.yaml':
    'platform: shop\nname: Shop\nrecipe: |\n  source:\n    type: shop\n    config:\n      host: db\n' +
    'plugins:\n  - plugin: shop\n    support: certified\n    extra: null\n    fields:\n' +
    '      - { name: host, type: string, required: true, description: The host. }\n',
};

test('R-606 a page in the browser names its wrong examples, and the same examples fail a build', async () => {
  const plugin = join(PROJECT_ROOT, 'packages/reference/src/plugin.ts');
  const examples = [
    ['yaml', 'source:', '  type: shop', '  config:', '    hst: db'],
    ['graphql', 'query { anser }'],
    ['json', '{ "a": 1, }'],
    ['yaml', 'a: [1'],
    ['python', 'f(1'],
  ];
  const body = examples.map(([language = '', ...lines]) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``).join('\n\n');
  const site = createFixture(
    { ...CATALOG, 'one.md': page('One', body), 'two.md': page('Two', body.replace('hst', 'host').split('\n\n')[0] ?? '') },
    `plugins: [(await import('${plugin}')).reference({ catalog: 'catalog' })],`,
  );
  const expected = [
    /^docs\/one\.md:9: the yaml example: shop has no option "hst"; did you mean "host"\?$/,
    /^docs\/one\.md:\d+: the yaml example: shop needs the option "host"/,
    /^docs\/one\.md:13: the graphql example: .*"anser".*"answer"/,
    /^docs\/one\.md:17: the json example: it is not valid JSON/,
    /^docs\/one\.md:2\d: the yaml example: it is not valid YAML/,
    /^docs\/one\.md:25: the python example: "\(" is not closed$/,
  ];
  const get = serve(site);
  const shown = problemsOf((await get('/docs/one')).text);
  const failures = (await site.failures()).map((text) => text.replace(/^\S*?\/(?=docs\/)/, ''));
  for (const messages of [shown, failures]) {
    expect(messages).toHaveLength(expected.length);
    for (const pattern of expected) expect(messages).toContainEqual(expect.stringMatching(pattern));
  }
  expect(problemsOf((await get('/docs/two')).text)).toEqual([]);
});

test('an invalid configuration is reported on the page, and edits are shown after it is corrected', async () => {
  const site = createFixture({ 'one.md': page('One', 'First words.') }, "titel: 'x',");
  const get = serve(site);
  const { status, text } = await get('/docs/one');
  expect(status).toBe(500);
  expect(text).toContain('titel');
  expect(text).toContain('title');
  site.write({ '/site.config.ts': readFileSync(join(site.dir, 'site.config.ts'), 'utf8').replace("titel: 'x',", '') });
  await until(get, '/docs/one', (now) => now.includes('First words.'));
  site.write({ 'one.md': page('One', 'Second words.') });
  await until(get, '/docs/one', (now) => now.includes('Second words.'));
});

test('the handbook shows design tokens and components, and its text is compiled like any page', async () => {
  const get = serve(createFixture({ 'one.md': page('One', 'Words.') }));
  const { status, text } = await get('/handbook/design');
  expect(status).toBe(200);
  for (const part of [
    '<h1>Design</h1>',
    'class="admonition danger"',
    'role="tablist"',
    'class="tk-',
    '<code>--surface</code>',
    'button-primary',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('problem');
});

/** Source of a rule that deletes a file of the content, which is listed by then, when another one is read. */
const deleting = (file: string): string =>
  `docs: { root: 'content/docs', rules: { rewrite(source, text) {
    if (source === 'a.md') process.getBuiltinModule('fs').rmSync(new URL('content/docs/${file}', import.meta.url), { force: true });
    return text;
  } } },`;

test('a page whose file vanishes while the files are read is missing until the file is saved again', async () => {
  const site = createFixture({ 'a.md': page('A', 'Words.'), 'b.md': page('B', 'Words.') }, deleting('b.md'));
  const get = serve(site);
  const { status, text } = await get('/docs/a');
  expect([status, problemsOf(text)]).toEqual([
    200,
    [expect.stringMatching(/^docs\/b\.md: the file was deleted or renamed while it was read/)],
  ]);
  expect((await get('/docs/b')).status).toBe(404);
  site.write({ '/site.config.ts': readFileSync(join(site.dir, 'site.config.ts'), 'utf8').replace('a.md', 'none.md') });
  site.write({ 'b.md': page('B', 'Other words.') });
  await until(get, '/docs/b', (shown) => shown.includes('Other words.'));
  expect(problemsOf((await get('/docs/b')).text)).toEqual([]);
});

test('a site whose files change while it is opened is opened again', async () => {
  // With a space after `docs`, the source does not look like one that configures the docs.
  const plugin = `plugins: [{ name: 'x', root: import.meta.dirname, async content() {
    const { existsSync, readFileSync, writeFileSync } = process.getBuiltinModule('fs');
    const marker = new URL('marker', import.meta.url);
    if (!existsSync(marker)) { writeFileSync(marker, ''); readFileSync(new URL('vanished.txt', import.meta.url)); }
    return { docs : [], problems: [], fingerprint: '' };
  } }],`;
  const messages: string[] = [];
  const site = createFixture({ 'a.md': page('A', 'Words.') }, plugin);
  const get = serve(
    site,
    start(site, (message) => messages.push(message)),
  );
  expect(await get('/docs/a')).toMatchObject({ status: 200 });
  expect(messages).toEqual([]);
});
