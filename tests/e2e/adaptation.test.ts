import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, openAwake, own, small, useBrowser } from './visit.ts';

const visit = useBrowser();

const KINDS = [
  own('/'),
  own('/docs/'),
  own('/guild'),
  own('/integrations'),
  own('/search'),
  own('/docs/quickstart'),
  own('/docs/there-is-no-such-page'),
  small('/docs/guide'),
];

/** Returns selectors of elements that extend beyond the viewport. Content of scrollable containers may be wider. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map((element) => `${element.tagName}.${element.className}`)];
  });
}

const NARROW = [
  ['320 px', { viewport: { width: 320, height: 640 } }],
  ['390 px', { viewport: PHONE }],
  ['1440 px at 200 %', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
  ['997 px', { viewport: { width: 997, height: 700 } }],
] as const;

test.each(NARROW)('R-607 at %s no page scrolls sideways', (_name, options) =>
  visit({ ...options, expected: /404/ }, async ({ page }) => {
    for (const address of KINDS) {
      await page.goto(address);
      expect(await tooWide(page), address).toEqual([]);
    }
  }),
);

test('R-607 with increased text spacing, no page scrolls sideways', () =>
  visit({ viewport: PHONE, bypassCSP: true, expected: /404/ }, async ({ page }) => {
    for (const address of KINDS) {
      await page.goto(address);
      await page.addStyleTag({
        content:
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      });
      expect(await tooWide(page), address).toEqual([]);
    }
  }));

test('R-607 on a phone, a long formula scrolls in its sentence, and one in a table scrolls with the table', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(small('/docs/area/two'));
    expect(await tooWide(page)).toEqual([]);
    const formulas = page.locator('.prose math[tabindex]');
    const hidden = await formulas.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
    expect(hidden).toEqual([true, false]);
    await formulas.first().press('ArrowRight');
    await page.waitForFunction(() => (document.querySelector('.prose math[tabindex]')?.scrollLeft ?? 0) > 0);
  }));

test('content in a component has the spacing of a page, and its title is bold', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/area/two'));
    const gap = (first: string, second: string): Promise<number> =>
      page.evaluate(
        (texts) => {
          const [above, below] = texts.map((text) => [...document.querySelectorAll('.prose p')].find((one) => one.textContent === text));
          return (below?.getBoundingClientRect().top ?? 0) - (above?.getBoundingClientRect().bottom ?? 0);
        },
        [first, second],
      );
    const usual = await gap('Words of Two.', 'More words.');
    expect(usual).toBeGreaterThan(8);
    expect(await gap('First words.', 'Last words.')).toBe(usual);
    const title = page.locator('.component-title');
    expect(await title.evaluate((element) => getComputedStyle(element).fontWeight)).toBe('700');
  }));

test('on a phone, all names in a cell of a table that pairs names with texts have the same weight', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(own('/docs/how/search'));
    const weights = await page
      .locator('.pairs td:first-child:has(.name)')
      .evaluateAll((cells) =>
        cells.map((cell) => new Set([...cell.querySelectorAll('code')].map((code) => getComputedStyle(code).fontWeight)).size),
      );
    expect(weights.length).toBeGreaterThan(2);
    expect(weights.filter((count) => count !== 1)).toEqual([]);
  }));

test('on a phone, the name of an option is bold, but not its type', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(own('/docs/generated/ingestion/sources/redshift'));
    const weights = await page
      .locator('td:has(> a[id] > code)', { hasText: 'may be null' })
      .evaluateAll((cells) =>
        cells.map((cell) => [cell.querySelector('a')!, cell].map((part) => getComputedStyle(part).fontWeight).join(' ')),
      );
    expect(new Set(weights)).toEqual(new Set(['650 400']));
  }));

test.each([PHONE, { width: 768, height: 1000 }])('at %o, no word of a command on the landing page breaks', (viewport) =>
  visit({ viewport }, async ({ page }) => {
    await page.goto(own('/docs/'));
    const broken = await page.locator('.quick-commands code').evaluateAll((commands) =>
      commands.flatMap((command) => {
        const text = document.createTreeWalker(command, NodeFilter.SHOW_TEXT);
        const words: string[] = [];
        while (text.nextNode() !== null) {
          for (const { 0: word, index } of text.currentNode.nodeValue!.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(text.currentNode, index);
            range.setEnd(text.currentNode, index + word.length);
            if (range.getClientRects().length > 1) words.push(word);
          }
        }
        return words;
      }),
    );
    expect(broken).toEqual([]);
  }),
);

test('on a phone, the button of the assistant on the search page is as wide as the form', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, own('/search'));
    const [form, button] = await Promise.all([page.locator('.front-search').boundingBox(), page.locator('.ask-field').boundingBox()]);
    expect(button?.width).toBe(form?.width);
  }));

test('a printed page has all tabs, folded text, and wrapped code, but no navigation', () =>
  visit({ viewport: DESKTOP }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await page.goto(small('/docs/guide'));
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.body).color), 'the text of the light mode').toBe('rgb(31, 35, 41)');
    for (const part of ['.navbar', '.sidebar', '.contents', '.pager', '.footer', '.announcement', '.code-tools', '.doc-footer a']) {
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    }
    for (const panel of await page.locator('[role="tabpanel"]').all()) expect(await panel.isVisible()).toBe(true);
    expect(await page.locator('details:not([open])', { hasText: 'Folded away' }).locator('p').isVisible()).toBe(true);
    const cut = await page
      .locator('.code pre')
      .evaluateAll((blocks) => blocks.filter((block) => block.scrollWidth > block.clientWidth + 1).length);
    expect(cut).toBe(0);
  }));

test('with reduced motion, nothing is animated', () =>
  visit({ viewport: PHONE, reducedMotion: 'reduce' }, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    await page.click('.menu-button');
    await page.waitForSelector('dialog.mobile-menu[open]');
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getTiming().duration))
        .filter((duration) => duration > 1),
    );
    expect(moving).toEqual([]);
    await page.goto(own('/'));
    const endless = await page.evaluate(
      () => document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime === Infinity).length,
    );
    expect(endless).toBe(0);
  }));

test('R-607 with forced colors, the focus, the current entry, and the selected tab are visible', () =>
  visit({ viewport: DESKTOP, forcedColors: 'active' }, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    const outline = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline('.sidebar a[aria-current]')).toBe('solid');
    expect(await outline('[role="tab"][aria-selected="true"]')).toBe('solid');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineStyle)).toBe('solid');
    const anchor = page.locator('#part-1 .anchor');
    await anchor.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await anchor.evaluate((element) => Number(getComputedStyle(element).opacity))).toBe(1);
  }));

test.each([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced', { forcedColors: 'active' }],
] as const)('R-217 added and removed lines of code have their own signs in %s colors', (colors, media) =>
  visit({ viewport: DESKTOP, ...media }, async ({ page }) => {
    await page.goto(small('/docs/topics/beta'));
    const lines = await page.locator('.code .line').evaluateAll((elements) =>
      elements.map((element) => {
        const sign = getComputedStyle(element, '::before');
        const { backgroundColor, textDecorationLine } = getComputedStyle(element);
        return { text: element.textContent?.trim(), sign: sign.content, color: sign.color, backgroundColor, textDecorationLine };
      }),
    );
    expect(lines.map(({ text, sign }) => [text, sign])).toEqual([
      ['host: old', '"-"'],
      ['host: new', '"+"'],
      ['port: 8080', 'none'],
    ]);
    expect(lines.map(({ textDecorationLine }) => textDecorationLine)).toEqual(['none', 'none', 'none']);
    // With forced colors, only the signs tell the lines apart.
    if (colors !== 'forced') {
      const plain = await page.locator('.code code').evaluate((code) => getComputedStyle(code).backgroundColor);
      expect(new Set([plain, ...lines.map(({ backgroundColor }) => backgroundColor)]).size).toBe(4);
      expect(new Set(lines.map(({ color }) => color)).size).toBe(3);
    }
  }),
);

test('R-607 with forced colors, the matches of a search are legible', () =>
  visit({ viewport: DESKTOP, forcedColors: 'active', colorScheme: 'dark' }, async ({ page }) => {
    await page.goto(own('/search?q=lineage'));
    for (const part of ['.search-hit-title', '.search-hit-text']) {
      // One call finds the match and reads its style, because the client replaces the results that the server rendered.
      const background = await page.waitForFunction((selector) => {
        const match = document.querySelector(selector);
        return match !== null && getComputedStyle(match).backgroundColor;
      }, `${part} mark`);
      // Chromium forces the text of a match to black, which needs the yellow of marked text behind it.
      expect(await background.jsonValue(), part).toBe('rgb(255, 255, 0)');
    }
  }));

test.each([
  ['/integrations', '.status.certified'],
  ['/docs/generated/ingestion/sources/snowflake', '.source-support.certified'],
])('R-607 with forced colors, the node of the support status on %s keeps its filling in the color of the text', (path, status) =>
  visit({ viewport: DESKTOP, forcedColors: 'active', colorScheme: 'dark' }, async ({ page }) => {
    await page.goto(own(path));
    const filling = await page
      .locator(status)
      .first()
      .evaluate((element) => getComputedStyle(element, '::before').backgroundImage);
    expect(filling).toContain('rgb(255, 255, 255)');
  }),
);

interface Box {
  x: number;
  y: number;
  right: number;
  bottom: number;
}

/** Returns the box of an element, in pixels. Waits until it has a size, because the client replaces the results that the server rendered. */
const boxOf = async (page: Page, selector: string): Promise<Box> => {
  const box = await page.waitForFunction((target): Box | null => {
    const found = document.querySelector(target)?.getBoundingClientRect();
    return found !== undefined && found.width > 0 ? { x: found.x, y: found.y, right: found.right, bottom: found.bottom } : null;
  }, selector);
  return (await box.jsonValue()) as Box;
};

