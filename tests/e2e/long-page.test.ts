import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, openAwake, own, wake, useBrowser } from './visit.ts';

const visit = useBrowser();

const SNOWFLAKE = '/docs/generated/ingestion/sources/snowflake';

test('R-104 R-109 an address of collapsed options expands them, with and without React', () =>
  visit({}, async ({ page }) => {
    const isShown = (id: string): Promise<unknown> =>
      page.waitForFunction((name) => {
        const target = document.getElementById(name);
        const top = target?.getBoundingClientRect().top ?? -1;
        return target?.closest('details')?.open === true && top >= 0 && top < innerHeight;
      }, id);
    // React never finishes loading.
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

test('the options of a prerendered page can be filtered and expanded', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own(SNOWFLAKE));
    const shown = (): Promise<number> =>
      page.evaluate(() => [...document.querySelectorAll('td:first-child > a[id]')].filter((option) => option.checkVisibility()).length);
    const before = await shown();
    const filter = page.locator('.option-filter');
    await filter.locator('input').fill('profiling limit');
    await page.waitForFunction(() =>
      /^\d+ of \d+ options match\./.test(document.querySelector('.option-filter [role="status"]')?.textContent ?? ''),
    );
    expect(await shown()).toBeLessThan(before / 4);
    expect(await page.locator('tr:has(#snowflake-profiling\\.limit)').isVisible()).toBe(true);
    await filter.locator('input').press('Escape');
    await page.waitForFunction(
      (count) => [...document.querySelectorAll('td:first-child > a[id]')].filter((option) => option.checkVisibility()).length >= count,
      before,
    );
    await filter.getByRole('button', { name: 'Expand all' }).click();
    await page.waitForFunction(() => [...document.querySelectorAll<HTMLDetailsElement>('details.option')].every(({ open }) => open));
    await filter.getByRole('button', { name: 'Collapse all' }).waitFor();
  }));

/** Expects that no label of a cell is outside of its card, after all parts of the page have been expanded. */
async function expectLabelsInCards(page: Page): Promise<void> {
  const labels = await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    return Array.from(document.querySelectorAll('.cards td[data-label]'), (cell) => {
      const label = getComputedStyle(cell, '::before');
      const pixels = (length: string): number => Number.parseFloat(length) || 0;
      const start = cell.getBoundingClientRect().left + pixels(getComputedStyle(cell).paddingInlineStart) + pixels(label.marginInlineStart);
      return {
        isShown: label.content !== 'none' && label.display !== 'none',
        inside: start - (cell.closest('tr')?.getBoundingClientRect().left ?? 0),
        text: cell.textContent,
      };
    });
  });
  expect(labels.filter(({ isShown }) => isShown).length).toBeGreaterThan(50);
  expect(labels.filter(({ isShown, inside }) => isShown && inside < 0)).toEqual([]);
}

test('on a phone, an option is a card that is not cut off, does not scroll sideways, and contains its labels', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(own(SNOWFLAKE));
    const overflowing = await page.evaluate(
      () =>
        [...document.querySelectorAll('.option-filter ~ .table')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .length,
    );
    expect(overflowing).toBe(0);
    expect(
      await page
        .locator('tr:has(#snowflake-account_id) td')
        .first()
        .evaluate((cell) => getComputedStyle(cell).display),
    ).toBe('block');
    await expectLabelsInCards(page);
  }));

test('below 768 px, each row of a wide table is a card that contains the column names, and the page does not scroll sideways', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(own('/docs/generated/metamodel/entities/dataset'));
    // Options and the fields of types have cards of their own.
    const tables = page.locator('.table.cards:not(details *)');
    expect(await tables.count()).toBeGreaterThan(10);
    const cells = tables.first().locator('tbody tr').first().locator('td');
    expect(await cells.first().evaluate((cell) => getComputedStyle(cell).display)).toBe('flow-root');
    const labels = await tables.evaluateAll((regions) =>
      regions.flatMap((region) => {
        const names = Array.from(region.querySelectorAll('th'), (name) => name.textContent.trim());
        return Array.from(region.querySelectorAll<HTMLTableCellElement>('td:not(:first-child)'), (cell) => ({
          shown: getComputedStyle(cell, '::before').content,
          expected: `"${names[cell.cellIndex]}" / ""`,
        }));
      }),
    );
    expect(labels.length).toBeGreaterThan(200);
    expect(labels.filter(({ shown, expected }) => shown !== expected)).toEqual([]);
    const cutOff = await tables.evaluateAll(
      (regions) => regions.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    );
    expect(cutOff).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectLabelsInCards(page);
    await page.setViewportSize({ width: 1024, height: 800 });
    expect(await cells.first().evaluate((cell) => getComputedStyle(cell).display)).toBe('table-cell');
  }));

test('a table of contents that scrolls is in the tab order, and one that does not scroll is not', () =>
  visit({}, async ({ page }) => {
    const contents = page.locator('nav.contents');
    await page.goto(own('/docs/graphql/inputObjects'));
    expect(await contents.getAttribute('tabindex')).toBe('0');
    await wake(page);
    await page.waitForFunction(() => document.querySelector('.table')?.hasAttribute('tabindex') === false);
    expect(await contents.getAttribute('tabindex')).toBe('0');
    await openAwake(page, own('/docs/townhalls'));
    await page.waitForSelector('nav.contents:not([tabindex])');
  }));

test('no part of a long table of contents moves when the reader reaches another part, whose sections are below the list', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/graphql/mutations'));
    const parts = page.locator('.contents details > ul > li > a');
    const tops = (): Promise<number[]> => parts.evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)));
    const reach = async (id: string): Promise<void> => {
      await page.evaluate((target) => document.getElementById(target)?.scrollIntoView({ behavior: 'instant' }), id);
      await page.waitForSelector(`.contents a[href="#${id}"][aria-current]`);
    };
    await reach('updatelineage');
    const before = await tops();
    await reach('addlink');
    expect(await tops()).toEqual(before);
    const open = await page.locator('.contents a[href="#addlink"]').boundingBox();
    expect(open?.y).toBeGreaterThan(before.at(-1) ?? 0);
    expect(
      await page.locator('.contents a[href="#updatelineage"]').evaluate((link) => link.parentElement?.parentElement?.clientHeight),
    ).toBe(0);
  }));

test('the samples of an operation are one block, whose header has the tabs and the buttons of the code', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/graphql/mutations#addtag'));
    const block = page.locator('#addtag + .reference .tabs');
    const height = async (): Promise<number> => (await block.boundingBox())?.height ?? 0;
    const [list, code] = await Promise.all([block.locator('[role="tablist"]').boundingBox(), block.locator('.code').first().boundingBox()]);
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeCloseTo(code?.y ?? -1, 0);
    await block.hover();
    const button = await block.locator('.code-copy:visible').boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((code?.y ?? 0) + 1);
    const before = await height();
    await block.getByRole('tab', { name: 'Variables' }).click();
    expect(await block.locator('.code:visible').count()).toBe(1);
    expect(await height()).toBeLessThan(2 * before);
  }));
