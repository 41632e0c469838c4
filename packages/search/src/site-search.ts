/**
 * The search of a site: results in plain text, counts by group, and suggestions. The same code runs in the server and in the
 * search worker. The adapter of the DocSearch protocol (docsearch/) uses parts of it.
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

/** A result: a page, or a section of a page. All texts are plain; the renderer escapes them. */
export interface Result {
  /** Unique among the results of a query. */
  id: string;
  /** URL with base URL and anchor, root-relative. */
  href: string;
  /** URL of the page, without the anchor: the same for all results of one page. */
  pageHref: string;
  /** Whether the result is the page itself and not a section of it. */
  isPage: boolean;
  /** Label of the group under which the result is listed. */
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
  /** At most `LONGEST_QUERY` characters (search-address.ts). */
  text: string;
  /** Only pages of this group; null: all. */
  group?: string | null;
  /** The first page of results, 0-based. */
  page?: number;
  /** Number of pages of results, 1 to 5. */
  pages?: number;
  /** Whether further sections of the best pages are results too. By default, each page has only one result. */
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
  /** Number of results in the requested group, on all pages of results. */
  total: number;
  /** Number of matching pages in all groups. */
  everywhere: number;
  /** All groups of the site in the order of their filters, including those without a match. */
  groups: GroupCount[];
  /** Other queries to suggest if nothing was found, at most three. */
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
      // A query in one group needs a second one in all groups for the counts.
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

/** Returns the label under which a page is listed: its top sidebar category, or its group if it is not in a sidebar. */
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

/** Limits of the extra sections: they are from the first `pages`, and score at least `minShareOfBest` of the best section of their page. */
const EXTRA_SECTIONS = { pages: 3, perPage: 2, total: 5, shareOfResults: 1 / 4, minShareOfBest: 0.5 };

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
 * Returns the results from number `page * hitsPerPage` on, at most `hitsPerPage`. A result is the best section of each page.
 * Unless `distinct`, further sections of the first pages follow theirs (`EXTRA_SECTIONS`).
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
    // Count only once, even if several searches are needed for one page of results.
    engine.search({ ...(number === 0 ? query : { ...query, tally: () => undefined }), page: number, hitsPerPage: Math.max(size, 1) });
  const first = search(0);
  if (size === 0) return { entries: [], total: first.total };
  const opening = withExtras(first.hits, size);
  const extras = opening.length - first.hits.length;
  const total = first.total + extras;
  if (page === 0) return { entries: opening.slice(0, size), total };
  if (page * size >= total) return { entries: [], total };
  // The extra sections shift later results down, so this page of results consists of parts of two pages of the engine.
  const previous = extras === 0 ? [] : page === 1 ? first.hits : search(page - 1).hits;
  const hits = [...previous.slice(size - extras), ...search(page).hits.slice(0, size - extras)];
  return { entries: hits.flatMap(bestOf), total };
}

/** Returns the results of the first page, with extra sections. */
function withExtras(hits: readonly SearchHit[], size: number): ResultEntry[] {
  let left = Math.min(EXTRA_SECTIONS.total, Math.floor(size * EXTRA_SECTIONS.shareOfResults));
  return hits.flatMap((hit, position) => {
    const [best] = hit.sections;
    if (best === undefined || position >= EXTRA_SECTIONS.pages) return bestOf(hit);
    const more = hit.sections
      .slice(1, 1 + Math.min(EXTRA_SECTIONS.perPage, left))
      .filter(({ score }) => score >= best.score * EXTRA_SECTIONS.minShareOfBest && score > 0);
    left -= more.length;
    return [...bestOf(hit), ...more.map((section) => ({ hit, section }))];
  });
}

function bestOf(hit: SearchHit): ResultEntry[] {
  const [section] = hit.sections;
  return section === undefined ? [] : [{ hit, section }];
}

/** Number of words of a query for which suggestions are searched. */
const MAX_WORDS = 3;
const MAX_SUGGESTIONS = 3;
/** Lengths of the prefixes that are tried, as shares of a word. Shorter prefixes would find unrelated words. */
const PREFIX_SHARES = [0.8, 0.6, 0.5];
/** In characters, for words and prefixes. */
const MIN_LENGTH = 4;

/**
 * Suggests queries instead of one that found nothing: titles of pages that match a prefix of a word, the longest prefix first,
 * or else titles with a word of similar spelling. Corrections would not help, since the search has already tried them.
 */
export function suggestSearches(engine: SearchEngine, text: string, filters: SearchFilters): string[] {
  const words = (text.slice(0, 200).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_LENGTH).slice(0, MAX_WORDS);
  const titles = words.flatMap((word) => {
    const prefixes = PREFIX_SHARES.map((share) => word.slice(0, Math.ceil(word.length * share)));
    for (const prefix of prefixes.filter(({ length }) => length >= MIN_LENGTH)) {
      const { hits, corrections } = engine.search({ text: prefix, filters, hitsPerPage: 2 });
      // A corrected prefix belongs to a different word, and a title without the prefix would not resemble the query.
      const isCompleted = corrections.every(({ from, to }) => to.join('').toLowerCase().startsWith(from));
      const matching = hits.map(({ page }) => page.title).filter((title) => title.toLowerCase().includes(prefix.toLowerCase()));
      if (isCompleted && matching.length > 0) return matching;
    }
    return engine.similarTitles(word, filters);
  });
  return [...new Set(titles)].slice(0, MAX_SUGGESTIONS);
}
