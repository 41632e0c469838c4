/** Reads and writes the URLs of the results page, `/search?q=…&group=…&page=…`, and of the service that answers its script. */
import type { ResultsQuery } from './site-search.ts';
import type { SearchGroup } from './types.ts';

/** Platform global of Node, browsers, and workers; declared here because this zone is typed without any of them. */
declare const URLSearchParams: new (init: [name: string, value: string][]) => { toString(): string };

export interface SearchAddress {
  query: string;
  /** Null: all parts of the site. */
  group: string | null;
  /** 0-based; 1-based in the address, which omits the first page. */
  page: number;
}

/** Maximum length of a query in UTF-16 code units. The services reject longer queries; the results page cuts them. */
export const LONGEST_QUERY = 300;

/** Number of results on one page of results. */
export const RESULTS_PER_PAGE = 20;
/** Maximum number of pages of results. */
export const MAX_PAGES_OF_RESULTS = 40;

/**
 * Parses the parameters of an address. Ignores invalid parameters and groups that the site does not have, and cuts a query
 * that is too long.
 */
export function readSearchAddress(
  parameters: { get(name: string): string | null },
  groups: readonly Pick<SearchGroup, 'name'>[],
): SearchAddress {
  const group = parameters.get('group');
  const page = parameters.get('page') ?? '';
  return {
    query: cutQuery((parameters.get('q') ?? '').trim()),
    group: groups.some(({ name }) => name === group) ? group : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Math.min(Number(page), MAX_PAGES_OF_RESULTS) - 1 : 0,
  };
}

/** Returns the query string of an address, including its question mark. */
export function writeSearchAddress({ query, group, page }: SearchAddress): string {
  const parts: [string, string][] = [['q', query]];
  if (group !== null) parts.push(['group', group]);
  if (page > 0) parts.push(['page', String(page + 1)]);
  return `?${new URLSearchParams(parts).toString()}`;
}

/** Cuts a query to its maximum length, without splitting a surrogate pair. */
export function cutQuery(query: string): string {
  return query.length <= LONGEST_QUERY
    ? query
    : query
        .slice(0, LONGEST_QUERY)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}

/** Name of the JSON service below the results page: `/search/results.json`. */
export const RESULTS_FILE = 'results.json';
/** Maximum number of pages of results in one request. */
export const MAX_PAGES_AT_ONCE = 5;

/** Encodes a query as the query string of the results service, including its question mark. */
export function writeResultsQuery({ text, group, page = 0, pages = 1, withSections, language, tags = [] }: ResultsQuery): string {
  const parts: [string, string][] = [['q', text]];
  if (group != null) parts.push(['group', group]);
  if (page > 0) parts.push(['page', String(page + 1)]);
  if (pages > 1) parts.push(['pages', String(pages)]);
  if (withSections === true) parts.push(['sections', 'true']);
  if (language !== undefined) parts.push(['language', language]);
  return `?${new URLSearchParams([...parts, ...tags.map((tag): [string, string] => ['tag', tag])]).toString()}`;
}

/**
 * Parses the output of `writeResultsQuery`.
 * @throws Error that explains the first invalid parameter
 */
export function readResultsQuery(
  parameters: { get(name: string): string | null; getAll(name: string): string[] },
  groups: readonly Pick<SearchGroup, 'name'>[],
): ResultsQuery {
  const {
    q = null,
    group,
    page,
    pages,
    sections,
    language,
  } = Object.fromEntries(['q', 'group', 'page', 'pages', 'sections', 'language'].map((name) => [name, parameters.get(name)])) as Record<
    string,
    string | null
  >;
  if (q === null) throw new Error('The parameter "q", which is the query, is missing.');
  if (q.length > LONGEST_QUERY)
    throw new Error(`"q" has ${q.length} characters, but at most ${LONGEST_QUERY} are allowed: shorten it to a few words.`);
  if (group != null && !groups.some(({ name }) => name === group))
    throw new Error(`"${group.slice(0, 80)}" is not a group of this site. Its groups are: ${groups.map(({ name }) => name).join(', ')}.`);
  const tags = parameters.getAll('tag');
  if (tags.length > MAX_TAGS) throw new Error(`At most ${MAX_TAGS} parameters "tag" are allowed.`);
  return {
    text: q,
    group: group ?? null,
    page: numberOf('page', page ?? null, MAX_PAGES_OF_RESULTS) - 1,
    pages: numberOf('pages', pages ?? null, MAX_PAGES_AT_ONCE),
    withSections: sections === 'true',
    ...(language != null && { language }),
    ...(tags.length > 0 && { tags }),
  };
}

const MAX_TAGS = 20;

function numberOf(name: string, text: string | null, max: number): number {
  if (text === null) return 1;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) throw new Error(`"${name}" must be a whole number from 1 to ${max}.`);
  return number;
}

/** Joins the base URL (`/` or `/portal/`) and a path that starts with `/`. */
export function withBase(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, '') + path;
}

/** See `URLSearchParams` above. */
declare const URL: { parse(url: string, base: string): { protocol: string } | null };

/** Whether a result may link to this URL: a scheme other than http and https could run a script. */
export function isWebUrl(url: string): boolean {
  const protocol = URL.parse(url, 'https://localhost')?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
