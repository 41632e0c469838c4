import { expect, test } from 'vitest';
import {
  PHONE,
  WIDTHS,
  heading,
  isSameDocument,
  markDocument,
  openAwake,
  own,
  place,
  small,
  useBrowser,
  wake,
  withoutLinksInView,
} from './visit.ts';

const visit = useBrowser();

const MENU = 'dialog.mobile-menu';

test('R-205 a page that crashes shows the error, and a retry or another page clears it', () =>
  visit({ expected: /reading|null|undefined|not iterable|is not a function|Minified/ }, async ({ page }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    const build = await page.evaluate(
      () => (JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as { build: string }).build,
    );
    const broken = { build, kind: 'doc', path: '/docs/second', title: 'Second page', description: '', body: '<h1>x</h1>', sidebar: [null] };
    await page.route('**/docs/second.json', (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(broken) }));
    await page.click('main a:text-is("the second page")');
    await heading(page, 'This page crashed.');
    expect((await page.innerText('.crash-screen [role="alert"]')).length).toBeGreaterThan(5);
    await page.click('.crash-screen button:text-is("Try again")');
    await heading(page, 'This page crashed.');
    await markDocument(page);
    await page.goBack();
    await heading(page, 'Guide');
    expect(await isSameDocument(page)).toBe(true);
  }));

test.each(WIDTHS)('R-206 R-607 at %s px, the skip link is first in the tab order and moves the focus', (_name, viewport) =>
  visit({ viewport }, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    await page.keyboard.press('Tab');
    const skip = page.locator('.skip-link');
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    const box = await skip.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(await skip.innerText()).toBe('Skip to main content');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main' || document.activeElement?.closest('main') !== null);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  }),
);

test('R-207 the mobile menu opens with the docs sidebar, leads to the main menu and back, and restores the focus on Escape', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    await page.click('.menu-button');
    await page.waitForSelector(`${MENU}[open]`);
    expect(await page.getAttribute('.menu-button', 'aria-expanded')).toBe('true');
    expect(await page.getAttribute(`${MENU} nav`, 'aria-label')).toBe('Docs pages');
    expect(await page.locator(`${MENU} a[aria-current="page"]`).isVisible()).toBe(true);
    await page.click(`${MENU} button:has-text("Back to main menu")`);
    expect(await page.getAttribute(`${MENU} nav`, 'aria-label')).toBe('Main');
    expect(await page.locator(`${MENU} nav a`).allInnerTexts()).toContain('Integrations');
    await page.click(`${MENU} button:has-text("Browse the docs")`);
    expect(await page.getAttribute(`${MENU} nav`, 'aria-label')).toBe('Docs pages');
    await page.keyboard.press('Escape');
    await page.waitForSelector(`${MENU}:not([open])`, { state: 'attached' });
    expect(await page.evaluate(() => document.activeElement?.classList.contains('menu-button'))).toBe(true);
    expect(await page.locator(`${MENU} nav`).count()).toBe(0);
  }));

test('R-207 the mobile menu traps the focus, and a click outside closes it', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, own('/integrations'));
    await page.click('.menu-button');
    await page.waitForSelector(`${MENU}[open]`);
    for (let presses = 0; presses < 14; presses += 1) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(inside).toBe(true);
    }
    await page.mouse.click(PHONE.width - 5, 400);
    await page.waitForSelector(`${MENU}:not([open])`, { state: 'attached' });
  }));

test('R-207 the back button closes the mobile menu without leaving the page, and a link in it opens a page and closes it', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.click('main a:text-is("the second page")');
    await heading(page, 'Second page');
    await page.click('.menu-button');
    await page.waitForSelector(`${MENU}[open]`);
    await page.evaluate(() => history.back());
    await page.waitForSelector(`${MENU}:not([open])`, { state: 'attached' });
    expect(await page.innerText('h1')).toBe('Second page');
    await page.click('.menu-button');
    await page.click(`${MENU} summary:text-is("Area")`);
    await page.click(`${MENU} a:text-is("Two")`);
    await heading(page, 'Two');
    await page.waitForSelector(`${MENU}:not([open])`, { state: 'attached' });
  }));

