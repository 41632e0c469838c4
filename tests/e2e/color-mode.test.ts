import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAwake, own, small, useBrowser, wake } from './visit.ts';

const visit = useBrowser();

const theme = (page: Page): Promise<string | null> => page.getAttribute('html', 'data-theme');
const TOGGLE = '.navbar button.icon-button:not(.menu-button)';

/** Records the theme at the start of the body, which is before the first paint. */
async function watchFirstPaint(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Reflect.set(window, 'themes', seen);
    const observer = new MutationObserver(() => {
      if (!document.body || seen.length > 0) return;
      seen.push(document.documentElement.dataset['theme']);
      observer.disconnect();
      new MutationObserver(() => seen.push(document.documentElement.dataset['theme'])).observe(document.documentElement, {
        attributeFilter: ['data-theme'],
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'themes') as unknown);
}

test('R-211 the selected mode is stored and applied before the first paint of the next page', () =>
  visit({}, async ({ page }) => {
    const seen = await watchFirstPaint(page);
    await openAwake(page, own('/docs/quickstart'));
    expect(await theme(page)).toBe('light');
    await page.click(TOGGLE);
    expect(await theme(page)).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await page.reload({ waitUntil: 'load' });
    await wake(page);
    expect(await seen()).toEqual(['dark']);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(20, 20, 20)');
    await page.click(TOGGLE);
    expect(await theme(page)).toBe('light');
  }));

test('R-211 with respectPrefersColorScheme false, the mode is light until the reader selects one', () =>
  visit({ colorScheme: 'dark' }, async ({ page }) => {
    const seen = await watchFirstPaint(page);
    await openAwake(page, own('/docs/quickstart'));
    expect(await seen()).toEqual(['light']);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  }));

test('R-211 with respectPrefersColorScheme true, the mode is that of the system until the reader selects one', () =>
  visit({ colorScheme: 'dark' }, async ({ page }) => {
    const seen = await watchFirstPaint(page);
    await openAwake(page, small('/docs/guide'));
    expect(await seen()).toEqual(['dark']);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForSelector('html[data-theme="light"]');
    await page.click(TOGGLE);
    expect(await theme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await theme(page)).toBe('dark');
  }));

test('R-211 another open tab follows the selected mode', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    const other = await page.context().newPage();
    await openAwake(other, own('/'));
    await page.click(TOGGLE);
    await other.waitForSelector('html[data-theme="dark"]');
    expect(await theme(page)).toBe('dark');
    await other.close();
  }));

test('R-211 the toggle has a label for its action and shows one icon', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/'));
    const toggle = page.locator(TOGGLE);
    expect((await toggle.innerText()).trim()).toBe('Switch to dark mode');
    await toggle.click();
    expect((await toggle.innerText()).trim()).toBe('Switch to light mode');
    expect(await page.locator('.brand img:visible').count()).toBe(1);
  }));

test.each(['light', 'dark'])('in %s mode, a page loads one logo, which is the icon of the site', (mode) =>
  visit({}, async ({ page, requests }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), mode);
    await page.goto(own('/docs/quickstart'), { waitUntil: 'networkidle' });
    const pictures = requests.filter((url) => /\.(?:svg|png|webp)$/.test(new URL(url).pathname));
    expect([...new Set(pictures)]).toEqual([own('/favicon.svg')]);
  }),
);

test('R-219 the colors of icons are set at load, without a script', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    const colors = await page.locator('html').evaluate((html) => {
      const style = getComputedStyle(html);
      return ['--icon-primary', '--icon-secondary', '--icon-accent'].map((name) => style.getPropertyValue(name));
    });
    expect(colors).toEqual(['#333', '#e6e6e6', '#1890ff']);
  }));
