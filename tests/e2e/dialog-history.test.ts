/** The back button and the dialogs: going back closes a dialog and keeps the page, and a closed dialog leaves nothing in the history. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { heading, openAwake, own, place, small, useBrowser } from './visit.ts';

const visit = useBrowser();

const PAGE = '/docs/quickstart';
const OTHER_DOCUMENT = '/integrations';

/** Opens a dialog. */
type Open = (page: Page) => Promise<unknown>;

const DIALOGS: readonly (readonly [names: string, address: string, dialogs: readonly (readonly [dialog: string, open: Open])[]])[] = [
  [
    'the search, the assistant, the list of shortcuts, and the dialog for AI tools',
    own(PAGE),
    [
      ['.search-dialog', (page) => page.keyboard.press('Control+k')],
      ['.ask-dialog', (page) => page.click('[data-ask]')],
      ['.shortcut-help', (page) => page.keyboard.press('?')],
      ['.use-with-ai', (page) => page.click('[data-use-with-ai]')],
    ],
  ],
  ['an enlarged picture', small('/docs/guide'), [['dialog.zoomed', (page) => page.click('main a.zoom')]]],
];

const isOpen = (page: Page, dialog: string): Promise<unknown> => page.waitForSelector(`${dialog}[open]`);
const isClosed = (page: Page, dialog: string): Promise<unknown> =>
  page.waitForFunction((selector) => document.querySelector(`${selector}[open]`) === null && history.state === null, dialog);
/** Goes back in a later task, because Playwright could not return the result of a script whose document has been replaced. */
const back = (page: Page): Promise<void> => page.evaluate(() => void setTimeout(() => history.back()));

test.each(DIALOGS)('R-207 the back button closes %s even if the previous page is another document', (_names, address, dialogs) =>
  visit({}, async ({ page }) => {
    await page.goto(own(OTHER_DOCUMENT));
    await openAwake(page, address);
    for (const [dialog, open] of dialogs) {
      await open(page);
      await isOpen(page, dialog);
      await back(page);
      await isClosed(page, dialog);
      expect(page.url(), dialog).toBe(address);
      // Closing it in another way leads back in the history, too.
      await open(page);
      await isOpen(page, dialog);
      await page.keyboard.press('Escape');
      await isClosed(page, dialog);
    }
    await back(page);
    await page.waitForURL(own(OTHER_DOCUMENT));
  }),
);

test('R-301 a result that is opened from the dialog replaces the history entry of the dialog', () =>
  visit({}, async ({ page }) => {
    await page.goto(own(OTHER_DOCUMENT));
    await openAwake(page, own(PAGE));
    await page.keyboard.press('Control+k');
    await page.fill('.search-dialog .dialog-input', 'kafka');
    await page.waitForSelector('.search-dialog .search-option');
    await page.locator('.search-dialog .search-option').first().click();
    await page.waitForFunction((path) => location.pathname !== path, PAGE);
    expect(await page.locator('.search-dialog[open]').count()).toBe(0);
    await back(page);
    await heading(page, 'Quickstart guide');
    expect(place(page)).toBe(PAGE);
    await back(page);
    await page.waitForURL(own(OTHER_DOCUMENT));
  }));

test('R-401 the assistant stays open when the search hands a question over to it, and the back button closes it', () =>
  visit({}, async ({ page }) => {
    await page.goto(own(OTHER_DOCUMENT));
    await openAwake(page, own(PAGE));
    await page.keyboard.press('Control+k');
    await page.fill('.search-dialog .dialog-input', 'install the cli');
    await page.click('.search-dialog .search-ask');
    await page.waitForSelector('.ask-dialog[open] .ask-turn[aria-busy="false"]');
    expect(await page.locator('.search-dialog[open]').count()).toBe(0);
    await back(page);
    await isClosed(page, '.ask-dialog');
    expect(place(page)).toBe(PAGE);
    await back(page);
    await page.waitForURL(own(OTHER_DOCUMENT));
  }));

test('R-602 a citation that is followed from the dialog highlights its passage and replaces the history entry of the dialog', () =>
  visit({}, async ({ page }) => {
    await page.goto(own(OTHER_DOCUMENT));
    await openAwake(page, own('/docs/domains'));
    await page.click('[data-ask]');
    await page.fill('.ask-dialog .ask-input', 'How do I install the CLI?');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.ask-dialog[open] .ask-turn[aria-busy="false"]');
    await page.locator('.ask-answer a').first().click();
    await page.waitForFunction(() => CSS.highlights.has('passage'));
    expect(await page.locator('.ask-dialog[open]').count()).toBe(0);
    expect(place(page)).not.toContain('/docs/domains');
    await back(page);
    await page.waitForURL(own('/docs/domains'));
    await back(page);
    await page.waitForURL(own(OTHER_DOCUMENT));
  }));

test('R-207 a dialog does not keep the reader from reloading the page, and leaves nothing in the history', () =>
  visit({}, async ({ page }) => {
    await page.goto(own(OTHER_DOCUMENT));
    await openAwake(page, own(PAGE));
    await page.evaluate(() => scrollTo(0, 1500));
    await page.keyboard.press('Control+k');
    await isOpen(page, '.search-dialog');
    await page.evaluate(() => Reflect.set(window, 'marked', true));
    await page.reload();
    expect(await page.evaluate(() => Reflect.get(window, 'marked') as unknown)).toBeUndefined();
    await isClosed(page, '.search-dialog');
    expect(place(page)).toBe(PAGE);
    await page.waitForFunction(() => Math.abs(scrollY - 1500) < 2);
    await back(page);
    await page.waitForURL(own(OTHER_DOCUMENT));
  }));
