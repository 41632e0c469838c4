/** Results for the search page: as many pages of them as are wanted, those already there kept. */
import { RESULTS_PER_PAGE, type SearchAddress } from '../../protocol/search-address.ts';
import { toResultItem, type ResultItem, type SearchSite } from '../result-item.ts';
import { contextualFilters, findSuggestions, resultsOf, toRequest } from '../search-query.ts';
import type { SearchTransport } from '../transport.ts';

export interface GroupCount {
  group: string;
  label: string;
  count: number;
}

export interface PageAnswer {
  address: SearchAddress;
  items: ResultItem[];
  /** In the group chosen. */
  total: number;
  /** In all groups. */
  everywhere: number;
  /** Those with results; empty where the service does not count them. */
  groups: GroupCount[];
  suggestions: string[];
  hasMore: boolean;
}

/** Pages of results shown one under the other. */
const MOST_PAGES = 40;
/** Pages asked for in one request: more would be refused (protocol/request-limits.ts). */
const PAGES_AT_ONCE = 4;

/** Results are pages: as many as the groups count together. */
const PAGES = { distinct: true };
const COUNTS_ONLY = { ...PAGES, facets: ['group'], hitsPerPage: 0 };

function countsOf(
  groups: SearchSite['search']['groups'],
  facets: Record<string, Record<string, number>> | undefined,
  chosen: string | null,
): GroupCount[] {
  const counts = facets?.['group'] ?? {};
  return groups
    .map(({ name, label }) => ({ group: name, label, count: Number(counts[name] ?? 0) }))
    .filter(({ group, count }) => group === chosen || count > 0);
}

export type ResultSource = (address: SearchAddress, signal: AbortSignal) => Promise<PageAnswer>;

export function createResultSource(site: SearchSite, transport: SearchTransport): ResultSource {
  let known: { query: string; group: string | null; pages: ResultItem[][] } = { query: '', group: null, pages: [] };

  return async (address, signal) => {
    const { query, group } = address;
    const kept = known.query === query && known.group === group ? known.pages : [];
    const from = Math.min(kept.length, address.page);
    const to = Math.min(address.page, MOST_PAGES - 1);
    const filters = group === null ? contextualFilters(site) : [...contextualFilters(site), `group:${group}`];
    const counting = toRequest(site, query, COUNTS_ONLY);
    const wanted = Array.from({ length: to - from + 1 }, (_, index) =>
      toRequest(site, query, { ...PAGES, page: from + index, facetFilters: filters }),
    );
    const response = await transport.query([counting, ...wanted.slice(0, PAGES_AT_ONCE)], signal);
    // An address with many pages of results on it, as after a reload.
    for (let at = PAGES_AT_ONCE; at < wanted.length; at += PAGES_AT_ONCE)
      response.results.push(...(await transport.query(wanted.slice(at, at + PAGES_AT_ONCE), signal)).results);
    const everywhere = resultsOf(response, 0);
    const found = wanted.map((_, index) => resultsOf(response, index + 1));
    const pages = [...kept.slice(0, from), ...found.map(({ hits }) => hits.flatMap((hit) => toResultItem(hit, site) ?? []))];
    const total = found[0]?.nbHits ?? 0;
    signal.throwIfAborted();
    known = { query, group, pages };
    return {
      address,
      items: pages.flat(),
      total,
      everywhere: everywhere.nbHits,
      groups: countsOf(site.search.groups, everywhere.facets, group),
      suggestions: everywhere.nbHits > 0 ? [] : await findSuggestions(transport, site, query, everywhere.suggestions, signal),
      hasMore: to + 1 < MOST_PAGES && (to + 1) * RESULTS_PER_PAGE < total,
    };
  };
}
