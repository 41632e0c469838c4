/** Docs in several folders, players, front matter and long tags: what the fixture tree `pages` has. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildSite, type BuildResult } from '@quire/engine/build/build.ts';
import { createPhases } from '@quire/engine/build/phases.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { PageData } from '@quire/engine/model/page.ts';

import { PROJECT_ROOT } from './build-fixture.ts';

const dir = mkdtempSync(join(tmpdir(), 'pages-tree-'));
let result: BuildResult;
beforeAll(async () => {
  result = await buildSite({
    config: await loadConfig(join(PROJECT_ROOT, 'tests/trees/pages/site.config.ts'), {}),
    outDir: join(dir, 'build'),
    cacheDir: join(PROJECT_ROOT, '.cache/conformance'),
    phases: createPhases(null),
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

const read = (path: string): string => readFileSync(join(dir, 'build/site', path), 'utf8');
/** The labels of the sidebar, which pages of one category share as a file. */
const sidebarOf = (route: string): string[] => {
  const { sidebar } = JSON.parse(read(`${route}.json`)) as { sidebar: string };
  return (JSON.parse(read(sidebar)) as { label: string }[]).map(({ label }) => label);
};
const dataOf = (route: string): PageData => JSON.parse(read(`${route}.json`)) as PageData;

test('R-605 folders of docs have routes and sidebars of their own, and link to one another', () => {
  const rules = dataOf('/community/rules');
  expect(rules.body).toMatch(/href="\/docs\/players#videos"[^]*href="\/community\/monday"/);
  expect(sidebarOf('/community/rules')).toEqual(['Rules of the house', 'Meetings']);
  expect(rules.next).toMatchObject({ path: '/community/monday' });
  const monday = dataOf('/community/monday');
  expect([monday.previous?.path, monday.next, monday.breadcrumbs.map(({ label }) => label)]).toEqual([
    '/community/rules',
    null,
    ['Meetings', '1'],
  ]);
  expect(monday.body).toContain('href="/posts/2026/03/04/colors"');
  expect(sidebarOf('/docs/players')).not.toContain('Rules of the house');
});

test('R-605 posts have their date in the route, and the newest is first', () => {
  const clocks = dataOf('/posts/2026/05/06/clocks');
  expect([clocks.lastUpdate?.date, clocks.next?.path]).toEqual(['2026-05-06', '/posts/2026/03/04/colors']);
});

test('R-605 front matter has its effect', () => {
  const start = dataOf('/docs');
  expect(start.body).toContain('<h1 class="visually-hidden">Start page</h1>');
  expect(start.contents.map(({ text }) => text)).toEqual(['Install it']);
  expect(sidebarOf('/docs/hidden')).toEqual([]);
});

test('R-214 players are links until a reader asks for them, and the policy allows their frames alone', () => {
  const { body } = dataOf('/docs/players');
  expect(body).not.toContain('<iframe');
  for (const label of [
    'Watch the video on YouTube: How jobs run',
    'Watch the video on Vimeo: Why jobs wait',
    'Open the sandbox on CodeSandbox: A scheduler',
    'Open the embedded page: Opening hours',
    'The last words of the page.',
  ])
    expect(body).toContain(label);
  expect(read('_headers')).toContain(
    "; frame-src https://codesandbox.io https://player.vimeo.com https://www.youtube-nocookie.com; object-src 'none'",
  );
});

test('R-605 a tag of three hundred lines, alerts, groups, snippets and tabs of fences are rendered', () => {
  expect(dataOf('/docs/options').body).toMatch(/<code>option299<\/code>: Sets how many jobs of kind 299[^]*The end of the options/);
  const fences = dataOf('/docs/fences').body;
  expect(fences).toMatch(/class="admonition note"[^]*An alert of its own/);
  expect(fences).toMatch(/<summary>More about it<\/summary>/);
  expect(fences.match(/role="tab"/g)?.length).toBeGreaterThanOrEqual(4);
  expect(fences).toContain('in the page');
  expect(result.warnings.map(({ file, kind }) => `${file}: ${kind}`)).toEqual([
    'tests/trees/pages/docs/players.md: <iframe> is not shown as such',
  ]);
});
