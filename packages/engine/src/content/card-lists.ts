/** Gives pages the cards that their `<DocCardList>` shows: the pages of the same category. */
import type { Problem } from '#model/problem.ts';

import type { DocSource } from './document.ts';

/** Maximum number of cards in the lists of all pages of a site: at the start, and for each page. Usually, one page of a category lists the others. */
const ALLOWED_CARDS = { start: 5000, perPage: 5 };

/** Whether a page may show cards. */
export const hasCardList = ({ body }: Pick<DocSource, 'body'>): boolean => body.includes('DocCardList');

/**
 * Returns the pages with their cards. Reports pages that list more than the site may, because lists on all pages of a category are quadratic in
 * size, and leaves their cards out.
 * @param cardsOf returns the cards of the category of a route
 */
export function withCardLists(
  docs: readonly DocSource[],
  cardsOf: (path: string) => NonNullable<DocSource['cards']>,
): { docs: DocSource[]; problems: Problem[] } {
  const allowed = ALLOWED_CARDS.start + ALLOWED_CARDS.perPage * docs.length;
  const problems: Problem[] = [];
  let listed = 0;
  return {
    problems,
    docs: docs.map((doc) => {
      if (!hasCardList(doc)) return doc;
      const cards = cardsOf(doc.path);
      if (listed + cards.length <= allowed) {
        listed += cards.length;
        return { ...doc, cards };
      }
      const message = `the lists of cards up to this page have more than ${allowed} cards, so it has none: list the pages of a category on one page`;
      problems.push({ file: doc.file, message, severity: 'error' });
      return { ...doc, cards: [] };
    }),
  };
}
