/** "Was this page helpful?" at the end of docs pages, on a server that keeps a query log and on a host that only serves files. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { READER_EVENT, type ReaderEvent } from '@quire/engine/client/page-events.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { violations } from '../a11y/violations.ts';
import { appOf } from './global-setup.ts';
import { openAwake, own, place, sites, useBrowser } from './visit.ts';

interface KeepsEvents {
  keepEvent(event: unknown): void;
}

const visit = useBrowser();
const QUESTION = '.page-rating';
/** The time of the start, because the log also contains entries of earlier runs. */
const START = Date.now();

/** Returns the log entries of this run about a page of the own website, the oldest first. */
function ratingsOf(path: string): unknown[] {
  const log = new DatabaseSync(join(sites.ownBuild, 'query-log.sqlite'), { readOnly: true });
  const rows = log
    .prepare("SELECT rating, query FROM query_log WHERE source = 'page' AND page = ? AND time >= ? ORDER BY time, id")
    .all(path, START);
  log.close();
  return rows.map((row) => [row['rating'], row['query']]);
}

async function choose(page: Page, answer: 'Yes' | 'No'): Promise<void> {
  await page.getByRole('region', { name: 'Was this page helpful?' }).getByRole('button', { name: answer }).click();
}

describe('a rating', () => {
  test('is stored with the redacted comment, and the reader is thanked', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, own('/docs/cli'));
      await choose(page, 'No');
      await page.getByLabel('What is missing or wrong? (optional)').fill('Where is --dry-run? Write to ana@example.com');
      expect(await violations(page, { within: QUESTION })).toEqual([]);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Thank you.').waitFor();
      expect(await page.locator(`${QUESTION} form`).count()).toBe(0);
      const [entry] = ratingsOf('/docs/cli') as [string, string][];
      expect(entry).toEqual(['negative', expect.stringContaining('Where is --dry-run?')]);
      expect(entry?.[1]).not.toContain('ana@example.com');
    }));

  test('can be given with the keyboard', () =>
    visit({}, async ({ page }) => {
      await openAwake(page, own('/docs/domains'));
      await page.locator(`${QUESTION} button`).first().focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('What helped you? (optional)').waitFor();
      await page.keyboard.type('The steps.');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Thank you.').waitFor();
      expect(ratingsOf('/docs/domains')).toEqual([['positive', 'The steps.']]);
    }));

  test.each([
    [
      'follows a link',
      async (page: Page) => {
        await page.locator('.pager a').last().click();
        await page.waitForFunction(() => location.pathname !== '/docs/quickstart');
      },
      '/docs/quickstart',
    ],
    ['leaves the site', (page: Page) => page.goto('about:blank'), '/docs/tags'],
  ] as const)('without a comment is stored once when the reader %s', (_, leave, path) =>
    visit({}, async ({ page }) => {
      await openAwake(page, own(path));
      await choose(page, 'Yes');
      await page.getByLabel('What helped you? (optional)').waitFor();
      await leave(page);
      await vi.waitFor(() => expect(ratingsOf(path)).toEqual([['positive', '']]), { timeout: 10_000 });
    }),
  );

  test('can be sent again after a failure, and is reported to analytics once', () =>
    visit({ expected: /503/ }, async ({ page }) => {
      const reported: unknown[] = [];
      await page.exposeFunction('keepEvent', (event: unknown) => reported.push(event));
      await page.addInitScript((name) => {
        document.addEventListener(name, (event) => (globalThis as unknown as KeepsEvents).keepEvent((event as CustomEvent).detail));
      }, READER_EVENT);
      let failures = 1;
      await page.route('**/rest/v1/page_ratings', (route) => (failures-- > 0 ? route.fulfill({ status: 503 }) : route.continue()));
      await openAwake(page, own('/docs/what-is-datahub/datahub-concepts'));
      await choose(page, 'No');
      await page.getByLabel('What is missing or wrong? (optional)').fill('A picture.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('could not be saved').waitFor();
      expect(await page.getByLabel('What is missing or wrong? (optional)').inputValue()).toBe('A picture.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Thank you.').waitFor();
      const path = '/docs/what-is-datahub/datahub-concepts';
      expect(place(page)).toBe(path);
      expect(reported.filter((event) => (event as ReaderEvent).name === 'rating')).toEqual([
        { name: 'rating', of: 'page', path, rating: 'negative' },
      ]);
    }));
});

test('is also requested after a navigation, and only on docs pages', () =>
  visit({}, async ({ page }) => {
    // The address changes before the content, so a change of the address does not tell that the question of the former page is gone.
    const follow = async (selector: string): Promise<void> => {
      const former = await page.locator('h1').textContent();
      await page.locator(selector).click();
      await page.waitForFunction((text) => document.querySelector('h1')?.textContent !== text, former);
    };
    await openAwake(page, own('/docs/quickstart'));
    await page.locator(`${QUESTION} button`).first().waitFor();
    await follow('.pager a >> nth=-1');
    await page.locator(`${QUESTION} button`).first().waitFor();
    expect(await page.locator(QUESTION).count()).toBe(1);
    await follow('.navbar a[href="/integrations"] >> nth=0');
    await page.waitForFunction(() => location.pathname === '/integrations');
    expect(await page.locator(QUESTION).count()).toBe(0);
  }));

describe('on a static host', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await listen(await appOf(sites.ownBuild, null), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
  });
  afterAll(() => server.close());

  test('readers are not asked, because no server stores ratings', () =>
    visit({}, async ({ page, requests }) => {
      await openAwake(page, `${server.url}/docs/quickstart`);
      await page.waitForLoadState('networkidle');
      expect(requests.filter((url) => url.includes('page-rating')).map((url) => new URL(url).pathname)).toEqual(['/page-ratings.json']);
      expect(await page.locator(QUESTION).count()).toBe(0);
    }));
});
