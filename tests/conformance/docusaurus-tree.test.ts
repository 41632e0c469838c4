/** A small Docusaurus tree with what such trees use: built by configuration alone. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildSite, type BuildResult } from '@quire/engine/build/build.ts';
import { createPhases } from '@quire/engine/build/phases.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { PageData } from '@quire/engine/model/page.ts';

import { PROJECT_ROOT, SHARED_CACHE } from './build-fixture.ts';

const TREE = join(PROJECT_ROOT, 'tests/trees/docusaurus');
const dir = mkdtempSync(join(tmpdir(), 'docusaurus-tree-'));
let result: BuildResult;

beforeAll(async () => {
  result = await buildSite({
    config: await loadConfig(join(TREE, 'site.config.ts'), {}),
    outDir: join(dir, 'build'),
    cacheDir: SHARED_CACHE,
    phases: createPhases(null),
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

const dataOf = (route: string): PageData => JSON.parse(readFileSync(join(dir, `build/site${route}.json`), 'utf8')) as PageData;
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
  expect(result.warnings).toEqual([]);
});

test.each([
  ['/docs', []],
  ['/docs/guides', []],
  ['/docs/guides/first-job', ['Guides']],
  ['/docs/guides/retries', ['Guides']],
  ['/docs/api/rest', ['API']],
  ['/docs/api/events', ['API']],
])('R-605 %s is at its place in the sidebar', (route, categories) => {
  expect(
    dataOf(route)
      .breadcrumbs.slice(0, -1)
      .map(({ label }) => label),
  ).toEqual(categories);
});

test('R-605 reading order follows the sidebar, with the label that the sidebar gives', () => {
  expect(dataOf('/docs').next).toMatchObject({ path: '/docs/guides' });
  expect(dataOf('/docs/guides/first-job').next).toMatchObject({ path: '/docs/guides/retries' });
  expect(dataOf('/docs/api/rest').next).toMatchObject({ label: 'Event stream', path: '/docs/api/events' });
});

test('R-605 tabs, admonitions, details, tables, pictures and includes are rendered', () => {
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

test('R-605 no source shows through', () => {
  for (const route of routes()) {
    const text = dataOf(route).body.replace(/<figure class="code"[\s\S]*?<\/figure>/g, '');
    expect(text, route).not.toMatch(/^:::|>:::|&lt;(?:Tabs|TabItem)|\{\{ inline|import .* from '@|\{\/\*|<!--/m);
  }
});

test('R-214 nothing of a tree can run: no scripts, handlers, styles or frames', () => {
  for (const route of routes()) expect(dataOf(route).body, route).not.toMatch(/<script|<iframe|\son\w+=|\sstyle=|javascript:/i);
});
