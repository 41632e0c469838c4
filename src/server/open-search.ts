import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { createResponder } from '#search/protocol/responder.ts';
import { createSearchEngine, decodeIndex } from '#search/rank/index.ts';
import type { LogEntry } from './log-entry.ts';
import { searchPageService } from './routes/search-page.ts';
import { searchService, type SearchBackend } from './routes/search.ts';
import { searchLogEntry } from './search-log.ts';
import { siteDirectory, type SiteManifest } from './site-manifest.ts';

export interface OpenSearchOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The search of a build: the query protocol and the results page. An index that cannot be read is logged; the pages are served all the same. */
export async function openSearch({ buildDirectory, manifest, log, now }: OpenSearchOptions): Promise<Hono[]> {
  const { baseUrl, searchIndexName: indexName = '', searchFeedbackUrl: feedbackUrl = null } = manifest;
  const backend = await openBackend({ buildDirectory, manifest, log, now }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    log({ kind: 'error', time: new Date(now()).toISOString(), method: '', path: manifest.searchIndex ?? '', message, stack: '' });
    return null;
  });
  const siteDir = siteDirectory(buildDirectory);
  return [searchService({ backend, baseUrl }), searchPageService({ backend, siteDir, baseUrl, indexName, feedbackUrl })];
}

async function openBackend({ buildDirectory, manifest, log, now }: OpenSearchOptions): Promise<SearchBackend> {
  const { searchIndex, searchIndexName, baseUrl } = manifest;
  if (searchIndex === undefined || searchIndexName === undefined) return null;
  const engine = createSearchEngine(decodeIndex(await readFile(join(buildDirectory, searchIndex))));
  return createResponder({
    engine,
    indexName: searchIndexName,
    baseUrl,
    now: () => performance.now(),
    onSearch: (search) => {
      const entry = searchLogEntry(search, now());
      if (entry !== null) log(entry);
    },
  });
}
