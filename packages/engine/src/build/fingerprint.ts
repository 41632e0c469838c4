import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { filesIn } from './files-in.ts';

/** Absolute folder of the engine's sources. */
export const ENGINE_SOURCES = dirname(import.meta.dirname);

/**
 * Hash of source files by path and content; tests are left out. What was made with the files is stale when it changes.
 * @param places absolute paths of files and folders; each must exist
 */
export function fingerprintFiles(places: readonly string[]): string {
  const files = places.flatMap((place) => (statSync(place).isFile() ? [place] : filesIn(place).map((file) => join(place, file))));
  const hash = createHash('sha256');
  for (const file of files.filter(isSource).toSorted()) hash.update(relative(ENGINE_SOURCES, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Names that start with a dot are an editor's. */
const isSource = (file: string): boolean => !file.includes('.test.') && !file.includes('/testing/') && !basename(file).startsWith('.');
