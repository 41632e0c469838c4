import type { Hono, MiddlewareHandler } from 'hono';
import type { AnsweredSearch } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import type { LogEntry } from './log-entry.ts';
import { crossOrigin } from './middleware.ts';
import type { DocSetIndex, OpenIndex } from './open-index.ts';
import { searchPageService } from './routes/search-page.ts';
import { searchService, type SearchBackend } from './routes/search.ts';
import { searchLogEntry } from './search-log.ts';
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

/** The search of a build: the query protocol and the results page. Without an index they say so. */
export function openSearch(options: OpenSearchOptions): Hono[] {
  const { buildDirectory, manifest, docSets = [] } = options;
  const { baseUrl, searchIndexName: indexName = '', searchFeedbackUrl: feedbackUrl = null } = manifest;
  const backend = openBackend(options);
  const siteDir = siteDirectory(buildDirectory);
  const limits = options.limit === undefined ? [] : [options.limit];
  const guards = [crossOrigin(manifest.server?.corsOrigins), ...limits];
  return [
    searchService({ backend, baseUrl, guards }),
    searchPageService({ guards: limits, backend, siteDir, baseUrl, indexName, feedbackUrl }),
    ...docSets.map((set) => searchPageService({ guards: limits, backend, siteDir, baseUrl, feedbackUrl, ...set })),
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

function openBackend({ index, docSets = [], manifest, log, now, onSearch }: OpenSearchOptions): SearchBackend {
  const { searchIndexName, baseUrl } = manifest;
  if (index === null || searchIndexName === undefined) return null;
  return createResponder({
    engine: index.engine,
    indexName: searchIndexName,
    others: Object.fromEntries(docSets.map((set) => [set.indexName, set.index.engine])),
    baseUrl,
    now: () => performance.now(),
    onSearch: (search) => {
      const entry = searchLogEntry(search, now());
      if (entry !== null) log(entry);
      onSearch?.(search);
    },
  });
}
