import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, openAwake, own, small, useBrowser } from '../e2e/visit.ts';

const visit = useBrowser();

interface Stop {
  /** Description of the focused element for failure messages. */
  name: string;
  /** Index in document order. */
  order: number;
  /** Whether the focus is visible: as a focus ring, or because the element is hidden without focus. */
  shown: boolean;
  /** Whether the navbar covers the whole element, or the element is outside of the viewport. */
  covered: boolean;
}

/** Returns the focused element, or null if no element of the page has focus. */
function currentStop(page: Page): Promise<Stop | null> {
  return page.evaluate(async () => {
    // The browser lays out sections near the viewport in the next frame, and then scrolls the focus into view.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const style = getComputedStyle(element);
    const { top, bottom, left, width, height } = element.getBoundingClientRect();
    const bar = document.querySelector('.navbar')?.getBoundingClientRect();
    const under = Boolean(bar && !element.closest('.navbar, dialog') && top >= bar.top && bottom <= bar.bottom);
    const outside = bottom <= 0 || top >= innerHeight || left >= innerWidth || width === 0 || height === 0;
    const ring = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    return {
      name: `${element.tagName}.${element.className} "${(element.textContent ?? '').trim().slice(0, 40)}" ${Math.round(top)}`,
      order: [...document.querySelectorAll('*')].indexOf(element),
      shown: ring || element.matches('.anchor, .skip-link'),
      covered: under || outside,
    };
  });
}

const WALKS = [
  ['a documentation page', small('/docs/guide')],
  ['home', own('/')],
  ['integrations', own('/integrations')],
].flatMap(([name = '', address = '']) => [DESKTOP, PHONE].map((viewport) => [name, viewport.width, address, viewport] as const));

const STEPS = 60;

test.each(WALKS)(
  'R-607 Tab moves through %s at %s px in order, and the focus is always visible and never under the navbar',
  (_name, _width, address, viewport) =>
    visit({ viewport }, async ({ page }) => {
      await openAwake(page, address);
      const stops: Stop[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        await page.keyboard.press('Tab');
        const stop = await currentStop(page);
        if (stop === null) break;
        stops.push(stop);
      }
      expect(stops.length).toBeGreaterThan(15);
      expect(stops.filter(({ shown }) => !shown).map(({ name }) => name)).toEqual([]);
      expect(stops.filter(({ covered }) => covered).map(({ name }) => name)).toEqual([]);
      const orders = stops.map(({ order }) => order);
      expect(orders).toEqual(orders.toSorted((a, b) => a - b));
    }),
);

test('R-607 the navbar does not cover the focus when Shift+Tab moves it backward', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.locator('.pager a').first().focus();
    const covered: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const stop = await currentStop(page);
      if (stop?.covered) covered.push(stop.name);
    }
    expect(covered).toEqual([]);
  }));

test.each([
  ['1440', DESKTOP],
  ['390', PHONE],
])('R-607 at %s px, every target except links in text is at least 24 px wide and high', (_name, viewport) =>
  visit({ viewport }, async ({ page }) => {
    for (const address of [
      own('/'),
      own('/docs/'),
      own('/guild'),
      own('/integrations'),
      own('/search'),
      own('/docs/quickstart'),
      small('/docs/guide'),
    ]) {
      await page.goto(address);
      const tooSmall = await page.evaluate(() => {
        // Sections far below the viewport have no size before they are laid out.
        const all = new CSSStyleSheet();
        all.replaceSync('* { content-visibility: visible !important }');
        document.adoptedStyleSheets = [all];
        const inText = (element: Element): boolean =>
          getComputedStyle(element).display === 'inline' &&
          [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        return [...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, [role="tab"]')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip-link') && !inText(element))
          .map((element) => {
            // A label is the target of the control in it, and the link of a card covers the whole card.
            const spread = getComputedStyle(element, '::after').position === 'absolute' ? element.closest('li') : null;
            const { width, height } = (spread ?? element.closest('label') ?? element).getBoundingClientRect();
            return {
              width,
              height,
              name: `${Math.round(width)}×${Math.round(height)} ${element.tagName}.${element.className} ${element.textContent?.trim().slice(0, 30)}`,
            };
          })
          .filter(({ width, height }) => width < 23.5 || height < 23.5)
          .map(({ name }) => name);
      });
      expect(tooSmall, address).toEqual([]);
    }
  }),
);

test.each([DESKTOP, PHONE])(
  'R-607 the page does not scroll when the focus moves to the navbar, which is always visible: $width px',
  (viewport) =>
    visit({ viewport, reducedMotion: 'reduce' }, async ({ page }) => {
      await openAwake(page, own('/docs/quickstart'));
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
      await page.waitForFunction(() => scrollY === 900);
      const moved = await page.evaluate(async () => {
        const stops = [...document.querySelectorAll<HTMLElement>('.navbar :is(a, button)')].filter((stop) => stop.checkVisibility());
        const positions: string[] = [];
        for (const stop of stops) {
          stop.focus();
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          if (scrollY !== 900) positions.push(`${stop.textContent.trim()}: ${scrollY}`);
        }
        return { count: stops.length, positions };
      });
      expect(moved.count).toBeGreaterThan(3);
      expect(moved.positions).toEqual([]);
    }),
);
