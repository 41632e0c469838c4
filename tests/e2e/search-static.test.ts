/** The own website on a static host, where the browser searches the whole index. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { appOf } from './global-setup.ts';
import { openAwake, sites, useBrowser } from './visit.ts';

const MAX_INDEX_BYTES = 760_000;
const INDEX = /\/assets\/(?:browser-)?search-index-[0-9a-f]{10}\.bin$/;

const dir = sites.staticBuild;
let server: RunningServer;
beforeAll(async () => {
  server = await listen(await appOf(dir, null), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
});
afterAll(() => server.close());

const visit = useBrowser();
const DOC = '/docs/quickstart';

describe('R-601 without a server', () => {
  test('the compressed index of the whole site has at most 760 kB', async () => {
    const { url } = JSON.parse(await readFile(join(dir, 'site/search-index.json'), 'utf8')) as { url: string };
    expect((await stat(join(dir, `site${url}.br`))).size).toBeLessThanOrEqual(MAX_INDEX_BYTES);
  });

  test('the index is fetched once, when the search is opened', () =>
    visit({}, async ({ page, requests }) => {
      await openAwake(page, server.url + DOC);
      await page.hover('a[data-search]');
      await page.waitForTimeout(200);
      expect(requests.filter((url) => /search-index/.test(url))).toEqual([]);
      const index = page.waitForResponse(INDEX);
      await page.click('a[data-search]');
      await index;
      await page.fill('.search-dialog input', 'lineage');
      await page.waitForSelector('.search-dialog [role="option"]');
      await page.fill('.search-dialog input', 'kafka');
      await page.waitForSelector('.search-dialog [role="status"]:text-matches("for kafka$")', { state: 'attached' });
      expect(requests.filter((url) => INDEX.test(url))).toHaveLength(1);
      expect(requests.filter((url) => url.includes('/search/results.json'))).toEqual([]);
    }));

  test('R-306 the search page finds, counts, and groups results in the browser', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${server.url}/search?q=lineage`);
      await page.waitForSelector('.search-hit');
      const [all = 0, ...groups] = (await page.locator('.search-group-count').allInnerTexts()).map(Number);
      expect(groups.reduce((sum, count) => sum + count, 0)).toBe(all);
      expect(await page.innerText('.search-count')).toBe(`${all} results for lineage`);
    }));
});

describe('R-601 a build for a server on a static host', () => {
  let files: RunningServer;
  beforeAll(async () => {
    files = await listen(await appOf(sites.ownBuild, null), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
  });
  afterAll(() => files.close());

  test('the dialog requests the missing server once, and then searches the index in the browser', () =>
    visit({ expected: /40[45]/ }, async ({ page, requests }) => {
      await openAwake(page, files.url + DOC);
      await page.click('a[data-search]');
      for (const query of ['lineage', 'kafka']) {
        await page.fill('.search-dialog input', query);
        await page.waitForSelector(`.search-dialog [role="status"]:text-matches("for ${query}$")`, { state: 'attached' });
        expect(await page.locator('.search-dialog [role="option"]').count()).toBeGreaterThan(0);
      }
      expect(requests.filter((url) => url.includes('/search/results.json'))).toHaveLength(1);
    }));

  test('the search page shows results, and again after going back, and shares the index with the dialog', () =>
    visit({ expected: /40[45]/ }, async ({ page, requests }) => {
      await openAwake(page, `${files.url}/search?q=lineage`);
      await page.waitForSelector('.search-hit');
      expect(await page.innerText('.search-count')).toMatch(/^\d+ results for lineage$/);
      await page.click('.search-hit-title a');
      await page.waitForFunction(() => document.documentElement.dataset['kind'] === 'doc');
      await page.goBack();
      await page.waitForSelector('.search-hit');
      await page.click('a[data-search]');
      await page.fill('.search-dialog input', 'kafka');
      await page.waitForSelector('.search-dialog [role="option"]');
      expect(requests.filter((url) => INDEX.test(url))).toHaveLength(1);
      expect(requests.filter((url) => url.includes('/search/results.json'))).toHaveLength(1);
    }));
});
