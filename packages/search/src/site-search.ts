/**
 * The search of a site, with results in plain text. The same code runs in the server (for the
 * results page without JavaScript) and in the worker. The DocSearch protocol (docsearch/) is an adapter beside it.
 */
import type {
  AnsweredSearch,
  SearchEngine,
  SearchFilters,
  SearchGroup,
  SearchHit,
  SearchPage,
  SearchQuery,
  SectionHit,
  TextPiece,
} from './types.ts';
import { RESULTS_PER_PAGE, withBase } from './search-address.ts';

/** Platform global of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const encodeURI: (text: string) => string;

/** A page, or a section of one, that answers a query. Every text is plain; the renderer escapes it. */
export interface Result {
  /** Unique among the results of a query. */
  id: string;
  /** Address with base URL and anchor. */
  href: string;
  /** Address of the page, without the anchor: equal for all results of one page. */
  pageHref: string;
  /** Whether the result is the page itself and not a section of it. */
  isPage: boolean;
  /** Label of the part of the site under which the result is listed. */
  group: string;
  pageTitle: TextPiece[];
  /** Heading of the section; the page's title if `isPage`. */
  title: TextPiece[];
  /** The best passage, at most about 200 characters; empty for a section without text. */
  excerpt: TextPiece[];
  /** Labels and headings above the title, from the top. */
  trail: string[];
}

export interface ResultsQuery {
  /** At most 300 characters (search-address.ts). */
  text: string;
  /** Only pages of this group; null: all. */
  group?: string | null;
  /** The first page of results, 0-based. */
  page?: number;
  /** Number of pages of results, 1 to 5. */
  pages?: number;
  /** Adds further sections of the best pages, so that readers find the relevant part of a page. Without them, each result is a page. */
  withSections?: boolean;
  /** Only pages of this BCP 47 language. */
  language?: string;
  /** Only pages with at least one of these tags. */
  tags?: readonly string[];
}

export interface GroupCount {
  /** Name in addresses. */
  name: string;
  label: string;
  /** Number of matching pages. */
  count: number;
}

export interface Results {
  results: Result[];
  /** Results in the requested group, on all pages of results. */
  total: number;
  /** Matching pages in all groups. */
  everywhere: number;
  /** The site's groups in the order of their filters, those without a match included. */
  groups: GroupCount[];
  /** Searches to try if nothing was found, at most three. */
  suggestions: string[];
}

export interface SiteSearch {
  /** Groups of the site in the order of their filters. */
  readonly groups: readonly SearchGroup[];
  answer(query: ResultsQuery): Results;
}

export interface SiteSearchOptions {
  engine: SearchEngine;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Returns a monotonic time in milliseconds. */
  now: () => number;
  /** Called after each answered query. */
  onSearch?: (search: AnsweredSearch) => void;
}

export function createSiteSearch({ engine, baseUrl, now, onSearch }: SiteSearchOptions): SiteSearch {
  return {
    groups: engine.groups,
    answer({ text, group = null, page = 0, pages = 1, withSections = false, language, tags }) {
      const start = now();
      const everyGroup: SearchFilters = { ...(language !== undefined && { language }), ...(tags !== undefined && { tags }) };
      const filters = group === null ? everyGroup : { ...everyGroup, accepts: (about: SearchPage) => about.group === group };
      const counts = new Map<string, number>();
      const tally = (about: SearchPage): void => void counts.set(about.group, (counts.get(about.group) ?? 0) + 1);
      if (group !== null) engine.search({ text, filters: everyGroup, tally, hitsPerPage: 1 });
      const windows = Array.from({ length: pages }, (_, index) =>
        resultWindow(
          engine,
          { text, filters, ...(group === null && index === 0 && { tally }) },
          { page: page + index, hitsPerPage: RESULTS_PER_PAGE, distinct: !withSections },
        ),
      );
      const everywhere = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const suggestions = everywhere === 0 ? suggestSearches(engine, text, everyGroup) : [];
      onSearch?.({ query: text, total: everywhere, ms: now() - start });
      return {
        results: windows.flatMap(({ entries }) => entries.map((entry) => toResult(entry, engine.groups, baseUrl))),
        total: windows[0]?.total ?? 0,
        everywhere,
        groups: engine.groups.map(({ name, label }) => ({ name, label, count: counts.get(name) ?? 0 })),
        suggestions,
      };
    },
  };
}

