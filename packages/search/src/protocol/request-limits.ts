/**
 * Bounds on a whole request, so that its queries together take no longer than the costliest single one may (50 ms): the
 * server answers one request at a time. What it costs are rankings, by the words in them, and the results that are shown.
 */
import { ProtocolError } from './protocol-error.ts';
import type { FacetFilters } from './types.ts';

interface Asked {
  indexName: string;
  query: string;
  facetFilters: FacetFilters;
  hitsPerPage: number;
}

/** Characters (UTF-16 code units) of a query. The protocol and MCP refuse longer ones, the results page cuts them. */
export const LONGEST_QUERY = 300;
/** DocSearch sends one query for each index, the results page five; a client that sends more can send another request. */
export const MAX_QUERIES = 12;
const MAX_HITS_TOGETHER = 120;
const MAX_WORDS_TOGETHER = 40;
/** What the ranking reads of one query. */
const MAX_WORDS = 20;

/** Words, and parts of identifiers, as the ranking looks them up. */
const WORD = /\p{Lu}+\p{Ll}*|[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;

const wordsIn = (text: string): number => Math.min(text.match(WORD)?.length ?? 0, MAX_WORDS);

/** The same for queries that differ in what is shown of the results alone: they are ranked once. */
export const rankingKey = ({ indexName, query, facetFilters }: Pick<Asked, 'indexName' | 'query' | 'facetFilters'>): string =>
  JSON.stringify([indexName, facetFilters, query]);

/** The part of a query that is searched for; no character is cut in two. */
export function cutQuery(query: string): string {
  return query.length <= LONGEST_QUERY
    ? query
    : query
        .slice(0, LONGEST_QUERY)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}

/** @throws ProtocolError where a query is longer than one may be */
export function checkLength(query: string, name: string): void {
  if (query.length > LONGEST_QUERY)
    throw new ProtocolError(
      `"${name}" has ${query.length} characters, at most ${LONGEST_QUERY} are searched for: shorten it to a few words.`,
    );
}

/** @throws ProtocolError where the queries are more than one request may hold */
export function checkLimits(queries: readonly Asked[]): void {
  const hits = queries.reduce((sum, { hitsPerPage }) => sum + hitsPerPage, 0);
  if (hits > MAX_HITS_TOGETHER)
    throw new ProtocolError(
      `The queries of this request ask for ${hits} results together, at most ${MAX_HITS_TOGETHER} are given at once: lower "hitsPerPage", or send several requests.`,
    );
  const rankings = new Map(queries.map((query) => [rankingKey(query), query.query]));
  const words = [...rankings.values()].reduce((sum, query) => sum + wordsIn(query), 0);
  if (words > MAX_WORDS_TOGETHER && rankings.size > 1)
    throw new ProtocolError(
      `The queries of this request hold ${words} words together, at most ${MAX_WORDS_TOGETHER} are looked up at once: send several requests.`,
    );
}
