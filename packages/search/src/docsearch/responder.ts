/** Answers requests of the DocSearch protocol with the engine. */
import { resultWindow, suggestSearches } from '../site-search.ts';
import type { AnsweredSearch, SearchEngine, SearchFilters, SearchGroup, SearchPage } from '../types.ts';
import { docSearchHit, highlightTags } from './hit.ts';
import {
  countRankedWords,
  type ParsedQuery,
  parseQueries,
  parseSingleQuery,
  rankingKey,
  type FacetFilters,
  ProtocolError,
  type SearchResponse,
  type SearchResults,
} from './protocol.ts';

export interface ResponderOptions {
  engine: SearchEngine;
  /** Name of the index of `engine`. */
  indexName: string;
  /** The engines of other doc sets by the names of their indexes; absent: there is only one index. */
  others?: Readonly<Record<string, SearchEngine>>;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Returns a monotonic time in milliseconds. */
  now: () => number;
  /** Called after each answered query. */
  onSearch?: (search: AnsweredSearch) => void;
}

export interface Responder {
  /** Groups of the site in the order of their filters. */
  readonly groups: readonly SearchGroup[];
  /** Answers the body of a request to all indexes. @param onWords called with the number of words that it looks up @throws ProtocolError */
  answerAll(body: string, onWords?: (words: number) => void): SearchResponse;
  /** Answers the body of a request to the index that the address names. @param onWords see `answerAll` @throws ProtocolError */
  answerOne(body: string, indexName: string, onWords?: (words: number) => void): SearchResults;
  /** Answers a valid query. @throws ProtocolError if the index does not exist */
  answer(query: ParsedQuery): SearchResults;
}

export function createResponder({ engine: main, indexName, others = {}, baseUrl, now, onSearch }: ResponderOptions): Responder {
  /** @throws ProtocolError */
  function engineOf(name: string): SearchEngine {
    const engine = name === indexName ? main : Object.hasOwn(others, name) ? others[name] : undefined;
    if (engine === undefined)
      throw new ProtocolError(`Index ${name.slice(0, 80)} does not exist; the index of this site is ${indexName}.`, 404);
    return engine;
  }

  /** The filters of the last query. Equal filters are the same object, so that the engine can use its cached ranking. */
  let cached: { written: string; filters: SearchFilters } = { written: '[]', filters: {} };
  function filtersOf({ facetFilters }: ParsedQuery): SearchFilters {
    const written = JSON.stringify(facetFilters);
    if (written !== cached.written) {
      const accepts = facetPredicate(facetFilters);
      cached = { written, filters: accepts === undefined ? {} : { accepts } };
    }
    return cached.filters;
  }

  function answer(query: ParsedQuery): SearchResults {
    const engine = engineOf(query.indexName);
    const start = now();
    const filters = filtersOf(query);
    const counter = createFacetCounter(query.facets);
    const { entries, total } = resultWindow(engine, { text: query.query, filters, tally: counter.tally }, query);
    const tags = highlightTags(query.highlightPreTag, query.highlightPostTag);
    const context = { baseUrl, groups: engine.groups, query, tags, words: query.query.split(/\s+/).filter(Boolean).length };
    const hits = entries.map((entry) => docSearchHit(entry, context));
    const suggestions = total === 0 ? suggestSearches(engine, query.query, filters) : [];
    const ms = now() - start;
    onSearch?.({ query: query.query, total, ms });
    return {
      index: query.indexName,
      hits,
      nbHits: total,
      page: query.page,
      nbPages: query.hitsPerPage === 0 ? 0 : Math.ceil(total / query.hitsPerPage),
      hitsPerPage: query.hitsPerPage,
      query: query.query,
      params: query.params,
      processingTimeMS: Math.round(ms),
      exhaustiveNbHits: true,
      ...(query.facets.length > 0 && { facets: counter.counts }),
      ...(suggestions.length > 0 && { suggestions }),
    };
  }

  /**
   * Answers queries with the same ranking consecutively, so that the engine ranks once. Returns the answers in the order of
   * the queries.
   */
  function answerByRanking(queries: readonly ParsedQuery[]): SearchResults[] {
    const answers = queries
      .map((query, position) => ({ query, position, key: rankingKey(query) }))
      .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
      .map(({ query, position }) => [position, answer(query)] as const);
    return answers.sort(([a], [b]) => a - b).map(([, results]) => results);
  }

  return {
    groups: main.groups,
    answer,
    answerAll: (body, onWords) => {
      const queries = parseQueries(body);
      // Fail if any index is missing, since a client could not distinguish that from an empty result.
      for (const query of queries) engineOf(query.indexName);
      onWords?.(countRankedWords(queries).words);
      return { results: answerByRanking(queries) };
    },
    answerOne: (body, name, onWords) => {
      const query = parseSingleQuery(body, name);
      onWords?.(countRankedWords([query]).words);
      return answer(query);
    },
  };
}

// Facets: the attributes of a page by which clients may filter and count.

/** The values of a page by attribute; `lang` and `tags` are older names. */
const ATTRIBUTES: Readonly<Record<string, (page: SearchPage) => readonly string[]>> = {
  language: (page) => [page.language],
  lang: (page) => [page.language],
  docusaurus_tag: (page) => page.tags,
  tags: (page) => page.tags,
  group: (page) => [page.group],
};

type Accepts = (page: SearchPage) => boolean;

/**
 * Compiles `attribute:value` into a predicate; `attribute:-value` excludes. As in the hosted service, an unknown attribute
 * matches no page.
 */
function compileFilter(filter: string): Accepts {
  const colon = filter.indexOf(':');
  const attribute = filter.slice(0, colon);
  const written = filter.slice(colon + 1);
  const excludes = written.startsWith('-');
  const value = excludes ? written.slice(1) : written;
  const values = Object.hasOwn(ATTRIBUTES, attribute) ? ATTRIBUTES[attribute] : undefined;
  return (page) => (values?.(page).includes(value) ?? false) !== excludes;
}

/** Compiles filters into a predicate on pages; undefined without filters. */
function facetPredicate(filters: FacetFilters): Accepts | undefined {
  const all = filters.map((part): Accepts => {
    if (typeof part === 'string') return compileFilter(part);
    const any = part.map(compileFilter);
    return (page) => any.length === 0 || any.some((accepts) => accepts(page));
  });
  return all.length === 0 ? undefined : (page) => all.every((accepts) => accepts(page));
}

interface FacetCounter {
  tally(page: SearchPage): void;
  counts: Record<string, Record<string, number>>;
}

/** Creates a counter of pages by the values of the requested attributes; `*` requests all attributes. */
function createFacetCounter(facets: readonly string[]): FacetCounter {
  const attributes = facets.includes('*') ? Object.keys(ATTRIBUTES) : facets.filter((name) => Object.hasOwn(ATTRIBUTES, name));
  const counts: FacetCounter['counts'] = Object.fromEntries(attributes.map((name) => [name, {}]));
  return {
    counts,
    tally(page) {
      for (const [attribute, byValue] of Object.entries(counts)) {
        for (const value of ATTRIBUTES[attribute]?.(page) ?? []) byValue[value] = (byValue[value] ?? 0) + 1;
      }
    },
  };
}

export { countWords } from './protocol.ts';
export {
  ProtocolError,
  type DocSearchHit,
  type FacetFilters,
  type ProtocolErrorBody,
  type SearchRequest,
  type SearchResponse,
  type SearchResults,
} from './protocol.ts';