test('R-207 the back button closes the mobile menu even if the previous page is another document, and leaves no entry in the history', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(own('/integrations'));
    await openAwake(page, own('/docs/quickstart'));
    // The call returns before the page is left, because leaving it would end the evaluation with an error.
    const back = (): Promise<void> => page.evaluate(() => void setTimeout(() => history.back()));
    const open = async (): Promise<void> => {
      await page.click('.menu-button');
      await page.waitForSelector(`${MENU}[open]`);
    };
    const isClosed = (): Promise<unknown> => page.waitForSelector(`${MENU}:not([open])`, { state: 'attached' });
    await open();
    await back();
    await isClosed();
    expect(page.url()).toBe(own('/docs/quickstart'));
    // A link of the menu replaces the entry of the menu.
    await open();
    await page.click(`${MENU} button:has-text("Back to main menu")`);
    await page.click(`${MENU} a:text-is("Integrations")`);
    await isClosed();
    await page.waitForURL(own('/integrations'));
    await back();
    await page.waitForURL(own('/docs/quickstart'));
    await heading(page, 'Quickstart guide');
    await open();
    await page.keyboard.press('Escape');
    await isClosed();
    await page.waitForFunction(() => history.state === null);
    // The link to the current page closes the menu and leads to the top of the page.
    await page.evaluate(() => scrollTo(0, 500));
    await open();
    await page.click(`${MENU} a[aria-current="page"]`);
    await isClosed();
    await page.waitForFunction(() => history.state === null && scrollY === 0);
    await back();
    await page.waitForURL(own('/integrations'));
  }));

test('R-207 the mobile menu closes when the screen grows beyond 996 px', () =>
  visit({ viewport: { width: 996, height: 800 } }, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    expect(await page.locator('.navbar-items').isVisible()).toBe(false);
    await page.click('.menu-button');
    await page.waitForSelector(`${MENU}[open]`);
    await page.setViewportSize({ width: 997, height: 800 });
    await page.waitForSelector(`${MENU}:not([open])`, { state: 'attached' });
    expect(await page.locator('.menu-button').isVisible()).toBe(false);
    expect(await page.locator('.navbar-items').isVisible()).toBe(true);
  }));

test('R-207 a dropdown closes on Escape, on a click elsewhere, and when the focus leaves it', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    const entry = page.locator('.navbar .dropdown a:has-text("Second page")');
    const summary = '.navbar .dropdown summary';
    expect(await entry.isVisible()).toBe(false);
    await page.click(summary);
    await entry.waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    await page.keyboard.press('Enter');
    await entry.waitFor({ state: 'visible' });
    await page.mouse.click(700, 600);
    await entry.waitFor({ state: 'hidden' });
    await page.click(summary);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
    await entry.waitFor({ state: 'hidden' });
    await page.click(summary);
    await entry.click();
    await heading(page, 'Second page');
    await entry.waitFor({ state: 'hidden' });
  }));

test('R-207 a dropdown also opens in the mobile menu', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.click('.menu-button');
    await page.click(`${MENU} button:has-text("Back to main menu")`);
    await page.click(`${MENU} .dropdown summary`);
    await page.click(`${MENU} .dropdown a:has-text("Second page")`);
    await heading(page, 'Second page');
    expect(await page.locator(`${MENU}[open]`).count()).toBe(0);
  }));

test('R-207 the navbar hides on scroll down and returns on scroll up if configured', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 900);
    await page.waitForSelector('.navbar[data-hidden]', { state: 'attached' });
    await page.waitForFunction(() => (document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 1) <= 0);
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(() => document.querySelector('.navbar')?.getBoundingClientRect().top === 0);
    expect(await page.locator('.navbar[data-hidden]').count()).toBe(0);
  }));

test('R-207 D4 the navbar stays if not configured otherwise, marks the current part of the site, and has a link to the search page', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    expect(await page.getAttribute('.search-link', 'href')).toBe('/search');
    expect(place(page)).toBe('/docs/quickstart');
    expect(await page.locator('.navbar-items a[aria-current]').allInnerTexts()).toEqual(['Docs']);
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 900);
    await page.waitForFunction(() => scrollY > 500);
    expect(await page.locator('.navbar').evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0);
  }));

