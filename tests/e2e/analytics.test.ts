/** A site whose configuration has an analytics module. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite, createPhases } from '@quire/engine/build/build.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { ReaderEvent } from '@quire/engine/client/page-events.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { appOf, ROOT } from './global-setup.ts';
import { openAwake, sites, useBrowser } from './visit.ts';

declare global {
  var readerEvents: ReaderEvent[] | undefined;
}

let folder: string;
let server: RunningServer;
let page: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-'));
  const config = await loadConfig(join(ROOT, 'tests/fixtures/small-site/site.config.ts'), {});
  const analytics = {
    module: join(ROOT, 'tests/fixtures/analytics.js'),
    script: null,
    attributes: {},
    origins: ['https://api.example.org'],
  };
  await buildSite({
    config: { ...config, analytics },
    outDir: join(folder, 'build'),
    // The global setup has filled this cache with the compiled pages of the same site.
    cacheDir: join(ROOT, '.cache/browser-tests/small/cache'),
    phases: createPhases(null),
  });
  server = await listen(await appOf(join(folder, 'build'), null), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
  page = `${server.url}${new URL(sites.small).pathname}docs/guide`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const visit = useBrowser();

const eventsOf = (tab: Page): Promise<ReaderEvent[]> => tab.evaluate(() => globalThis.readerEvents ?? []);

test('the module receives page views and searches in order', () =>
  visit({}, async ({ page: tab }) => {
    await openAwake(tab, page);
    expect(await eventsOf(tab)).toEqual([{ name: 'view', path: '/docs/guide' }]);
    await tab.keyboard.press('/');
    await tab.fill('.search-dialog input', 'xyzzyqwerty');
    await tab.waitForSelector('.search-dialog [role="status"]:text-matches("xyzzyqwerty")', { state: 'attached' });
    await tab.keyboard.press('Escape');
    await tab.waitForFunction(() => globalThis.readerEvents?.length === 2);
    // The search is reported before the dialog closes and the focus returns to the page.
    await tab.waitForSelector('.search-dialog', { state: 'hidden' });
    await tab.keyboard.press('/');
    await tab.fill('.search-dialog input', 'home');
    await tab.waitForSelector('.search-dialog [role="status"]:text-matches("home")', { state: 'attached' });
    await tab.locator('.search-dialog [role="option"] a, .search-dialog a[role="option"]').first().click();
    await tab.waitForFunction(() => globalThis.readerEvents?.at(-1)?.name === 'view' && globalThis.readerEvents.length > 2);
    const events = await eventsOf(tab);
    expect(events.map(({ name }) => name)).toEqual(['view', 'no result', 'search', 'view']);
    expect(events[1]).toEqual({ name: 'no result', query: 'xyzzyqwerty' });
    expect(events[2]).toMatchObject({ query: 'home' });
    const { path } = events[3] as Extract<ReaderEvent, { name: 'view' }>;
    expect(new URL(tab.url()).pathname).toBe(new URL(sites.small).pathname + path.slice(1));
  }));

test.each([
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
])('readers who opt out with %s are not counted', (signal, value) =>
  visit({}, async ({ page: tab }) => {
    await tab.addInitScript(([name, said]) => Object.defineProperty(navigator, String(name), { value: said }), [signal, value]);
    await openAwake(tab, page);
    expect(await tab.evaluate(() => globalThis.readerEvents)).toBeUndefined();
  }),
);

test('the Content-Security-Policy permits requests only to the configured origins', async () => {
  const policy = (await fetch(page)).headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("connect-src 'self' https://api.example.org;");
});

test('a site without analytics contains no code for it', async () => {
  const html = await (await fetch(`${sites.small}docs/guide`)).text();
  expect(html).not.toContain('analytics');
  expect(await readFile(join(folder, 'build/site/docs/guide/index.html'), 'utf8')).toMatch(/src="[^"]*assets\/analytics-/);
});
