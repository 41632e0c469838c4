import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { violations } from '../a11y/violations.ts';
import { DESKTOP, PHONE, heading, openAwake, own, place, sites, small, useBrowser, wake } from './visit.ts';

const visit = useBrowser();

test('R-105 D3 the HTML contains only the open category of the sidebar', async () => {
  const html = await (await fetch(small('/docs/area/one'))).text();
  expect(html).toContain('href="/portal/docs/area/two"');
  expect(html).not.toContain('href="/portal/docs/topics/alpha"');
  expect(html).not.toContain('href="/portal/docs/area/deep/three"><');
  expect(html).not.toContain('integrations-filter');
});

test('R-105 a category is fetched once, when it is opened, and the others stay open', () =>
  visit({}, async ({ page, requests }) => {
    await openAwake(page, small('/docs/area/one'));
    await page.click('.sidebar summary:has-text("Topics")');
    await page.waitForSelector('.sidebar a:text-is("Alpha")');
    expect(await page.locator('.sidebar a:text-is("Two")').isVisible()).toBe(true);
    await page.click('.sidebar summary:text-is("Deep")');
    await page.waitForSelector('.sidebar a:text-is("Three")');
    await page.click('.sidebar summary:has-text("Topics")');
    await page.waitForSelector('.sidebar a:text-is("Alpha")', { state: 'hidden' });
    await page.click('.sidebar summary:has-text("Topics")');
    await page.waitForSelector('.sidebar a:text-is("Alpha")');
    expect(requests.filter((url) => url.includes('/portal/sidebar/')).map((url) => new URL(url).pathname)).toEqual([
      '/portal/sidebar/topics.json',
      '/portal/sidebar/area--deep.json',
    ]);
  }));

test('R-105 the current page is marked and its category is open, also after a navigation', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/second'));
    const current = () => page.locator('.sidebar a[aria-current="page"]').allInnerTexts();
    expect(await current()).toEqual(['Second page']);
    await page.click('main a:text-is("the first of the area")');
    await heading(page, 'One');
    expect(await current()).toEqual(['One']);
    expect(await page.locator('.sidebar details:has(a[aria-current])').getAttribute('open')).not.toBeNull();
    await page.click('.pager [rel="next"]');
    await heading(page, 'Two');
    expect(await current()).toEqual(['Two']);
  }));

test('R-105 an opened category stays open on other pages', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    await page.click('.sidebar summary:has-text("Topics")');
    await page.click('.sidebar a:text-is("Beta")');
    await heading(page, 'Beta');
    await page.click('.sidebar a:text-is("Guide")');
    await heading(page, 'Guide');
    expect(await page.locator('.sidebar a:text-is("Alpha")').isVisible()).toBe(true);
  }));

test('R-105 a category whose file is missing still leads to its pages', () =>
  visit({ expected: /404/ }, async ({ page }) => {
    await page.route('**/sidebar/area.json', (route) => route.fulfill({ status: 404, body: '' }));
    await openAwake(page, small('/docs/guide'));
    await page.click('.sidebar summary:text-is("Area")');
    await page.click('.sidebar a:text-is("Go to Area")');
    await heading(page, 'One');
    expect(place(page)).toBe('/portal/docs/area/one');
  }));

test('a page without a category has no breadcrumbs', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    expect(await page.locator('.breadcrumbs').count()).toBe(0);
  }));

test('R-105 a page has breadcrumbs, links to the previous and next page, and an edit link', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/area/deep/three'));
    expect(await page.locator('.breadcrumbs li').allInnerTexts()).toEqual(['Area', 'Deep', 'Three']);
    expect(await page.getAttribute('.breadcrumbs li:last-child', 'aria-current')).toBe('page');
    expect(await page.getAttribute('.pager [rel="prev"]', 'href')).toBe('/portal/docs/area/two');
    expect(await page.getAttribute('.pager [rel="next"]', 'href')).toBe('/portal/docs/topics/overview');
    const edit = page.locator('.doc-footer a:has-text("Edit this page")');
    expect(await edit.getAttribute('href')).toBe('https://code.example.org/small/edit/area/deep/three.md');
    await page.goto(small('/docs/guide'));
    expect(await page.locator('.pager [rel="prev"]').count()).toBe(0);
  }));

