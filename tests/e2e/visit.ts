/** A visit to one of the sites under test: a page of its own, and at the end the look at what went wrong meanwhile. */
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { expect, inject } from 'vitest';
import { sharedBrowser, withPage, type PageProblems } from './browser.ts';

export const sites = inject('sites');

/** Sites of documentation only: what their brand leads to cannot be fetched ahead. */
const ABSENT = /\/(portal\/index|site\/index|site\/ar)\.json$/;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const WIDTHS = [
  ['1440', DESKTOP],
  ['390', PHONE],
] as const;

/** How long a page may take on a machine with much else to do; a little less than what a test has, so that a failure says what was awaited. */
const PATIENCE_MS = 100_000;

export interface Visit {
  page: Page;
  problems: PageProblems;
  /** Warnings on the console, as they come. */
  warnings: string[];
  /** Addresses of all requests, as they go. */
  requests: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** Errors on the console that the test provokes. */
  expected?: RegExp;
}

export type Visitor = <Result>(options: VisitOptions, use: (visit: Visit) => Promise<Result>) => Promise<Result>;

/**
 * Opens visits in the browser. Each visit ends with the assertion that the page logged no error (a hydration
 * complaint is one), violated no policy, and asked no other host for anything.
 */
export function useBrowser(): Visitor {
  return async ({ expected, ...options }, use) =>
    withPage(await sharedBrowser(), { viewport: DESKTOP, ...options }, async (page, problems) => {
      page.setDefaultTimeout(PATIENCE_MS);
      const warnings: string[] = [];
      const requests: string[] = [];
      const context = page.context();
      context.on('request', (request: Request) => requests.push(request.url()));
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      const result = await use({ page, problems, warnings, requests });
      expect(problems.consoleErrors.filter((text) => !expected?.test(text) && !ABSENT.test(text))).toEqual([]);
      expect(problems.cspViolations).toEqual([]);
      const hosts = new Set(requests.filter((url) => /^(http|ws)/.test(url)).map((url) => new URL(url).host));
      expect([...hosts].filter((host) => !/^(localhost|127\.0\.0\.1):/.test(host))).toEqual([]);
      return result;
    });
}

/** Address on the own site. */
export const own = (path: string): string => sites.own + path.replace(/^\//, '');
/** Address on the small site, below its base URL. */
export const small = (path: string): string => sites.small + path.replace(/^\//, '');

/** Brings React by a movement of the pointer, and waits until the shell is there. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(2, 300);
  await page.mouse.move(4, 302);
  await page.waitForSelector('#live-region', { state: 'attached' });
  // The router listens right after the status part is rendered.
  await page.waitForSelector('.progress-bar', { state: 'attached' });
}

/** Opens an address with React in. */
export async function openAwake(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await wake(page);
}

/** Takes the links in view out of the way, so that what is fetched is fetched for another reason. */
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

/** Marks the document; `isSameDocument` tells whether it is still the marked one. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => void Reflect.set(window, 'marked', true));
}

export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, 'marked') === true);
}

/** Waits for a page's heading. */
export async function heading(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector('h1')?.textContent?.trim() === wanted, text);
}

/** The path and hash in the address bar. */
export function place(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}
