import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Results, SiteSearch } from '@quire/search';
import { sampleSearch } from '../testing/search-backend.ts';
import { resultsService } from './search.ts';

const BUILT =
  '<!doctype html><title>Search</title><main><form><input id="f" type="search" name="q" placeholder="x"/></form>' +
  '<div class="front-results" data-island="search-results"><p class="search-count" role="status"></p><div class="search-results"></div>' +
  '<div class="search-introduction"><p>Type a word.</p></div></div><footer>Foot</footer></main>';
let siteDir: string;

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'search-page-'));
  await mkdir(join(siteDir, 'search'));
  await writeFile(join(siteDir, 'search', 'index.html'), BUILT);
});
afterAll(() => rm(siteDir, { recursive: true }));

async function visit(
  path: string,
  search: SiteSearch | null = sampleSearch('/portal/').search,
): Promise<{ status: number; html: string; headers: Headers }> {
  const app = resultsService({ search, siteDir, baseUrl: '/portal/', feedbackUrl: 'https://code.example/issues' });
  const response = await app.request(path);
  return { status: response.status, html: await response.text(), headers: response.headers };
}

test('R-306 R-101 results replace the prerendered content of the page', async () => {
  const { status, html, headers } = await visit('/portal/search?q=stopping%20the%20platform');
  expect(status).toBe(200);
  expect(html).toContain('name="q" value="stopping the platform" placeholder="x"/>');
  expect(html).toContain('<div class="search-introduction" hidden>');
  expect(html).toContain('</div><footer>Foot</footer>');
  expect(html).toContain(
    '<a href="/portal/docs/quickstart#s1"><span class="search-hit-page">Quickstart Guide</span> › <mark>Stopping</mark>',
  );
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
    'No results in this part of the documentation. <a href="/portal/search?q=lineage">Show all results</a>',
  );
});

test('R-306 the count of each part equals its number of results, and the counts add up to the total', async () => {
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

test('R-302 a search without results shows a message', async () => {
  const { status, html } = await visit('/portal/search?q=snowfxxxxx');
  expect(status).toBe(200);
  expect(html).toContain('No results for “<strong>snowfxxxxx</strong>”');
  expect(html).toContain('Try searching for:</p><ul><li><a href="/portal/search?q=Snowflake">Snowflake</a>');
  expect(html).toContain('Believe this query should return results? <a href="https://code.example/issues">Let us know.</a>');
  expect(html).toContain('<h2>Popular pages</h2></div><div class="search-introduction">');
});

test('R-303 without an index the error is reported in the page', async () => {
  const { status, html } = await visit('/portal/search?q=x', null);
  expect(status).toBe(503);
  expect(html).toContain('Unable to fetch results');
  expect(html).toContain('You might want to check your network connection.');
});

test('R-214 neither the query nor a page can inject markup or replacement patterns', async () => {
  const hostile = `"><script>alert(1)</script>$&$'`;
  const { html } = await visit(`/portal/search?q=${encodeURIComponent(hostile)}`);
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;$&#39;"');
  expect(html).not.toContain('<script>');
  const found = await visit('/portal/search?q=zebra');
  expect(found.html).not.toMatch(/<(script|img|b|i)>|<img/);
  expect(found.html).toContain('<mark>zebra</mark> &lt;/mark&gt;');
});

test.each(['/portal/search', '/portal/search?q=', '/portal/search?q=%20', '/search?q=x'])(
  '%s is answered with the built page',
  async (path) => {
    expect((await visit(path)).status).toBe(404);
  },
);

test.each(['/portal/search/?q=oidc', '/portal/search.html?q=oidc', '/portal/search/index.html?q=oidc'])(
  'R-103 %s is the same page',
  async (path) => {
    expect((await visit(path)).html).toContain('1 result for <strong>oidc</strong>');
  },
);

test('results are available as JSON for the search page', async () => {
  const { status, html, headers } = await visit(
    '/portal/search/results.json?q=lineage&group=guides&page=2&pages=2&sections=true&language=en',
  );
  const answer = JSON.parse(html) as Results;
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(answer).toMatchObject({ everywhere: 46, suggestions: [] });
  expect(answer.groups.find(({ name }) => name === 'sources')?.count).toBe(1);
  expect(answer.results.map(({ group }) => group)).toEqual(answer.results.map(() => 'Guides'));
  expect(answer.results).toHaveLength(answer.total - 20);
});

test.each([
  ['', 'The parameter "q", which is the query, is missing.'],
  ['?q=x&group=none', '"none" is not a group of this site. Its groups are: '],
  ['?q=x&page=0', '"page" must be a whole number from 1 to 40.'],
  ['?q=x&pages=6', '"pages" must be a whole number from 1 to 5.'],
  [`?q=x${'&tag=a'.repeat(21)}`, 'At most 20 parameters "tag" are allowed.'],
])('an invalid request is reported: %s', async (query, message) => {
  const { status, html } = await visit(`/portal/search/results.json${query}`);
  const { error } = JSON.parse(html) as { error: { code: string; message: string } };
  expect([status, error.code]).toEqual([400, 'bad_query']);
  expect(error.message).toContain(message);
});
