/** The search index of a site: records → one file, held against what the configuration expects of it. */
import { join } from 'node:path';

import type { Problem } from '#model/problem.ts';
import type { SearchRecord } from '#search/contract.ts';
import { checkSynonyms, createIndexBuilder } from '#search/index/index.ts';
import type { Synonyms } from '#search/index/parse-synonyms.ts';
import { decodeIndex } from '#search/rank/index.ts';

import { createAnalysisCache } from './analysis-cache.ts';

/** What the index is made for, told once all pages are in. */
export interface IndexTask {
  /** As read, with the file's name as the author knows it; null: none. */
  synonyms: (Synonyms & { file: string }) | null;
  /** Fewer records are a problem. */
  minimumRecords: number;
}

export interface SearchIndexFile {
  bytes: Uint8Array;
  /** Number of sections in it. */
  records: number;
  problems: Problem[];
}

/** The making of an index: pages as they are compiled, then the file. */
export interface SearchIndexMaker {
  add(records: readonly SearchRecord[]): void;
  finish(task: IndexTask): SearchIndexFile;
}

/** @param cacheDir where analyses of pages are kept from build to build; null keeps none */
export function createSearchIndexMaker(cacheDir: string | null): SearchIndexMaker {
  const cache = cacheDir === null ? undefined : createAnalysisCache(join(cacheDir, 'search-analyses.bin'));
  const builder = createIndexBuilder(cache);
  return {
    add: builder.add,
    finish({ synonyms, minimumRecords }) {
      const { rules, problems } = synonyms ?? { rules: [], problems: [] };
      const bytes = builder.finish(rules);
      cache?.save();
      const misleading = rules.length === 0 ? [] : checkSynonyms(decodeIndex(bytes), synonyms?.file);
      return { bytes, records: builder.size, problems: [...problems, ...misleading, ...tooFew(builder.size, minimumRecords)] };
    },
  };
}

function tooFew(records: number, least: number): Problem[] {
  if (records >= least) return [];
  const message = `the index would hold ${records} sections, search.minimumRecords expects at least ${least}: look whether all of the content was read, or lower the minimum`;
  return [{ file: 'search index', message, severity: 'error' }];
}
