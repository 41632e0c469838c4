import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import {
  DESKTOP,
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
  withoutLinksInView,
  wake,
} from './visit.ts';

const visit = useBrowser();

const SECOND_DATA = '**/docs/second.json';
const toSecond = 'main a:text-is("the second page")';

const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

/** Rounded distance of the element from the top of the viewport. */
const topOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Stops the clock of the page, because the page would be reloaded again if a second failure followed late on a busy machine. */
const stopClock = (page: Page): Promise<void> => page.clock.setFixedTime(Date.now());

/** Holds a request until `release` is called. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.each(WIDTHS)(
  'D5 at %s px, a link swaps the page without a full page load, moves the focus, and announces the page',
  (_name, viewport) =>
    visit({ viewport }, async ({ page }) => {
      await openAwake(page, small('/docs/guide'));
      await markDocument(page);
      await page.click(toSecond);
      await heading(page, 'Second page');
      expect(place(page)).toBe('/portal/docs/second');
      expect(await isSameDocument(page)).toBe(true);
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      const region = page.locator('#live-region');
      expect(await region.innerText()).toContain('Second page');
      expect(await region.getAttribute('aria-live')).toBe('polite');
      expect(await page.locator('main').innerText()).toContain('The opening words of the second page.');
    }),
);

test.each(WIDTHS)(
  'R-104 at %s px, a navigation ends at the top or the hash target, and going back and forward restores the scroll position',
  (_name, viewport) =>
    visit({ viewport }, async ({ page }) => {
      await openAwake(page, small('/docs/guide'));
      await page.evaluate(() => scrollTo(0, 1500));
      await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), 'main a[href="/portal/docs/second"]');
      await heading(page, 'Second page');
      await page.waitForFunction(() => scrollY === 0);
      await page.evaluate(() => scrollTo(0, 2100));
      await page.goBack();
      await heading(page, 'Guide');
      await page.waitForFunction(() => Math.abs(scrollY - 1500) < 3);
      await page.goForward();
      await heading(page, 'Second page');
      await page.waitForFunction(() => Math.abs(scrollY - 2100) < 3);
      await page.goBack();
      await heading(page, 'Guide');
      await page.click('main a:text-is("a part of it")');
      await heading(page, 'Second page');
      await page.waitForFunction(() => scrollY > 500);
      const top = await topOf(page, '#part-6');
      expect(top).toBeGreaterThanOrEqual(64);
      expect(top).toBeLessThan(120);
    }),
);

test('R-104 the page scrolls to the hash target on load, within a page, and inside a collapsed section', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/second#part-6'));
    await page.waitForFunction(() => scrollY > 500);
    expect(await topOf(page, '#part-6')).toBeGreaterThanOrEqual(64);
    await openAwake(page, small('/docs/guide'));
    await page.click('main a:text-is("the same page")');
    await page.waitForFunction(() => scrollY > 500 && location.hash === '#part-7');
    expect(await topOf(page, '#part-7')).toBeLessThan(120);
    await page.goto(small('/docs/guide#inside-the-fold'));
    await page.waitForFunction(() => document.querySelector('#inside-the-fold')?.closest('details')?.open === true);
    expect(await page.locator('#inside-the-fold').isVisible()).toBe(true);
  }));

test('R-201 R-203 the old page stays while the next one loads, and the progress bar appears only after 200 ms', () =>
  visit({}, async ({ page }) => {
    await withoutLinksInView(page);
    await page.clock.install();
    await openAwake(page, small('/docs/guide'));
    const release = await hold(page, SECOND_DATA);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.click(toSecond);
    await page.clock.runFor(199);
    expect(await page.locator('.progress-bar').isVisible()).toBe(false);
    await page.clock.runFor(1);
    await page.waitForSelector('.progress-bar', { state: 'visible' });
    expect(await page.innerText('h1')).toBe('Guide');
    expect(await page.locator('.progress-bar').getAttribute('value')).toBe('0.08');
    expect(await page.locator('.spinner').count()).toBe(0);
    await page.clock.resume();
    release();
    await heading(page, 'Second page');
    await page.waitForSelector('.progress-bar', { state: 'hidden' });
  }));

test('R-203 a page that loads immediately shows no progress bar', () =>
  visit({}, async ({ page }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    await page.evaluate(() => {
      const bar = document.querySelector('.progress-bar') as HTMLProgressElement;
      new MutationObserver(() => bar.hidden || Reflect.set(window, 'shown', true)).observe(bar, { attributes: true });
    });
    const data = page.waitForResponse(SECOND_DATA);
    await page.hover(toSecond);
    await data;
    await page.click(toSecond);
    await heading(page, 'Second page');
    expect(await page.evaluate(() => Reflect.get(window, 'shown'))).toBeUndefined();
  }));

test('D5 a later click replaces a pending navigation', () =>
  visit({}, async ({ page }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    const release = await hold(page, SECOND_DATA);
    await page.click(toSecond);
    await page.click('.sidebar summary:text-is("Area")');
    await page.click('.sidebar a:text-is("One")');
    await heading(page, 'One');
    release();
    // By the time of this response, the page has received the delayed one.
    await page.evaluate((address) => fetch(address, { cache: 'no-store' }).then((answer) => answer.text()), small('/docs/area/two.json'));
    expect(await page.innerText('h1')).toBe('One');
    expect(place(page)).toBe('/portal/docs/area/one');
  }));

test.each([
  ['is missing', { status: 404, body: '' }],
  ['is not page data', { status: 200, contentType: 'application/json', body: '{"build":1}' }],
  ['belongs to another build', { status: 200, contentType: 'application/json', body: '{"build":"newer","title":"x","body":"<p>x</p>"}' }],
])('R-201 if the page data %s, a warning is logged and the document is loaded once', (_case, answer) =>
  visit({ expected: /404/ }, async ({ page, warnings, requests }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    await page.route(SECOND_DATA, (route) => route.fulfill(answer));
    await markDocument(page);
    await page.click(toSecond);
    await heading(page, 'Second page');
    expect(await isSameDocument(page)).toBe(false);
    expect(place(page)).toBe('/portal/docs/second');
    expect(warnings.filter((text) => /docs\/second could not be shown; reloading/.test(text))).toHaveLength(1);
    expect(requests.filter((url) => url.endsWith('/docs/second'))).toHaveLength(1);
    expect(await scrollTop(page)).toBe(0);
  }),
);

test('R-202 a spinner turns in 3 seconds while the assistant, the first search, and the results page wait for their content', () =>
  visit({}, async ({ page }) => {
    const spinnerOf = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { animationName, animationDuration, visibility } = getComputedStyle(element, '::before');
          return `${animationName.split(',')[0]} ${animationDuration.split(',')[0]} ${visibility}`;
        });
    const expectSpinner = (selector: string): Promise<void> =>
      vi.waitFor(async () => expect(await spinnerOf(selector), selector).toBe('turn 3s visible'), { timeout: 10_000 });
    await hold(page, '**/assets/mount-assistant-*.js');
    const release = await hold(page, '**/search/results.json?*');
    await page.goto(own('/docs/quickstart'));
    await page.click('.ask-navbar');
    await expectSpinner('.ask-navbar[aria-busy]');
    await page.click('a[data-search]');
    await page.fill('.search-dialog .dialog-input', 'lineage');
    await expectSpinner('.search-dialog .dialog-form[data-loading]');
    await page.goto(own('/search'));
    await page.fill('main input[name="q"]', 'lineage');
    await expectSpinner('.search-results[aria-busy="true"]');
    release();
    await page.waitForSelector('.search-hit');
    expect(await spinnerOf('.search-results')).not.toContain('turn');
  }));

