import type { Hono } from 'hono';

import { createResponder } from '@quire/search/docsearch';
import type { OpenIndex } from '#server/open-index.ts';
import { searchService } from '#server/routes/search.ts';

import type { SearchIndexPointer } from './emit-search.ts';
import type { Site } from './site.ts';

/** Where the development server's index lies, without base URL. */
export const DEV_INDEX_URL = '/assets/search-index-dev.bin';

/** The search of an open site, from memory: the query protocol, and the index for the engine in the browser. */
export function createDevSearch(
  { config: { baseUrl, search } }: Site,
  { engine }: OpenIndex,
  bytes: Uint8Array<ArrayBuffer>,
  records: number,
): Hono {
  const backend = createResponder({ engine, indexName: search?.indexName ?? 'docs', baseUrl, now: () => performance.now() });
  const pointer: SearchIndexPointer = { url: DEV_INDEX_URL, records, indexName: search?.indexName ?? 'docs' };
  const base = baseUrl.slice(0, -1);
  const noStore = { 'Cache-Control': 'no-store' };
  return searchService({ backend, baseUrl })
    .get(`${base}/search-index.json`, (c) => c.json(pointer, 200, noStore))
    .get(base + DEV_INDEX_URL, (c) => c.body(bytes, 200, { ...noStore, 'Content-Type': 'application/octet-stream' }));
}
