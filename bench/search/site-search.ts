/** The search of a whole site, compiled as the build does it: what evaluation and benchmarks ask. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { indexTask, siteRecords } from '@quire/engine/build/emit-search.ts';
import { openSite } from '@quire/engine/build/site.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import { createAnalyzer, type SearchRecord } from '@quire/search';
import { type EncodeOptions, parseSynonyms } from '@quire/search/indexing';

import { TREE_CONFIG, treeIsThere } from '../real-tree.ts';

const root = join(import.meta.dirname, '../..');
const SYNONYMS = join(root, 'website/content/synonyms.yaml');
export const DEVELOPMENT_QUERIES = join(root, 'bench/search/queries.dev.jsonl');

export interface SiteSearch {
  records: SearchRecord[];
  /** What the site's index is made of beside its records. */
  options: Omit<EncodeOptions, 'minimumRecords'>;
  pages: number;
}

/** The real tree where it is beside the project, because it was not written for this project; else the project's own site. */
export const defaultConfig = (): string => (treeIsThere() ? TREE_CONFIG : join(root, 'website/site.config.ts'));

/** Compiles a site and takes its records. Synonyms are the project's own, whichever site it is. */
export async function openSiteSearch(configFile: string): Promise<SiteSearch> {
  const config = await loadConfig(configFile, {});
  const site = await openSite({ config, cacheDir: join(root, '.cache', 'evaluate'), drafts: false, fresh: false });
  const pages = [];
  for (const doc of site.docs) pages.push(await site.compile(doc));
  const { groups, names } = indexTask(site);
  const { rules } = parseSynonyms(await readFile(SYNONYMS, 'utf8'), SYNONYMS, createAnalyzer(names));
  return { records: siteRecords(site, pages), options: { synonyms: rules, groups, names }, pages: pages.length };
}
