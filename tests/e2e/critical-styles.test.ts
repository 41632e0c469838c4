import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { WIDTHS, own, small, useBrowser } from './visit.ts';

const visit = useBrowser();

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
 * Properties that are not compared: logical names of others, custom ones, which show in what uses them, and what the layout
 * decides, since a font of code that comes late moves things.
 */
const LEFT_OUT = '^--|inline|block|^(width|height|top|right|bottom|left)$|-origin$|^grid-template-';

/**
 * Remembers how each part that is shown looks: its computed style, and that of what precedes and follows it. It stays in the
 * page, since it is far more than what differs later. @returns the number of parts
 */
function rememberLooks(page: Page): Promise<number> {
  return page.evaluate((leftOut) => {
    const names = [...getComputedStyle(document.body)].filter((name) => !new RegExp(leftOut).test(name));
    const listed = (style: CSSStyleDeclaration): string[] => names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
    const looks = (): string[][] =>
      [...document.body.querySelectorAll('*')].map((element) => {
        const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
        if (!element.checkVisibility()) return [name, 'hidden'];
        const styles = [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo));
        return [name, ...styles.filter((style, index) => index === 0 || style.content !== 'none').flatMap(listed)];
      });
    const before = looks();
    Object.assign(window, { looks, before });
    return before.length;
  }, LEFT_OUT);
}

/** What differs of the parts by now, as a person can read it. */
function readDifferences(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { before, looks } = window as unknown as { before: string[][]; looks: () => string[][] };
    const after = looks();
    return before.flatMap(([name = '', ...rows], part) => {
      const [, ...others] = after[part] ?? [];
      const found = rows.flatMap((row, index) => (row === others[index] ? [] : `${row} → ${others[index]}`));
      if (rows.length !== others.length) found.push('only one of them has something before or after it');
      return found.length === 0 ? [] : [`${name} ${found.join('; ')}`];
    });
  });
}

/** High enough that nothing is far below, where front pages lay nothing out. */
const HEIGHT = 12_000;

test.each(WIDTHS.flatMap(([width, viewport]) => PAGES.map(([name, address]) => [name, width, viewport, address] as const)))(
  'D4 %s at %s px opens with all rules of what it shows: the whole look changes nothing',
  (_name, width, viewport, address) =>
    visit({ viewport: { ...viewport, height: HEIGHT }, reducedMotion: 'reduce', expected: /404/ }, async ({ page, requests }) => {
      const dark = width === '390' ? 'dark' : 'light';
      await page.addInitScript((mode) => localStorage.setItem('theme', mode), dark);
      await page.goto(address);
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((resolve) => requestIdleCallback(resolve));
      });
      expect(requests.filter((url) => /\/style-[^/]*\.css/.test(url))).toEqual([]);
      expect(await rememberLooks(page)).toBeGreaterThan(50);
      await page.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const link = document.querySelector<HTMLLinkElement>('link[disabled]');
            link?.addEventListener('load', resolve);
            link?.addEventListener('error', reject);
            link?.removeAttribute('disabled');
          }),
      );
      expect(requests.filter((url) => /\/style-[^/]*\.css/.test(url))).toHaveLength(1);
      expect((await readDifferences(page)).slice(0, 5)).toEqual([]);
    }),
);

test('the whole look comes with React; where it does not come the page stays as one without JavaScript', () =>
  visit({ expected: /ERR_FAILED/ }, async ({ page, warnings }) => {
    await page.route('**/assets/style-*.css', (route) => route.abort());
    await page.goto(own('/'), { waitUntil: 'networkidle' });
    await page.mouse.move(4, 302);
    await page.waitForFunction(() => !document.documentElement.classList.contains('js'));
    expect(warnings.join('\n')).toContain('Hydration failed');
    await page.click('.navbar a:text-is("Docs")');
    await page.waitForURL(/\/docs\/?$/);
  }));