test('R-201 R-202 if a full page load also fails, an error message with a Retry button is shown instead of a loop', () =>
  visit({ expected: /404/ }, async ({ page, requests }) => {
    await stopClock(page);
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/second'));
    await page.route('**/docs/guide.json', (route) => route.fulfill({ status: 404, body: '' }));
    const toGuide = 'main a:text-is("the guide")';
    await page.click(toGuide);
    await heading(page, 'Guide');
    await page.goBack();
    await heading(page, 'Second page');
    await openAwake(page, small('/docs/second'));
    await page.click(toGuide);
    const box = page.locator('.loading-error');
    await box.waitFor();
    expect(await box.getAttribute('role')).toBe('alert');
    expect(await box.innerText()).toContain('/docs/guide.json responded with status 404');
    expect(await box.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(250, 56, 62)');
    expect(await page.innerText('h1')).toBe('Second page');
    expect(requests.filter((url) => url.endsWith('/docs/guide'))).toHaveLength(1);
    await page.unroute('**/docs/guide.json');
    await page.click('.loading-error button:text-is("Retry")');
    await heading(page, 'Guide');
    expect(await box.count()).toBe(0);
  }));

test('R-201 R-202 offline, a page or a dialog that cannot be fetched leaves the page in place, with an error message', () =>
  visit({ expected: /INTERNET_DISCONNECTED/ }, async ({ page }) => {
    await withoutLinksInView(page);
    await openAwake(page, small('/docs/guide'));
    await page.context().setOffline(true);
    const box = page.locator('.loading-error');
    await page.keyboard.press('?');
    await box.waitFor();
    await page.click(toSecond);
    await page.waitForFunction(() => document.querySelector('.loading-error')?.textContent?.startsWith('Failed to fetch You might'));
    expect(await page.innerText('h1')).toBe('Guide');
    await page.context().setOffline(false);
    await box.locator('button').click();
    await heading(page, 'Second page');
  }));

test('R-201 R-104 going back before the script of a reloaded page has loaded shows the page of the address', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/second'));
    await page.click('main a:text-is("the guide")');
    await heading(page, 'Guide');
    const release = await hold(page, '**/assets/loader-*.js');
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('footer', { state: 'attached' });
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => location.pathname.endsWith('/docs/second'));
    release();
    await heading(page, 'Second page');
  }));

