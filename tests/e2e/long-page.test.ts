import { expect, test } from 'vitest';
import { openAwake, own, wake, useBrowser } from './visit.ts';

const visit = useBrowser();

const SNOWFLAKE = '/docs/generated/ingestion/sources/snowflake';

test('R-104 R-109 an address of options that are folded away opens them, with React and before', () =>
  visit({}, async ({ page }) => {
    const isShown = (id: string): Promise<unknown> =>
      page.waitForFunction((name) => {
        const target = document.getElementById(name);
        const top = target?.getBoundingClientRect().top ?? -1;
        return target?.closest('details')?.open === true && top >= 0 && top < innerHeight;
      }, id);
    // React is on its way for good.
    await page.route('**/assets/entry-*', () => undefined);
    await page.goto(own(`${SNOWFLAKE}#snowflake-profiling`));
    await isShown('snowflake-profiling');
    await page.goto(own('/docs'));
    await page.goto(own(`${SNOWFLAKE}#snowflake-profiling.enabled`));
    await isShown('snowflake-profiling.enabled');
    await page.unroute('**/assets/entry-*');
    await page.reload();
    await wake(page);
    await page.evaluate(() => void (location.hash = 'snowflake-classification'));
    await isShown('snowflake-classification');
  }));

test('R-104 a hash that cannot be decoded leaves the page as it is', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own(`${SNOWFLAKE}#%E0%A4%A`));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }));
