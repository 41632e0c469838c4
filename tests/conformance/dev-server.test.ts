import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { createDevServer } from '@quire/engine/build/dev-server.ts';

import { createFixture, SHARED_CACHE } from './build-fixture.ts';
import type { Fixture } from './build-fixture.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

function serve(site: Fixture) {
  const server = createDevServer({
    configFile: join(site.dir, 'site.config.ts'),
    cacheDir: SHARED_CACHE,
  });
  onTestFinished(() => server.close());
  return async (path: string): Promise<{ status: number; text: string }> => {
    const response = await server.app.request(path);
    return { status: response.status, text: await response.text() };
  };
}

/** Asks until an answer is the expected one. */
async function until(get: ReturnType<typeof serve>, path: string, holds: (text: string) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    if (holds((await get(path)).text)) return;
    await wait(10);
  }
  throw new Error(`${path} never showed what was expected`);
}

test('pages, data, Markdown, branches of the sidebar and the not-found page are answered from the files', async () => {
  const get = serve(createFixture({ 'a/one.md': page('One', 'Words.'), 'b/two.md': page('Two', 'More.') }));
  expect((await get('/docs/a/one')).text).toContain('<p>Words.</p>');
  expect((await get('/docs/a/one/')).status).toBe(200);
  expect(JSON.parse((await get('/docs/a/one.json')).text)).toMatchObject({ title: 'One', problems: [] });
  expect((await get('/docs/b/two.md')).text).toMatch(/^# Two/);
  expect(JSON.parse((await get('/sidebar/b.json')).text)).toHaveLength(1);
  for (const start of ['/', '/docs', '/docs/']) expect((await get(start)).status, start).toBe(302);
  expect((await get('/docs/none')).status).toBe(404);
  expect((await get('/docs/none.json')).status).toBe(404);
});

test('an edit of a page is shown without a restart', async () => {
  const site = createFixture({ 'one.md': page('One', 'First words.'), 'two.md': page('Two', 'x') });
  const get = serve(site);
  await get('/docs/one');
  await wait(300);
  site.write({ 'one.md': page('One', 'Second words.') });
  await until(get, '/docs/one', (text) => text.includes('Second words.'));
});

test('what is wrong is shown in the page and gone with the save that fixes it', async () => {
  const site = createFixture({ 'one.md': page('One', 'First words.'), 'two.md': page('Two', 'x') });
  const get = serve(site);
  await get('/docs/one');
  await wait(300);
  site.write({ 'one.md': page('One', '[x](gone.md)') });
  await until(get, '/docs/one', (text) => text.includes('there is no such page or file'));
  site.write({ 'one.md': page('One', 'Third words.') });
  await until(get, '/docs/one', (text) => text.includes('Third words.') && !text.includes('there is no such page'));
});

test('what is wrong is reported as it stands, whatever characters the author wrote', async () => {
  const { text } = await serve(createFixture({ 'one.md': page('One', "[x](gone$&$'.md)") }))('/docs/one');
  const told = /id="dev-data">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  expect((JSON.parse(told) as { text: string }[]).map((problem) => problem.text).join()).toContain("gone$&$'.md");
});

test('a new page, a new title and a removed key of the configuration are seen', async () => {
  const site = createFixture({ 'one.md': page('One', 'x') });
  const get = serve(site);
  await get('/docs/one');
  await wait(300);
  site.write({ 'new.md': page('New', 'Fresh.') });
  await until(get, '/docs/new', (text) => text.includes('Fresh.'));
  site.write({ 'one.md': page('Renamed', 'x') });
  await until(get, '/docs/new', (text) => text.includes('Renamed'));
});

test('analytics count readers of the built site, and not who writes it', async () => {
  const site = createFixture({ 'one.md': page('One', 'x') }, "analytics: { script: 'https://count.example.org/s.js' },");
  expect((await serve(site)('/docs/one')).text).not.toContain('count.example.org');
  await site.build();
  expect(site.read('site/docs/one/index.html')).toContain('<script defer src="https://count.example.org/s.js"></script>');
});

test('search, questions, other agents and the query log are answered from the pages as they are now', async () => {
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

test('a configuration that is wrong is reported in the page, not by a dead server', async () => {
  const site = createFixture({ 'one.md': page('One', 'x') }, "titel: 'x',");
  const { status, text } = await serve(site)('/docs/one');
  expect(status).toBe(500);
  expect(text).toContain('titel');
  expect(text).toContain('title');
});

test('the handbook shows tokens and parts as they are, and its own words compiled like any page', async () => {
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
