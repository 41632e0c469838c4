/** Our index beside two libraries, on the same records and judged queries. */
import { type SearchRecord, createSearchEngine, decodeIndex } from '@quire/search';
import { type EncodeOptions, encodeIndex } from '@quire/search/indexing';
import { miniSearch, ownSearch, sqliteSearch } from './engines.ts';
import { evaluateSearch, splitQueries, type JudgedQuery, type SearchReport } from './evaluate.ts';

export interface Comparison {
  /** Reports of each engine over all queries, over those that weights were set on, and over those held back. */
  all: SearchReport[];
  tuning: SearchReport[];
  heldBack: SearchReport[];
}

export function compareSearch(records: readonly SearchRecord[], options: EncodeOptions, queries: readonly JudgedQuery[]): Comparison {
  const own = ownSearch(createSearchEngine(decodeIndex(encodeIndex(records, options))));
  const engines = [own, miniSearch(records), sqliteSearch(records)];
  const reports = (part: readonly JudgedQuery[]): SearchReport[] => engines.map((engine) => evaluateSearch({ engine, queries: part }));
  const { tuning, heldBack } = splitQueries(queries);
  return { all: reports(queries), tuning: reports(tuning), heldBack: reports(heldBack) };
}
