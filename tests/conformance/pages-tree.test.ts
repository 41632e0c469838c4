/** The fixture tree `pages`: docs in several folders, video players, front matter, and long tags. */
import { expect, test } from 'vitest';

import { builtTree } from './build-fixture.ts';

const { result, read, dataOf } = builtTree('pages');
/** Returns the labels of the sidebar, which is in a file that the pages of a category share. */
const sidebarOf = (route: string): string[] => {
  const { sidebar } = JSON.parse(read(`${route}.json`)) as { sidebar: string };
  return (JSON.parse(read(sidebar)) as { label: string }[]).map(({ label }) => label);
};

test('R-605 folders of docs have their own routes and sidebars, and can link to each other', () => {
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

test('R-605 routes of posts contain the date, and the newest post comes first', () => {
  const clocks = dataOf('/posts/2026/05/06/clocks');
  expect([clocks.lastUpdate?.date, clocks.next?.path]).toEqual(['2026-05-06', '/posts/2026/03/04/colors']);
});

test('R-605 front matter can hide the title, limit the table of contents, and remove a page from the sidebar', () => {
  const start = dataOf('/docs');
  expect(start.body).toContain('<h1 class="visually-hidden">Start page</h1>');
  expect(start.contents.map(({ text }) => text)).toEqual(['Install it']);
  expect(sidebarOf('/docs/hidden')).toEqual([]);
});

test('R-214 video players are links until a reader activates them, and the Content-Security-Policy permits only their frames', () => {
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

test('R-605 a tag of 300 lines, alerts, groups, snippets, and tabs of code blocks are rendered', () => {
  expect(dataOf('/docs/options').body).toMatch(/<code>option299<\/code>: Sets how many jobs of kind 299[^]*The end of the options/);
  const fences = dataOf('/docs/fences').body;
  expect(fences).toMatch(/class="admonition note"[^]*An alert of its own/);
  expect(fences).toMatch(/<summary>More about it<\/summary>/);
  expect(fences.match(/role="tab"/g)?.length).toBeGreaterThanOrEqual(4);
  expect(fences).toContain('in the page');
  expect(result().warnings.map(({ file, kind }) => `${file}: ${kind}`)).toEqual([
    'tests/trees/pages/docs/players.md: <iframe> is not shown as such',
  ]);
});