test('R-201 a chunk that is missing after a new deployment causes a full page load', () =>
  visit({}, async ({ page, warnings }) => {
    await openAwake(page, small('/docs/guide'));
    await markDocument(page);
    await page.evaluate(() => dispatchEvent(new CustomEvent('chunk-gone', { detail: new Error('the chunk is gone') })));
    await page.waitForFunction(() => Reflect.get(window, 'marked') === undefined);
    await heading(page, 'Guide');
    expect(warnings.join('\n')).toContain('the chunk is gone');
  }));

test('R-201 if React fails to load, the page reports it and stays usable without JavaScript', () =>
  visit({ expected: /404|MIME|fetch/ }, async ({ page, warnings }) => {
    await page.route('**/assets/entry-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(small('/docs/guide'));
    await page.mouse.move(2, 300);
    await page.waitForFunction(() => !document.documentElement.classList.contains('js'));
    expect(
      await page.locator('[role="tabpanel"]').evaluateAll((panels) => panels.every((panel) => (panel as HTMLElement).offsetHeight > 0)),
    ).toBe(true);
    await page.click(toSecond);
    await heading(page, 'Second page');
    expect(warnings.join('\n')).toContain('Hydration failed');
  }));

test('R-201 a page of an earlier deployment whose sidebar file is missing is reloaded once and then works', () =>
  visit({ expected: /404/ }, async ({ page, warnings }) => {
    await stopClock(page);
    let deployed = false;
    await page.route('**/assets/sidebar/*.json', (route) => (deployed ? route.continue() : route.fulfill({ status: 404, body: '' })));
    await page.goto(small('/docs/guide'));
    await markDocument(page);
    page.once('framenavigated', () => (deployed = true));
    await page.mouse.move(2, 300);
    await page.waitForFunction(() => Reflect.get(window, 'marked') === undefined);
    await page.waitForLoadState();
    await wake(page);
    await markDocument(page);
    await page.click(toSecond);
    await heading(page, 'Second page');
    expect(await isSameDocument(page)).toBe(true);
    expect(warnings.join('\n')).toContain('Page is from an older deployment; reloading.');
  }));

test('R-201 if the sidebar file remains missing, the page is not reloaded repeatedly and stays usable without React', () =>
  visit({ expected: /404/ }, async ({ page, warnings }) => {
    await stopClock(page);
    let loads = 0;
    page.on('framenavigated', () => (loads += 1));
    await page.route('**/assets/sidebar/*.json', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(small('/docs/guide'));
    await page.mouse.move(2, 300);
    await expect.poll(() => loads).toBe(2);
    await page.waitForLoadState();
    await page.mouse.move(9, 320);
    await page.waitForFunction(() => !document.documentElement.classList.contains('js'));
    expect(loads).toBe(2);
    expect(warnings.join('\n')).toContain('Hydration failed');
  }));

test('D5 the router ignores links to files, links in new windows, and downloads', () =>
  // A Markdown file has no icon, so the browser requests the host's favicon, which is outside of the base URL.
  visit({ viewport: DESKTOP, expected: /favicon\.ico/ }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    // The headless shell sometimes opens no tab, so check that this document leaves the click to the browser and does not navigate.
    await page.evaluate(() => {
      const seen: string[] = [];
      Reflect.set(window, 'seen', seen);
      addEventListener('click', ({ defaultPrevented }) => seen.push(defaultPrevented ? 'handled' : 'left'));
      navigation.addEventListener('navigate', () => seen.push('navigated'));
    });
    const seen = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'seen'));
    await page.click(toSecond, { modifiers: ['Control'] });
    expect(await seen()).toEqual(['left']);
    expect(await page.innerText('h1')).toBe('Guide');
    await page.click('.doc-footer a:text-is("View as Markdown")');
    await page.waitForURL('**/guide.md');
  }));

