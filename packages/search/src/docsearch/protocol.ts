/** The DocSearch protocol, the subset of the hosted search service's protocol that DocSearch 3 to 5 use: its types and errors, and the parsing of requests. */
import { LIMIT } from '../ranking/weights.ts';
import { LONGEST_QUERY } from '../search-address.ts';

/** Filters of the form `attribute:value`. A page must pass all of them; of a nested list, at least one. */
export type FacetFilters = readonly (string | readonly string[])[];

/** One query of a request. Older clients put everything but the index name into `params`, encoded like a URL query. */
export interface SearchRequest {
  indexName: string;
  query?: string;
  params?: string;
  /** 0-based. */
  page?: number;
  /** 0 to 100; default 20. */
  hitsPerPage?: number;
  /** Whether only the best section of each page is a result. */
  distinct?: boolean | number;
  /** Attributes: `language`, `docusaurus_tag`, `group`. */
  facetFilters?: FacetFilters;
  /** Attributes for whose values the matching pages are counted. */
  facets?: readonly string[];
  attributesToRetrieve?: readonly string[];
  attributesToHighlight?: readonly string[];
  /** `attribute:words`, e.g. `content:15`. */
  attributesToSnippet?: readonly string[];
  highlightPreTag?: string;
  highlightPostTag?: string;
  snippetEllipsisText?: string;
  clickAnalytics?: boolean;
}

export type HierarchyLevel = 'lvl0' | 'lvl1' | 'lvl2' | 'lvl3' | 'lvl4' | 'lvl5' | 'lvl6';

/** `lvl0` is the label of the page's group, `lvl1` is the title of the page, and the others are headings. */
export type Hierarchy<Value> = Record<HierarchyLevel, Value | null>;

export interface HighlightedValue {
  /** HTML-escaped, with matches between the highlight tags of the request. */
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
}

export interface HighlightResult extends HighlightedValue {
  matchedWords: string[];
}

/** A section of a page. Every text is HTML-escaped. */
export interface DocSearchHit {
  objectID: string;
  /** URL with base URL and anchor; root-relative in answers of the site's own engine. */
  url: string;
  url_without_anchor: string;
  /** '' for the text under the title. */
  anchor: string;
  /** The level that matched: `lvl1` for the page, `lvl2` and deeper for a heading, `content` for the text below a heading. */
  type: HierarchyLevel | 'content';
  content: string | null;
  hierarchy: Hierarchy<string>;
  /** BCP 47. */
  language?: string;
  docusaurus_tag?: string[];
  /** Name of the page's group, such as `guides`. */
  group?: string;
  /** Labels of the sidebar above the page, from the top. */
  breadcrumbs?: string[];
  _highlightResult?: { hierarchy: Partial<Record<HierarchyLevel, HighlightResult>>; content?: HighlightResult };
  _snippetResult?: { hierarchy: Partial<Record<HierarchyLevel, HighlightedValue>>; content?: HighlightedValue };
}

/** The answer to one query. */
export interface SearchResults {
  index: string;
  hits: DocSearchHit[];
  /** Number of results on all pages of results. */
  nbHits: number;
  page: number;
  nbPages: number;
  hitsPerPage: number;
  query: string;
  params: string;
  processingTimeMS: number;
  exhaustiveNbHits: boolean;
  /** Number of pages by attribute and value, for the requested attributes. */
  facets?: Record<string, Record<string, number>>;
  /** An extension of the protocol: other queries to suggest if nothing was found, as plain text. */
  suggestions?: string[];
}

export interface SearchResponse {
  results: SearchResults[];
}

/** The protocol's form of an error. */
export interface ProtocolErrorBody {
  message: string;
  status: number;
}

/** An invalid request; the message is for the developer of the client. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
  readonly status: 400 | 403 | 404 | 503;
  constructor(message: string, status: ProtocolError['status'] = 400) {
    super(message);
    this.status = status;
  }

  toBody(): ProtocolErrorBody {
    return { message: this.message, status: this.status };
  }
}

// Parsing of requests, within the limits of the server. The error messages are for the developer of the client.

/** Platform global of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const URLSearchParams: new (text: string) => Iterable<[name: string, value: string]>;

/** A query with every default filled in. */
export interface ParsedQuery {
  indexName: string;
  query: string;
  page: number;
  hitsPerPage: number;
  /** Whether only the best section of each page is a result. */
  distinct: boolean;
  facetFilters: FacetFilters;
  facets: readonly string[];
  /** `undefined`: all. */
  attributesToRetrieve: readonly string[] | undefined;
  attributesToHighlight: readonly string[] | undefined;
  attributesToSnippet: readonly string[];
  highlightPreTag: string | undefined;
  highlightPostTag: string | undefined;
  snippetEllipsisText: string;
  /** The value as received; the answer repeats it. */
  params: string;
}

