/** The search index of a site: records → one file, held against what the configuration expects of it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Section } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';
import { type SearchPage, searchRecords } from '@quire/search/contract.ts';
import { analyzePage, checkSynonyms, createIndexBuilder, type PageAnalysis } from '@quire/search/index/index.ts';
import type { Synonyms } from '@quire/search/index/parse-synonyms.ts';
import { decodeIndex } from '@quire/search/rank/index.ts';

import { createPackCache } from './pack-cache.ts';

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
  /** Names of the pages that earlier builds analysed. */
  kept: readonly string[];
  /** Reads what was kept while nothing has to be done. */
  readAhead(): void;
  add(page: PageToIndex): void;
  finish(task: IndexTask): SearchIndexFile;
}

export interface PageToIndex {
  page: SearchPage;
  /** Names the page as it is now, so that what was made of it can be kept. */
  key: string;
  /** Left out where the analysis is kept. */
  sections?: readonly Section[];
}

/** @param cacheDir where analyses of pages are kept from build to build; null keeps none */
export function createSearchIndexMaker(cacheDir: string | null): SearchIndexMaker {
  const file = cacheDir === null ? null : join(cacheDir, 'search-analyses.bin');
  const analyses = file === null ? null : createPackCache<PageAnalysis>(file);
  const builder = createIndexBuilder();

  function analysisOf({ page, key, sections }: PageToIndex): PageAnalysis {
    if (sections !== undefined) return analyzePage(searchRecords(page, sections));
    const kept = analyses?.get(key);
    if (kept === undefined) {
      if (file !== null) rmSync(file, { force: true });
      throw new Error(`What an earlier build kept of ${page.path} for the search cannot be read, and was removed. Build again.`);
    }
    return kept;
  }

  return {
    kept: analyses?.keys() ?? [],
    readAhead: () => analyses?.readAhead(),
    add(page) {
      const analysis = analysisOf(page);
      if (page.sections !== undefined) analyses?.set(page.key, analysis);
      builder.add(page.page, analysis);
    },
    finish({ synonyms, minimumRecords }) {
      const { rules, problems } = synonyms ?? { rules: [], problems: [] };
      const bytes = builder.finish(rules);
      analyses?.save();
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
