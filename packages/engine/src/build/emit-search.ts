import { createHash } from 'node:crypto';

import { SEARCH_WORDS } from '@quire/search';

import type { SiteManifest } from '#server/site-manifest.ts';

import type { Output } from './output.ts';
import type { SearchIndexFile } from './search-index.ts';
import type { Site } from './site.ts';

/** What the browser's engine asks for first: where the index lies. */
export interface SearchIndexPointer {
  /** Address without base URL. */
  url: string;
  records: number;
  indexName: string;
}

/** Writes the index under a name that changes with it, and the file that tells the name. Returns what the server is told in `manifest.json`. */
export async function emitSearch(site: Site, { bytes, records }: SearchIndexFile, output: Output): Promise<Partial<SiteManifest>> {
  const indexName = site.config.search?.indexName ?? 'docs';
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  const url = `/assets/search-index-${hash}.bin`;
  const pointer: SearchIndexPointer = { url, records, indexName };
  await output.write(`site${url}`, bytes);
  const { docSet } = site.config;
  await output.write(`site${docSet?.prefix ?? ''}/search-index.json`, JSON.stringify(pointer));
  if (docSet !== undefined && docSet.key !== '')
    return { docSets: [{ prefix: docSet.prefix, searchIndex: `site${url}`, searchIndexName: indexName, ...searchWords(site) }] };
  return {
    searchIndex: `site${url}`,
    searchIndexName: indexName,
    ...searchWords(site),
    ...(site.config.links.repository !== null && { searchFeedbackUrl: `${site.config.links.repository}/issues` }),
    ...connectOrigins(site),
  };
}

/** The words of the results page, where the site is not in English. */
function searchWords({ data: { words = {} } }: Site): { searchWords?: Record<string, string> } {
  const translated = SEARCH_WORDS.flatMap((word) => (words[word] === undefined ? [] : [[word, words[word]] as const]));
  return translated.length === 0 ? {} : { searchWords: Object.fromEntries(translated) };
}

/** The hosted service is asked by the reader's browser, which the page's policy has to allow. */
function connectOrigins({ config: { search } }: Site): Partial<SiteManifest> {
  if (search?.provider !== 'hosted' || search.applicationId === undefined) return {};
  return { connectOrigins: [`https://${search.applicationId.toLowerCase()}-dsn.algolia.net`] };
}
