/** The hosted search service as a result source: converts queries to requests of the DocSearch protocol, and hits to results. */
import type { DocSearchHit, HierarchyLevel, HighlightedValue, SearchRequest, SearchResults } from '../docsearch/protocol.ts';
import { isWebUrl, RESULTS_PER_PAGE } from '../search-address.ts';
import { joinPieces, type Result, type Results, type ResultsQuery } from '../site-search.ts';
import type { TextPiece } from '../types.ts';
import { fetchAnswer, type ResultSource } from './result-source.ts';
import { SearchError } from './search-error.ts';
import type { SearchSite } from './search-site.ts';

const HOSTED_DOMAIN = 'algolia.net';
const LEVELS: readonly HierarchyLevel[] = ['lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];
/** Number of words of a query for which suggestions are searched. */
const MAX_PARTS = 6;
const MAX_SUGGESTIONS = 3;

export function hostedService(site: SearchSite): ResultSource {
  const { applicationId, apiKey, indexName, groups } = site.search;
  const keys = new URLSearchParams({ 'x-algolia-application-id': applicationId, 'x-algolia-api-key': apiKey });
  const address = `https://${applicationId.toLowerCase()}-dsn.${HOSTED_DOMAIN}/1/indexes/*/queries?${keys}`;

  async function ask(requests: readonly SearchRequest[], signal: AbortSignal | undefined): Promise<Partial<SearchResults>[]> {
    // Without an explicit content type, this is a simple request, which does not need a preflight.
    const answer = await fetchAnswer(address, { method: 'POST', body: JSON.stringify({ requests }) }, signal);
    const { results } = answer as { results?: unknown };
    if (!Array.isArray(results)) throw new SearchError('The answer is not a search result.', 200);
    return results as Partial<SearchResults>[];
  }

  /** Returns the words of an unsuccessful query that have results on their own. Never throws, because suggestions are optional. */
  async function suggest({ text, ...context }: ResultsQuery, signal: AbortSignal | undefined): Promise<string[]> {
    const parts = [...new Set(text.split(/[\s,;:!?()"']+/).filter((part) => part.length > 2))].slice(0, MAX_PARTS);
    if (parts.length < 2) return [];
    const found = await ask(
      parts.map((part) => ({ ...toRequest(indexName, { ...context, text: part }), hitsPerPage: 1 })),
      signal,
    ).catch(() => []);
    return parts.filter((_, index) => numberOf(found[index]?.nbHits) > 0).slice(0, MAX_SUGGESTIONS);
  }

  return {
    async answer(query, signal) {
      const { page = 0, pages = 1, group: _, ...everywhere } = query;
      const counting = { ...toRequest(indexName, everywhere), distinct: true, facets: ['group'], hitsPerPage: 0 };
      const wanted = Array.from({ length: pages }, (_page, index) => ({ ...toRequest(indexName, query), page: page + index }));
      const [counted = {}, ...found] = await ask([counting, ...wanted], signal);
      const counts = counted.facets?.['group'] ?? {};
      // The service may send more hits than were requested.
      const results = found.flatMap(({ hits }) =>
        Array.isArray(hits) ? hits.slice(0, RESULTS_PER_PAGE).flatMap((hit) => toResult(hit, site) ?? []) : [],
      );
      const total = numberOf(found[0]?.nbHits);
      const matching = numberOf(counted.nbHits) || total;
      return {
        results,
        total,
        everywhere: matching,
        groups: groups.map(({ name, label }) => ({ name, label, count: numberOf(counts[name]) })),
        suggestions: matching > 0 ? [] : await suggest(query, signal),
      } satisfies Results;
    },
  };
}

const numberOf = (value: unknown): number => (Number.isFinite(value) ? Number(value) : 0);

export function toRequest(indexName: string, { text, group = null, withSections = false, language, tags }: ResultsQuery): SearchRequest {
  return {
    indexName,
    query: text,
    attributesToRetrieve: [
      ...['lvl0', ...LEVELS].map((level) => `hierarchy.${level}`),
      ...['content', 'type', 'url', 'url_without_anchor', 'anchor', 'group', 'breadcrumbs'],
    ],
    attributesToSnippet: [...LEVELS.map((level) => `hierarchy.${level}:15`), 'content:20'],
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: RESULTS_PER_PAGE,
    distinct: !withSections,
    facetFilters: [
      ...(language === undefined ? [] : [`language:${language}`]),
      ...(tags === undefined ? [] : [tags.map((tag) => `docusaurus_tag:${tag}`)]),
      ...(group === null ? [] : [`group:${group}`]),
    ],
  };
}

/**
 * Makes URLs of this site root-relative, because the service stores absolute URLs, and a preview deployment must link to
 * itself. Returns null for an unsafe URL.
 */
function localAddress(escaped: string, site: Pick<SearchSite, 'url'>): string | null {
  const url = joinPieces(readMarked(escaped));
  if (!isWebUrl(url)) return null;
  return url.startsWith(`${site.url}/`) ? url.slice(site.url.length) : url;
}

type Texts = Partial<Record<string, HighlightedValue>>;

function textOf(hit: DocSearchHit, level: HierarchyLevel): TextPiece[] {
  const snippet = (hit._snippetResult?.hierarchy as Texts | undefined)?.[level]?.value;
  const highlight = (hit._highlightResult?.hierarchy as Texts | undefined)?.[level]?.value;
  return readMarked(highlight ?? snippet ?? hit.hierarchy[level]);
}

/** Whether a value of the service has the required fields of a hit: an id, a URL, and a hierarchy. */
function isHit(value: unknown): value is DocSearchHit {
  if (typeof value !== 'object' || value === null) return false;
  const { objectID, url, hierarchy } = value as Partial<Record<keyof DocSearchHit, unknown>>;
  return typeof objectID === 'string' && typeof url === 'string' && typeof hierarchy === 'object' && hierarchy !== null;
}

/** Converts a hit to a result. Returns null if the value is not a hit, has no title, or has a URL that could run a script. */
export function toResult(value: unknown, site: Pick<SearchSite, 'url'>): Result | null {
  if (!isHit(value)) return null;
  const { hierarchy, breadcrumbs, _highlightResult: highlight, _snippetResult: snippet } = value;
  const href = localAddress(value.url, site);
  const levels = LEVELS.filter((level) => typeof hierarchy[level] === 'string');
  const level = levels.findLast((one) => one !== 'lvl1');
  const pageTitle = textOf(value, 'lvl1');
  const title = level === undefined ? pageTitle : textOf(value, level);
  if (href === null || title.length === 0) return null;
  const above: readonly unknown[] = Array.isArray(breadcrumbs) && breadcrumbs.length > 0 ? breadcrumbs : [hierarchy.lvl0];
  const headings = level === undefined ? [] : levels.filter((one) => one < level).map((one) => hierarchy[one]);
  return {
    id: value.objectID,
    href,
    pageHref: href.replace(/#.*/s, ''),
    isPage: level === undefined,
    group: joinPieces(readMarked(hierarchy.lvl0)),
    pageTitle,
    title,
    excerpt: readMarked(snippet?.content?.value ?? highlight?.content?.value),
    trail: [...above, ...headings].map((part) => joinPieces(readMarked(part))).filter((part) => part !== ''),
  };
}

// The values of a hit are HTML-escaped. They are decoded to plain text, so that nothing that the service sends can become markup.

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const MAX_CODE_POINT = 0x10ffff;

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return NAMED_ENTITIES[name] ?? entity;
  const hexadecimal = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity;
}

/** Decodes in one pass, so that `&amp;lt;` becomes the text `&lt;`. */
const decode = (text: string): string => text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, decodeEntity);

/** Splits a value at `<mark>` and `</mark>`. Any other tag stays text. A value that is not a string has no pieces. */
export function readMarked(value: unknown): TextPiece[] {
  if (typeof value !== 'string') return [];
  const pieces: TextPiece[] = [];
  let highlighted = false;
  for (const part of value.split(/(<\/?mark>)/)) {
    if (part === '<mark>' || part === '</mark>') highlighted = part === '<mark>';
    else if (part !== '') pieces.push({ text: decode(part), highlighted });
  }
  return pieces;
}