test('R-207 the labels of a navbar with too little space wrap, and nothing else shrinks', () =>
  visit({ viewport: { width: 1300, height: 800 } }, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    const widths = (): Promise<number[]> =>
      page.locator('.navbar > :is(.brand, .search-link)').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    const before = await widths();
    const overflow = await page.evaluate(() => {
      const items = document.querySelector('.navbar-items');
      const list = items?.querySelector('ul');
      for (let used = 0; used < (items?.clientWidth ?? 0) / 2; used += 75) list?.append(list.children[0]?.cloneNode(true) ?? '');
      for (const link of list?.querySelectorAll('a') ?? []) link.textContent = 'Up to now';
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect(overflow).toBe(0);
    expect(await widths()).toEqual(before);
  }));

test('R-208 the footer is dark, with three columns and a copyright up to this year', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/'));
    expect(await page.getAttribute('.footer', 'data-style')).toBe('dark');
    expect(await page.locator('.footer h2').allInnerTexts()).toEqual(['Docs', 'Community', 'More']);
    const tops = await page
      .locator('.footer h2')
      .evaluateAll((titles) => titles.map((title) => Math.round(title.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    expect(await page.innerText('.footer > p')).toContain(`2015–${new Date().getFullYear()}`);
  }));

test('R-208 the footer can be one row of links', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    expect(await page.getAttribute('.footer', 'data-style')).toBe('light');
    expect(await page.locator('.footer h2').count()).toBe(0);
    expect(await page.locator('.footer-row li').count()).toBe(2);
  }));

test('R-210 the announcement bar of the website has its colors and cannot be closed', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/'));
    const bar = page.locator('.announcement');
    expect(await bar.isVisible()).toBe(true);
    expect(await bar.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color])).toEqual([
      'rgb(7, 7, 7)',
      'rgb(255, 255, 255)',
    ]);
    expect(await bar.locator('button').count()).toBe(0);
    expect(await bar.locator('a').getAttribute('href')).toMatch(/^https:/);
  }));

test('R-210 a closed announcement bar stays closed until its id changes', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.click('.announcement-close');
    expect(await page.locator('.announcement').isVisible()).toBe(false);
    const kept = () =>
      page.evaluate(() => [localStorage.getItem('docusaurus.announcement.dismiss'), localStorage.getItem('docusaurus.announcement.id')]);
    expect(await kept()).toEqual(['true', 'spring']);
    await page.reload();
    expect(await page.getAttribute('html', 'data-announcement')).toBe('dismissed');
    expect(await page.locator('.announcement').isVisible()).toBe(false);
    await page.evaluate(() => localStorage.setItem('docusaurus.announcement.id', 'winter'));
    await page.reload();
    expect(await page.locator('.announcement').isVisible()).toBe(true);
    await wake(page);
    expect(await kept()).toEqual([null, 'spring']);
  }));

test('the key ? also lists the keyboard shortcuts if it is the first thing that the reader does', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    await page.keyboard.press('Shift+?');
    await page.waitForSelector('.shortcut-help[open]');
  }));

test('the back button closes the list of shortcuts and keeps the page', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    await page.click('.pager a[rel="next"]');
    await page.waitForFunction(() => location.pathname !== '/docs/quickstart');
    const shown = place(page);
    await page.keyboard.press('?');
    await page.waitForSelector('.shortcut-help[open]');
    await page.evaluate(() => history.back());
    await page.waitForSelector('.shortcut-help', { state: 'detached' });
    expect(place(page)).toBe(shown);
  }));

test('the key ? lists the keyboard shortcuts, except in a field', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/search'));
    await page.keyboard.press('?');
    await page.waitForSelector('.shortcut-help[open]');
    expect(await page.locator('.shortcut-help kbd').allInnerTexts()).toContain('/');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.shortcut-help', { state: 'detached' });
    await page.focus('main input[name="q"]');
    await page.keyboard.press('?');
    expect(await page.inputValue('main input[name="q"]')).toBe('?');
    expect(await page.locator('.shortcut-help').count()).toBe(0);
  }));