/** Returns the label under which a page is listed: its part of the sidebar, or its group if it is not in a sidebar. */
export function groupLabel({ breadcrumbs, group }: SearchPage, groups: readonly SearchGroup[]): string {
  return breadcrumbs[0] ?? groups.find(({ name }) => name === group)?.label ?? group;
}

/** Returns the text of pieces, without their highlights. */
export const joinPieces = (pieces: readonly TextPiece[]): string => pieces.map(({ text }) => text).join('');

function toResult({ hit: { page }, section }: ResultEntry, groups: readonly SearchGroup[], baseUrl: string): Result {
  const pageHref = withBase(baseUrl, encodeURI(page.path));
  const [pageTitle = [], ...headings] = section.headingPath;
  const group = groupLabel(page, groups);
  const above = page.breadcrumbs.length > 0 ? page.breadcrumbs : [group];
  return {
    id: `${page.path}#${section.anchor}`,
    href: pageHref + (section.anchor === '' ? '' : `#${encodeURI(section.anchor)}`),
    pageHref,
    isPage: headings.length === 0,
    group,
    pageTitle,
    title: headings.at(-1) ?? pageTitle,
    excerpt: section.excerpt,
    trail: headings.length === 0 ? above : [...above, ...section.headingPath.slice(0, -1).map(joinPieces)],
  };
}

/** A section as a result. */
export interface ResultEntry {
  hit: SearchHit;
  section: SectionHit;
}

export interface ResultWindow {
  entries: ResultEntry[];
  /** Number of results on all pages of results. */
  total: number;
}

const EXTRA = { pages: 3, perPage: 2, atMost: 5, shareOfResults: 1 / 4, leastShareOfBest: 0.5 };

/** The range of results to return. */
export interface WindowOptions {
  /** 0-based. */
  page: number;
  /** 0: only count. */
  hitsPerPage: number;
  /** Whether only the best section of each page is a result. */
  distinct: boolean;
}

/**
 * Returns result number `page * hitsPerPage` and the next `hitsPerPage - 1`. A result is a section: the best one of each page, and of
 * the first few pages up to five more.
 */
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
    // Count only once, even if several lookups are needed to find the start of a page of results.
    engine.search({ ...(number === 0 ? query : { ...query, tally: () => undefined }), page: number, hitsPerPage: Math.max(size, 1) });
  const first = search(0);
  if (size === 0) return { entries: [], total: first.total };
  const opening = withExtras(first.hits, size);
  const extras = opening.length - first.hits.length;
  const total = first.total + extras;
  if (page === 0) return { entries: opening.slice(0, size), total };
  if (page * size >= total) return { entries: [], total };
  // The extra sections at the top shift later results down, so a page of results starts in the middle of a page of the engine.
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
    return [...bestOf(hit), ...more.map((section) => ({ hit, section }))];
  });
}

function bestOf(hit: SearchHit): ResultEntry[] {
  const [section] = hit.sections;
  return section === undefined ? [] : [{ hit, section }];
}

const WORDS = 3;
const SUGGESTIONS = 3;
/** Shares of a word that are tried as a prefix. Shorter prefixes would find unrelated words. */
const BEGINNINGS = [0.8, 0.6, 0.5];
const SHORTEST = 4;

/**
 * Titles of pages found by prefixes of the words, the longest prefix first, or else by the spelling of their words: nothing was
 * found, so every word is unknown, and no word of the index is one or two edits away.
 */
export function suggestSearches(engine: SearchEngine, text: string, filters: SearchFilters): string[] {
  const words = (text.slice(0, 200).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= SHORTEST).slice(0, WORDS);
  const titles = words.flatMap((word) => {
    const beginnings = BEGINNINGS.map((share) => word.slice(0, Math.ceil(word.length * share)));
    for (const beginning of beginnings.filter(({ length }) => length >= SHORTEST)) {
      const { hits, corrections } = engine.search({ text: beginning, filters, hitsPerPage: 2 });
      // A corrected prefix belongs to a different word, and a title without the prefix would not look like what was typed.
      const isCompleted = corrections.every(({ from, to }) => to.join('').toLowerCase().startsWith(from));
      const named = hits.map(({ page }) => page.title).filter((title) => title.toLowerCase().includes(beginning.toLowerCase()));
      if (isCompleted && named.length > 0) return named;
    }
    return engine.similarTitles(word, filters);
  });
  return [...new Set(titles)].slice(0, SUGGESTIONS);
}
