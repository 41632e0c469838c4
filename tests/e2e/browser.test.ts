import { expect, test } from 'vitest';
import { sharedBrowser, withPage, type PageProblems } from './browser.ts';

const ADDRESS = 'http://page.test/';
const POLICY = "default-src 'self'; script-src 'self'";

async function problemsOf(body: string): Promise<PageProblems> {
  return withPage(await sharedBrowser(), {}, async (page, problems) => {
    const headers = { 'Content-Security-Policy': POLICY };
    await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', headers, body }));
    await page.route(`${ADDRESS}failing.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'console.error("told"); throw new Error("thrown");' }),
    );
    await page.route(`${ADDRESS}favicon.ico`, (route) => route.fulfill({ status: 204 }));
    await page.goto(ADDRESS, { waitUntil: 'load' });
    return problems;
  });
}

test('a correct page has no problems', async () => {
  expect(await problemsOf('<h1>Sound</h1>')).toEqual({ consoleErrors: [], cspViolations: [] });
});

test('R-607 an inline script and an inline style are reported as violations', async () => {
  const { cspViolations, consoleErrors } = await problemsOf('<h1 style="color: red">Unsound</h1><script>document.title = "ran"</script>');
  await expect.poll(() => cspViolations).toHaveLength(2);
  expect(cspViolations.join('\n')).toMatch(/style-src-attr: inline/);
  expect(cspViolations.join('\n')).toMatch(/script-src-elem: inline/);
  expect(consoleErrors).toEqual([]);
});

test('errors on the console and uncaught errors are reported', async () => {
  const { consoleErrors } = await problemsOf('<script src="/failing.js"></script>');
  expect(consoleErrors).toContain('told');
  expect(consoleErrors.join('\n')).toContain('thrown');
});

test('pages share no state', async () => {
  const browser = await sharedBrowser();
  const read = (): Promise<string> =>
    withPage(browser, {}, async (page) => {
      await page.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Store</h1>' }));
      await page.goto(ADDRESS);
      return page.evaluate(() => `${localStorage.getItem('left')}${localStorage.setItem('left', 'something')}`);
    });
  expect(await read()).toBe('nullundefined');
  expect(await read()).toBe('nullundefined');
});
