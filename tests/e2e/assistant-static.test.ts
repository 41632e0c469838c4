/** The assistant on static hosts, where a worker answers from the search index. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { appOf } from './global-setup.ts';
import { openAwake, sites, useBrowser } from './visit.ts';

const SORRY = 'Sorry, I am not sure how to answer that.';

/** A build for static hosts, and a build for a server that is published on a static host. */
let staticServer: RunningServer;
let serverBuildHost: RunningServer;

async function serveFiles(dir: string): Promise<RunningServer> {
  return listen(await appOf(dir, null), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
}

beforeAll(async () => {
  staticServer = await serveFiles(sites.staticBuild);
  serverBuildHost = await serveFiles(sites.ownBuild);
});
afterAll(async () => void (await Promise.all([staticServer.close(), serverBuildHost.close()])));

const visit = useBrowser();

async function ask(page: Page, question: string): Promise<void> {
  await page.fill('.ask-dialog .ask-input', question);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.ask-turn:last-of-type[aria-busy="false"]');
}

async function open(page: Page, server: RunningServer): Promise<void> {
  await openAwake(page, `${server.url}/docs/quickstart`);
  await page.click('[data-ask]');
  await page.waitForSelector('.ask-dialog[open]');
}

describe('R-601 without a server', () => {
  test('questions are answered with sources or refused, no question leaves the browser, and code in steps has space above and below', () =>
    visit({}, async ({ page, requests }) => {
      await open(page, staticServer);
      await ask(page, 'How do I delete a dataset?');
      expect(await page.locator('.ask-citation').count()).toBeGreaterThan(0);
      expect(await page.locator('.ask-sources a').count()).toBeGreaterThan(0);
      await ask(page, 'Who won the football world cup in 1974?');
      expect(await page.innerText('.ask-turn:last-of-type .ask-answer')).toContain(SORRY);
      await ask(page, 'How do I sign in with Okta?');
      const margins = await page
        .locator('.ask-answer li > .ask-code')
        .evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block).marginBlock));
      expect(new Set(margins)).toEqual(new Set(['8px']));
      expect(requests.filter((url) => /\/(v1|rest)\//.test(url))).toEqual([]);
      expect(requests.filter((url) => /search-index-\w+\.bin/.test(url))).toHaveLength(1);
    }));

  test('a site that was built for a server also answers', () =>
    visit({ expected: /404|405|Error logging query/ }, async ({ page, requests }) => {
      await open(page, serverBuildHost);
      await ask(page, 'How do I delete a dataset?');
      await ask(page, 'What is a domain?');
      expect(await page.locator('.ask-turn:last-of-type .ask-citation').count()).toBeGreaterThan(0);
      expect(requests.filter((url) => url.includes('/v1/completions'))).toHaveLength(1);
    }));

  test('a missing index is reported, and the request can be retried', () =>
    visit({ expected: /503|search-index/ }, async ({ page }) => {
      await page.context().route('**/search-index.json', (route) => route.fulfill({ status: 503, body: '' }));
      await open(page, staticServer);
      await ask(page, 'What is a domain?');
      expect(await page.innerText('.ask-notice p')).toBe('The answer could not be fetched. Check your network connection, then ask again.');
      await page.context().unroute('**/search-index.json');
      await page.click('.ask-notice button');
      await page.waitForSelector('.ask-citation');
    }));
});