test('R-104 returning from another document restores the scroll position', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.evaluate(() => scrollTo(0, 1800));
    // The browser stores the position in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.goto(own('/guild'));
    await page.goBack();
    await heading(page, 'Guide');
    await page.waitForFunction(() => Math.abs(scrollY - 1800) < 3);
    expect(Math.abs((await scrollTop(page)) - 1800)).toBeLessThan(3);
  }));

const frames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('R-104 going back and forward restores each scroll position also after a reload in between', () =>
  visit({}, async ({ page }) => {
    const atPosition = (position: number) => page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 3, position);
    await openAwake(page, own('/docs/quickstart'));
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => scrollTo(0, 1500));
    await frames(page);
    // Playwright's click would scroll to the link first.
    await page
      .locator('.pager a')
      .first()
      .evaluate((link) => (link as HTMLElement).click());
    await page.waitForFunction(() => location.pathname !== '/docs/quickstart' && scrollY === 0);
    await page.evaluate(() => scrollTo(0, 200));
    await frames(page);
    await page.reload();
    await atPosition(200);
    const next = (await page.locator('main h1').innerText()).trim();
    // There was no user intent since the reload, so the router does not run: the page of the earlier entry is loaded. Its heading shows when, because
    // a reload before that would abort the one of the page.
    await page.goBack();
    await heading(page, 'Quickstart guide');
    await atPosition(1500);
    await page.reload();
    await atPosition(1500);
    await page.goForward();
    await heading(page, next);
    await atPosition(200);
    await page.reload();
    await atPosition(200);
    await page.goBack();
    await heading(page, 'Quickstart guide');
    await atPosition(1500);
    await wake(page);
    await page.goForward();
    await atPosition(200);
    await page.goBack();
    await atPosition(1500);
  }));

