/** The search index of a site: records → one file, held against what the configuration expects of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Problem } from '#model/problem.ts';
import type { SearchRecord } from '#search/contract.ts';
import { checkSynonyms, encodeIndex, parseSynonyms } from '#search/index/index.ts';
import { decodeIndex } from '#search/rank/index.ts';

import { createAnalysisCache } from './analysis-cache.ts';

export interface IndexTask {
  records: SearchRecord[];
  /** Absolute path of the synonyms, and as the author knows it; null: none. */
  synonyms: { path: string; file: string } | null;
  /** Fewer records are a problem. */
  minimumRecords: number;
  /** Where analyses of pages are kept from build to build; null keeps none. */
  cacheDir: string | null;
}

export interface SearchIndexFile {
  bytes: Uint8Array;
  /** Number of sections in it. */
  records: number;
  problems: Problem[];
}

export function makeSearchIndex({ records, synonyms, minimumRecords, cacheDir }: IndexTask): SearchIndexFile {
  const { rules, problems } =
    synonyms === null ? { rules: [], problems: [] } : parseSynonyms(readFileSync(synonyms.path, 'utf8'), synonyms.file);
  const cache = cacheDir === null ? undefined : createAnalysisCache(join(cacheDir, 'search'));
  const bytes = encodeIndex(records, { synonyms: rules, minimumRecords: 0, ...(cache !== undefined && { cache }) });
  cache?.prune();
  const misleading = rules.length === 0 ? [] : checkSynonyms(decodeIndex(bytes), synonyms?.file);
  return { bytes, records: records.length, problems: [...problems, ...misleading, ...tooFew(records.length, minimumRecords)] };
}

function tooFew(records: number, least: number): Problem[] {
  if (records >= least) return [];
  const message = `the index would hold ${records} sections, search.minimumRecords expects at least ${least}: look whether all of the content was read, or lower the minimum`;
  return [{ file: 'search index', message, severity: 'error' }];
}
