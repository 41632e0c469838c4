/** Builds the search index of a site in a process that `indexer.ts` starts. It analyzes pages as they arrive. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Section, plainText, type SearchPage, searchRecords, createAnalyzer, type SearchGroup } from '@quire/search';
import { type Failure, lowerThreadPriority, peakMiB, sendUncaughtErrors } from './process-resources.ts';
import { type PageAnalysis, type Synonyms, analyzePage, checkSynonyms, createIndexBuilder } from '@quire/search/indexing';
import type { Problem } from '#model/problem.ts';
import { createPackCache } from './pack-cache.ts';

export interface BuiltIndex extends EncodedIndex {
  /** Peak memory of the process that built the index. */
  peakMiB: number;
}

/** A section in a message. Without `text`, the receiver derives the text from `marked`. */
export type SectionMessage = Omit<Section, 'text'> & { text?: string };

export interface PageMessage extends Omit<PageToIndex, 'sections'> {
  sections?: SectionMessage[];
}

/** Messages from the build to the child process, in this order: the task, batches of pages, and the request for the index. */
export type IndexerRequest = { begin: IndexTask } | { add: PageMessage[] } | { finish: true };
/** Messages from the child process to the build: first the keys of the cached pages, if there is a cache, and at the end the index. */
export type IndexerResponse = { cachedKeys: readonly string[] } | { made: BuiltIndex } | Failure;

const fromMessage = (section: SectionMessage): Section => ({ ...section, text: section.text ?? plainText(section.marked ?? '') });

/** The inputs of an index except for its pages. */
export interface IndexTask {
  /** The parsed synonyms and the name of their file for messages; null: none. */
  synonyms: (Synonyms & { file: string }) | null;
  /** The build reports an error if the index has fewer records. */
  minimumRecords: number;
  groups: readonly SearchGroup[];
  /** Names in camel case that are indexed as one word. */
  names: readonly string[];
}

/** An index in its binary format. */
export interface EncodedIndex {
  bytes: Uint8Array;
  /** Number of indexed sections. */
  records: number;
  problems: Problem[];
}

/** Builds an index from pages that arrive one by one. */
interface SearchIndexBuilder {
  /** Keys of the pages whose analysis is cached. */
  cachedKeys: readonly string[];
  /** Reads cached analyses ahead while the process is idle. */
  readAhead(): void;
  /** Must be called before the first page is added. */
  begin(task: IndexTask): void;
  add(page: PageToIndex): void;
  finish(): EncodedIndex;
}

interface PageToIndex {
  page: SearchPage;
  /** Cache key: a hash of the page and of everything that its analysis depends on. */
  key: string;
  /** Absent if the analysis is cached. */
  sections?: readonly Section[];
}

/** @param cacheDir folder in which analyses of pages are cached; null: no cache */
export function createSearchIndexBuilder(cacheDir: string | null): SearchIndexBuilder {
  const file = cacheDir === null ? null : join(cacheDir, 'search-analyses.bin');
  const analyses = file === null ? null : createPackCache<PageAnalysis>(file);
  const builder = createIndexBuilder();
  let task: IndexTask = { synonyms: null, minimumRecords: 0, groups: [], names: [] };
  let analyzer = createAnalyzer();

  function analysisOf({ page, key, sections }: PageToIndex): PageAnalysis {
    if (sections !== undefined) return analyzePage(searchRecords(page, sections), analyzer);
    const cached = analyses?.get(key);
    if (cached === undefined) {
      if (file !== null) rmSync(file, { force: true });
      throw new Error(`The cached search data of ${page.path} was corrupt and has been deleted. Run the build again.`);
    }
    return cached;
  }

  return {
    cachedKeys: analyses?.keys() ?? [],
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
      const misleading = rules.length === 0 ? [] : checkSynonyms(builder.terms, rules, synonyms?.file);
      return { bytes, records: builder.size, problems: [...problems, ...misleading, ...checkMinimumRecords(builder.size, minimumRecords)] };
    },
  };
}

function checkMinimumRecords(records: number, min: number): Problem[] {
  if (records >= min) return [];
  const message = `the search index has ${records} sections, but search.minimumRecords requires at least ${min}: check that all content was loaded, or lower the minimum`;
  return [{ file: 'search index', message, severity: 'error' }];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  sendUncaughtErrors();
  const indexBuilder = createSearchIndexBuilder(process.argv[2] ?? null);
  const send = (answer: IndexerResponse, then = (): void => undefined): void => void process.send?.(answer, then);

  process.on('message', (message: IndexerRequest) => {
    if ('add' in message) {
      for (const { sections, ...page } of message.add)
        indexBuilder.add(sections === undefined ? page : { ...page, sections: sections.map(fromMessage) });
      return;
    }
    if ('begin' in message) {
      indexBuilder.begin(message.begin);
      return;
    }
    send({ made: { ...indexBuilder.finish(), peakMiB: peakMiB() } }, () => process.disconnect?.());
  });
  if (process.argv[2] !== undefined) send({ cachedKeys: indexBuilder.cachedKeys });
  // The build waits for the keys, so lower the priority only now.
  lowerThreadPriority();
  indexBuilder.readAhead();
}
