/** Versions and languages of one site: switchers, metadata for search engines, notices, and the search and answers within them. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsInBothModes } from '../a11y/violations.ts';
import { DESKTOP, heading, isSameDocument, markDocument, openAwake, PHONE, place, sites, useBrowser, WIDTHS } from './visit.ts';

const visit = useBrowser();
const at = (path: string): string => sites.versions + path.replace(/^\//, '');

const head = (page: Page): Promise<Record<string, string | null>> =>
  page.evaluate(() => {
    const attribute = (selector: string, name: string): string | null => document.head.querySelector(selector)?.getAttribute(name) ?? null;
    const address = (url: string | null): string | null => url && new URL(url).pathname;
    const languages = [...document.head.querySelectorAll<HTMLLinkElement>('link[hreflang]')].map(
      ({ hreflang, href }) => `${hreflang} ${address(href)}`,
    );
    return {
      canonical: address(attribute('link[rel="canonical"]', 'href')),
      robots: attribute('meta[name="robots"]', 'content'),
      languages: languages.join(', '),
    };
  });

async function choose(page: Page, switcher: 'version' | 'locale', label: string): Promise<void> {
  await page.click(`.${switcher}-switcher summary`);
  await page.click(`.${switcher}-switcher a:text-is("${label}")`);
}

const resultsFor = async (page: Page, query: string): Promise<(string | null)[]> => {
  await page.click('a[data-search]');
  await page.fill('.search-dialog .dialog-input', query);
  await page.waitForSelector('.search-dialog a[role="option"]');
  return page.locator('.search-dialog a[role="option"]').evaluateAll((options) => options.map((option) => option.getAttribute('href')));
};

describe('R-106 versions', () => {
  test('the switcher leads to the same page, or to the start of a version without that page', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, at('/docs/guides/start'));
      await markDocument(page);
      expect(await page.textContent('.version-switcher summary')).toBe('Version: 2.0');
      await choose(page, 'version', '1.0');
      await page.waitForURL('**/docs/1.0/guides/start');
      // Each version is another document with its own text, sidebar, and search.
      expect(await isSameDocument(page)).toBe(false);
      expect(await page.innerText('.prose')).toContain('Unpack the archive');
      await choose(page, 'version', 'Next');
      await page.waitForURL('**/docs/next/guides/start');
      await page.goto(at('/docs/guides/sync'));
      await choose(page, 'version', '1.0');
      await page.waitForURL('**/docs/1.0');
    }));

  test('the switchers keep the query of the search page, and the section', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, at('/docs/1.0/search?q=note'));
      await choose(page, 'version', '2.0');
      await page.waitForURL((url) => url.href === at('/search?q=note'));
      await page.waitForSelector('.search-hit a[href^="/site/docs/guides/start"]');
      await openAwake(page, at('/docs/guides/start#linux'));
      await choose(page, 'locale', 'العربية');
      await page.waitForURL('**/ar/docs/guides/start#linux');
    }));

  test('the switcher works without JavaScript', () =>
    visit({ javaScriptEnabled: false }, async ({ page }) => {
      await page.goto(at('/docs/guides/start'));
      await choose(page, 'version', '1.0');
      await page.waitForURL('**/docs/1.0/guides/start');
    }));

  test('search engines find only the newest version', () =>
    visit({}, async ({ page }) => {
      await page.goto(at('/docs/1.0/guides/start'));
      expect(await head(page)).toEqual({ canonical: '/site/docs/guides/start', robots: 'noindex', languages: '' });
      await page.goto(at('/docs/next/guides/sync'));
      expect(await head(page)).toMatchObject({ canonical: '/site/docs/guides/sync', robots: 'noindex' });
      await page.goto(at('/docs/guides/start'));
      expect(await head(page)).toMatchObject({ canonical: '/site/docs/guides/start', robots: null });
      const sitemap = await (await fetch(at('/sitemap.xml'))).text();
      expect(sitemap.match(/<loc>[^<]+/g)?.some((loc) => /1\.0|next/.test(loc))).toBe(false);
    }));

  test('a navigation stays within the version and updates the head', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, at('/docs/1.0/guides/start'));
      await markDocument(page);
      await page.click('.sidebar a:text-is("Export notes")');
      await heading(page, 'Export notes');
      expect(await isSameDocument(page)).toBe(true);
      expect(await head(page)).toEqual({ canonical: '/site/docs/1.0/guides/export', robots: 'noindex', languages: '' });
    }));

  test('the banner describes the version and leads to the page in the newest version', () =>
    visit({}, async ({ page }) => {
      await page.goto(at('/docs/1.0/guides/start'));
      expect(await page.innerText('.page-notice')).toBe(
        'This is the documentation of version 1.0, which is no longer maintained. The newest version is 2.0.',
      );
      await page.click('.page-notice a');
      await page.waitForURL('**/docs/guides/start');
      expect(await page.locator('.page-notice').count()).toBe(0);
      await page.goto(at('/docs/next'));
      expect(await page.innerText('.page-notice')).toContain('not released yet');
    }));

  test('the search stays within the version, also on the search page', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, at('/docs/1.0'));
      expect(await resultsFor(page, 'zanzibar')).toEqual([expect.stringContaining('/site/docs/1.0/guides/export')]);
      await page.goto(at('/docs/1.0/search?q=note'));
      const found = await page.locator('.search-hit a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(found.length).toBeGreaterThan(1);
      expect(found.filter((href) => !href?.startsWith('/site/docs/1.0'))).toEqual([]);
      await page.goto(at('/search?q=zanzibar'));
      expect(await page.locator('.search-hit').count()).toBe(0);
    }));

  test('the assistant answers from the version', async () => {
    const ask = async (path: string): Promise<string> => {
      const body = JSON.stringify({ prompt: 'How do I open a note?', projectKey: 'public' });
      const response = await fetch(at(path), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect(response.status).toBe(200);
      return response.text();
    };
    expect(await ask('/docs/1.0/v1/completions')).toContain('tidepool show');
    expect(await ask('/v1/completions')).toContain('tidepool open');
  });

  test('other pages lead to the version that was read last', () =>
    visit({}, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('docs-preferred-version-default', '1.0'));
      await openAwake(page, at('/search'));
      await page.waitForSelector('.navbar-items a[href="/site/docs/1.0"]:text-is("Docs")', { state: 'attached' });
      // The search page searches its own version.
      expect(await page.textContent('.version-switcher summary')).toBe('Version: 2.0');
      await page.click('.navbar-items a:text-is("Docs")');
      await page.waitForURL('**/docs/1.0');
    }));

  test('a stored version that no longer exists is ignored', () =>
    visit({}, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('docs-preferred-version-default', '0.1'));
      await openAwake(page, at('/search'));
      expect(await page.textContent('.version-switcher summary')).toBe('Version: 2.0');
      expect(await page.getAttribute('.navbar-items a:text-is("Docs")', 'href')).toBe('/site/docs');
    }));
});

