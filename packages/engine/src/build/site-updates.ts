/** Reads the last update of every file that pages of a site are made from. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { docSetsOf } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import { readLastUpdates } from '#content/last-updates.ts';
import type { LastUpdate } from '#model/page.ts';

import { docsFoldersOf } from './doc-sets.ts';

/** Returns the last updates by absolute path; none if the site does not show them. @param read reads those of a folder */
export async function readSiteUpdates(config: SiteConfig, read = readLastUpdates): Promise<Map<string, LastUpdate>> {
  const { showLastUpdateAuthor, showLastUpdateTime } = config.docs;
  if (!showLastUpdateAuthor && !showLastUpdateTime) return new Map();
  const docRoots = [
    ...docSetsOf(config).flatMap(({ docs, docSet }) => [docs.root, docSet?.original?.docs.root ?? docs.root]),
    ...docsFoldersOf(config).map(({ root }) => root),
  ];
  const sources = config.plugins.flatMap((plugin) => plugin.sources ?? []).map((dir) => resolve(config.configDir, dir));
  const roots = [...new Set([...docRoots, ...sources])].filter((root) => existsSync(root));
  const found = await Promise.all(
    roots.map(async (root) => [...(await read(root, config.docs))].map(([file, update]) => [join(root, file), update] as const)),
  );
  return new Map(found.flat());
}

/** Returns a reader that asks git about each folder once, because git takes seconds in a large repository. */
export function memoizeUpdates(): typeof readLastUpdates {
  const read = new Map<string, ReturnType<typeof readLastUpdates>>();
  return (root, { ignoredAuthors } = {}) => {
    const key = JSON.stringify([root, ignoredAuthors]);
    const updates = read.get(key) ?? readLastUpdates(root, { ...(ignoredAuthors && { ignoredAuthors }) });
    read.set(key, updates);
    return updates;
  };
}