/** Number of hits on one page of results if the request does not name it. */
const DEFAULT_HITS = 20;
/** Number of items in a list, such as `facets`. */
const MAX_ITEMS = 100;
/** Characters of a text that each hit repeats, such as a highlight tag. */
const MAX_REPEATED = 40;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the queries of a request to all indexes. @throws ProtocolError that explains the first mistake */
export function parseQueries(body: string): ParsedQuery[] {
  const { requests } = parseObject(body);
  if (!Array.isArray(requests)) throw new ProtocolError('"requests" must be a list of queries.');
  if (requests.length > MAX_QUERIES)
    throw new ProtocolError(`"requests" contains ${requests.length} queries, but at most ${MAX_QUERIES} are answered at once.`);
  const queries = requests.map((request: unknown, number) => {
    if (!isFields(request)) throw new ProtocolError(`requests[${number}] must be an object.`);
    if (typeof request['indexName'] !== 'string') throw new ProtocolError(`requests[${number}].indexName must be the name of an index.`);
    return parseQuery(request, request['indexName'], `requests[${number}].query`);
  });
  checkLimits(queries);
  return queries;
}

/** Returns the query of a request to one index, whose name is in the address. @throws ProtocolError that explains the first mistake */
export function parseSingleQuery(body: string, indexName: string): ParsedQuery {
  const query = parseQuery(body.trim() === '' ? {} : parseObject(body), indexName, 'query');
  checkLimits([query]);
  return query;
}

function parseObject(body: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ProtocolError('The body is not JSON.');
  }
  if (!isFields(value)) throw new ProtocolError('The body must be a JSON object.');
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseQuery(request: Fields, indexName: string, name: string): ParsedQuery {
  const params = textOf(request, 'params') ?? '';
  const fields = { ...request, ...paramFields(params) };
  const query = textOf(fields, 'query') ?? '';
  checkLength(query, name);
  return {
    indexName,
    query,
    page: numberOf(fields, 'page') ?? 0,
    hitsPerPage: Math.min(numberOf(fields, 'hitsPerPage') ?? DEFAULT_HITS, LIMIT.hitsPerPage),
    distinct: [true, 1, 'true', '1'].includes(fields['distinct'] as string),
    facetFilters: facetFiltersOf(fields['facetFilters']),
    facets: listOf(fields, 'facets') ?? [],
    attributesToRetrieve: listOf(fields, 'attributesToRetrieve'),
    attributesToHighlight: listOf(fields, 'attributesToHighlight'),
    attributesToSnippet: listOf(fields, 'attributesToSnippet') ?? [],
    highlightPreTag: repeatedTextOf(fields, 'highlightPreTag'),
    highlightPostTag: repeatedTextOf(fields, 'highlightPostTag'),
    snippetEllipsisText: repeatedTextOf(fields, 'snippetEllipsisText') ?? '…',
    params,
  };
}

const NUMBERS = new Set(['page', 'hitsPerPage']);
const LISTS = new Set(['facetFilters', 'facets', 'attributesToRetrieve', 'attributesToHighlight', 'attributesToSnippet']);

/** Parses `params`, in which older clients encode a query like a query string, with lists as JSON. */
function paramFields(params: string): Fields {
  const entries = [...new URLSearchParams(params)].map(([name, value]): [string, unknown] => {
    if (NUMBERS.has(name)) return [name, /^-?\d+$/.test(value) ? Number(value) : value];
    return [name, LISTS.has(name) && value.startsWith('[') ? parseList(name, value) : value];
  });
  return Object.fromEntries(entries);
}

function parseList(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new ProtocolError(`"${name}" in params is not JSON.`);
  }
}

function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new ProtocolError(`"${name}" must be a string.`);
  return value;
}

