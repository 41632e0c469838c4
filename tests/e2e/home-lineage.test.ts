/** The lineage graph on the home page. */
import { expect, test } from 'vitest';
import { violations } from '../a11y/violations.ts';
import { openAwake, own, useBrowser, WIDTHS } from './visit.ts';

const visit = useBrowser();
const FOCUSED = 'svg [data-node]:focus';

test.each(WIDTHS)('at %s px, the keyboard moves along the lineage, and a column highlights its own path', (_width, viewport) =>
  visit({ viewport, reducedMotion: 'reduce' }, async ({ page }) => {
    await openAwake(page, own('/'));
    await page.focus('.lineage input');
    // The script of the graph arrives after React, and makes the selected entity a tab stop.
    await page.waitForSelector('.lineage-graph [data-node][tabindex="0"]', { state: 'attached' });
    await page.keyboard.type('fct_o');
    await page.keyboard.press('Enter');
    expect(await page.getAttribute(FOCUSED, 'data-node')).toBe('fct_orders');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await page.getAttribute(FOCUSED, 'data-node')).toBe('orders');
    expect(await page.innerText('.lineage-panel:not([hidden]) .lineage-title')).toBe('orders Postgres table');
    await page.click('.lineage-panel:not([hidden]) [data-column="orders.amount"]');
    const traced = page.locator('.lineage-graph:visible .traced[data-node]');
    expect(await traced.evaluateAll((nodes) => nodes.map((node) => (node as SVGElement).dataset['node']))).toEqual([
      'load_orders',
      'fct_orders',
      'sales_today',
      'churn_risk',
    ]);
    expect(await violations(page)).toEqual([]);
  }),
);

test('without JavaScript, the graph is visible with a selected entity and contains no tab stop', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own('/'));
    await page.waitForSelector('.lineage-graph:visible');
    expect(await page.locator('.lineage-graph:visible .lineage-node').count()).toBe(10);
    expect(await page.innerText('.lineage-panel:not([hidden])')).toContain('One row for each confirmed order');
    await page.focus('.home-pitch .button >> nth=-1');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.lineage') ?? null)).toBeNull();
  }));
