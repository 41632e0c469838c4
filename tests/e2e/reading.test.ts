import { expect, test } from 'vitest';
import { PHONE, heading, openAwake, small, useBrowser } from './visit.ts';

const visit = useBrowser();

const COPY = 'figure.code[data-language="python"] .code-copy';

test('R-212 the selected tab is kept on the next page and after a reload', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    expect(await page.locator('[role="tabpanel"]:visible').innerText()).toContain('Words for macOS.');
    await page.click('[role="tab"]:text-is("Linux")');
    expect(await page.locator('[role="tabpanel"]:visible').innerText()).toContain('Words for Linux.');
    expect(await page.evaluate(() => localStorage.getItem('docusaurus.tab.os'))).toBe('linux');
    await page.click('main a:text-is("the second page")');
    await heading(page, 'Second page');
    expect(await page.locator('[role="tabpanel"]:visible').innerText()).toContain('Second for Linux.');
    await page.reload();
    await page.waitForFunction(() => document.querySelector('[role="tabpanel"]:not(.inactive)')?.textContent?.includes('Linux'));
  }));

test('R-212 another open browser tab follows the selection', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    const other = await page.context().newPage();
    await openAwake(other, small('/docs/second'));
    await page.click('[role="tab"]:text-is("Linux")');
    await other.waitForSelector('[role="tab"]:text-is("Linux")[aria-selected="true"]');
    expect(await other.locator('[role="tabpanel"]:visible').innerText()).toContain('Second for Linux.');
    await other.close();
  }));

test('R-212 R-211 a browser tab without user intent follows the selected tab and color mode', () =>
  visit({}, async ({ page }) => {
    const untouched = await page.context().newPage();
    // Some versions of Chromium send the movements of the pointer to other pages, too.
    await untouched.addInitScript(() => addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true }));
    await untouched.goto(small('/docs/second'));
    await openAwake(page, small('/docs/guide'));
    await page.click('[role="tab"]:text-is("Linux")');
    await untouched.waitForSelector('[role="tab"]:text-is("Linux")[aria-selected="true"]', { timeout: 3000 });
    await page.click('.navbar button.icon-button:not(.menu-button)');
    await untouched.waitForSelector('html[data-theme="dark"]', { timeout: 3000 });
    expect(await untouched.locator('.progress-bar').count()).toBe(0);
    await untouched.close();
  }));

test('R-211 with respectPrefersColorScheme, a page without user intent follows the system', () =>
  visit({ colorScheme: 'light' }, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    await page.waitForSelector('html[data-theme="light"]');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('html[data-theme="dark"]', { timeout: 3000 });
    expect(await page.locator('.progress-bar').count()).toBe(0);
  }));

test('R-212 arrow keys switch tabs', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.focus('[role="tab"]:text-is("macOS")');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Linux');
    expect(await page.getAttribute('[role="tab"]:text-is("Linux")', 'aria-selected')).toBe('true');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('macOS');
  }));

test('R-217 the copy button copies the code, or only the commands of a shell session, and shows and announces it', () =>
  visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.hover('figure.code[data-language="python"]');
    await page.click(COPY);
    await page.waitForSelector(`${COPY}.copied`);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n')).toHaveLength(3);
    expect(copied).toMatch(/^first = 1\nsecond = .*\nthird = first$/);
    expect(await page.locator('#live-region').innerText()).toBe('Copied');
    await page.waitForSelector(`${COPY}:not(.copied)`);
    const session = page.locator('figure.code[data-language="shell-session"]');
    expect(await session.locator('code').innerText()).toContain('$ datahub version\n0.10.4');
    await session.hover();
    await session.locator('.code-copy').click();
    await session.locator('.code-copy.copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('datahub version');
  }));

test('R-217 if the browser refuses to copy, the code is selected and a message explains what to do', () =>
  visit({}, async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await openAwake(page, small('/docs/guide'));
    await page.hover('figure.code[data-language="python"]');
    await page.click(COPY);
    const message = page.locator('figure.code[data-language="python"] .copy-message');
    await message.waitFor();
    expect(await message.innerText()).toBe('The browser did not allow copying. The code is selected: copy it with Ctrl+C or Cmd+C.');
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('third = first');
  }));