test('R-105 a page in Git shows its last update, with the author unless the configuration hides it', () =>
  visit({}, async ({ page }) => {
    await page.goto(own('/docs/quickstart'));
    const data = JSON.parse(await readFile(join(sites.ownBuild, 'site/docs/quickstart.json'), 'utf8')) as {
      lastUpdate: { author: string | null; date: string } | null;
    };
    const shown = page.locator('.doc-footer p');
    if (data.lastUpdate === null) return expect(await shown.count()).toBe(0);
    const { author, date } = data.lastUpdate;
    expect(await shown.innerText()).toMatch(
      new RegExp(`^Last updated ${author === null ? '' : `by ${author} `}on \\w{3} \\d{1,2}, \\d{4}$`),
    );
    expect(date).toContain((await page.getAttribute('.doc-footer time', 'datetime')) ?? 'nothing');
  }));

test('R-105 the table of contents marks the current heading', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    const levels = await page
      .locator('.contents li')
      .evaluateAll((items) => [...new Set(items.map((item) => (item as HTMLElement).dataset['level']))]);
    expect(levels.toSorted()).toEqual(['2', '3']);
    for (const id of ['part-3', 'detail-7', 'part-1']) {
      await page.evaluate((target) => document.getElementById(target)?.scrollIntoView(), id);
      await page.waitForSelector(`.contents a[href="#${id}"][aria-current="true"]`);
      expect(await page.locator('.contents a[aria-current]').count()).toBe(1);
    }
  }));

test('R-105 a long table of contents scrolls to the current heading', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/graphql/inputObjects'));
    const panel = page.locator('.contents');
    expect(await panel.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > 2 * clientHeight)).toBe(true);
    for (const share of [0.5, 0.9, 0.1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share);
      await page.waitForFunction(() => {
        const [entry, frame] = ['.contents [aria-current]', '.contents'].map((part) =>
          document.querySelector(part)?.getBoundingClientRect(),
        );
        return entry !== undefined && frame !== undefined && entry.top >= frame.top && entry.bottom <= Math.min(frame.bottom, innerHeight);
      });
    }
  }));

test('R-105 a table of contents with many headings shows the sections of the part that the reader has reached', () =>
  visit({}, async ({ page }) => {
    const shown = (): Promise<string[]> =>
      page
        .locator('.contents ul ul')
        .evaluateAll((lists) =>
          lists.filter(({ clientHeight }) => clientHeight > 0).map((list) => list.parentElement?.innerText.split('\n')[0] ?? ''),
        );
    await page.goto(own('/docs/graphql/mutations'));
    expect(await page.locator('.contents details > ul > li').count()).toBe(10);
    expect(await shown()).toEqual([]);
    await wake(page);
    await page.evaluate(() => document.getElementById('addterm')?.scrollIntoView());
    await page.waitForSelector('.contents a[href="#addterm"][aria-current="true"]');
    expect(await shown()).toEqual(['Business glossary']);
    // A link that is clicked stays below the pointer, and the sections of a part that is reached with the keyboard are shown instead.
    await page.click('.contents a[href="#topic-ingestion"]');
    await page.waitForSelector('.contents a[href="#topic-ingestion"][aria-current="true"]');
    expect(await shown()).toEqual(['Ingestion']);
    await page.focus('.contents a[href="#topic-people"]');
    await page.keyboard.press('Tab');
    expect(await shown()).toEqual(['People, groups, and access']);
    expect(await page.locator('.contents ul ul a:focus').count()).toBe(1);
  }));

test('without JavaScript, a table of contents with many headings shows all of them', () =>
  visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(own('/docs/graphql/mutations'));
    expect(await page.locator('.contents a[href="#addterm"]').isVisible()).toBe(true);
  }));

