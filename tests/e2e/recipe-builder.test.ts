import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothModes } from '../a11y/violations.ts';
import { WIDTHS, openAwake, own, useBrowser } from './visit.ts';

const visit = useBrowser();

const OPTIONS = '.options.json';
const recipe = (page: Page): Promise<string | null> => page.textContent('.recipe-builder code');
const add = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name} to the recipe`, exact: true });

test.each(WIDTHS)(
  'at %s px, an option can be added with the keyboard, is announced, and is copied with the recipe, and axe finds no violation',
  (_name, viewport) =>
    visit({ viewport, permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, requests }) => {
      await openAwake(page, own('/docs/generated/ingestion/sources/mysql'));
      expect(requests.filter((url) => url.endsWith(OPTIONS))).toEqual([]);
      await add(page, 'table_pattern').focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() =>
        document.querySelector('#live-region')?.textContent?.startsWith('Added table_pattern. The recipe has'),
      );
      expect(await recipe(page)).toMatch(
        /^source:\n {2}type: mysql\n {2}config:\n {4}host_port: .*[^]*\n {4}table_pattern:\n {6}allow:\n {8}- \.\*\nsink:\n/,
      );
      // The recipe is in the viewport and does not cover the selected option.
      const [option, panel] = await Promise.all([add(page, 'table_pattern').boundingBox(), page.locator('.recipe-builder').boundingBox()]);
      if (option === null || panel === null) throw new Error('The option or the recipe is not visible.');
      expect(panel.x + panel.width).toBeLessThanOrEqual(viewport.width);
      expect(panel.y + panel.height).toBeLessThanOrEqual(viewport.height + 1);
      // By keyboard, the recipe comes after the button that was pressed, and not after all options.
      await page.keyboard.press('Tab');
      expect(await page.getByRole('button', { name: 'Copy recipe' }).evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Shift+Tab');
      expect(await add(page, 'table_pattern').evaluate((button) => button === document.activeElement)).toBe(true);
      await page.click('.recipe-builder .code-copy');
      await page.waitForSelector('.recipe-builder .copied');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((await recipe(page))?.trimEnd());
      expect(await violationsInBothModes(page)).toEqual([]);
      await page.getByRole('button', { name: 'Close recipe' }).click();
      expect(await page.locator('.recipe-builder').isVisible()).toBe(false);
      expect(await add(page, 'table_pattern').evaluate((button) => button === document.activeElement)).toBe(true);
      await add(page, 'schema_pattern').press('Enter');
      await page.getByRole('button', { name: 'Copy recipe' }).press('Escape');
      expect(await page.locator('.recipe-builder').isVisible()).toBe(false);
      expect(await add(page, 'schema_pattern').evaluate((button) => button === document.activeElement)).toBe(true);
      expect(requests.filter((url) => url.endsWith(OPTIONS))).toHaveLength(1);
    }),
);

test('without JavaScript, the options are complete and no control is visible', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own('/docs/generated/ingestion/sources/mysql'));
    expect(await page.locator('#mysql-table_pattern').isVisible()).toBe(true);
    expect(await page.locator('.option-filter').isVisible()).toBe(false);
    expect(await page.locator('.option-add').count()).toBe(0);
  }));

test('an address of the former page with all GraphQL objects leads to the page of the object', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/docs/graphql/objects#dataset'));
    await page.waitForURL(own('/docs/graphql/objects/datasets#dataset'));
    expect(await page.locator('#dataset').innerText()).toContain('Dataset');
    await page.goto(own('/docs/graphql/objects#by-topic'));
    expect(new URL(page.url()).pathname).toBe('/docs/graphql/objects');
  }));
