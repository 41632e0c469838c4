import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { WIDTHS, own, small, useBrowser } from './visit.ts';

const visit = useBrowser({ withBlur: true });

const PAGES = [
  ['home', own('/')],
  ['docs landing', own('/docs/')],
  ['integrations', own('/integrations')],
  ['guild', own('/guild')],
  ['search', own('/search')],
  ['not found', own('/docs/there-is-no-such-page')],
  ['docs page', own('/docs/quickstart')],
  ['every block', small('/docs/guide')],
  ['reference', own('/docs/generated/ingestion/sources/bigquery')],
] as const;

/**
 * Properties that are not compared: logical aliases, custom properties (their effect is in other properties), and properties that
 * depend on the layout, which a late code font may change.
 */
const IGNORED_PROPERTIES = '^--|inline|block|^(width|height|top|right|bottom|left)$|-origin$|^grid-template-';

/**
 * Records the computed styles of all visible elements and their pseudo-elements. The record stays in the page, because it is much
 * larger than the differences. @returns the number of elements
 */
function recordStyles(page: Page): Promise<number> {
  return page.evaluate((leftOut) => {
    const names = [...getComputedStyle(document.body)].filter((name) => !new RegExp(leftOut).test(name));
    // One string for each element, because a page has more than a million values.
    const valuesOf = (style: CSSStyleDeclaration): string => names.map((name) => style.getPropertyValue(name)).join('\0');
    const looks = (): string[][] =>
      [...document.body.querySelectorAll('*')].map((element) => {
        const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
        // What a symbol contains is shown in the styles of the element that uses it, and not in its own.
        if (element.closest('symbol') !== null || !element.checkVisibility()) return [name, 'hidden'];
        const styles = [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo));
        return [name, ...styles.filter((style, index) => index === 0 || style.content !== 'none').map(valuesOf)];
      });
    const before = looks();
    Object.assign(window, { names, looks, before });
    return before.length;
  }, IGNORED_PROPERTIES);
}

/** Returns readable descriptions of the styles that have changed since the record. */
function readDifferences(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { names, before, looks } = window as unknown as { names: string[]; before: string[][]; looks: () => string[][] };
    const after = looks();
    return before.flatMap(([name = '', ...rows], part) => {
      const [, ...others] = after[part] ?? [];
      const found = rows.flatMap((row, index) => {
        if (row === others[index]) return [];
        const now = others[index]?.split('\0') ?? [];
        return row.split('\0').flatMap((value, place) => (value === now[place] ? [] : `${names[place]}: ${value} → ${now[place]}`));
      });
      if (rows.length !== others.length) found.push('only one of them has something before or after it');
      return found.length === 0 ? [] : [`${name} ${found.join('; ')}`];
    });
  });
}

/** Tall enough for whole pages, because front pages do not lay out sections far below the viewport. */
const HEIGHT = 12_000;

test.each(WIDTHS.flatMap(([width, viewport]) => PAGES.map(([name, address]) => [name, width, viewport, address] as const)))(
  'D4 %s at %s px opens with all styles of its content: the deferred styles change nothing',
  (_name, width, viewport, address) =>
    visit({ viewport: { ...viewport, height: HEIGHT }, reducedMotion: 'reduce', expected: /404/ }, async ({ page, requests }) => {
      const dark = width === '390' ? 'dark' : 'light';
      await page.addInitScript((mode) => localStorage.setItem('theme', mode), dark);
      await page.goto(address);
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((resolve) => requestIdleCallback(resolve));
        // The not-found page hides its links until similar pages are known.
        while (document.querySelector('[data-page-titles]') !== null) await new Promise((resolve) => requestAnimationFrame(resolve));
        // Sections with `content-visibility: auto` have no styles before the second frame, even if they are in view; one in another needs more frames.
        const isSkipped = (element: Element): boolean =>
          element.checkVisibility() &&
          !element.checkVisibility({ contentVisibilityAuto: true }) &&
          element.getBoundingClientRect().top < innerHeight;
        const isComplete = (): boolean => ![...document.body.querySelectorAll('*')].some(isSkipped);
        for (let frames = 0; frames < 2; frames = isComplete() ? frames + 1 : 0)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      expect(requests.filter((url) => /\/style-[^/]*\.css/.test(url))).toEqual([]);
      expect(await recordStyles(page)).toBeGreaterThan(50);
      await page.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const link = document.querySelector<HTMLLinkElement>('link[rel=deferred-stylesheet]');
            link?.addEventListener('load', resolve);
            link?.addEventListener('error', reject);
            if (link !== null) link.rel = 'stylesheet';
          }),
      );
      expect(requests.filter((url) => /\/style-[^/]*\.css/.test(url))).toHaveLength(1);
      expect((await readDifferences(page)).slice(0, 5)).toEqual([]);
    }),
);

test('a page whose deferred styles fail to load stays usable without JavaScript', () =>
  visit({ expected: /ERR_FAILED/ }, async ({ page, warnings }) => {
    await page.route('**/assets/style-*.css', (route) => route.abort());
    await page.goto(own('/'), { waitUntil: 'networkidle' });
    await page.mouse.move(4, 302);
    await page.waitForFunction(() => !document.documentElement.classList.contains('js'));
    expect(warnings.join('\n')).toContain('Hydration failed');
    await page.click('.navbar a:text-is("Docs")');
    await page.waitForURL(/\/docs\/?$/);
  }));
