/** What to try in place of a search that found nothing. */
import type { SearchEngine, SearchFilters } from '../types.ts';

const WORDS = 3;
const SHORTEST = 3;
const TRIES = 4;
const SUGGESTIONS = 3;

/**
 * Titles of pages found by the beginnings of the words, the longest beginning first: nothing at all was found, so every
 * word is unknown and has no neighbour in spelling.
 */
export function suggestSearches(engine: SearchEngine, text: string, filters: SearchFilters): string[] {
  const words = (text.slice(0, 200).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > SHORTEST).slice(0, WORDS);
  const titles = words.flatMap((word) => {
    const beginnings = Array.from({ length: TRIES }, (_, i) => word.slice(0, Math.ceil((word.length * (TRIES - i)) / (TRIES + 1))));
    for (const beginning of beginnings.filter(({ length }) => length >= SHORTEST)) {
      const { hits } = engine.search({ text: beginning, filters, hitsPerPage: 2 });
      if (hits.length > 0) return hits.map(({ page }) => page.title);
    }
    return [];
  });
  return [...new Set(titles)].slice(0, SUGGESTIONS);
}
