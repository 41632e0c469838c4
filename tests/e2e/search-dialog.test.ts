/** The search dialog and the search page in Chromium, on the site's own server and index. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsInBothModes } from '../a11y/violations.ts';
import { DESKTOP, PHONE, WIDTHS, isSameDocument, markDocument, openAwake, own, place, useBrowser } from './visit.ts';

const visit = useBrowser();
/** A short page with questions, which needs less processor time than others, also in axe, which reads the page behind the dialog. */
const PATH = '/docs/townhalls';
const DOC = own(PATH);
const QUERIES = '**/search/results.json?*';
const FIELD = '.search-dialog .dialog-input';
/** A query without results. */
const UNKNOWN = 'xqzjv';

async function openDialog(page: Page): Promise<void> {
  await page.click('a[data-search]');
  await page.waitForSelector('.search-dialog[open]');
}

async function search(page: Page, text: string): Promise<void> {
  await page.fill(FIELD, text);
  await page.waitForSelector('.search-dialog a[role="option"]');
  await page.waitForFunction(
    (query) => document.querySelector('.search-dialog [role="status"]')?.textContent?.endsWith(`for ${query}`),
    text,
  );
}

const closed = (page: Page): Promise<unknown> => page.waitForSelector('.search-dialog:not([open])', { state: 'attached' });
const activeHref = (page: Page): Promise<string | null> => page.getAttribute('.search-dialog [aria-selected="true"]', 'href');
const focusedIs = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

describe('R-301 opens', () => {
  test('with /, Control+k, and Meta+k, and Escape restores the focus', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, DOC);
      for (const keys of ['/', 'Control+k', 'Meta+k']) {
        await page.focus('.brand');
        await page.keyboard.press(keys);
        await page.waitForSelector('.search-dialog[open]');
        expect(await focusedIs(page, FIELD), keys).toBe(true);
        await page.fill(FIELD, '');
        await page.keyboard.type('a/b');
        expect(await page.inputValue(FIELD), keys).toBe('a/b');
        await page.keyboard.press('Escape');
        await closed(page);
        expect(await focusedIs(page, '.brand'), keys).toBe(true);
      }
    }));

  test('with its button as the first action on a page', () =>
    visit({}, async ({ page }) => {
      await page.goto(DOC);
      await openDialog(page);
      expect(place(page)).toBe(PATH);
    }));

  test('after its script was fetched when the pointer reached the button', () =>
    visit({}, async ({ page, requests }) => {
      await openAwake(page, DOC);
      expect(requests.some((url) => url.includes('/search-dialog'))).toBe(false);
      const arrived = page.waitForResponse(/\/search-dialog/);
      await page.hover('a[data-search]');
      await (await arrived).finished();
      await openDialog(page);
    }));

  test.each(['/', 'Control+k', 'Enter'])('with %s before its script has loaded, and keeps the text typed meanwhile', (keys) =>
    visit({}, async ({ page }) => {
      for (const script of ['**/entry-*.js', '**/search-dialog-*.js'])
        await page.route(script, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          await route.continue();
        });
      await page.goto(DOC);
      if (keys === 'Enter') await page.focus('.navbar [data-search]');
      await page.keyboard.press(keys);
      await page.keyboard.type('kafka topic', { delay: 90 });
      await page.waitForSelector('.search-dialog[open]');
      expect(await page.inputValue(FIELD)).toBe('kafka topic');
      await page.waitForSelector('.search-dialog a[role="option"]');
      await page.keyboard.press('End');
      await page.keyboard.type('s');
      expect(await page.inputValue(FIELD)).toMatch(/s$/);
    }),
  );

  test('not while the reader types in a field', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, own('/search'));
      await page.focus('main input[name="q"]');
      await page.keyboard.type('a/b');
      expect(await page.inputValue('main input[name="q"]')).toBe('a/b');
      expect(await page.locator('.search-dialog[open]').count()).toBe(0);
    }));

  test('with the text from the form of the documentation overview', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, own('/docs/'));
      await page.fill('form[data-search] input', 'lineage');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.search-dialog[open] a[role="option"]');
      expect(await page.inputValue(FIELD)).toBe('lineage');
    }));
});

