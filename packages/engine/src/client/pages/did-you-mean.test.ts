// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { similarPaths } from './did-you-mean.browser.ts';

const PATHS = [
  '/docs/',
  '/docs/quickstart',
  '/docs/how/delete-metadata',
  '/docs/how/search',
  '/docs/deploy/aws',
  '/docs/generated/ingestion/sources/snowflake',
  '/docs/quick-ingestion-guides/snowflake/setup',
  '/integrations',
];

test.each([
  ['the same but for case', '/docs/QuickStart', '/docs/quickstart'],
  ['another ending', '/docs/quickstart/index.html', '/docs/quickstart'],
  ['a page that was moved', '/docs/guides/delete-metadata', '/docs/how/delete-metadata'],
  ['a typing error', '/docs/quikstart', '/docs/quickstart'],
  ['other separators', '/docs/how/delete_metadata', '/docs/how/delete-metadata'],
  ['a source file', '/docs/deploy/aws.md', '/docs/deploy/aws'],
  ['words in another order', '/docs/snowflake/quick-guides/setup', '/docs/quick-ingestion-guides/snowflake/setup'],
])('R-101 %s: %s', (_case, asked, expected) => {
  expect(similarPaths(asked, PATHS)[0]).toBe(expected);
});

test.each(['/', '', '/wp-login.php', '/docs/zzzzzz', '/.env', `/${'a'.repeat(10_000)}`])('R-101 nothing is like %j', (asked) => {
  expect(similarPaths(asked, PATHS)).toEqual([]);
});

test('R-101 at most five are named', () => {
  const many = Array.from({ length: 20 }, (_, number) => `/docs/${number}/setup`);
  expect(similarPaths('/docs/setup', many)).toHaveLength(5);
});