test('R-105 at 390 px, the table of contents is collapsible and leads to a heading', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, small('/docs/guide'));
    expect(await page.locator('.contents a[href="#part-5"]').isVisible()).toBe(false);
    const tops = await page.locator('h1, .contents, .prose > p').evaluateAll((parts) => {
      const ordered = parts.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
      return ordered.slice(0, 3).map((part) => part.tagName.toLowerCase());
    });
    expect(tops).toEqual(['h1', 'nav', 'p']);
    await page.click('.contents summary');
    await page.click('.contents a[href="#part-5"]');
    await page.waitForFunction(() => {
      const top = document.querySelector('#part-5')?.getBoundingClientRect().top ?? 0;
      return top >= 64 && top < 120;
    });
  }));

test('at 390 px, a link to a section shows on which page it is, and the list of sections opens and closes over the text', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, small('/docs/guide#part-5'));
    const [title, bar, target] = [page.locator('.contents-page'), page.locator('.contents summary'), page.locator('#part-5')];
    const topOf = async (id: string): Promise<number> => (await page.locator(id).boundingBox())?.y ?? Number.NaN;
    expect(await title.innerText()).toBe(await page.locator('h1').textContent());
    expect(await title.evaluate((element) => getComputedStyle(element).visibility)).toBe('visible');
    const [frame, section] = [await bar.boundingBox(), await target.boundingBox()];
    if (frame === null || section === null) throw new Error('The bar or the section is not visible.');
    expect(section.y).toBeGreaterThan(frame.y + frame.height);
    await bar.click();
    expect(await page.locator('.contents a[href="#part-2"]').isVisible()).toBe(true);
    expect(await topOf('#part-5')).toBe(section.y);
    await page.click('.contents a[href="#part-2"]');
    expect(await page.locator('.contents a[href="#part-2"]').isVisible()).toBe(false);
    // Above the first section, the title of the page is visible itself.
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForFunction(() => getComputedStyle(document.querySelector('.contents-page') as Element).visibility === 'hidden');
  }));

test('R-105 at 390 px, the article does not move when the table of contents, which follows it in the HTML, arrives', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    const top = (): Promise<number> =>
      page
        .locator('.prose > p')
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    const complete = await top();
    await page.locator('.docs-main > .contents').evaluate((contents) => contents.remove());
    expect(Math.abs((await top()) - complete)).toBeLessThan(1);
    await page.locator('.docs-main').evaluate((main) => delete main.dataset['contents']);
    expect(complete - (await top())).toBeGreaterThan(40);
  }));

test('R-105 the sidebar scrolls to the current entry and cannot be hidden', () =>
  visit({ viewport: { ...DESKTOP, height: 500 } }, async ({ page }) => {
    const pages = JSON.parse(await readFile(join(sites.ownBuild, 'pages.json'), 'utf8')) as { path: string }[];
    expect(pages.some(({ path }) => path === '/docs/cli')).toBe(true);
    await page.goto(own('/docs/cli'));
    await wake(page);
    const box = await page.locator('.sidebar a[aria-current="page"]').boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(500);
    expect(await page.locator('.sidebar button').count()).toBe(0);
  }));

test('R-106 the last opened version of the docs is stored as the preferred one', () =>
  visit({}, async ({ page }) => {
    await page.goto(small('/docs/guide'));
    const kept = () => page.evaluate(() => localStorage.getItem('docs-preferred-version-default'));
    expect(await kept()).toBeNull();
    await wake(page);
    expect(await kept()).toBe('current');
  }));

test('R-603 a page can be used with AI tools: as Markdown, in a chat, and from an editor', () =>
  visit({}, async ({ page }) => {
    await openAwake(page, own('/docs/quickstart'));
    await page.click('[data-use-with-ai]');
    await page.waitForSelector('.use-with-ai[open]');
    expect(await page.innerText('.use-with-ai .ai-client code')).toContain(`${new URL(page.url()).origin}/mcp`);
    expect(await page.getAttribute('.use-with-ai a:text-is("View as Markdown")', 'href')).toMatch(/^\/docs\/.*\.md$/);
    expect(await violations(page, { within: '.use-with-ai' })).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.use-with-ai', { state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-use-with-ai'))).toBe(true);
  }));
