import { expect, test } from 'vitest';
import { DESKTOP, PHONE, openAwake, own, resize, small, useBrowser, wake, withoutLinksInView } from '../e2e/visit.ts';
import { violationsInBothModes } from './violations.ts';

const visit = useBrowser();

const KINDS = [
  ['home', own('/')],
  ['docs landing', own('/docs/')],
  ['a page of the site', own('/docs/quickstart')],
  ['a page with every block', small('/docs/guide')],
  ['integrations', own('/integrations')],
  ['guild', own('/guild')],
  ['search', own('/search')],
  ['not found', own('/docs/there-is-no-such-page')],
] as const;

test.each(KINDS)('R-607 axe finds no violation: %s, at 1440 px and at 390 px', (_name, address) =>
  visit({ viewport: DESKTOP, expected: /404/ }, async ({ page }) => {
    await page.goto(address);
    expect(await violationsInBothModes(page)).toEqual([]);
    await resize(page, PHONE);
    expect(await violationsInBothModes(page)).toEqual([]);
  }),
);

test('R-607 axe finds no violation: the open mobile menu with the docs sidebar and with the main menu', () =>
  visit({ viewport: PHONE, reducedMotion: 'reduce' }, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    await page.click('.menu-button');
    await page.waitForSelector('dialog.mobile-menu[open]');
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.click('dialog.mobile-menu button:has-text("Back to main menu")');
    expect(await violationsInBothModes(page)).toEqual([]);
  }));

test('R-607 axe finds no violation: an open category of the sidebar, an open dropdown, and a focused link', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/area/one'));
    await page.click('.sidebar summary:has-text("Topics")');
    await page.waitForSelector('.sidebar a:text-is("Alpha")');
    await page.click('.navbar .dropdown summary');
    await page.focus('.sidebar a:text-is("Alpha")');
    await page.click('.navbar .dropdown summary');
    expect(await violationsInBothModes(page)).toEqual([]);
  }));

test('R-607 axe finds no violation: the message of a loading error', () =>
  visit({ expected: /404/ }, async ({ page }) => {
    // The page whose loading fails must not be prefetched.
    await withoutLinksInView(page);
    await page.addInitScript(
      () =>
        (Storage.prototype.setItem = new Proxy(Storage.prototype.setItem, {
          apply(target, store, [key, value]: [string, string]) {
            // Without session storage there is no hard reload: the error is shown at once.
            if (key === 'site.hard-reload') throw new DOMException('full', 'QuotaExceededError');
            return Reflect.apply(target, store, [key, value]);
          },
        })),
    );
    await openAwake(page, small('/docs/guide'));
    await page.route('**/docs/second.json', (route) => route.fulfill({ status: 404, body: '' }));
    await page.click('main a:text-is("the second page")');
    await page.waitForSelector('.loading-error');
    expect(await violationsInBothModes(page)).toEqual([]);
  }));

test('R-607 axe finds no violation after a navigation', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(own('/docs/'));
    await wake(page);
    await page.click('main a[href="/docs/quickstart"]');
    await page.waitForSelector('html[data-kind="doc"]');
    expect(await violationsInBothModes(page)).toEqual([]);
  }));
