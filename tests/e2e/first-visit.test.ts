import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, WIDTHS, heading, openAwake, own, place, small, useBrowser, wake, withoutLinksInView } from './visit.ts';

const visit = useBrowser();

const KINDS = ['/', '/docs/', '/guild', '/integrations', '/search', '/docs/quickstart'];
const scriptsOf = (requests: string[]): string[] => requests.filter((url) => /\.js(\?|$)/.test(url)).map((url) => new URL(url).pathname);

test.each(KINDS)('D4 %s loads only the loader of at most 3 KB and no data before user intent', (path) =>
  visit({}, async ({ page, requests }) => {
    await page.goto(own(path), { waitUntil: 'networkidle' });
    expect(scriptsOf(requests)).toEqual([expect.stringMatching(/^\/assets\/loader-/)]);
    expect(requests.filter((url) => url.endsWith('.json'))).toEqual([]);
    const loader = await page.evaluate(async () => {
      const source = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
      return (await (await fetch(source)).arrayBuffer()).byteLength;
    });
    expect(loader).toBeLessThanOrEqual(3 * 1024);
  }),
);

test('D2 the body is in the HTML and not in the page data', async () => {
  const html = await (await fetch(small('/docs/guide'))).text();
  const words = 'The opening words of the guide, found once.';
  expect(html.split(words)).toHaveLength(2);
  const data = /id="page-data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).not.toHaveProperty('body');
});

test('D2 hydration keeps the DOM nodes of the HTML', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    await page.evaluate(() => Reflect.set(window, 'node', document.querySelector('.page-body p')));
    await wake(page);
    expect(await page.evaluate(() => Reflect.get(window, 'node') === document.querySelector('.page-body p'))).toBe(true);
  }));

test('R-215 a document that differs from the output of React keeps its body and works', () =>
  visit({ expected: /differs from the HTML of the build/ }, async ({ page, problems }) => {
    await withoutLinksInView(page);
    await page.route('**/docs/second', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('Edit this page', 'Fix this page') });
    });
    await openAwake(page, small('/docs/second'));
    expect(problems.consoleErrors).toHaveLength(1);
    expect(await page.innerText('.page-body')).toContain('The opening words of the second page.');
    await page.click('main a:text-is("the guide")');
    await heading(page, 'Guide');
  }));

test('D4 a click before React has loaded takes effect when React has loaded', () =>
  visit({}, async ({ page }) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/entry-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(own('/docs/quickstart'));
    await page.click('.navbar button.icon-button:not(.menu-button)');
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    release();
    await page.waitForSelector('html[data-theme="dark"]');
  }));

test('D4 a link that is clicked before React has loaded opens its page', () =>
  visit({}, async ({ page }) => {
    await page.route('**/assets/entry-*.js', () => new Promise(() => undefined));
    await page.goto(small('/docs/guide'));
    await page.click('main a:text-is("the second page")');
    await heading(page, 'Second page');
    expect(place(page)).toBe('/portal/docs/second');
  }));

test('D4 a shortcut before React has loaded opens the search', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    await page.keyboard.press('/');
    await page.waitForFunction(() => location.pathname === '/search' || document.querySelector('dialog[open]') !== null);
    expect(await page.locator('input[type="search"], dialog[open] input').count()).toBeGreaterThan(0);
  }));

test.each(WIDTHS)('D4 at %s px, links, the sidebar, anchors, tabs, and the table of contents work without JavaScript', (_name, viewport) =>
  visit({ viewport, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    for (const panel of await page.locator('[role="tabpanel"]').all()) expect(await panel.isVisible()).toBe(true);
    expect(await page.locator('[role="tablist"]').first().isVisible()).toBe(false);
    expect(await page.locator('.navbar-items').isVisible()).toBe(true);
    expect(await page.locator('.sidebar a:text-is("Second page")').isVisible()).toBe(true);
    for (const button of await page.locator('button').all()) expect(await button.isVisible()).toBe(false);
    await page.click('.sidebar summary:text-is("Area")');
    expect(await page.locator('.sidebar a:text-is("Go to Area")').isVisible()).toBe(true);
    if (viewport.width < 996) await page.click('.contents summary');
    await page.click('.contents a[href="#part-4"]');
    expect(place(page)).toBe('/portal/docs/guide#part-4');
    await page.click('.sidebar a:text-is("Second page")');
    expect(await page.innerText('h1')).toBe('Second page');
  }),
);

test('R-213 if the storage throws, one warning is logged and everything works', () =>
  visit({}, async ({ page, warnings }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await openAwake(page, small('/docs/guide'));
    await page.click('.navbar button.icon-button:not(.menu-button)');
    await page.click('[role="tab"]:text-is("Linux")');
    await page.click('main a:text-is("the second page")');
    await heading(page, 'Second page');
    expect(await page.locator('[role="tabpanel"]:visible').innerText()).toContain('Second for Linux.');
    expect(warnings.filter((text) => /No storage/.test(text))).toHaveLength(1);
  }));

/** Measures the sum of the layout shifts when the font loads late. */
async function shiftsWithLateFont(page: Page, address: string): Promise<number> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    Reflect.set(window, 'shifts', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, 'shifts', Number(Reflect.get(window, 'shifts')) + Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const arrived = page.waitForEvent('requestfinished', { predicate: (request) => request.url().endsWith('.woff2') });
  release();
  await arrived;
  // A font swap would be laid out in the first frame and reported after it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)))),
  );
  return page.evaluate(() => Number(Reflect.get(window, 'shifts')));
}

test('R-220 the font is used if it loads in time', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    // Now the font is in the cache and therefore loads in time.
    await page.reload();
    expect(await page.evaluate(() => document.fonts.check('16px "Manrope Variable"'))).toBe(true);
    expect(await page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`))).toContain(
      'Manrope Variable loaded',
    );
  }));

const SIZES = [DESKTOP, PHONE].flatMap((viewport) => KINDS.map((path) => [viewport.width, path, viewport] as const));

test.each(SIZES)('R-220 at %s px on %s, a late font causes no noticeable layout shift', (_width, path, viewport) =>
  visit({ viewport }, async ({ page }) => {
    const shift = await shiftsWithLateFont(page, own(path));
    expect(shift).toBeLessThan(0.01);
  }),
);
