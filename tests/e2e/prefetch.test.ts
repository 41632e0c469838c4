import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE, heading, openAwake, own, small, useBrowser, withoutLinksInView } from './visit.ts';

const visit = useBrowser();

const toSecond = 'main a:text-is("the second page")';
const dataOf = (requests: string[]): string[] =>
  requests.filter((url) => /\/docs\/.*\.json$|\/index\.json$/.test(url)).map((url) => new URL(url).pathname);

async function connection(page: Page, facts: { saveData?: boolean; effectiveType?: string }): Promise<void> {
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { get: () => value }), facts);
}

test('R-204 a link is fetched once when it is hovered, but not if the pointer only crosses it, and its page is shown without another request', () =>
  visit({}, async ({ page, requests }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    expect(dataOf(requests)).toEqual([]);
    await page.evaluate((selector) => {
      const link = document.querySelector(selector);
      link?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      // Wait longer than the delay after which a hover counts.
      return new Promise((resolve) => setTimeout(resolve, 120));
    }, 'main a[href="/portal/docs/second"]');
    expect(dataOf(requests)).toEqual([]);
    const answer = page.waitForResponse('**/docs/second.json');
    await page.hover(toSecond);
    await answer;
    await page.mouse.move(5, 5);
    await page.hover(toSecond);
    await page.click(toSecond);
    await heading(page, 'Second page');
    expect(dataOf(requests)).toEqual(['/portal/docs/second.json']);
  }));

test('R-204 a touched link is fetched immediately', () =>
  visit({ viewport: PHONE, hasTouch: true, isMobile: true }, async ({ page }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    const answer = page.waitForResponse('**/docs/second.json');
    await page.dispatchEvent(toSecond, 'touchstart');
    expect((await answer).status()).toBe(200);
  }));

test('R-204 a focused link is fetched', () =>
  visit({}, async ({ page }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    const answer = page.waitForResponse('**/docs/second.json');
    await page.focus(toSecond);
    expect((await answer).status()).toBe(200);
  }));

test('R-204 a limited number of visible links is fetched, and none of them twice', () =>
  visit({}, async ({ page, requests }) => {
    await openAwake(page, own('/integrations'));
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.json')));
    await page.waitForLoadState('networkidle');
    const fetched = dataOf(requests);
    expect(fetched.length).toBeGreaterThan(0);
    expect(fetched.length).toBeLessThanOrEqual(12);
    expect(new Set(fetched).size).toBe(fetched.length);
  }));

test('R-204 a link below the viewport is fetched only when it is scrolled into view', () =>
  visit({ viewport: PHONE }, async ({ page, requests }) => {
    const first = page.waitForResponse('**/docs/guide.json');
    await openAwake(page, small('/docs/second'));
    await first;
    expect(dataOf(requests)).not.toContain('/portal/docs/area/two.json');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/portal/docs/area/two', textContent: 'two' });
      document.querySelector('.page-body')?.append(link);
      document.dispatchEvent(new CustomEvent('site:page'));
    });
    const answer = page.waitForResponse('**/docs/area/two.json');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await answer;
  }));

test.each([
  ['the data saver is on', { saveData: true, effectiveType: '4g' }],
  ['the connection is 2g', { effectiveType: '2g' }],
  ['the connection is slow-2g', { effectiveType: 'slow-2g' }],
])('R-204 nothing is prefetched if %s', (_case, facts) =>
  visit({}, async ({ page, requests }) => {
    await connection(page, facts);
    await openAwake(page, small('/docs/guide'));
    await page.hover(toSecond);
    // Wait several times the delay after which a hover counts.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(dataOf(requests)).toEqual([]);
    await page.click(toSecond);
    await heading(page, 'Second page');
    expect(dataOf(requests)).toEqual(['/portal/docs/second.json']);
  }),
);

describe('R-221 the browser forgets the pages that it received first', () => {
  /** Replaces the network by pages of a given size, and counts how often each was fetched. */
  async function stubPages(page: Page, bytes: number): Promise<void> {
    await page.addInitScript((size) => {
      const fetched: Record<string, number> = {};
      const original = window.fetch;
      Reflect.set(window, 'fetched', fetched);
      window.fetch = async (...request) => {
        const name = /\/docs\/(stub-\d+)\.json$/.exec(String(request[0]))?.[1];
        if (name === undefined) return original(...request);
        fetched[name] = (fetched[name] ?? 0) + 1;
        return new Response(JSON.stringify({ build: 'b', title: name, path: `/docs/${name}`, body: 'x'.repeat(size), sidebar: null }));
      };
    }, bytes);
  }

  /** Touches a link to each of the pages, and waits until all of them were fetched. */
  function touch(page: Page, numbers: { first: number; last: number }): Promise<void> {
    return page.evaluate(async ({ first, last }) => {
      const link = document.createElement('a');
      document.body.append(link);
      // The prefetch of a touched link starts in a timer. Chromium delays nested timers by 4 ms, so this one runs at once.
      const { setTimeout } = window;
      Reflect.set(window, 'setTimeout', (run: () => void) => run());
      for (let index = first; index <= last; index += 1) {
        link.href = `/portal/docs/stub-${index}`;
        link.dispatchEvent(new Event('touchstart', { bubbles: true }));
      }
      window.setTimeout = setTimeout;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }, numbers);
  }

  const timesFetched = (page: Page, index: number): Promise<number> =>
    page.evaluate((name) => (Reflect.get(window, 'fetched') as Record<string, number>)[name] ?? 0, `stub-${index}`);

  test.each([
    ['more than 10,000 pages', 10, 10_000],
    ['more than 50 MB', 5_100_000, 9],
  ])('%s', (_name, bytes, limit) =>
    visit({}, async ({ page }) => {
      await stubPages(page, bytes);
      await withoutLinksInView(page);
      await openAwake(page, small('/docs/guide'));
      // The page that is open is an entry, too.
      await touch(page, { first: 1, last: limit - 1 });
      await touch(page, { first: 1, last: 1 });
      expect([await timesFetched(page, 1), await timesFetched(page, limit - 1)]).toEqual([1, 1]);
      await touch(page, { first: limit, last: limit + 1 });
      await touch(page, { first: limit + 1, last: limit + 1 });
      await touch(page, { first: 1, last: 1 });
      expect([await timesFetched(page, limit + 1), await timesFetched(page, 1)]).toEqual([1, 2]);
    }),
  );
});
