import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Absolute folder of the engine's sources. */
export const ENGINE_SOURCES = dirname(import.meta.dirname);

/** Absolute folder of the sources of the search, which the engine bundles and runs. */
export const SEARCH_SOURCES = join(ENGINE_SOURCES, '../../search/src');

/**
 * Returns a hash of the paths and contents of source files, without tests. Cached results of the code are stale when it changes.
 * @param places absolute paths of existing files and folders
 */
export function fingerprintFiles(places: readonly string[]): string {
  const files = places.flatMap((place) => (statSync(place).isFile() ? [place] : filesIn(place).map((file) => join(place, file))));
  const hash = createHash('sha256');
  for (const file of files.filter(isSource).toSorted()) hash.update(relative(ENGINE_SOURCES, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Whether a file is source code. Names that start with a dot are temporary files of editors. */
const isSource = (file: string): boolean => !file.includes('.test.') && !file.includes('/testing/') && !basename(file).startsWith('.');

/** Returns the files below a folder, with `/`, including symbolic links, which are not followed; none if the folder does not exist. */
export function filesIn(dir: string): string[] {
  // Recursive `readdir` would follow symbolic links and call `stat` for each file.
  const below = (folder: string): string[] =>
    readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(`${folder}${entry.name}/`) : [folder + entry.name],
    );
  return existsSync(dir) ? below('') : [];
}
