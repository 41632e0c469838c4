/**
 * The hosted search service's query protocol, as far as DocSearch 3 to 5 speak it. The embedded engine answers it
 * on the same origin and in the worker, so that a client never knows who answers.
 */

/** Filters joined by "and"; a list inside is joined by "or". Each is `attribute:value`. */
export type FacetFilters = readonly (string | readonly string[])[];

/** One query of a request. Older clients put all but the index name into `params`, written like the query of an address. */
export interface SearchRequest {
  indexName: string;
  query?: string;
  params?: string;
  /** 0-based. */
  page?: number;
  /** 0 to 100, 20 when absent. */
  hitsPerPage?: number;
  /** One result to a page: its best section. Results then are what `facets` count. */
  distinct?: boolean | number;
  /** Attributes: `language`, `docusaurus_tag`, `group`. */
  facetFilters?: FacetFilters;
  /** Attributes to count the results by. */
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

/** `lvl0` names the group that a page belongs to, `lvl1` is its title, the others are headings. */
export type Hierarchy<Value> = Record<HierarchyLevel, Value | null>;

export interface HighlightedValue {
  /** HTML-escaped, matches between the mark tags of the request. */
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
}

export interface HighlightResult extends HighlightedValue {
  matchedWords: string[];
}

/** A section of a page. Every text in it is HTML-escaped, since clients put it into the page as HTML. */
export interface DocSearchHit {
  objectID: string;
  /** With base URL and anchor, root-relative where the site's own engine answers. */
  url: string;
  url_without_anchor: string;
  /** '' for what is under the title. */
  anchor: string;
  /** `lvl1` for a page as such, `lvl2` and deeper for a heading, `content` for text under one. */
  type: HierarchyLevel | 'content';
  content: string | null;
  hierarchy: Hierarchy<string>;
  /** BCP 47. */
  language?: string;
  docusaurus_tag?: string[];
  /** Part of the site: guides, sources, entities, graphql, releases. */
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
  /** All results, on all pages of results. */
  nbHits: number;
  page: number;
  nbPages: number;
  hitsPerPage: number;
  query: string;
  params: string;
  processingTimeMS: number;
  exhaustiveNbHits: boolean;
  /** Number of results by attribute and value, for the attributes asked for. */
  facets?: Record<string, Record<string, number>>;
  /** Searches to try in place of one that found nothing: plain text, ours alone. */
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

/** A request that cannot be answered; the message is for its author. */
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
