import { expect, test } from 'vitest';
import { type PageTitles, similarPages } from './similar-pages.ts';

const PAGES: PageTitles['pages'] = [
  ['/docs', 'Documentation'],
  ['/docs/quickstart', 'Quickstart guide'],
  ['/docs/actions/quickstart', 'Quickstart of actions'],
  ['/docs/how/delete-metadata', 'Delete metadata'],
  ['/docs/how/search', 'Search'],
  ['/docs/how/ui-tabs-guide', 'Tabs of an entity page'],
  ['/docs/how/jattach-guide', 'Debug with jattach'],
  ['/docs/lineage/feature-guide', 'Lineage'],
  ['/docs/api/tutorials/lineage', 'Add lineage through the API'],
  ['/docs/deploy/aws', 'Deploying to AWS'],
  ['/docs/metamodel/aspects', 'Aspects, A to Z'],
  ['/docs/generated/ingestion/sources/snowflake', 'Snowflake'],
  ['/docs/generated/ingestion/sources/mysql', 'MySQL'],
  ['/docs/quick-ingestion-guides/snowflake/setup', 'Snowflake ingestion: setup'],
  ['/docs/authorization/roles', 'Who may do what'],
  ['/integrations', 'Integrations'],
];
const similarPaths = (wanted: string, sets: readonly PageTitles[] = [{ prefix: '', pages: PAGES }]): string[] =>
  similarPages(wanted, sets).map(({ path }) => path);

test.each([
  ['different letter case', '/docs/QuickStart', '/docs/quickstart'],
  ['a different extension', '/docs/quickstart/index.html', '/docs/quickstart'],
  ['a trailing slash', '/docs/quick-start/', '/docs/quickstart'],
  ['a page that was moved', '/docs/guides/delete-metadata', '/docs/how/delete-metadata'],
  ['a typo', '/docs/quikstart', '/docs/quickstart'],
  ['two swapped letters', '/docs/how/saerch', '/docs/how/search'],
  ['other separators', '/docs/how/delete_metadata', '/docs/how/delete-metadata'],
  ['a source file', '/docs/deploy/aws.md', '/docs/deploy/aws'],
  ['words in another order', '/docs/snowflake/quick-guides/setup', '/docs/quick-ingestion-guides/snowflake/setup'],
  ['a rare word before a frequent one', '/docs/lineag-guide', '/docs/lineage/feature-guide'],
  ['a word that only the title contains', '/docs/jattach-debug', '/docs/how/jattach-guide'],
  ['a different form of a word', '/docs/integration', '/integrations'],
])('R-101 %s: %s', (_case, asked, expected) => {
  expect(similarPaths(asked)[0]).toBe(expected);
});

test.each(['/docs/quickstart/zzzzzz', '/docs/quickstart/zzzzzz/yyyyyy/', '/docs/QuickStart/zzzzzz.html'])(
  'R-101 the closest parent page of %s is suggested',
  (asked) => {
    expect(similarPaths(asked)).toEqual(['/docs/quickstart']);
  },
);

test('R-101 the parent page is listed after the similar pages', () => {
  expect(similarPaths('/docs/quickstart/jattach-guide')).toEqual(['/docs/how/jattach-guide', '/docs/quickstart']);
});

test('R-101 pages without the rare word of the address are not suggested', () => {
  expect(similarPaths('/docs/lineag-guide').filter((path) => !path.includes('lineage'))).toEqual([]);
});

test.each(['/', '', '/wp-login.php', '/docs/zzzzzz', '/docs/install', '/.env', '/docs/%%'])('R-101 %j has no similar pages', (asked) => {
  expect(similarPaths(asked)).toEqual([]);
});

test('R-101 a very long address has no similar pages', () => {
  expect(similarPaths(`/${'a'.repeat(10_000)}`)).toEqual([]);
});

test('R-101 at most five pages are suggested', () => {
  const many = Array.from({ length: 20 }, (_, number) => [`/docs/${number}/setup`, 'Setup'] as const);
  expect(similarPaths('/docs/setup', [{ prefix: '', pages: many }])).toHaveLength(5);
});

test('R-106 pages of the version and the language of the address are suggested', () => {
  const sets = ['', '/docs/1.0', '/de', '/de/docs/1.0'].map((prefix) => ({
    prefix,
    pages: [[prefix.includes('docs') ? `${prefix}/start` : `${prefix}/docs/start`, 'Start'] as const],
  }));
  expect(similarPaths('/docs/strat', sets)).toEqual(['/docs/start']);
  expect(similarPaths('/docs/1.0/strat', sets)).toEqual(['/docs/1.0/start']);
  expect(similarPaths('/docs/1.01/start', sets)).toEqual(['/docs/start']);
  expect(similarPaths('/de/docs/strat', sets)).toEqual(['/de/docs/start']);
  expect(similarPaths('/de/docs/1.0/strat', sets)).toEqual(['/de/docs/1.0/start']);
});

test('a site without pages has no similar pages', () => {
  expect(similarPaths('/docs/start', [])).toEqual([]);
});