describe('R-301 results', () => {
  test('appear while the reader types, can be opened with the keyboard without a full page load, and the query is kept', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, DOC);
      await markDocument(page);
      await openDialog(page);
      await search(page, 'lineage');
      expect(await page.locator('.search-dialog mark').count()).toBeGreaterThan(0);
      const first = await activeHref(page);
      await page.keyboard.press('ArrowDown');
      const second = await activeHref(page);
      expect(second).not.toBe(first);
      await page.keyboard.press('Enter');
      await closed(page);
      await page.waitForFunction((href) => location.pathname + location.hash === href, second);
      expect(await isSameDocument(page)).toBe(true);
      await page.keyboard.press('Control+k');
      expect(await page.inputValue(FIELD)).toBe('lineage');
    }));

  test('can be clicked, and an opened result is a recent search that can be saved', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, DOC);
      await openDialog(page);
      await search(page, 'policies');
      const title = await page.locator('.search-option-title').first().innerText();
      await page.locator('.search-dialog a[role="option"]').first().click();
      await closed(page);
      await page.reload();
      await openDialog(page);
      expect(await page.locator('.search-option-title').first().innerText()).toBe(title);
      expect(await page.locator('.search-group').allInnerTexts()).toEqual([
        'Recent',
        'Questions about this page',
        'Common questions',
        'Popular pages',
      ]);
      await page.click('[title="Save this search"]');
      await page.waitForSelector('.search-group:text-is("Favorite")');
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('search-')).length)).toBe(2);
      await page.click('[title="Remove this search from favorites"]');
      await page.waitForSelector('.search-group:text-is("Favorite")', { state: 'detached' });
    }));

  test.each([DESKTOP, PHONE])('can be filtered by part of the documentation, also with the keyboard: %o', (viewport) =>
    visit({ viewport }, async ({ page }) => {
      await openAwake(page, DOC);
      await openDialog(page);
      await search(page, 'lineage');
      const everywhere = await page.innerText('.search-all');
      const filter = page.locator('.search-filter button', { hasText: 'GraphQL' });
      await filter.focus();
      await page.keyboard.press('Enter');
      const count = Number((await filter.innerText()).replace(/\D+/, ''));
      await page.waitForSelector(`.search-all:text-is("See all ${count} results")`);
      expect(everywhere).not.toBe(`See all ${count} results`);
      expect(await focusedIs(page, FIELD)).toBe(true);
      const frame = await page.locator('.search-dialog .dialog-frame').evaluate((element) => element.scrollHeight - element.clientHeight);
      expect(frame).toBeLessThanOrEqual(0);
      await page.locator('.search-all').click();
      await closed(page);
      await page.waitForSelector('.search-hit');
      expect(place(page)).toBe('/search?q=lineage&group=graphql');
    }),
  );

  test('open in a new tab with Ctrl+Enter while the dialog stays open, and are all on the search page', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, DOC);
      await openDialog(page);
      await search(page, 'lineage');
      expect(await activeHref(page)).toMatch(/^\/docs\//);
      const opened = page.context().waitForEvent('page');
      await page.keyboard.press('Control+Enter');
      await opened;
      expect(place(page)).toBe(PATH);
      expect(await page.locator('.search-dialog[open]').count()).toBe(1);
      await search(page, 'kafka');
      expect(await page.innerText('.search-all')).toMatch(/^See all \d+ results$/);
      await page.click('.search-all');
      await closed(page);
      await page.waitForSelector('.search-hit');
      expect(place(page)).toBe('/search?q=kafka');
    }));

  test('of a slow older request do not replace newer ones', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, DOC);
      await openDialog(page);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(QUERIES, async (route) => {
        if (route.request().url().includes('q=kafka')) await held;
        await route.continue().catch(() => undefined);
      });
      const asked = page.waitForRequest((request) => request.url().includes('q=kafka'));
      await page.fill(FIELD, 'kafka');
      await asked;
      await search(page, 'lineage');
      const before = await activeHref(page);
      release();
      // By the time of this response, the page has received the delayed one.
      await page.evaluate(async () => (await fetch('/search/results.json?q=policies')).text());
      expect(await activeHref(page)).toBe(before);
    }));
});

test('R-302 if a similar query finds pages, up to three of them are offered after the assistant', () =>
  visit({}, async ({ page }) => {
    // Hardly any real query has no results but a similar query with results.
    await page.route(QUERIES, async (route) => {
      if (!route.request().url().includes(UNKNOWN)) return route.continue();
      return route.fulfill({ json: { results: [], total: 0, everywhere: 0, groups: [], suggestions: ['snowflake'] } });
    });
    await openAwake(page, DOC);
    await openDialog(page);
    await page.fill(FIELD, UNKNOWN);
    await page.waitForSelector('.search-group:text-is("Closest pages")');
    const pages = page.locator('.search-dialog a[role="option"]');
    expect(await pages.count()).toBe(3);
    expect((await pages.allInnerTexts()).join(' ')).toContain('Snowflake');
    expect(await page.locator('.search-dialog [aria-selected="true"]').innerText()).toContain(`Ask our AI: “${UNKNOWN}”`);
    await pages.first().click();
    await closed(page);
    await page.waitForFunction((path) => location.pathname !== path, PATH);
  }));

