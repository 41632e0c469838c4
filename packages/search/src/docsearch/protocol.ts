/** The types and errors of the DocSearch protocol: the subset of the hosted search service's protocol that DocSearch 3 to 5 use. */

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
