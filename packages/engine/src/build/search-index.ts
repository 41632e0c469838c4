/** The search index of a site, from records to one file, in a process that `search-process.ts` starts: it analyzes pages as they come. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Section, plainText, type SearchPage, decodeIndex, searchRecords, createAnalyzer, type SearchGroup } from '@quire/search';
import { type Failure, lowerThreadPriority, peakMiB, sendFailure } from './process-resources.ts';
import { type PageAnalysis, type Synonyms, analyzePage, checkSynonyms, createIndexBuilder } from '@quire/search/indexing';
import type { Problem } from '#model/problem.ts';
import { createPackCache } from './pack-cache.ts';

export interface MadeIndex extends SearchIndexFile {
  /** Of the process that made it. */
  peakMiB: number;
}

/** A section on its way: the text is not sent where it can be read from the text with marks. */
export type SentSection = Omit<Section, 'text'> & { text?: string };

export interface SentPage extends Omit<PageToIndex, 'sections'> {
  sections?: SentSection[];
}

/** Messages of the build to the process: pages, or that there are no more. */
export type Message = { begin: IndexTask } | { add: SentPage[] } | { finish: true };
/** Messages of the process to the build: first the cached pages, if there is a cache; at the end the index. */
export type Answer = { kept: readonly string[] } | { made: MadeIndex } | Failure;

const received = (section: SentSection): Section => ({ ...section, text: section.text ?? plainText(section.marked ?? '') });

/** What an index is made of beside its pages. */
export interface IndexTask {
  /** As read, with the file's name as the author knows it; null: none. */
  synonyms: (Synonyms & { file: string }) | null;
  /** Fewer records are a problem. */
  minimumRecords: number;
  groups: readonly SearchGroup[];
  /** Names in camel case that are one word. */
  names: readonly string[];
}

export interface SearchIndexFile {
  bytes: Uint8Array;
  /** Number of sections in it. */
  records: number;
  problems: Problem[];
}

/** The making of an index: pages as they are compiled, then the file. */
export interface SearchIndexMaker {
  /** Names of the pages that earlier builds analyzed. */
  kept: readonly string[];
  /** Reads what was kept while nothing has to be done. */
  readAhead(): void;
  /** Called before the first page. */
  begin(task: IndexTask): void;
  add(page: PageToIndex): void;
  finish(): SearchIndexFile;
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
  let task: IndexTask = { synonyms: null, minimumRecords: 0, groups: [], names: [] };
  let analyzer = createAnalyzer();

  function analysisOf({ page, key, sections }: PageToIndex): PageAnalysis {
    if (sections !== undefined) return analyzePage(searchRecords(page, sections), analyzer);
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
    begin(given) {
      task = given;
      analyzer = createAnalyzer(given.names);
    },
    add(page) {
      const analysis = analysisOf(page);
      if (page.sections !== undefined) analyses?.set(page.key, analysis);
      builder.add(page.page, analysis);
    },
    finish() {
      const { synonyms, minimumRecords, groups, names } = task;
      const { rules, problems } = synonyms ?? { rules: [], problems: [] };
      const bytes = builder.finish({ synonyms: rules, groups, names });
      analyses?.save();
      const misleading = rules.length === 0 ? [] : checkSynonyms(decodeIndex(bytes), rules, synonyms?.file);
      return { bytes, records: builder.size, problems: [...problems, ...misleading, ...tooFew(builder.size, minimumRecords)] };
    },
  };
}

function tooFew(records: number, least: number): Problem[] {
  if (records >= least) return [];
  const message = `the index would hold ${records} sections, search.minimumRecords expects at least ${least}: look whether all of the content was read, or lower the minimum`;
  return [{ file: 'search index', message, severity: 'error' }];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  sendFailure();
  const maker = createSearchIndexMaker(process.argv[2] ?? null);
  const answer = (said: Answer, then = (): void => undefined): void => void process.send?.(said, then);

  process.on('message', (message: Message) => {
    if ('add' in message) {
      for (const { sections, ...page } of message.add)
        maker.add(sections === undefined ? page : { ...page, sections: sections.map(received) });
      return;
    }
    if ('begin' in message) {
      maker.begin(message.begin);
      return;
    }
    answer({ made: { ...maker.finish(), peakMiB: peakMiB() } }, () => process.disconnect());
  });
  if (process.argv[2] !== undefined) answer({ kept: maker.kept });
  // The build waited for that.
  lowerThreadPriority();
  maker.readAhead();
}
