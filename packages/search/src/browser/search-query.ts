/** What is asked of the search, in the query protocol, and what is made of the answer. */
import { RESULTS_PER_PAGE } from '../protocol/search-address.ts';
import type { SearchRequest, SearchResponse, SearchResults } from '../protocol/types.ts';
import type { SearchSite } from './result-item.ts';
import type { SearchTransport } from './transport.ts';

const LEVELS = ['lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];
const MOST_PARTS = 6;
const MOST_SUGGESTIONS = 3;

/** The reader's language, and pages of no version or of the version read, as DocSearch filters them. */
export function contextualFilters({ search, locale, docs }: SearchSite): (string | string[])[] {
  if (!search.contextual) return [];
  return [`language:${locale.htmlLang}`, ['docusaurus_tag:default', `docusaurus_tag:docs-${docs.pluginId}-${docs.version.name}`]];
}

/** The request for a query; `more` adds to it or overrides. */
export function toRequest(site: SearchSite, query: string, more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    indexName: site.search.indexName,
    query,
    attributesToRetrieve: [
      ...['lvl0', ...LEVELS].map((level) => `hierarchy.${level}`),
      ...['content', 'type', 'url', 'url_without_anchor', 'anchor', 'group', 'breadcrumbs'],
    ],
    attributesToSnippet: [...LEVELS.map((level) => `hierarchy.${level}:15`), 'content:20'],
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: RESULTS_PER_PAGE,
    facetFilters: contextualFilters(site),
    ...more,
  };
}

/** Results of an answer, made whole: it may come from anywhere. */
export function resultsOf(response: SearchResponse, index: number): Pick<SearchResults, 'hits' | 'nbHits' | 'facets' | 'suggestions'> {
  const { hits, nbHits, facets, suggestions } = (response.results[index] ?? {}) as Partial<SearchResults>;
  return {
    hits: Array.isArray(hits) ? hits : [],
    nbHits: Number.isFinite(nbHits) ? Number(nbHits) : 0,
    ...(typeof facets === 'object' && facets !== null && { facets }),
    ...(Array.isArray(suggestions) && { suggestions: suggestions.filter((one) => typeof one === 'string') }),
  };
}

/**
 * Searches to try where `query` found nothing: those the answer names, or else the words of the query that do find
 * something alone. Never throws: no suggestion is worth an error.
 */
export async function findSuggestions(
  transport: SearchTransport,
  site: SearchSite,
  query: string,
  named: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  if (named && named.length > 0) return named.slice(0, MOST_SUGGESTIONS);
  const parts = [...new Set(query.split(/[\s,;:!?()"']+/).filter((part) => part.length > 2))].slice(0, MOST_PARTS);
  if (parts.length < 2) return [];
  try {
    const response = await transport.query(
      parts.map((part) => toRequest(site, part, { hitsPerPage: 1 })),
      signal,
    );
    return parts.filter((_, index) => resultsOf(response, index).nbHits > 0).slice(0, MOST_SUGGESTIONS);
  } catch {
    return [];
  }
}