test('R-302 a search without results shows a message; the last option, or then the first one, passes the query to the assistant', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, DOC);
    await openDialog(page);
    await page.fill(FIELD, UNKNOWN);
    await page.waitForSelector(`.search-message:has-text("No results for “${UNKNOWN}”")`);
    expect(await page.innerText('.search-message')).toContain('Believe this query should return results? Let us know.');
    await page.waitForSelector(`.search-ask:has-text("Ask our AI: “${UNKNOWN}”")`);
    expect(await page.locator('.search-dialog [role="option"]').first().innerText()).toContain('Ask our AI');
    await search(page, 'Which ports does the quickstart use?');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await closed(page);
    await page.waitForSelector('.ask-dialog[open] .ask-question:text-is("Which ports does the quickstart use?")');
    await page.waitForSelector('.ask-turn[aria-busy="false"]');
    expect(await page.innerText('.ask-answer')).toContain('9002');
  }));

test('a question about the page leads to the section that answers it, and the assistant offers the same question', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, DOC);
    await openDialog(page);
    const question = page.locator('.search-history [role="group"]:has-text("Questions about this page") a').nth(1);
    const ask = await question.innerText();
    const href = await question.getAttribute('href');
    await question.click();
    await page.waitForFunction((wanted) => location.pathname + location.hash === wanted, href);
    expect(await page.locator(`[id="${href?.split('#')[1]}"]`).count()).toBe(1);
    await page.click('[data-ask]');
    await page.locator('.ask-start button', { hasText: ask }).click();
    await page.waitForSelector('.ask-turn[aria-busy="false"]');
    expect(await page.locator('.ask-sources a').count()).toBeGreaterThan(0);
  }));

test('R-303 R-601 an error and an unreachable server are reported, and the search continues when the server responds', () =>
  visit({ expected: /Failed to load resource/ }, async ({ page }) => {
    await openAwake(page, DOC);
    await openDialog(page);
    await page.route(QUERIES, (route) => route.abort());
    await page.fill(FIELD, 'lineage');
    await page.waitForSelector('.search-message:has-text("Unable to fetch results")');
    await page.unroute(QUERIES);
    await page.waitForSelector('.search-dialog a[role="option"]');
    await search(page, 'kafka');
    await page.context().setOffline(true);
    await page.fill(FIELD, 'lineage');
    await page.waitForSelector('.search-message:has-text("Unable to fetch results")');
    expect(await page.innerText('.search-message')).toContain('You might want to check your network connection.');
    expect(await page.locator('.search-dialog a[role="option"]').count()).toBe(0);
    await page.context().setOffline(false);
    await page.waitForSelector('.search-dialog a[role="option"]');
    expect(await page.inputValue(FIELD)).toBe('lineage');
    expect(await focusedIs(page, FIELD)).toBe(true);
  }));

test('R-214 a malicious response is shown as text', () =>
  visit({}, async ({ page }) => {
    const piece = (text: string) => [{ text, highlighted: true }];
    const title = piece('<img src=/x onerror="document.title=1"><mark>Bad</mark>');
    const result = {
      id: 'x',
      href: '/docs/quickstart',
      pageHref: '/docs/quickstart',
      isPage: true,
      group: '<b>x</b>',
      pageTitle: title,
      title,
    };
    const results = [{ ...result, excerpt: piece('<b>'), trail: ['<b>'] }];
    await page.route(QUERIES, (route) => route.fulfill({ json: { results, total: 1, everywhere: 1, groups: [], suggestions: [] } }));
    await openAwake(page, DOC);
    await openDialog(page);
    await page.fill(FIELD, 'any');
    await page.waitForSelector('.search-dialog a[role="option"]');
    expect(await page.locator('.search-dialog a[role="option"]').count()).toBe(1);
    expect(await page.innerText('.search-option-title')).toBe('<img src=/x onerror="document.title=1"><mark>Bad</mark>');
    expect(await page.locator('.search-dialog img, .search-dialog b').count()).toBe(0);
  }));

test('on a phone, the dialog fills the screen, and Cancel closes it', () =>
  visit({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }, async ({ page }) => {
    await page.goto(DOC);
    await page.tap('a[data-search]');
    await page.waitForSelector('.search-dialog[open]');
    await page.waitForFunction(() => document.getAnimations().length === 0);
    const box = await page.locator('.search-dialog').boundingBox();
    expect(box).toEqual({ x: 0, y: 0, ...PHONE });
    const size = await page.locator(FIELD).evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
    expect(size).toBeGreaterThanOrEqual(16);
    await page.tap('.search-cancel');
    await closed(page);
  }));

