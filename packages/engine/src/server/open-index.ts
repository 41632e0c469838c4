/** The search of a build: its index, which is opened once, and the services that use it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono, MiddlewareHandler } from 'hono';
import {
  type SearchEngine,
  type SearchPage,
  createSearchEngine,
  decodeIndex,
  type AnsweredSearch,
  createSiteSearch,
  type SiteSearch,
} from '@quire/search';
import { errorLogEntry, type LogEntry, searchLogEntry } from './log.ts';
import { type SiteManifest, siteDirectory } from './site-manifest.ts';
import { createResponder } from '@quire/search/docsearch';
import { crossOrigin } from './middleware.ts';
import { type ChargeSearch, docSearchService, resultsService } from './routes/search.ts';

/** The index of a build, decoded once and shared. */
export interface OpenIndex {
  engine: SearchEngine;
  pages: readonly SearchPage[];
}

export interface OpenIndexOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  log: (entry: LogEntry) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** An index of one of several versions and languages. */
export interface DocSetIndex {
  /** Route prefix of the set's results page. */
  prefix: string;
  indexName: string;
  /** Translations of the results page and of the texts of plugins, by their English text; absent in English. */
  words?: Readonly<Record<string, string>> | undefined;
  index: OpenIndex;
  /** Absolute path; null in development, where the index is only in memory. */
  indexFile: string | null;
}

/** Reads the indexes of the other versions and languages. Logs and skips those that cannot be read. */
export async function openDocSetIndexes({ buildDirectory, manifest, log, now }: OpenIndexOptions): Promise<DocSetIndex[]> {
  const opened: DocSetIndex[] = [];
  for (const { prefix, searchIndex, searchIndexName: indexName, searchWords: words } of manifest.docSets ?? []) {
    const indexFile = join(buildDirectory, searchIndex);
    try {
      opened.push({ prefix, indexName, words, index: await readIndex(indexFile), indexFile });
    } catch (error) {
      log(errorLogEntry(error, now(), null));
    }
  }
  return opened;
}

/** Reads the index; null if the build has none. If it cannot be read, logs the error and returns null, so that the pages are still served. */
export async function openIndex({ buildDirectory, manifest, log, now }: OpenIndexOptions): Promise<OpenIndex | null> {
  if (manifest.searchIndex === undefined) return null;
  try {
    return await readIndex(join(buildDirectory, manifest.searchIndex));
  } catch (error) {
    log(errorLogEntry(error, now(), null));
    return null;
  }
}

/** Reads and decodes an index. @throws Error if the file cannot be read, IndexFormatError if it is not a valid index */
export async function readIndex(file: string): Promise<OpenIndex> {
  return openIndexFromBytes(await readFile(file));
}

/** Decodes an index. @throws IndexFormatError */
export function openIndexFromBytes(bytes: Uint8Array): OpenIndex {
  const index = decodeIndex(bytes);
  return { engine: createSearchEngine(index), pages: index.pages };
}

export interface OpenSearchOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  index: OpenIndex | null;
  /** Indexes of other versions and languages; default none. */
  docSets?: readonly DocSetIndex[];
  log: (entry: LogEntry) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Middleware that runs before a search: the rate limit, and the turns. */
  guards?: readonly MiddlewareHandler[];
  charge?: ChargeSearch;
  /** Called after each answered search. */
  onSearch?: (search: AnsweredSearch) => void;
}

/** Creates the search services of a build: for its own pages, and for clients of the DocSearch protocol. Without an index, they respond with an error. */
export function openSearchServices(options: OpenSearchOptions): Hono[] {
  const { buildDirectory, manifest, index, docSets = [], log, guards = [], charge } = options;
  const { baseUrl, searchIndexName: indexName, searchFeedbackUrl: feedbackUrl = null, searchWords: words } = manifest;
  const siteDir = siteDirectory(buildDirectory);
  const now = (): number => performance.now();
  const onSearch = (search: AnsweredSearch): void => {
    const entry = searchLogEntry(search, options.now());
    if (entry !== null) log(entry);
    options.onSearch?.(search);
  };
  const searchOf = ({ engine }: OpenIndex): SiteSearch => createSiteSearch({ engine, baseUrl, now, onSearch });
  const responder =
    index === null || indexName === undefined
      ? null
      : createResponder({
          ...{ engine: index.engine, indexName, baseUrl, now, onSearch },
          others: Object.fromEntries(docSets.map((set) => [set.indexName, set.index.engine])),
        });
  return [
    docSearchService({ responder, baseUrl, charge, guards: [crossOrigin(manifest.server?.corsOrigins), ...guards] }),
    resultsService({ search: index && searchOf(index), guards, charge, siteDir, baseUrl, feedbackUrl, words }),
    ...docSets.map((set) =>
      resultsService({
        ...{ guards, charge, siteDir, baseUrl, feedbackUrl, words: set.words },
        prefix: set.prefix,
        search: searchOf(set.index),
      }),
    ),
  ];
}

const WARM_UP_MS = 500;

/** Warms up the engine with searches for titles, for at most half a second, so that the first readers do not wait for the JIT compiler. */
export function warmUpSearch({ engine, pages }: OpenIndex): void {
  const start = performance.now();
  for (const { title } of pages) {
    if (performance.now() - start > WARM_UP_MS) return;
    for (const { sections } of engine.search({ text: title }).hits.slice(0, 5)) void sections[0]?.excerpt;
  }
}
