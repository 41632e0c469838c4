import { expect, test } from 'vitest';
import { createSay } from './results-html.ts';

test('R-106 words are said in the language of the site, with their values; without a translation in English', () => {
  const say = createSay({ 'No results for {query}': 'Nichts zu {query}' });
  expect(say('No results for {query}', { query: '$& {count}' })).toBe('Nichts zu $& {count}');
  expect(say('See all {count} results', { count: 3 })).toBe('See all 3 results');
});
