import type { Hono, MiddlewareHandler } from 'hono';
import { type AnsweredSearch, createSiteSearch, type SiteSearch } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import type { LogEntry } from './log.ts';
import { crossOrigin } from './middleware.ts';
import type { DocSetIndex, OpenIndex } from './open-index.ts';
import { docSearchService, resultsService } from './routes/search.ts';
import { searchLogEntry } from './log.ts';
import { siteDirectory, type SiteManifest } from './site-manifest.ts';

export interface OpenSearchOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  index: OpenIndex | null;
  /** Those of other versions and languages; default none. */
  docSets?: readonly DocSetIndex[];
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Refuses clients that search too much. */
  limit?: MiddlewareHandler;
  /** Told of each search once it is answered. */
  onSearch?: (search: AnsweredSearch) => void;
}

/** The search of a build: for its own pages, and for clients of the DocSearch protocol. Without an index they say so. */
export function openSearch(options: OpenSearchOptions): Hono[] {
  const { buildDirectory, manifest, index, docSets = [], log } = options;
  const { baseUrl, searchIndexName: indexName, searchFeedbackUrl: feedbackUrl = null, searchWords: words } = manifest;
  const siteDir = siteDirectory(buildDirectory);
  const limits = options.limit === undefined ? [] : [options.limit];
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
    docSearchService({ responder, baseUrl, guards: [crossOrigin(manifest.server?.corsOrigins), ...limits] }),
    resultsService({ search: index && searchOf(index), guards: limits, siteDir, baseUrl, feedbackUrl, words }),
    ...docSets.map((set) =>
      resultsService({
        ...{ guards: limits, siteDir, baseUrl, feedbackUrl, words: set.words },
        prefix: set.prefix,
        search: searchOf(set.index),
      }),
    ),
  ];
}

const WARM_UP_MS = 500;

/** Searches for titles before readers do: the first of them would wait while the engine is compiled. Half a second at most. */
export function warmUpSearch({ engine, pages }: OpenIndex): void {
  const start = performance.now();
  for (const { title } of pages) {
    if (performance.now() - start > WARM_UP_MS) return;
    for (const { sections } of engine.search({ text: title }).hits.slice(0, 5)) void sections[0]?.excerpt;
  }
}
