/** The search page of a site without front pages, to which every page links. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { serve } from '@quire/engine/server/main.ts';
import { createFixture } from './build-fixture.ts';

test('R-301 R-306 a site without front pages has a search page with results from the server', async () => {
  const fixture = createFixture({ 'guide.md': '# Guide\n\nHow a zebra is kept.\n' });
  await fixture.build();
  const built = fixture.read('site/search/index.html');
  expect(built).toContain('data-island="search-results"');
  expect(built).toContain('Enter a search term');
  expect(built).toContain('href="/docs/guide">Start with the first page</a>');
  expect(JSON.parse(fixture.read('site/search.json'))).toMatchObject({ kind: 'search', path: '/search', title: 'Search' });
  expect(fixture.read('site/sitemap.xml')).not.toContain('/search');
  expect(fixture.read('pages.json')).not.toContain('/search');
  const environment = readEnvironment({ QUERY_LOG_FILE: join(fixture.dir, 'queries.sqlite') });
  const server = await serve({ dir: join(fixture.dir, 'build'), port: 0, host: '127.0.0.1', environment, log: () => undefined });
  onTestFinished(() => server.close());
  const found = await (await fetch(new URL('/search?q=zebra', server.url))).text();
  expect(found).toContain('1 result for <strong>zebra</strong>');
});

test('a documentation page at the same address takes precedence', async () => {
  const fixture = createFixture(
    { 'guide.md': '# Guide\n', 'finding.md': '---\nslug: /\n---\n\n# Finding things\n' },
    "docs: { root: 'content/docs', sidebar: 'sidebar.yaml', routeBasePath: 'search', showLastUpdateAuthor: false, showLastUpdateTime: false },",
  );
  await fixture.build();
  expect(fixture.read('site/search/index.html')).toContain('Finding things');
});
