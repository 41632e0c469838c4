import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inject, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { DESKTOP, openAwake, own, PHONE, resize, useBrowser } from '../e2e/visit.ts';

const visit = useBrowser();

/** The pages with the most HTML, whose tables have the most varied content. */
const HEAVIEST = htmlFiles(join(inject('sites').ownBuild, 'site'))
  .toSorted((one, other) => other.bytes - one.bytes)
  .slice(0, 5)
  .map(({ path }) => path);

function htmlFiles(folder: string): { path: string; bytes: number }[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // Each page also exists as a file without a folder of its own.
      .filter((file) => file.startsWith('docs/') && file.endsWith('/index.html'))
      .map((file) => ({ path: `/${file.replace(/\/index\.html$/, '')}`, bytes: statSync(join(folder, file)).size }))
  );
}

/** Returns parts of identifiers in tables, headings, and the table of contents that are broken across lines although the build permits no break there. */
function brokenIdentifiers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    const broken: string[] = [];
    for (const code of document.querySelectorAll('.prose :is(td, th, h2, h3, h4) code, .contents a')) {
      for (const node of code.childNodes) {
        const text = node.textContent ?? '';
        if (node.nodeType !== Node.TEXT_NODE || !/^\w{2,}$/.test(text)) continue;
        range.selectNodeContents(node);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(text);
      }
    }
    return broken;
  });
}

/** Returns focusable blocks that do not scroll. */
function idleTabStops(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(':is(pre, .table, .diagram)[tabindex="0"]')]
      .filter((block) => block.scrollWidth <= block.clientWidth + 1)
      .map((block) => block.textContent.slice(0, 40)),
  );
}

/** Returns the text of the page that is below a button of the assistant, at the start of the page, in its middle, or at its end. */
function coveredText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    const isBelow = (button: DOMRect, text: Node): boolean => {
      range.selectNodeContents(text);
      return [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => left < button.right && right > button.left && top < button.bottom && bottom > button.top,
      );
    };
    const covered: string[] = [];
    for (const part of [0, 0.5, 1]) {
      scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight));
      for (const button of document.querySelectorAll('[data-ask]')) {
        if (button.closest('.navbar') !== null) continue;
        const box = button.getBoundingClientRect();
        const points = [0.05, 0.5, 0.95].flatMap((x) =>
          [0.1, 0.5, 0.9].map((y) => [box.left + x * box.width, box.top + y * box.height] as const),
        );
        const below = new Set(
          points.flatMap(([x, y]) => document.elementsFromPoint(x, y)).filter((element) => element.closest('main, .footer')),
        );
        const texts = [...below].flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE));
        for (const text of texts) if (isBelow(box, text)) covered.push(`${part}: ${text.textContent ?? ''}`);
      }
    }
    return covered;
  });
}

test('R-607 the five largest pages and one with long names in headings have no broken identifier, no needless tab stop, and no covered text', () =>
  visit({ viewport: DESKTOP }, async ({ page }) => {
    expect(new Set(HEAVIEST).size).toBe(5);
    for (const path of [...HEAVIEST, '/docs/python-sdk/builder']) {
      // Leave the last page first, because a large page takes long to be laid out in another size.
      await page.goto('about:blank');
      await page.setViewportSize(DESKTOP);
      await openAwake(page, own(path));
      await page.evaluate(() => {
        for (const entry of document.querySelectorAll<HTMLElement>('.prose .reference')) entry.style.contentVisibility = 'visible';
      });
      for (const viewport of [DESKTOP, PHONE]) {
        const place = `${path} at ${viewport.width} px`;
        await resize(page, viewport);
        expect(await brokenIdentifiers(page), `${place}: broken identifiers`).toEqual([]);
        expect(await idleTabStops(page), `${place}: idle tab stops`).toEqual([]);
        expect(await coveredText(page), `${place}: covered text`).toEqual([]);
      }
    }
  }));

test('R-607 the check finds a broken identifier, a needless tab stop, and covered text', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    await openAwake(page, own('/docs/graphql/enums'));
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '.prose td code { display: inline-block; inline-size: 1ch; overflow-wrap: anywhere } [data-ask] { position: fixed; inset: 50% auto auto 50% }',
      );
      document.adoptedStyleSheets.push(sheet);
      for (const table of document.querySelectorAll<HTMLElement>('.table')) table.tabIndex = 0;
    });
    expect(await brokenIdentifiers(page)).not.toEqual([]);
    expect(await idleTabStops(page)).not.toEqual([]);
    expect(await coveredText(page)).not.toEqual([]);
  }));

const ZOOMS = [
  ['390 px', PHONE],
  ['200 %', { width: 640, height: 360 }],
  ['400 %', { width: 320, height: 256 }],
] as const;

test('R-607 the button of the assistant covers no text and fits into the navbar at 390 px, 200 %, and 400 %', () =>
  visit({ viewport: PHONE }, async ({ page }) => {
    for (const path of ['/', '/docs/', '/docs/quickstart', '/integrations']) {
      await page.goto(own(path));
      await page.mouse.move(4, 90);
      await page.mouse.move(6, 92);
      await page.waitForSelector('.progress-bar', { state: 'attached' });
      for (const [name, viewport] of ZOOMS) {
        await resize(page, viewport);
        expect(await coveredText(page), `${path} at ${name}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} at ${name}`).toBeLessThanOrEqual(0);
      }
    }
  }));