test.each(WIDTHS)('R-607 axe finds no violation in any state of the dialog and the search page: %s px', (_width, viewport) =>
  visit({ viewport, reducedMotion: 'reduce', expected: /Failed to load resource/ }, async ({ page }) => {
    await openAwake(page, DOC);
    await openDialog(page);
    const found: Record<string, string[]> = { empty: await violationsInBothModes(page) };
    await search(page, 'lineage');
    found['results'] = await violationsInBothModes(page, '.search-dialog');
    await page.fill(FIELD, UNKNOWN);
    await page.waitForSelector('.search-message');
    found['none'] = await violationsInBothModes(page, '.search-dialog');
    for (const key of ['Home', 'ArrowDown']) {
      await search(page, 'lineage');
      await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await closed(page);
      await openDialog(page);
    }
    await page.click('[title="Clear the query"]');
    await page.click('[title="Save this search"]');
    await page.waitForSelector('.search-group:text-is("Favorite")');
    found['favorites'] = await violationsInBothModes(page, '.search-dialog');
    await page.route(QUERIES, (route) => route.abort());
    await page.fill(FIELD, 'policies');
    await page.waitForSelector('.search-message');
    found['error'] = await violationsInBothModes(page, '.search-dialog');
    await page.unroute(QUERIES);
    await openAwake(page, own('/search?q=kafka'));
    await page.waitForSelector('.search-results[aria-busy="false"] .search-hit');
    found['page'] = await violationsInBothModes(page);
    await page.fill('main input[name="q"]', UNKNOWN);
    await page.waitForSelector('.search-results[aria-busy="false"] .search-message');
    found['page, none'] = await violationsInBothModes(page);
    expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
  }),
);

describe('R-306 the search page', () => {
  test('searches while the reader types, keeps the query in the address, supports the back button, and shows more results on demand', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, own('/search?q=kafka'));
      await page.fill('main input[name="q"]', 'lineage');
      await page.waitForSelector('.search-count:has-text("for lineage")');
      expect(place(page)).toBe('/search?q=lineage');
      await page.keyboard.press('Enter');
      // The page itself goes back, because the browser may not know yet that the page has added an entry to its history.
      await page.evaluate(() => history.back());
      await page.waitForSelector('.search-count:has-text("for kafka")');
      expect(place(page)).toBe('/search?q=kafka');
      expect(await page.inputValue('main input[name="q"]')).toBe('kafka');
      await page.click('.search-paging a:has-text("More results")');
      await page.waitForFunction(() => document.querySelectorAll('.search-results .search-hit').length > 20);
      expect(place(page)).toBe('/search?q=kafka&page=2');
    }));

  test('has a field that can also ask the assistant', () =>
    visit({ viewport: PHONE }, async ({ page }) => {
      await openAwake(page, own('/search?q=zzqqxx'));
      await page.fill('main input[name="q"]', 'How do I install the CLI?');
      await page.click('.front-search [data-ask]');
      await page.waitForSelector('.ask-dialog[open] .ask-turn[aria-busy="false"] :text("How do I install the CLI?")');
    }));

  test('R-301 shows the results of another query from the dialog, and those of the first one after going back', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, own('/search?q=lineage'));
      await page.waitForSelector('.search-count:has-text("for lineage")');
      await page.keyboard.press('Control+k');
      await page.fill('.search-dialog .dialog-input', 'kafka');
      await page.click('.search-all[href$="q=kafka"]');
      await page.waitForSelector('.search-count:has-text("for kafka")');
      expect(place(page)).toBe('/search?q=kafka');
      await page.goBack();
      await page.waitForSelector('.search-count:has-text("for lineage")');
      expect(place(page)).toBe('/search?q=lineage');
    }));

  test('R-601 renders the results without user intent if no server has rendered them', () =>
    visit({}, async ({ page }) => {
      const built = await (await page.request.get(own('/search'))).text();
      await page.route('**/search?q=kafka', (route) => route.fulfill({ body: built, contentType: 'text/html' }));
      await page.goto(own('/search?q=kafka'));
      await page.waitForSelector('.search-hit');
      expect(await page.inputValue('main input[name="q"]')).toBe('kafka');
    }));
});

test('R-401 dialogs on the search page, which stores its scroll position on each click, stay open while the reader uses them', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/search?q=lineage'));
    await page.waitForSelector('.search-hit');
    await page.keyboard.press('Control+k');
    await page.fill('.search-dialog .dialog-input', 'kafka');
    await page.click('.search-dialog button:has-text("Sources")');
    await page.waitForSelector('.search-dialog button[aria-pressed="true"]:has-text("Sources")');
    expect(await page.locator('.search-dialog[open]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.click('[data-ask]');
    await page.fill('.ask-dialog .ask-input', 'How do I install the CLI?');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.ask-dialog[open] .ask-turn[aria-busy="false"]');
    await page.click('.ask-dialog .ask-feedback button >> nth=0');
    await page.waitForSelector('.ask-dialog[open] .ask-feedback:has-text("Thanks")');
  }));
