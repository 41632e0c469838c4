/** Finds the titles of pages that a misspelled word may mean. */
import type { SearchFilters, SearchPage } from '../types.ts';
import { passes } from './score.ts';

/** Shorter words have too few pairs of letters to compare. */
const SHORTEST_WORD = 4;
/** Minimum share of common pairs of letters: `pstgrs` and `postgres` have .57. */
const MIN_SIMILARITY = 0.5;

interface TitleWord {
  pairs: ReadonlySet<string>;
  page: SearchPage;
}

/** Pairs of neighboring letters, including the beginning of the word, so that equal beginnings count more. */
function pairsOf(word: string): Set<string> {
  const padded = `^${word.toLowerCase()}`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2)));
}

/** Dice coefficient: 1 for equal sets, 0 for sets without a common member. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  return (2 * common) / (one.size + other.size);
}

/** @returns a function that lists the titles with a word of similar spelling, the most similar first */
export function createSimilarTitles(pages: readonly SearchPage[]): (word: string, filters?: SearchFilters) => string[] {
  let words: TitleWord[] | undefined;
  const readTitles = (): TitleWord[] =>
    pages.flatMap((page) =>
      (page.title.match(/[\p{L}\p{N}]+/gu) ?? [])
        .filter(({ length }) => length >= SHORTEST_WORD)
        .map((word) => ({ pairs: pairsOf(word), page })),
    );
  return (word, filters = {}) => {
    if (word.length < SHORTEST_WORD) return [];
    const pairs = pairsOf(word.slice(0, 64));
    const similar = (words ??= readTitles())
      .map((titleWord) => ({ page: titleWord.page, score: similarity(pairs, titleWord.pairs) }))
      .filter(({ page, score }) => score >= MIN_SIMILARITY && passes(page, filters))
      .toSorted((a, b) => b.score - a.score || a.page.title.length - b.page.title.length);
    return [...new Set(similar.map(({ page }) => page.title))];
  };
}
