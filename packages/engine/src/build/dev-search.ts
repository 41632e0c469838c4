import { Hono } from 'hono';

import { createSiteSearch } from '@quire/search';
import { createResponder } from '@quire/search/docsearch';
import type { DocSetIndex, OpenIndex } from '#server/open-index.ts';
import { docSearchService, resultsService } from '#server/routes/search.ts';

import type { SearchIndexPointer } from './emit-search.ts';
import type { Site } from './site.ts';

/** Where the development server's indexes lie, without base URL: `/assets/search-index-dev.bin`, that of another version with its name. */
const urlOf = ({ config: { docSet } }: Site): string =>
  `/assets/search-index-dev${docSet === undefined || docSet.key === '' ? '' : `-${docSet.key}`}.bin`;

export const isDevIndex = (path: string): boolean => /\/assets\/search-index-dev[\w.-]*\.bin$/.test(path);

export interface IndexedSite {
  site: Site;
  /** Null: the site has no search. */
  index: OpenIndex | null;
  bytes: Uint8Array<ArrayBuffer>;
  records: number;
}

/** The search of an open site, from memory: the query protocol, and the indexes for the engine in the browser. @param sites the main one first */
export function createDevSearch(sites: readonly IndexedSite[], docSets: readonly DocSetIndex[]): Hono {
  const [main] = sites;
  if (main === undefined || main.index === null) return new Hono();
  const { baseUrl, search } = main.site.config;
  const others = Object.fromEntries(docSets.map(({ indexName, index }) => [indexName, index.engine]));
  const indexName = search?.indexName ?? 'docs';
  const now = (): number => performance.now();
  const responder = createResponder({ engine: main.index.engine, indexName, others, baseUrl, now });
  const base = baseUrl.slice(0, -1);
  const noStore = { 'Cache-Control': 'no-store' };
  const app = docSearchService({ responder, baseUrl });
  for (const { prefix, engine } of [{ prefix: '', engine: main.index.engine }, ...docSets.map((set) => ({ ...set, ...set.index }))])
    app.route(
      '/',
      resultsService({ search: createSiteSearch({ engine, baseUrl, now }), siteDir: null, baseUrl, prefix, feedbackUrl: null }),
    );
  for (const { site, bytes, records } of sites) {
    const { docSet, search: own } = site.config;
    const name = own?.indexName ?? 'docs';
    const pointer: SearchIndexPointer = { url: urlOf(site), records, indexName: name };
    app.get(`${base}${docSet?.prefix ?? ''}/search-index.json`, (c) => c.json(pointer, 200, noStore));
    app.get(base + urlOf(site), (c) => c.body(bytes, 200, { ...noStore, 'Content-Type': 'application/octet-stream' }));
  }
  return app;
}
