import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, WIDTHS, heading, isSameDocument, markDocument, openAwake, own, place, resize, useBrowser } from './visit.ts';

const visit = useBrowser();

const shown = (page: Page): Promise<number> => page.locator('.integration:visible').count();
const status = (page: Page): Promise<string> => page.innerText('[data-count]');

/** Opens the page, waits until the filter works, and expands its options if they are collapsed. */
async function openFilter(page: Page): Promise<void> {
  await openAwake(page, own('/integrations'));
  await page.waitForLoadState('networkidle');
  if (!(await page.locator('.filter fieldset').first().isVisible())) await page.click('.filter-kinds > summary');
}

async function tick(page: Page, kind: string, index: number): Promise<string> {
  const box = page.locator(`.filter input[name="${kind}"]`).nth(index);
  await box.check();
  return box.inputValue();
}

test.each(WIDTHS)(
  'at %s px, filters combine, appear in the address, and can be undone one by one with the back button',
  (_name, viewport) =>
    visit({ viewport }, async ({ page }) => {
      await openFilter(page);
      await markDocument(page);
      const all = await shown(page);
      const type = await tick(page, 'type', 0);
      await page.waitForFunction((before) => document.querySelectorAll('.integration:not([hidden])').length < before, all);
      const ofType = await shown(page);
      expect(place(page)).toBe(`/integrations?type=${type}`);
      const kind = await tick(page, 'status', 0);
      await page.waitForFunction((value) => location.search.includes(value), `status=${kind}`);
      const both = await shown(page);
      expect(both).toBeLessThanOrEqual(ofType);
      const wrong = await page
        .locator('.integration:visible')
        .evaluateAll(
          (cards, [wantedType, wantedStatus]) =>
            cards.filter(
              (card) => (card as HTMLElement).dataset['type'] !== wantedType || (card as HTMLElement).dataset['status'] !== wantedStatus,
            ).length,
          [type, kind],
        );
      expect(wrong).toBe(0);
      expect(await status(page)).toBe(`${both} of ${all} integrations`);
      await page.goBack();
      await page.waitForFunction((count) => document.querySelectorAll('.integration:not([hidden])').length === count, ofType);
      expect(await page.locator(`.filter input[value="${kind}"]`).isChecked()).toBe(false);
      await page.goBack();
      await page.waitForFunction((count) => document.querySelectorAll('.integration:not([hidden])').length === count, all);
      expect(await isSameDocument(page)).toBe(true);
      await page.goForward();
      await page.waitForFunction((count) => document.querySelectorAll('.integration:not([hidden])').length === count, ofType);
    }),
);

test('typing replaces the history entry, and the filter remains after a visit to another page', () =>
  visit({}, async ({ page }) => {
    await openFilter(page);
    await page.fill('#filter-text', 'kafka');
    await page.waitForFunction(() => location.search === '?text=kafka' || location.search === '?q=kafka');
    const found = await shown(page);
    expect(found).toBeGreaterThan(0);
    await page.click('.brand');
    await page.waitForSelector('html[data-kind="home"]');
    await page.goBack();
    await heading(page, (await page.innerText('h1')).trim());
    await page.waitForSelector('html[data-kind="integrations"]');
    await page.waitForFunction((count) => document.querySelectorAll('.integration:not([hidden])').length === count, found);
    expect(await page.inputValue('#filter-text')).toBe('kafka');
  }));

test('an address with a filter applies it, and a filter without a result shows a message and can be reset', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openFilter(page);
    const all = await shown(page);
    await page.fill('#filter-text', 'there is no such system');
    await page.waitForSelector('[data-none]:visible');
    expect(await status(page)).toBe(`0 of ${all} integrations`);
    expect(await page.locator('button:visible', { hasText: 'Reset filters' }).count()).toBe(1);
    expect(await page.locator('.integration-grid').isVisible()).toBe(false);
    const address = page.url();
    // No action of the reader is needed.
    await page.goto(address);
    await page.waitForSelector('[data-none]:visible');
    await page.click('[data-none] [data-reset]');
    await page.waitForFunction((count) => document.querySelectorAll('.integration:not([hidden])').length === count, all);
    expect(place(page)).toBe('/integrations');
  }));