test('R-603 Copy page copies the page as Markdown', () =>
  visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
    await openAwake(page, small('/docs/second'));
    await page.click('[data-copy-page]');
    await page.waitForSelector('[data-copy-page].copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^# Second page[\s\S]*The opening words of the second page\./,
    );
  }));

test('R-217 code has a title, a highlighted line, the colors of its language, and a button that switches the wrapping of long lines on and off', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    expect(await page.innerText('figure.code figcaption')).toBe('recipe.py');
    expect(await page.locator('figure.code .line').count()).toBe(1);
    expect(await page.innerText('figure.code .line')).toMatch(/^second = /);
    for (const language of ['python', 'ini', 'java', 'graphql', 'shell-session']) {
      const tokens = page.locator(`figure.code[data-language="${language}"] [class^="tk-"]`);
      expect(await tokens.count(), language).toBeGreaterThan(0);
    }
    const pre = page.locator('figure.code[data-language="python"] pre');
    const overflow = () => pre.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(await overflow()).toBe(true);
    await page.hover('figure.code[data-language="python"]');
    const wrap = page.locator('figure.code[data-language="python"] .code-wrap');
    await wrap.click();
    expect(await overflow()).toBe(false);
    expect(await wrap.getAttribute('aria-pressed')).toBe('true');
    await wrap.click();
    expect(await overflow()).toBe(true);
  }));

test('R-218 an image has the configured widths, loads lazily, and causes no layout shift', () =>
  visit({ viewport: PHONE }, async ({ page, requests }) => {
    await page.goto(small('/docs/guide'), { waitUntil: 'load' });
    const image = page.locator('main img');
    expect(await image.getAttribute('loading')).toBe('lazy');
    const widths = ((await image.getAttribute('srcset')) ?? '').split(', ').map((part) => part.split(' ')[1]);
    expect(widths).toEqual(['320w', '640w', '1280w', '1440w', '1600w']);
    expect(requests.some((url) => url.includes('/images/'))).toBe(false);
    const before = await image.evaluate((element) => element.getBoundingClientRect().height);
    expect(before).toBeGreaterThan(100);
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => (document.querySelector('main img') as HTMLImageElement).complete);
    expect(await image.evaluate((element) => element.getBoundingClientRect().height)).toBe(before);
    expect(await image.evaluate((element) => (element as HTMLImageElement).currentSrc)).toMatch(/plain-(320|640)\./);
  }));

test.each([
  ['light', 'reduce'],
  ['dark', 'no-preference'],
] as const)(
  'R-218 on a phone, a click or Enter enlarges a picture and Escape returns to it (%s, motion: %s)',
  (colorScheme, reducedMotion) =>
    visit({ viewport: PHONE, colorScheme, reducedMotion }, async ({ page, requests }) => {
      await openAwake(page, small('/docs/guide'));
      const link = page.locator('main a.zoom');
      await link.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: (await page.locator('main a.zoom img').getAttribute('alt')) ?? '' });
      await dialog.waitFor();
      await dialog.locator('img').evaluate((image) => (image as HTMLImageElement).decode());
      const onPage = await link.locator('img').evaluate((image) => image.getBoundingClientRect().width);
      const enlarged = await dialog.locator('img').evaluate((image) => image.getBoundingClientRect().width);
      expect(enlarged).toBeGreaterThan(1.5 * onPage);
      expect(await dialog.evaluate(({ scrollWidth }) => scrollWidth)).toBeGreaterThanOrEqual(enlarged);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
      expect(requests.some((url) => /plain-\d+\.\w+\.webp$/.test(url))).toBe(true);
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement) || document.activeElement === document.body)).toBe(
        true,
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
      await link.click();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.waitForSelector('dialog.zoomed', { state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/portal/docs/guide');
    }),
);
