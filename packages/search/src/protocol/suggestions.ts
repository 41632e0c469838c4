/** What to try in place of a search that found nothing. */
import type { SearchEngine, SearchFilters } from '../types.ts';

const WORDS = 3;
const SUGGESTIONS = 3;
/** Shares of a word that are tried as its beginning. A shorter one would find what has nothing to do with the word. */
const BEGINNINGS = [0.8, 0.6, 0.5];
const SHORTEST = 4;

/**
 * Titles of pages found by the beginnings of the words, the longest beginning first: nothing at all was found, so every
 * word is unknown, and no known word is spelled like it.
 */
export function suggestSearches(engine: SearchEngine, text: string, filters: SearchFilters): string[] {
  const words = (text.slice(0, 200).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= SHORTEST).slice(0, WORDS);
  const titles = words.flatMap((word) => {
    const beginnings = BEGINNINGS.map((share) => word.slice(0, Math.ceil(word.length * share)));
    for (const beginning of beginnings.filter(({ length }) => length >= SHORTEST)) {
      const { hits, corrections } = engine.search({ text: beginning, filters, hitsPerPage: 2 });
      // A corrected beginning is another word.
      const isCompleted = corrections.every(({ from, to }) => to.join('').toLowerCase().startsWith(from));
      if (hits.length > 0 && isCompleted) return hits.map(({ page }) => page.title);
    }
    return [];
  });
  return [...new Set(titles)].slice(0, SUGGESTIONS);
}
