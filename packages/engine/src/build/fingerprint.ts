import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Absolute folder of the engine's sources. */
export const ENGINE_SOURCES = dirname(import.meta.dirname);

/** Absolute folder of the sources of the search, which the engine bundles and runs. */
export const SEARCH_SOURCES = join(ENGINE_SOURCES, '../../search/src');

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

/** Files below a folder, with `/`, and links, which are not followed; none where it is not there. */
export function filesIn(dir: string): string[] {
  // A walk of our own: `readdir` follows links, and asks the system of each file what it is.
  const below = (folder: string): string[] =>
    readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(`${folder}${entry.name}/`) : [folder + entry.name],
    );
  return existsSync(dir) ? below('') : [];
}
