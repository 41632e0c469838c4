/** What the search says to readers, by which translations are named. */
export const SEARCH_WORDS: readonly string[] = [];
