/** Compiles a whole site as the build does, for evaluations and benchmarks of its search. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { indexTask, siteRecords } from '@quire/engine/build/emit-search.ts';
import { openSite } from '@quire/engine/build/site.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import { createAnalyzer, type SearchRecord } from '@quire/search';
import { type EncodeOptions, parseSynonyms } from '@quire/search/indexing';

import { TREE_CONFIG, treeExists } from '../real-tree.ts';

const root = join(import.meta.dirname, '../..');
const SYNONYMS = join(root, 'website/content/synonyms.yaml');
export const DEVELOPMENT_QUERIES = join(root, 'bench/search/queries.dev.jsonl');

export interface SiteSearch {
  records: SearchRecord[];
  /** Input of the site's index other than its records. */
  options: EncodeOptions;
  pages: number;
}

/** Returns the real tree's configuration if it exists, because the tree was not written for this project; otherwise the website's. */
export const defaultConfig = (): string => (treeExists() ? TREE_CONFIG : join(root, 'website/site.config.ts'));

/** Compiles a site and returns its records. The synonyms are always those of the project's own website. */
export async function openSiteSearch(configFile: string): Promise<SiteSearch> {
  const config = await loadConfig(configFile, {});
  const site = await openSite({ config, cacheDir: join(root, '.cache', 'evaluate'), drafts: false, noCache: false });
  const pages = [];
  for (const doc of site.docs) pages.push(await site.compile(doc));
  const { groups, names } = indexTask(site);
  const { rules } = parseSynonyms(await readFile(SYNONYMS, 'utf8'), SYNONYMS, createAnalyzer(names));
  return { records: siteRecords(site, pages), options: { synonyms: rules, groups, names }, pages: pages.length };
}
