import { expect, test } from 'vitest';
import { createTranslate } from './search-words.ts';

test('R-106 texts are translated with their values, and untranslated texts are in English', () => {
  const translate = createTranslate({ 'No results for {query}': 'Nichts zu {query}' });
  expect(translate('No results for {query}', { query: '$& {count}' })).toBe('Nichts zu $& {count}');
  expect(translate('See all {count} results', { count: 3 })).toBe('See all 3 results');
});
