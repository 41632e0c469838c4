/** Typical tasks with the keyboard alone, starting at the top of a page. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, heading, openAwake, own, place, small, useBrowser } from '../e2e/visit.ts';

const visit = useBrowser();

/** Largest number of presses of Tab that a task needs. */
const MAX_PRESSES = 80;

const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(page, selector)) return;
  }
  throw new Error(`${MAX_PRESSES} presses of Tab do not reach ${selector}.`);
}

test('R-607 the keyboard opens a dropdown of the navbar and follows a link in it', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await tabTo(page, '.navbar .dropdown summary');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await hasFocus(page, '.navbar .dropdown a[href$="/docs/second"]')).toBe(true);
    await page.keyboard.press('Enter');
    await heading(page, 'Second page');
  }));

test('R-607 the keyboard opens the mobile menu, switches to the main menu, and opens a page', () =>
  visit({ viewport: PHONE, reducedMotion: 'reduce' }, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    await tabTo(page, '.menu-button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog.mobile-menu[open]');
    for (let presses = 0; presses < 5; presses += 1) {
      if (await page.evaluate(() => document.activeElement?.textContent?.includes('Back to main menu'))) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await tabTo(page, 'dialog.mobile-menu a[href="/integrations"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-kind="integrations"]');
    expect(await page.locator('dialog.mobile-menu[open]').count()).toBe(0);
  }));

test('R-607 the keyboard opens and closes a category of the sidebar, and follows a link in it', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await tabTo(page, '.sidebar summary');
    const branch = page.locator('.sidebar details').first();
    const before = await branch.evaluate((element: HTMLDetailsElement) => element.open);
    await page.keyboard.press('Space');
    expect(await branch.evaluate((element: HTMLDetailsElement) => element.open)).toBe(!before);
    await page.keyboard.press('Space');
    expect(await branch.evaluate((element: HTMLDetailsElement) => element.open)).toBe(before);
    if (!before) await page.keyboard.press('Enter');
    const link = branch.locator('ul a:visible').first();
    await link.waitFor();
    const href = (await link.getAttribute('href')) ?? '';
    await tabTo(page, `.sidebar a[href="${href}"]`);
    await page.keyboard.press('Enter');
    await page.waitForFunction((path) => location.pathname === path, href);
  }));

test('R-607 the keyboard searches and opens a result', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/'));
    await tabTo(page, '[data-search]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.search-dialog[open]');
    await page.keyboard.type('quickstart');
    // The results of the first letters may be shown before, and Enter opens the first one of the whole word.
    await page.waitForSelector('.search-dialog [role="option"][aria-selected="true"][href*="/docs/quickstart"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const href = await page.getAttribute('.search-dialog [aria-selected="true"]', 'href');
    await page.keyboard.press('Enter');
    await page.waitForFunction((path) => location.pathname === new URL(path ?? '', location.href).pathname, href);
    expect(await page.locator('.search-dialog[open]').count()).toBe(0);
  }));

test('R-607 the keyboard filters the integrations and opens one', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/integrations'));
    await page.waitForLoadState('networkidle');
    const shown = (): Promise<number> => page.locator('.integration:visible').count();
    const all = await shown();
    await tabTo(page, '#filter-text');
    await page.keyboard.type('kafka');
    await page.waitForFunction((before) => document.querySelectorAll('.integration:not([hidden])').length < before, all);
    const named = await shown();
    await tabTo(page, '.filter input[type="checkbox"]:not(:disabled)');
    await page.keyboard.press('Space');
    await page.waitForFunction(() => location.search.includes('type='));
    expect(await shown()).toBeLessThanOrEqual(named);
    await page.keyboard.press('Space');
    await tabTo(page, '.integration a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-kind="doc"]');
    expect(place(page)).toMatch(/^\/docs\//);
  }));

test('R-607 the keyboard selects a tab and copies code', () =>
  visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await tabTo(page, '[role="tab"][aria-selected="true"]');
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(page, '[role="tab"][data-value="linux"][aria-selected="true"]')).toBe(true);
    await tabTo(page, '.code-copy');
    await page.keyboard.press('Enter');
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('first = 1'));
  }));

test('R-607 the keyboard switches the color mode', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/guild'));
    await tabTo(page, '.navbar button.icon-button:not(.menu-button)');
    await page.keyboard.press('Enter');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.keyboard.press('Space');
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
  }));
