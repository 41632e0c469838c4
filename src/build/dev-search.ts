import { readFileSync } from 'node:fs';

import type { Hono } from 'hono';

import type { CompiledPage } from '#content/document.ts';
import { createResponder } from '#search/protocol/responder.ts';
import { encodeIndex, parseSynonyms } from '#search/index/index.ts';
import { createSearchEngine, decodeIndex } from '#search/rank/index.ts';
import { searchService } from '#server/routes/search.ts';

import type { SearchIndexPointer } from './emit-search.ts';
import { siteRecords } from './search-records.ts';
import type { Site } from './site.ts';

const INDEX_URL = '/assets/search-index-dev.bin';
const SEARCH_PATH = new RegExp(`/1/indexes/[^/]+/quer(y|ies)$|/search-index\\.json$|${INDEX_URL.replace('.', '\\.')}$`);

/** Whether a path is one that the search of the development server answers. */
export const isSearchPath = (path: string): boolean => SEARCH_PATH.test(path);

/** The search of an open site, from memory: the query protocol, and the index for the engine in the browser. Synonyms that are wrong are left out. */
export function createDevSearch(site: Site, pages: readonly CompiledPage[]): Hono {
  const { baseUrl, search } = site.config;
  const records = siteRecords(site, pages);
  const synonyms = search.synonyms === null ? [] : parseSynonyms(readFileSync(search.synonyms, 'utf8')).rules;
  const bytes = encodeIndex(records, { synonyms, minimumRecords: 0 }).slice();
  const engine = createSearchEngine(decodeIndex(bytes));
  const backend = createResponder({ engine, indexName: search.indexName, baseUrl, now: () => performance.now() });
  const pointer: SearchIndexPointer = { url: INDEX_URL, records: records.length, indexName: search.indexName };
  const base = baseUrl.slice(0, -1);
  const noStore = { 'Cache-Control': 'no-store' };
  return searchService({ backend, baseUrl })
    .get(`${base}/search-index.json`, (c) => c.json(pointer, 200, noStore))
    .get(base + INDEX_URL, (c) => c.body(bytes, 200, { ...noStore, 'Content-Type': 'application/octet-stream' }));
}
