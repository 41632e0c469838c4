/** The first ranking: scores of pages and sections → the best pages, each with its best sections. */
import type { SearchFilters, SearchPage } from '../contract.ts';
import type { Index } from './decode-index.ts';
import type { Scores } from './score.ts';
import { BLEND, LEAST_HELD, LIMIT, PRIOR } from './weights.ts';

export interface RankedSection {
  section: number;
  score: number;
}

export interface RankedPage {
  page: number;
  score: number;
  /** Sections that match, best first. */
  sections: RankedSection[];
}

/** Best first; equal scores in the order of the site. */
export function byScore(
  a: { score: number; page?: number; section?: number },
  b: { score: number; page?: number; section?: number },
): number {
  // A difference would be a number on the heap, for each of thousands of comparisons.
  if (a.score !== b.score) return a.score < b.score ? 1 : -1;
  return (a.page ?? a.section ?? 0) - (b.page ?? b.section ?? 0);
}

function passes(page: SearchPage, filters: SearchFilters): boolean {
  if (filters.language !== undefined && filters.language !== page.language) return false;
  if (filters.accepts?.(page) === false) return false;
  return filters.tags === undefined || filters.tags.length === 0 || filters.tags.some((tag) => page.tags.includes(tag));
}

/** What is left of a score when only so much of the query's weight is held. */
function shareOf({ totalWeight }: Scores, held: number): number {
  return BLEND.coverageFloor + ((1 - BLEND.coverageFloor) * held) / Math.max(totalWeight, 1e-9);
}

function sectionScore(scores: Scores, section: number): number {
  return (scores.sections.values[section] as number) * shareOf(scores, scores.sectionCover[section] as number);
}

function bestSections(index: Index, scores: Scores, page: number): RankedSection[] {
  const sections: RankedSection[] = [];
  const end = index.firstSection[page + 1] as number;
  for (let section = index.firstSection[page] as number; section < end; section++) {
    const score = sectionScore(scores, section);
    if (score > 0) sections.push({ section, score });
  }
  return sections.sort(byScore).slice(0, LIMIT.sectionsPerPage);
}

/** Keeps the best of a stream: the list is sorted and cut whenever it has doubled. */
function createShortList(size: number): { offer(page: number, score: number): void; best(): { page: number; score: number }[] } {
  let list: { page: number; score: number }[] = [];
  let threshold = -Infinity;
  const cut = (): void => {
    list = list.sort(byScore).slice(0, size);
    if (list.length === size) threshold = (list.at(-1) as { score: number }).score;
  };
  return {
    offer(page, score) {
      if (score < threshold) return;
      list.push({ page, score });
      if (list.length >= 2 * size) cut();
    },
    best() {
      cut();
      return list;
    },
  };
}

/** Those of the pages that hold enough of the query: one of its common words is no match where another of `among` holds most of it. */
function holding({ pageCover }: Scores, pages: readonly number[], among: readonly number[] = pages): number[] {
  const mostHeld = among.reduce((most, page) => Math.max(most, pageCover[page] as number), 0);
  return pages.filter((page) => (pageCover[page] as number) >= LEAST_HELD * mostHeld);
}

/** The `size` best pages that pass the filters, and all pages that match, in no order. */
export function rankPages(
  index: Index,
  scores: Scores,
  filters: SearchFilters | undefined,
  size: number,
): { pages: RankedPage[]; matching: number[] } {
  const bestOf = new Float32Array(index.pages.length);
  for (let i = 0; i < scores.sections.count; i++) {
    const section = scores.sections.touched[i] as number;
    const page = index.pageOf[section] as number;
    const score = sectionScore(scores, section);
    if (score > (bestOf[page] as number)) bestOf[page] = score;
  }
  const touched = Array.from(scores.pages.touched.subarray(0, scores.pages.count));
  const passing = filters === undefined ? touched : touched.filter((page) => passes(index.pages[page] as SearchPage, filters));
  // Held against all pages, so that a filter finds as many pages as were counted without it; against its own where none is left.
  const strong = holding(scores, passing, touched);
  const matching = strong.length > 0 ? strong : holding(scores, passing);
  const shortList = createShortList(size);
  for (const page of matching) {
    const about = index.pages[page] as SearchPage;
    const own = (scores.pages.values[page] as number) * shareOf(scores, scores.pageCover[page] as number);
    shortList.offer(page, (BLEND.page * own + BLEND.section * (bestOf[page] as number)) * PRIOR[about.group]);
  }
  const pages = shortList.best().map(({ page, score }) => ({ page, score, sections: bestSections(index, scores, page) }));
  return { pages, matching };
}
