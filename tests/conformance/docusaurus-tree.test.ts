/** A small Docusaurus tree with typical features, built by configuration alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readEnvironment } from '@quire/engine/config/env.ts';
import { serve } from '@quire/engine/server/main.ts';

import { sharedBrowser, withPage } from '../e2e/browser.ts';
import { builtTree } from './build-fixture.ts';

const { dir, result, dataOf } = builtTree('docusaurus');
const routes = (): string[] =>
  (JSON.parse(readFileSync(join(dir, 'build/pages.json'), 'utf8')) as { path: string; kind: string }[])
    .filter(({ kind }) => kind === 'doc')
    .map(({ path }) => path)
    .toSorted();

test('R-605 every page has its route, and nothing is reported', () => {
  expect(routes()).toEqual([
    '/docs',
    '/docs/api/events',
    '/docs/api/rest',
    '/docs/guides',
    '/docs/guides/first-job',
    '/docs/guides/retries',
  ]);
  expect(result().warnings).toEqual([]);
});

test('R-605 a link can name any file of the site with its alias', () => {
  expect(dataOf('/docs').body).toMatch(/<a href="\/assets\/files\/job-\w+-py\.txt" download="job\.py">program of the first job<\/a>/);
});

test.each([
  ['/docs', []],
  ['/docs/guides', []],
  ['/docs/guides/first-job', ['Guides']],
  ['/docs/guides/retries', ['Guides']],
  ['/docs/api/rest', ['API']],
  ['/docs/api/events', ['API']],
])('R-605 %s has the right position in the sidebar', (route, categories) => {
  expect(
    dataOf(route)
      .breadcrumbs.slice(0, -1)
      .map(({ label }) => label),
  ).toEqual(categories);
});

test('R-605 the reading order follows the sidebar and uses its labels', () => {
  expect(dataOf('/docs').next).toMatchObject({ path: '/docs/guides' });
  expect(dataOf('/docs/guides/first-job').next).toMatchObject({ path: '/docs/guides/retries' });
  expect(dataOf('/docs/api/rest').next).toMatchObject({ label: 'Event stream', path: '/docs/api/events' });
});

test('R-605 tabs, admonitions, details, tables, pictures, and includes are rendered', () => {
  const intro = dataOf('/docs').body;
  expect(intro.match(/role="tab"/g)).toHaveLength(2);
  expect(intro).toContain('Ports below 1024');
  expect(intro).toContain('href="/docs/api/rest#list-jobs"');
  const job = dataOf('/docs/guides/first-job').body;
  expect(job).toContain('kestrel');
  expect(job).toContain('<table>');
  expect(job).toContain('class="admonition warning"');
  const retries = dataOf('/docs/guides/retries').body;
  expect(retries).toMatch(/<details>[\s\S]*One second, then two/);
  expect(retries).toContain('id="give-up"');
});

test('R-605 no Markdown source is visible', () => {
  for (const route of routes()) {
    const text = dataOf(route).body.replace(/<figure class="code"[\s\S]*?<\/figure>/g, '');
    expect(text, route).not.toMatch(/^:::|>:::|&lt;(?:Tabs|TabItem)|\{\{ inline|import .* from '@|\{\/\*|<!--/m);
  }
});

test('R-214 pages contain no scripts, event handlers, styles, or frames of the tree', () => {
  for (const route of routes()) expect(dataOf(route).body, route).not.toMatch(/<script|<iframe|\son\w+=|\sstyle=|javascript:/i);
});

test('R-605 a reader finds pages in the sidebar, chooses a tab, and follows the reading order', async () => {
  const options = { dir: join(dir, 'build'), port: 0, host: '127.0.0.1', environment: readEnvironment({}), env: {} };
  const server = await serve({ ...options, log: () => undefined });
  onTestFinished(() => server.close());
  await withPage(await sharedBrowser(), { viewport: { width: 1440, height: 900 } }, async (page, problems) => {
    const heading = (text: string) => page.waitForSelector(`h1:text-is("${text}")`);
    await page.goto(`${server.url}docs`);
    await heading('What Kestrel does');
    expect(await page.isVisible('text=kestrel.exe start')).toBe(false);
    await page.click('[role="tab"]:text-is("Windows")');
    await page.waitForSelector('text=kestrel.exe start');
    expect(await page.innerText('.admonition.note')).toContain('They need the rights of an administrator.');
    await page.click('.sidebar a:text-is("Guides")');
    await page.waitForURL('**/docs/guides');
    await page.click('.sidebar summary:has-text("API")');
    await page.click('.sidebar a:text-is("Event stream")');
    await page.waitForURL('**/docs/api/events');
    // The address changes before the page does, and the earlier page has a link to the previous one, too.
    await heading('Events');
    await page.click('.pager a[rel="prev"]');
    await page.waitForURL('**/docs/api/rest');
    const [link, code] = await page
      .locator('td a')
      .first()
      .evaluate((a) => [a, a.querySelector('code') ?? a].map((element) => getComputedStyle(element).color));
    expect(code, 'code in a link has its color, also if it is bold').toBe(link);
    expect(problems.consoleErrors).toEqual([]);
    expect(problems.cspViolations).toEqual([]);
  });
});