describe('R-106 languages', () => {
  test('an address without a page shows the not-found page of its language, with similar pages in it', () =>
    visit({ expected: /404/ }, async ({ page }) => {
      const response = await page.goto(at('/ar/docs/guides/strat'));
      expect([response?.status(), await page.getAttribute('html', 'dir')]).toEqual([404, 'rtl']);
      expect(await page.innerText('h1')).toBe('الصفحة غير موجودة');
      await page.waitForSelector('.front-similar a[href="/site/ar/docs/guides/start"]');
      await page.goto(at('/docs/guides/strat'));
      expect(await page.innerText('h1')).toBe('Page not found');
      await page.waitForSelector('.front-similar a[href="/site/docs/guides/start"]');
    }));

  test.each(WIDTHS)('at %s px, the default not-found page has margins, and addresses start with their slash', (_name, viewport) =>
    visit({ viewport, expected: /404/ }, async ({ page }) => {
      await page.goto(at('/ar/docs/guides/strat'));
      const address = page.locator('.front-similar small').first();
      await address.waitFor();
      await expect.poll(() => address.innerText()).toBe('/site/ar/docs/guides/start');
      const first = await address.evaluate(({ firstChild }) => {
        const range = document.createRange();
        if (firstChild !== null) range.setStart(firstChild, 0);
        if (firstChild !== null) range.setEnd(firstChild, 1);
        return range.getBoundingClientRect().left;
      });
      expect(first).toBeCloseTo((await address.boundingBox())?.x ?? 0, 0);
      for (const selector of ['h1', '.front-lede', '.front-similar h2']) {
        const right = await page.locator(selector).evaluate((element) => innerWidth - element.getBoundingClientRect().right);
        expect(right, selector).toBeGreaterThanOrEqual(16);
      }
    }),
  );

  test('the switcher leads to the same page, and the document has the language and its direction', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, at('/docs/guides/start'));
      await choose(page, 'locale', 'العربية');
      await page.waitForURL('**/ar/docs/guides/start');
      expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(['ar', 'rtl']);
      expect(await page.innerText('.contents-title')).toBe('في هذه الصفحة');
      expect(await page.innerText('.admonition-title')).toBe('ملاحظة');
      expect(await page.innerText('.sidebar summary')).toBe('أدلة');
      expect(await page.innerText('.ask-button')).toBe('اسأل المساعد');
      await choose(page, 'version', '1.0');
      await page.waitForURL('**/ar/docs/1.0/guides/start');
      await choose(page, 'locale', 'English');
      await page.waitForURL('**/site/docs/1.0/guides/start');
    }));

  test('search engines find translations but not untranslated pages', () =>
    visit({}, async ({ page }) => {
      const languages = 'en /site/docs/guides/start, ar /site/ar/docs/guides/start, x-default /site/docs/guides/start';
      for (const path of ['/docs/guides/start', '/ar/docs/guides/start']) {
        await page.goto(at(path));
        expect(await head(page)).toEqual({ canonical: `/site${path}`, robots: null, languages });
      }
      await openAwake(page, at('/ar/docs/guides/start'));
      await page.click('.pager a[rel="next"]');
      await heading(page, 'Synchronize notes');
      expect(await head(page)).toEqual({ canonical: '/site/docs/guides/sync', robots: null, languages: '' });
    }));

  test('an untranslated page is shown in the default language with a notice', () =>
    visit({}, async ({ page }) => {
      await page.goto(at('/ar/docs/guides/sync'));
      expect(await page.innerText('.page-notice')).toBe('لم تُترجم هذه الصفحة بعد.');
      expect(await page.locator('.page-body').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual(['en', 'ltr']);
      expect(await page.innerText('h1')).toBe('Synchronize notes');
    }));

  test('the search finds words of the language', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, at('/ar/docs'));
      const found = await resultsFor(page, 'الملاحظات');
      expect(await page.innerText('.search-cancel')).toBe('إلغاء');
      expect(await page.innerText('.search-all')).toBe('اعرض كل النتائج (2)');
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter((href) => !href?.startsWith('/site/ar/docs'))).toEqual([]);
    }));

  test('left-to-right texts end with their punctuation, also on a right-to-left page', () =>
    visit({}, async ({ page }) => {
      /** Whether the last character of a text is to the right of the first one. */
      const isFromLeft = (selector: string): Promise<boolean> =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            const nodes: Node[] = [];
            while (texts.nextNode()) nodes.push(texts.currentNode);
            const leftOf = (node: Node | undefined, at: number): number => {
              const range = document.createRange();
              range.setStart(node ?? element, at);
              range.setEnd(node ?? element, at + 1);
              return range.getBoundingClientRect().left;
            };
            const last = nodes.at(-1);
            return leftOf(last, (last?.textContent?.length ?? 0) - 1) > leftOf(nodes[0], 0);
          });
      await openAwake(page, at('/ar/docs/guides/start'));
      await page.waitForSelector('.page-rating-question p');
      expect(await isFromLeft('.page-rating-question p')).toBe(true);
      await resultsFor(page, 'Synchronize');
      expect(await isFromLeft('.search-option-below')).toBe(true);
      await page.goto(at('/ar/search?q=Synchronize'));
      expect(await isFromLeft('.search-hit-text')).toBe(true);
      await page.click('[data-ask]');
      await page.fill('.ask-dialog .ask-input', 'Is it green?');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.ask-turn[aria-busy="false"]');
      expect(await isFromLeft('.ask-question')).toBe(true);
      expect(await isFromLeft('.ask-footnote p')).toBe(true);
    }));

  test('R-106 R-602 in a field from right to left, an untranslated placeholder has its punctuation at its own end, and the dialog recognizes a refusal in the language of the page', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, at('/ar/docs'));
      await page.click('[data-ask]');
      const field = page.locator('.ask-dialog .ask-input');
      expect(await field.getAttribute('placeholder')).toBe('Ask me anything about Tidepool!');
      for (const part of [null, '::placeholder']) {
        const style = await field.evaluate((input, pseudo) => {
          const { direction, textAlign, unicodeBidi } = getComputedStyle(input, pseudo);
          return { direction, textAlign, unicodeBidi };
        }, part);
        expect(style).toEqual({ direction: 'rtl', textAlign: 'right', unicodeBidi: 'plaintext' });
      }
      await page.fill('.ask-dialog .ask-input', 'Who won the football world cup in 1974?');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.ask-turn[aria-busy="false"]');
      expect(await page.innerText('.ask-answer')).toContain('عذرًا، لست متأكدًا من الإجابة عن هذا السؤال.');
      expect(await page.locator('.ask-next a').count()).toBe(1);
    }));

  test.each([
    ['1440', DESKTOP],
    ['390', PHONE],
  ])('at %s px, the page is laid out from right to left and does not overflow', (_name, viewport) =>
    visit({ viewport }, async ({ page }) => {
      await openAwake(page, at('/ar/docs/guides/start'));
      const { brand, search, overflow, width } = await page.evaluate(() => {
        const middle = (selector: string): number => {
          const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? { left: 0, right: 0 };
          return (left + right) / 2;
        };
        const { scrollWidth, clientWidth } = document.documentElement;
        return { brand: middle('.brand'), search: middle('.search-link'), overflow: scrollWidth - clientWidth, width: clientWidth };
      });
      expect(brand).toBeGreaterThan(width / 2);
      expect(search).toBeLessThan(width / 2);
      expect(overflow).toBe(0);
      // Code is left-to-right in every language.
      expect(await page.locator('figure.code pre').evaluate((pre) => getComputedStyle(pre).direction)).toBe('ltr');
    }),
  );

  test.each(['/ar/docs/guides/start', '/ar/docs/guides/sync', '/docs/1.0/guides/start'])('%s has no accessibility violations', (path) =>
    visit({}, async ({ page }) => {
      await openAwake(page, at(path));
      await page.click('.version-switcher summary');
      expect(await violationsInBothModes(page)).toEqual([]);
    }),
  );

  test('the menu of narrow screens has both switchers', () =>
    visit({ viewport: PHONE }, async ({ page }) => {
      await openAwake(page, at('/docs/guides/start'));
      await page.click('.menu-button');
      await page.click('.mobile-menu-switch');
      await page.click('.mobile-menu .locale-switcher summary');
      await page.click('.mobile-menu .locale-switcher a:text-is("العربية")');
      await page.waitForURL('**/ar/docs/guides/start');
      expect(place(page)).toBe('/site/ar/docs/guides/start');
    }));
});