/** Returns a text that an answer repeats in each of its hits, so that a long one would make the answer thousands of times as long as its request. */
function repeatedTextOf(fields: Fields, name: string): string | undefined {
  const text = textOf(fields, name);
  if (text !== undefined && text.length > MAX_REPEATED)
    throw new ProtocolError(`"${name}" has ${text.length} characters, but at most ${MAX_REPEATED} are allowed.`);
  return text;
}

function numberOf(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new ProtocolError(`"${name}" must be a nonnegative integer.`);
  return value as number;
}

/** Returns a list of strings; clients may also send one string with commas between the items. */
function listOf(fields: Fields, name: string): readonly string[] | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  const list: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!isTexts(list)) throw new ProtocolError(`"${name}" must be a list of at most ${MAX_ITEMS} strings.`);
  return list;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MAX_ITEMS && value.every((entry) => typeof entry === 'string');
}

function facetFiltersOf(value: unknown): FacetFilters {
  if (value === undefined || value === null) return [];
  const list: unknown = typeof value === 'string' ? [value] : value;
  const isFilter = (entry: unknown): boolean => typeof entry === 'string' && entry.indexOf(':') > 0;
  const isAlternatives = (entry: unknown): boolean => isTexts(entry) && entry.every(isFilter);
  if (Array.isArray(list) && list.length <= MAX_ITEMS && list.every((entry) => isFilter(entry) || isAlternatives(entry)))
    return list as FacetFilters;
  throw new ProtocolError('"facetFilters" must be a list of "attribute:value", or of lists of these.');
}

// Limits of a request. The server answers one request at a time, so all queries of a request together may take only as long as
// the most expensive single query (50 ms). The cost grows with the number of distinct words and with the number of hits.

interface LimitedQuery {
  indexName: string;
  query: string;
  facetFilters: FacetFilters;
  hitsPerPage: number;
}

/** DocSearch sends one query for each index, and the results page five. Clients can split more queries into several requests. */
export const MAX_QUERIES = 12;
/** Limits of all queries of a request together. */
const MAX_TOTAL_HITS = 120;
const MAX_TOTAL_WORDS = 40;

/** A word or a part of an identifier, approximately as the ranking looks them up. */
const WORD = /\p{Lu}+\p{Ll}*|[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;

/** Returns the number of words of a query that the ranking uses. */
export const countWords = (text: string): number => Math.min(text.match(WORD)?.length ?? 0, LIMIT.slots);

/** Returns a key that is equal for queries with the same ranking, which differ only in the presentation of the results. */
export const rankingKey = ({ indexName, query, facetFilters }: Pick<LimitedQuery, 'indexName' | 'query' | 'facetFilters'>): string =>
  JSON.stringify([indexName, facetFilters, query]);

/** Counts the words that the ranking looks up for queries, and the rankings. Queries with the same ranking count once. */
export function countRankedWords(queries: readonly Pick<LimitedQuery, 'indexName' | 'query' | 'facetFilters'>[]): {
  words: number;
  rankings: number;
} {
  const rankings = new Map(queries.map((query) => [rankingKey(query), query.query]));
  return { words: [...rankings.values()].reduce((sum, query) => sum + countWords(query), 0), rankings: rankings.size };
}

/** @throws ProtocolError if a query is too long */
function checkLength(query: string, name: string): void {
  if (query.length > LONGEST_QUERY)
    throw new ProtocolError(
      `"${name}" has ${query.length} characters, but at most ${LONGEST_QUERY} are allowed: shorten it to a few words.`,
    );
}

/** @throws ProtocolError if the queries exceed the limits of one request */
function checkLimits(queries: readonly LimitedQuery[]): void {
  const hits = queries.reduce((sum, { hitsPerPage }) => sum + hitsPerPage, 0);
  if (hits > MAX_TOTAL_HITS)
    throw new ProtocolError(
      `The queries of this request ask for ${hits} results in total, but at most ${MAX_TOTAL_HITS} are returned at once: lower "hitsPerPage", or send several requests.`,
    );
  const { words, rankings } = countRankedWords(queries);
  if (words > MAX_TOTAL_WORDS && rankings > 1)
    throw new ProtocolError(
      `The queries of this request contain ${words} words in total, but at most ${MAX_TOTAL_WORDS} are searched at once: send several requests.`,
    );
}
