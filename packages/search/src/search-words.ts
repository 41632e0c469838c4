/** The texts of search in the interface. The English text is the key of its translation in a locale's `interface.yaml`. */

/** Names in braces are placeholders. */
export const SEARCH_WORDS = [
  'Search',
  'Search docs',
  'Clear the query',
  'Cancel',
  'Results',
  'Searching…',
  '{count} result for',
  '{count} results for',
  '{count} result for {query}',
  '{count} results for {query}',
  'See all {count} results',
  'More results',
  'Previous results',
  'Page {page} of {pages}',
  'Pages of results',
  'All',
  'Parts of the documentation',
  'No results in this part of the documentation.',
  'Show all results',
  'No results for',
  'No results for {query}',
  'Try searching for:',
  'Believe this query should return results?',
  'Let us know.',
  'Unable to fetch results',
  'You might want to check your network connection.',
  'You might want to wait a moment, because there were too many searches.',
  'Try again',
  'No recent searches',
  'Questions about this page',
  'Common questions',
  'Popular pages',
  'Closest pages',
  'Recent searches and questions',
  'Recent',
  'Favorite',
  'Save this search',
  'Remove this search from history',
  'Remove this search from favorites',
  'to select',
  'to navigate',
  'to close',
] as const;

export type SearchWord = (typeof SEARCH_WORDS)[number];

/** Translates a text into the language of the site. Returns the English text if there is no translation. */
export type Translate = (words: SearchWord, values?: Readonly<Record<string, string | number>>) => string;

/** @param translations by the English words; undefined: the site is in English */
export function createTranslate(translations: Readonly<Record<string, string>> = {}): Translate {
  return (words, values = {}) =>
    // A function, because `$` has a special meaning in a replacement string.
    Object.entries(values).reduce<string>(
      (text, [name, value]) => text.replace(`{${name}}`, () => String(value)),
      translations[words] ?? words,
    );
}
