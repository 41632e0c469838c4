import { expect, test } from 'vitest';
import type { SearchPage } from '../types.ts';
import { createSimilarTitles } from './similar-titles.ts';

const pageOf = (title: string, language = 'en'): SearchPage => ({
  id: title,
  path: `/docs/${title}`,
  title,
  sidebarLabel: title,
  breadcrumbs: [],
  group: 'guides',
  language,
  tags: [],
});

const similarTitles = createSimilarTitles([pageOf('Snowflake setup'), pageOf('Snowflake'), pageOf('Flow'), pageOf('Snowflake', 'de')]);

test.each(['snwflk', 'SNOWFLACKE', 'snoflayke'])('%s is similar to titles with a similar word, shorter titles first', (word) => {
  expect(similarTitles(word)).toEqual(['Snowflake', 'Snowflake setup']);
});

test.each(['', 'flo', 'zyxwvu', '🍕🍕🍕', 'x'.repeat(10_000)])('%j is similar to no title', (word) => {
  expect(similarTitles(word)).toEqual([]);
});

test('pages that do not match the filters are skipped', () => {
  expect(similarTitles('snwflk', { language: 'fr' })).toEqual([]);
});
