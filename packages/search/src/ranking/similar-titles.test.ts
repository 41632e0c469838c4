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

test.each(['snwflk', 'SNOWFLACKE', 'snoflayke'])('%s is close to the titles with a similar word, shorter titles first', (word) => {
  expect(similarTitles(word)).toEqual(['Snowflake', 'Snowflake setup']);
});

test.each(['', 'flo', 'zyxwvu', '🍕🍕🍕', 'x'.repeat(10_000)])('%j is close to nothing', (word) => {
  expect(similarTitles(word)).toEqual([]);
});

test('pages that do not pass the filters are left out', () => {
  expect(similarTitles('snwflk', { language: 'fr' })).toEqual([]);
});
