import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchBackend } from '../testing/search-backend.ts';
import { searchPageService } from './search-page.ts';
import type { SearchBackend } from './search.ts';

const BUILT =
  '<!doctype html><title>Search</title><main><form><input id="f" type="search" name="q" placeholder="x"/></form>' +
  '<div class="front-results" data-island="search-results"><div><p>Type a word.</p></div><ul></ul></div><footer>Foot</footer></main>';
let siteDir: string;

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'search-page-'));
  await mkdir(join(siteDir, 'search'));
  await writeFile(join(siteDir, 'search', 'index.html'), BUILT);
});
afterAll(() => rm(siteDir, { recursive: true }));

async function visit(
  path: string,
  backend: SearchBackend = searchBackend('/portal/'),
): Promise<{ status: number; html: string; headers: Headers }> {
  const app = searchPageService({ backend, siteDir, baseUrl: '/portal/', indexName: 'docs', feedbackUrl: 'https://code.example/issues' });
  const response = await app.request(path);
  return { status: response.status, html: await response.text(), headers: response.headers };
}

test('R-306 R-101 results are in the page, in the place of what the build put there', async () => {
  const { status, html, headers } = await visit('/portal/search?q=stopping%20the%20platform');
  expect(status).toBe(200);
  expect(html).toContain('name="q" placeholder="x" value="stopping the platform"/>');
  expect(html).not.toContain('Type a word.');
  expect(html).toContain('</div><footer>Foot</footer>');
  expect(html).toContain('<a href="/portal/docs/quickstart#s1"><mark>Stopping</mark>');
  expect(html).toContain('<p class="search-hit-trail">Guides › Quickstart Guide</p>');
  expect(html).toMatch(/role="status">1 result for <strong>stopping the platform<\/strong>/);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('ETag')).toBeNull();
});

test('R-306 more results and parts of the site are links', async () => {
  const first = await visit('/portal/search?q=lineage');
  expect(first.html).toContain('<a rel="next" href="/portal/search?q=lineage&amp;page=2">More results</a>');
  expect(first.html).not.toContain('rel="prev"');
  expect(first.html).toContain('<a href="/portal/search?q=lineage" aria-current="true">All <span class="search-group-count">46</span></a>');
  expect(first.html).toContain(
    '<a href="/portal/search?q=lineage&amp;group=sources">Sources <span class="search-group-count">1</span></a>',
  );
  const second = await visit('/portal/search?q=lineage&page=3');
  expect(second.html).toContain('<span>Page 3 of 3</span>');
  expect(second.html).toContain('<a rel="prev" href="/portal/search?q=lineage&amp;page=2">');
  expect((await visit('/portal/search?q=lineage&group=sources')).html).toContain('1 result for');
  expect((await visit('/portal/search?q=lineage&page=99')).html).toContain(
    'There is nothing here. <a href="/portal/search?q=lineage">Show all results</a>',
  );
});

test('R-306 what the parts of the site count is what they list, and adds up to all', async () => {
  const countsIn = (html: string): number[] => [...html.matchAll(/group-count">(\d+)</g)].map(([, count]) => Number(count));
  for (const query of ['lineage', 'metadata', 'how to delete', 'platform']) {
    const { html } = await visit(`/portal/search?q=${query}`);
    const [all = 0, ...groups] = countsIn(html);
    if (groups.length === 0) continue;
    expect(groups.reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(html).toContain(`role="status">${all} result`);
    const hrefs = [...html.matchAll(/<a href="([^"]*&amp;group=[^"]*)"/g)].map(([, href = '']) => href.replace('&amp;', '&'));
    for (const [place, href] of hrefs.entries()) expect((await visit(href)).html).toContain(`role="status">${groups[place]} result`);
  }
});

test('R-302 nothing found', async () => {
  const { status, html } = await visit('/portal/search?q=snowfxxxxx');
  expect(status).toBe(200);
  expect(html).toContain('No results for “<strong>snowfxxxxx</strong>”');
  expect(html).toContain('Try searching for:</p><ul><li><a href="/portal/search?q=Snowflake">Snowflake</a>');
  expect(html).toContain('Believe this query should return results? <a href="https://code.example/issues">Let us know.</a>');
});

test('R-303 without an index the error is reported in the page', async () => {
  const { status, html } = await visit('/portal/search?q=x', null);
  expect(status).toBe(503);
  expect(html).toContain('Unable to fetch results');
  expect(html).toContain('You might want to check your network connection.');
});

test('R-214 neither the query nor a page can bring mark-up or patterns of replacement', async () => {
  const hostile = `"><script>alert(1)</script>$&$'`;
  const { html } = await visit(`/portal/search?q=${encodeURIComponent(hostile)}`);
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;$&#39;"');
  expect(html).not.toContain('<script>');
  const found = await visit('/portal/search?q=zebra');
  expect(found.html).not.toMatch(/<(script|img|b|i)>|<img/);
  expect(found.html).toContain('<mark>zebra</mark> &lt;/mark&gt;');
});

test.each(['/portal/search', '/portal/search?q=', '/portal/search?q=%20', '/search?q=x'])('%s is left to the built page', async (path) => {
  expect((await visit(path)).status).toBe(404);
});

test.each(['/portal/search/?q=oidc', '/portal/search.html?q=oidc', '/portal/search/index.html?q=oidc'])(
  'R-103 %s is the same page',
  async (path) => {
    expect((await visit(path)).html).toContain('1 result for <strong>oidc</strong>');
  },
);
