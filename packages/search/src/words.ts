/** What the search says to readers. Each word or sentence is its own name: a site in another language gives translations for them. */

/** Names in braces are replaced when the words are shown. */
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

/** Says words in the language of a site; those without a translation in English. */
export type Say = (words: SearchWord, values?: Readonly<Record<string, string | number>>) => string;

/** @param translations by the English words; undefined: the site is in English */
export function createSay(translations: Readonly<Record<string, string>> = {}): Say {
  return (words, values = {}) =>
    // A function, since a `$` in a value would be read as a pattern.
    Object.entries(values).reduce<string>(
      (text, [name, value]) => text.replace(`{${name}}`, () => String(value)),
      translations[words] ?? words,
    );
}
