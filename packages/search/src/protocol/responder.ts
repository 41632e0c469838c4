/** Queries → answers: the same on the server and in the worker. */
import type { AnsweredSearch, SearchEngine, SearchFilters, SearchGroup } from '../types.ts';
import { docSearchHit } from './docsearch-hit.ts';
import { createFacetCounter, facetPredicate } from './facets.ts';
import { markTags } from './highlight.ts';
import { parseQueries, parseSingleQuery, type ParsedQuery } from './parse-request.ts';
import { ProtocolError } from './protocol-error.ts';
import { rankingKey } from './request-limits.ts';
import { resultWindow } from './result-window.ts';
import { suggestSearches } from './suggestions.ts';
import type { SearchResponse, SearchResults } from './types.ts';

export interface ResponderOptions {
  engine: SearchEngine;
  /** Name of its index. */
  indexName: string;
  /** The indexes of other versions and languages, by name; absent: there is one index. */
  others?: Readonly<Record<string, SearchEngine>>;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Milliseconds, monotonic. */
  now: () => number;
  /** Told of each query once it is answered. */
  onSearch?: (search: AnsweredSearch) => void;
}

export interface Responder {
  /** Groups of the site in the order of their filters. */
  readonly groups: readonly SearchGroup[];
  /** Answers the body of a request to all indexes. @throws ProtocolError */
  answerAll(body: string): SearchResponse;
  /** Answers the body of a request to the index that the address names. @throws ProtocolError */
  answerOne(body: string, indexName: string): SearchResults;
  /** Answers a query that is known to be well-formed. @throws ProtocolError for another index */
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

  /** One object for filters that say the same: the engine then knows the same query again. */
  let known: { written: string; filters: SearchFilters } = { written: '[]', filters: {} };
  function filtersOf({ facetFilters }: ParsedQuery): SearchFilters {
    const written = JSON.stringify(facetFilters);
    if (written !== known.written) {
      const accepts = facetPredicate(facetFilters);
      known = { written, filters: accepts === undefined ? {} : { accepts } };
    }
    return known.filters;
  }

  function answer(query: ParsedQuery): SearchResults {
    const engine = engineOf(query.indexName);
    const start = now();
    const filters = filtersOf(query);
    const counter = createFacetCounter(query.facets);
    const { entries, total } = resultWindow(engine, { text: query.query, filters, tally: counter.tally }, query);
    const tags = markTags(query.highlightPreTag, query.highlightPostTag);
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

  /** Queries with the same ranking one after the other, so that the engine makes it once; the answers in the order of the queries. */
  function answerInTurn(queries: readonly ParsedQuery[]): SearchResults[] {
    const turns = queries.map((query, place) => ({ query, place, key: rankingKey(query) }));
    const answers = turns
      .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
      .map(({ query, place }) => [place, answer(query)] as const);
    return answers.sort(([a], [b]) => a - b).map(([, results]) => results);
  }

  return {
    groups: main.groups,
    answer,
    answerAll: (body) => {
      const queries = parseQueries(body);
      // All or nothing: a client could not tell a missing index from an empty result.
      for (const query of queries) engineOf(query.indexName);
      return { results: answerInTurn(queries) };
    },
    answerOne: (body, name) => answer(parseSingleQuery(body, name)),
  };
}