test('the scrolling column of filters does not clip the focus ring of its field', () =>
  visit({}, async ({ page }) => {
    await openFilter(page);
    await page.focus('#filter-text');
    const { room, ring } = await page.locator('#filter-text').evaluate((field) => {
      const style = getComputedStyle(field);
      const [inner, outer] = [field.getBoundingClientRect(), field.closest('.filter')?.getBoundingClientRect()];
      return {
        room: inner.left - (outer?.left ?? 0),
        ring: Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset),
      };
    });
    expect(ring).toBeGreaterThan(0);
    expect(room).toBeGreaterThanOrEqual(ring);
  }));

test('without JavaScript, the whole list is visible and the filter is hidden', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own('/integrations'));
    expect(await shown(page)).toBeGreaterThan(20);
    expect(await page.locator('.filter').isVisible()).toBe(false);
  }));

/** Returns the counts beside the options of a kind by their values. */
const counts = (page: Page, kind: string): Promise<Record<string, number>> =>
  page
    .locator(`.filter input[name="${kind}"]`)
    .evaluateAll((boxes) =>
      Object.fromEntries(
        boxes.map((box) => [(box as HTMLInputElement).value, Number(box.closest('label')?.querySelector('.filter-count')?.textContent)]),
      ),
    );

test('text and checked options combine, and each count is the number of results that its option gives', () =>
  visit({}, async ({ page }) => {
    await openFilter(page);
    const all = await shown(page);
    const byType = await counts(page, 'type');
    expect(Object.values(byType).reduce((sum, count) => sum + count, 0)).toBe(all);
    await tick(page, 'connection', 0);
    await page.waitForFunction(() => location.search.includes('connection='));
    const ofConnection = await shown(page);
    await page.fill('#filter-text', 'lineage');
    await page.waitForFunction((before) => document.querySelectorAll('.integration:not([hidden])').length < before, ofConnection);
    // Do not use the inner text, because cards far below the viewport are not laid out.
    const texts = await page.locator('.integration:visible').allTextContents();
    expect(texts.filter((text) => !/lineage/i.test(text))).toEqual([]);

    for (const kind of ['type', 'status', 'feature']) {
      const offered = Object.entries(await counts(page, kind));
      expect(offered.some(([, count]) => count > 0)).toBe(true);
      for (const [value, count] of offered.slice(0, 4)) {
        const box = page.locator(`.filter input[name="${kind}"][value="${value}"]`);
        await box.check();
        expect(await shown(page), `${kind}: ${value}`).toBe(count);
        await box.uncheck();
      }
    }
    expect(await shown(page)).toBe(texts.length);
  }));

test('two options of one kind give more results, and options of two kinds give fewer', () =>
  visit({}, async ({ page }) => {
    await openFilter(page);
    await tick(page, 'type', 0);
    const one = await shown(page);
    await tick(page, 'type', 1);
    const two = await shown(page);
    expect(two).toBeGreaterThan(one);
    await tick(page, 'feature', 0);
    expect(await shown(page)).toBeLessThanOrEqual(two);
    expect(new URL(page.url()).searchParams.size).toBeGreaterThanOrEqual(2);
  }));

test('at any width, the last row of cards fills the width, even if a filter is set', () =>
  visit({ viewport: { width: 390, height: 900 } }, async ({ page }) => {
    await openFilter(page);
    const isWhole = (): Promise<boolean> =>
      page.evaluate(() => {
        const last = [...document.querySelectorAll<HTMLElement>('.integration:not([hidden])')].at(-1);
        const grid = document.querySelector('.integration-grid');
        return Math.abs((last?.getBoundingClientRect().right ?? 0) - (grid?.getBoundingClientRect().right ?? 9)) <= 1;
      });
    for (const width of [390, 768, 1440, 1920]) {
      await resize(page, { width, height: 900 });
      await page.fill('#filter-text', '');
      await page.waitForFunction(() => location.search === '');
      expect(await isWhole(), `${width} px`).toBe(true);
      for (const text of ['lineage', 'kafka', 'metadata']) {
        await page.fill('#filter-text', text);
        await page.waitForFunction((typed) => [...new URLSearchParams(location.search).values()].includes(typed), text);
        expect(await isWhole(), `${width} px, ${text}`).toBe(true);
      }
    }
  }));