test.each(WIDTHS)(
  'R-104 at %s px, going back from the end of a page restores the scroll position, also on a shorter page',
  (_name, viewport) =>
    visit({ viewport }, async ({ page }) => {
      const end = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      await openAwake(page, own('/docs/quickstart'));
      await page.waitForLoadState('networkidle');
      const length = await end();
      for (const [path, title] of [
        ['/docs/domains', 'Domains'],
        ['/docs/generated/ingestion/sources/snowflake', 'Snowflake'],
      ] as const) {
        await page.evaluate(() => scrollTo(0, 400));
        await frames(page);
        await page.evaluate((url) => window.navigation.navigate(url).finished?.then(() => undefined), path);
        await heading(page, title);
        await page.waitForFunction(() => scrollY === 0);
        if (title === 'Snowflake') expect(await end()).toBeGreaterThan(length);
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await frames(page);
        const position = await page.evaluate(() => scrollY);
        await page.goBack();
        await heading(page, 'Quickstart guide');
        await page.waitForFunction(() => Math.abs(scrollY - 400) < 3);
        await page.goForward();
        await heading(page, title);
        await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 3, position);
        await page.goBack();
        await heading(page, 'Quickstart guide');
        await page.waitForFunction(() => Math.abs(scrollY - 400) < 3 && document.documentElement.id === '');
      }
    }),
);

test('R-104 going back before the loader has run restores the scroll position, also from a shorter page', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => scrollTo(0, 1500));
    await frames(page);
    await page.evaluate(() => window.navigation.navigate('/docs/getting-started').finished?.then(() => undefined));
    await page.waitForFunction(() => document.documentElement.id === '');
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThan(1500);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/loader-*.js', async (route) => {
      await held;
      // The document that requested the loader may be gone.
      await route.continue().catch(() => undefined);
    });
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('footer');
    await page.evaluate(() => history.back());
    await heading(page, 'Quickstart guide');
    release();
    await page.waitForFunction(() => Math.abs(scrollY - 1500) < 3);
  }));

test('R-104 R-306 the scroll position in search results is restored after more results were shown, and after a reload', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/search?q=lineage'));
    await page.click('.search-paging a');
    const link = page.locator('.search-hit-title a').nth(30);
    await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await frames(page);
    const position = await scrollTop(page);
    await link.click();
    await page.waitForFunction(() => document.documentElement.dataset['kind'] === 'doc');
    await page.goBack();
    const atPosition = () => page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 3, position);
    await atPosition();
    await page.reload();
    await atPosition();
    expect(await page.locator('.search-hit').count()).toBe(40);
  }));

test('R-104 a link to the current page scrolls to its top, and encoded and malformed hashes do not cause errors', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.evaluate(() => scrollTo(0, 900));
    await page.click('.sidebar a[aria-current="page"]');
    await page.waitForFunction(() => scrollY === 0);
    await page.evaluate(() => location.assign('#%E0%A4%A'));
    await page.evaluate(() => location.assign('#part%2D7'));
    await page.waitForFunction(() => scrollY > 500);
    expect(await page.innerText('h1')).toBe('Guide');
    await page.goto(small('/docs/second#%E0%A4%A'));
    await heading(page, 'Second page');
  }));

test('D5 going back and forward faster than pages load ends at the page of the address', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.click('main a:text-is("the second page")');
    await heading(page, 'Second page');
    await page.click('main a:text-is("the first of the area")');
    await heading(page, 'One');
    await page.click('.pager [rel="next"]');
    await heading(page, 'Two');
    await markDocument(page);
    await page.evaluate(() => {
      // Navigate after this call has returned.
      setTimeout(() => [history.back(), history.back(), history.forward()]);
    });
    await page.waitForFunction(() => !location.pathname.endsWith('/two'));
    await page.waitForFunction(() => document.querySelector('link[rel="canonical"]')?.getAttribute('href')?.endsWith(location.pathname));
    const names: Record<string, string> = { '/portal/docs/area/one': 'One', '/portal/docs/second': 'Second page' };
    expect(await page.innerText('h1')).toBe(names[place(page)]);
    expect(await isSameDocument(page)).toBe(true);
  }));