test.each([
  ['768', { width: 768, height: 900 }],
  ['1440', DESKTOP],
])('at %s px, the button at the end of a page is beside the copyright and does not cover it', (_name, viewport) =>
  visit({ viewport }, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    const [button, row, footer, launcher] = await Promise.all(
      ['.ask-launcher .ask-button', '.footer > p', '.footer', '.ask-launcher'].map((selector) => boxOf(page, selector)),
    );
    expect(button?.y).toBeGreaterThan(row?.y ?? Infinity);
    expect(button?.bottom).toBeLessThanOrEqual((row?.bottom ?? 0) + 1);
    expect(launcher?.bottom).toBeCloseTo(footer?.bottom ?? 0, 0);
    const text = await page.locator('.footer > p').evaluate((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      return range.getBoundingClientRect().right;
    });
    expect(text).toBeLessThan(button?.x ?? 0);
  }),
);

test('in a wide window, the parts of the documentation are beside the results, and starting points beside the not-found page', () =>
  visit({ expected: /404/ }, async ({ page }) => {
    await page.goto(own('/search?q=lineage'));
    const [parts, results] = await Promise.all([boxOf(page, '.search-groups'), boxOf(page, '.search-hits')]);
    expect(results.x).toBeGreaterThan(parts.right);
    expect(results.x - parts.right).toBeLessThan(64);
    const [field, ask] = await Promise.all([boxOf(page, '.front-search input'), boxOf(page, '.ask-field')]);
    expect([field.x, ask.right], 'the field is as wide as both').toEqual([parts.x, results.right]);
    expect(Math.abs(parts.y - results.y)).toBeLessThan(40);
    await page.goto(own('/docs/there-is-no-such-page'));
    const [places, title] = await Promise.all([boxOf(page, '[aria-labelledby="places"]'), boxOf(page, '.front-title')]);
    expect(places.x).toBeGreaterThanOrEqual(title.right);
    expect(places.y).toBeCloseTo(title.y, 0);
  }));

test('on a phone, the table of ports in the quickstart guide fits into its frame', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    const frame = page.locator('.prose .table').first();
    await frame.scrollIntoViewIfNeeded();
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }));

test.each(['/docs/', '/integrations', '/search'])('the forms to search and filter of %s are not printed', (path) =>
  visit({}, async ({ page }) => {
    await page.goto(own(path));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('form[role="search"]').count()).toBeGreaterThan(0);
    expect(await page.locator('form[role="search"]:visible').count()).toBe(0);
  }),
);
