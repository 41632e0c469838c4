/** Finds the titles that a reader may mean with a badly misspelled word, by the letter bigrams that they share. */
import type { SearchFilters, SearchPage } from '../types.ts';
import { passesFilters } from './score.ts';

/** In letters. Shorter words have too few bigrams to compare. */
const MIN_WORD_LENGTH = 4;
/** Minimum Dice coefficient. For `pstgrs` and `postgres`, it is 0.57. */
const MIN_SIMILARITY = 0.5;

interface TitleWord {
  bigrams: ReadonlySet<string>;
  page: SearchPage;
}

/** Returns the letter bigrams of a word. `^` before its first letter makes an equal first letter count more. */
function bigramsOf(word: string): Set<string> {
  const padded = `^${word.toLowerCase()}`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2)));
}

/** Returns the Dice coefficient: 1 for equal sets, 0 for sets without a common member. */
function diceCoefficient(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const bigram of one) if (other.has(bigram)) common++;
  return (2 * common) / (one.size + other.size);
}

/** @returns a function that lists the titles with a word of similar spelling, the most similar first */
export function createSimilarTitles(pages: readonly SearchPage[]): (word: string, filters?: SearchFilters) => string[] {
  let words: TitleWord[] | undefined;
  const readTitles = (): TitleWord[] =>
    pages.flatMap((page) =>
      (page.title.match(/[\p{L}\p{N}]+/gu) ?? [])
        .filter(({ length }) => length >= MIN_WORD_LENGTH)
        .map((word) => ({ bigrams: bigramsOf(word), page })),
    );
  return (word, filters = {}) => {
    if (word.length < MIN_WORD_LENGTH) return [];
    const bigrams = bigramsOf(word.slice(0, 64));
    const similar = (words ??= readTitles())
      .map((titleWord) => ({ page: titleWord.page, score: diceCoefficient(bigrams, titleWord.bigrams) }))
      .filter(({ page, score }) => score >= MIN_SIMILARITY && passesFilters(page, filters))
      .toSorted((a, b) => b.score - a.score || a.page.title.length - b.page.title.length);
    return [...new Set(similar.map(({ page }) => page.title))];
  };
}
