/**
 * Pages of the engine → results as clients page through them. A result is a section: the best one of each page, and of
 * the first few pages up to five sections more, so that a reader sees where in a good page the matter stands.
 */
import type { SearchEngine, SearchHit, SearchQuery, SectionHit } from '../types.ts';

/** A section as a result; `isBest` for the first of its page. */
export interface ResultEntry {
  hit: SearchHit;
  section: SectionHit;
  isBest: boolean;
}

export interface ResultWindow {
  entries: ResultEntry[];
  /** All results, on all pages of results. */
  total: number;
}

const EXTRA = { pages: 3, perPage: 2, atMost: 5, shareOfResults: 1 / 4, leastShareOfBest: 0.5 };

/** Which of the results are wanted. */
export interface WindowOptions {
  /** 0-based. */
  page: number;
  /** 0 only counts. */
  hitsPerPage: number;
  /** Only the best section of each page. */
  distinct: boolean;
}

/** Results number `page * hitsPerPage` and the `hitsPerPage - 1` after it. */
export function resultWindow(
  engine: SearchEngine,
  query: Omit<SearchQuery, 'page' | 'hitsPerPage'>,
  { page, hitsPerPage: size, distinct }: WindowOptions,
): ResultWindow {
  if (distinct) {
    const { hits, total } = engine.search({ ...query, page, hitsPerPage: Math.max(size, 1) });
    return { entries: hits.slice(0, size).flatMap(bestOf), total };
  }
  const search = (number: number): ReturnType<SearchEngine['search']> =>
    // Counts are wanted once, whatever has to be looked up to find where a page of results begins.
    engine.search({ ...(number === 0 ? query : { ...query, tally: () => undefined }), page: number, hitsPerPage: Math.max(size, 1) });
  const first = search(0);
  if (size === 0) return { entries: [], total: first.total };
  const opening = withExtras(first.hits, size);
  const extras = opening.length - first.hits.length;
  const total = first.total + extras;
  if (page === 0) return { entries: opening.slice(0, size), total };
  if (page * size >= total) return { entries: [], total };
  // The further sections of the opening push what follows down, so that a page of results begins within a page of the engine.
  const before = extras === 0 ? [] : page === 1 ? first.hits : search(page - 1).hits;
  const hits = [...before.slice(size - extras), ...search(page).hits.slice(0, size - extras)];
  return { entries: hits.flatMap(bestOf), total };
}

function withExtras(hits: readonly SearchHit[], size: number): ResultEntry[] {
  let left = Math.min(EXTRA.atMost, Math.floor(size * EXTRA.shareOfResults));
  return hits.flatMap((hit, place) => {
    const [best] = hit.sections;
    if (best === undefined || place >= EXTRA.pages) return bestOf(hit);
    const more = hit.sections
      .slice(1, 1 + Math.min(EXTRA.perPage, left))
      .filter(({ score }) => score >= best.score * EXTRA.leastShareOfBest && score > 0);
    left -= more.length;
    return [...bestOf(hit), ...more.map((section) => ({ hit, section, isBest: false }))];
  });
}

function bestOf(hit: SearchHit): ResultEntry[] {
  const [section] = hit.sections;
  return section === undefined ? [] : [{ hit, section, isBest: true }];
}
