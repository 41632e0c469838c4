/** Search without JavaScript, and search without a server. */
import { expect, test } from 'vitest';
import { openAwake, own, PHONE, small, useBrowser } from './visit.ts';

const visit = useBrowser();

test('R-306 R-101 without JavaScript, the form leads to results, groups, and more results', () =>
  visit({ javaScriptEnabled: false, viewport: PHONE }, async ({ page }) => {
    await page.goto(own('/search'));
    await page.fill('input[name="q"]', 'ingestion');
    await page.press('input[name="q"]', 'Enter');
    await page.waitForURL('**/search?q=ingestion');
    expect(await page.inputValue('input[name="q"]')).toBe('ingestion');
    expect(await page.innerText('.search-count')).toMatch(/^\d+ results for ingestion$/);
    expect(await page.locator('.search-hit mark').count()).toBeGreaterThan(5);
    const first = await page.locator('.search-hit-title a').first().getAttribute('href');
    await page.click('.search-paging a[rel="next"]');
    await page.waitForURL('**/search?q=ingestion&page=2');
    expect(await page.locator('.search-hit-title a').first().getAttribute('href')).not.toBe(first);
    await page.click('.search-hit-title a >> nth=0');
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\//);
  }));

test('R-302 R-214 without JavaScript, a search without results shows the query', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own(`/search?q=${encodeURIComponent('<qqxxqq>')}`));
    expect(await page.innerText('.search-count')).toBe('No results for “<qqxxqq>”');
    expect(await page.getAttribute('.search-message a:text("Let us know.")', 'href')).toMatch(/\/issues$/);
  }));

test('R-601 on a static host, a worker searches the index of the build', () =>
  visit({}, async ({ page, requests }) => {
    await openAwake(page, small('/docs/guide'));
    await page.keyboard.press('Control+k');
    await page.fill('dialog[open] input', 'second');
    await page.waitForSelector('dialog mark');
    expect(requests.filter((url) => url.includes('/search/results.json'))).toEqual([]);
    expect(requests.filter((url) => /search-index/.test(url)).map((url) => new URL(url).pathname)).toEqual([
      '/portal/search-index.json',
      expect.stringMatching(/^\/portal\/assets\/browser-search-index-[0-9a-f]{10}\.bin$/),
    ]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/portal/docs/second*');
  }));

test('R-306 the name of the product, which is the label of several pages, finds the page about the product', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own('/search?q=datahub'));
    expect(await page.getAttribute('.search-hit-title a >> nth=0', 'href')).toBe('/docs/introduction');
  }));
