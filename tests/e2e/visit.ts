/** Visits to the sites under test. Each visit has its own page and ends with a check for problems. */
import type { BrowserContextOptions, Page, Request, ViewportSize } from 'playwright-core';
import { expect, inject } from 'vitest';
import { sharedBrowser, withPage, type PageProblems } from './browser.ts';

export const sites = inject('sites');

/** Page data that sites without a home page do not have. A prefetch of their brand's link fails. */
const MISSING_DATA = /\/(portal\/index|site\/index|site\/ar)\.json$/;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const WIDTHS = [
  ['1440', DESKTOP],
  ['390', PHONE],
] as const;

/** Timeout of each action. It is shorter than that of a test, so that the error names the action that failed. */
const ACTION_TIMEOUT_MS = 100_000;

export interface Visit {
  page: Page;
  problems: PageProblems;
  /** Warnings on the console so far. */
  warnings: string[];
  /** Addresses of all requests so far. */
  requests: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** Errors on the console that the test causes on purpose. */
  expected?: RegExp;
}

export type Visitor = <Result>(options: VisitOptions, use: (visit: Visit) => Promise<Result>) => Promise<Result>;

/**
 * Opens visits in the browser. Each visit ends with the assertion that the page logged no error (such as a hydration mismatch),
 * did not violate the Content-Security-Policy, and sent no request to another host.
 * @param withBlur whether the navbar blurs what is behind it, for tests of styles
 */
export function useBrowser({ withBlur = false } = {}): Visitor {
  return async ({ expected, ...options }, use) =>
    withPage(await sharedBrowser(), { viewport: DESKTOP, ...options }, async (page, problems) => {
      page.setDefaultTimeout(ACTION_TIMEOUT_MS);
      if (!withBlur) await page.addInitScript(disableBlur);
      const warnings: string[] = [];
      const requests: string[] = [];
      const context = page.context();
      context.on('request', (request: Request) => requests.push(request.url()));
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      const result = await use({ page, problems, warnings, requests });
      expect(problems.consoleErrors.filter((text) => !expected?.test(text) && !MISSING_DATA.test(text))).toEqual([]);
      expect(problems.cspViolations).toEqual([]);
      const hosts = new Set(requests.filter((url) => /^(http|ws)/.test(url)).map((url) => new URL(url).host));
      expect([...hosts].filter((host) => !/^(localhost|127\.0\.0\.1):/.test(host))).toEqual([]);
      return result;
    });
}

/**
 * Disables the blur behind the navbar, because without a GPU it takes a twentieth of the processor time of a visit. `will-change` keeps the
 * stacking context and the containing block that the blur creates.
 */
function disableBlur(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.navbar { backdrop-filter: none !important; will-change: backdrop-filter !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Returns an address on the own website. */
export const own = (path: string): string => sites.own + path.replace(/^\//, '');
/** Returns an address on the small site. */
export const small = (path: string): string => sites.small + path.replace(/^\//, '');

/** Loads React with a pointer movement, and waits until the shell is hydrated. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(2, 300);
  await page.mouse.move(4, 302);
  await page.waitForSelector('#live-region', { state: 'attached' });
  // The router starts directly after the progress bar is rendered.
  await page.waitForSelector('.progress-bar', { state: 'attached' });
}

/** Opens an address and hydrates its page. */
export async function openAwake(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await wake(page);
}

/** Disables the prefetching of visible links. */
export async function withoutLinksInView(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(
      window,
      'IntersectionObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  });
}

/** Marks the document, so that `isSameDocument` can detect a full page load. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => void Reflect.set(window, 'marked', true));
}

export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, 'marked') === true);
}

/** Waits until the page has this heading. */
export async function heading(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector('h1')?.textContent?.trim() === wanted, text);
}

/** Resizes the window as a reader would, and waits until the page has been laid out and shown in the new size. */
export async function resize(page: Page, viewport: ViewportSize): Promise<void> {
  await page.setViewportSize(viewport);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, viewport);
  // Resize observers run in the first frame, and the second one shows what they have changed.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Returns the path, query, and hash of the address. */
export function place(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}
