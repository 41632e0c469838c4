/** Our index beside two libraries, on the same records and judged queries. */
import type { SearchRecord } from '@quire/search/contract.ts';
import { encodeIndex } from '@quire/search/index/encode-index.ts';
import { decodeIndex } from '@quire/search/rank/decode-index.ts';
import { createSearchEngine } from '@quire/search/rank/engine.ts';
import type { SynonymRule } from '@quire/search/rank/synonym-rules.ts';
import { miniSearch, ownSearch, sqliteSearch } from './engines.ts';
import { evaluateSearch, splitQueries, type JudgedQuery, type SearchReport } from './evaluate.ts';

export interface Comparison {
  /** Reports of each engine over all queries, over those that weights were set on, and over those held back. */
  all: SearchReport[];
  tuning: SearchReport[];
  heldBack: SearchReport[];
}

export function compareSearch(
  records: readonly SearchRecord[],
  synonyms: readonly SynonymRule[],
  queries: readonly JudgedQuery[],
): Comparison {
  const own = ownSearch(createSearchEngine(decodeIndex(encodeIndex(records, { synonyms }))));
  const engines = [own, miniSearch(records), sqliteSearch(records)];
  const reports = (part: readonly JudgedQuery[]): SearchReport[] => engines.map((engine) => evaluateSearch({ engine, queries: part }));
  const { tuning, heldBack } = splitQueries(queries);
  return { all: reports(queries), tuning: reports(tuning), heldBack: reports(heldBack) };
}
