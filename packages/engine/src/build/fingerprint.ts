import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { OWNED_FILES } from '#config/build-folder.ts';

/** Absolute folder of the engine's sources. */
export const ENGINE_SOURCES = dirname(import.meta.dirname);

/** Absolute folder of the sources of the search, which the engine bundles and runs. */
export const SEARCH_SOURCES = join(ENGINE_SOURCES, '../../search/src');

/** Absolute paths of the code that compiles pages. Plugins have more. */
export const COMPILER_SOURCES = [...['config', 'content', 'model', 'plugin.ts'].map((name) => join(ENGINE_SOURCES, name)), SEARCH_SOURCES];

/**
 * Returns a hash of the paths and contents of source files, without tests. Cached results of the code are stale when it changes.
 * @param places absolute paths of existing files and folders
 */
export function fingerprintFiles(places: readonly string[]): string {
  const files = places.flatMap((place) =>
    statSync(place).isFile() ? [place] : filesIn(place, isGenerated).map((file) => join(place, file)),
  );
  const hash = createHash('sha256');
  for (const file of files.filter(isSource).toSorted()) hash.update(relative(ENGINE_SOURCES, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Whether a file is source code. Names that start with a dot are temporary files of editors, and a link may lead to a folder or nowhere. */
const isSource = (file: string): boolean =>
  !file.includes('.test.') &&
  !file.includes('/testing/') &&
  !basename(file).startsWith('.') &&
  statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** Whether a folder in the root of a site contains no sources of it: packages, caches, and the output of a build. */
const isGenerated = (folder: string): boolean => /^(?:\.|node_modules$)/.test(basename(folder)) || existsSync(join(folder, OWNED_FILES));

/**
 * Returns the files below a folder, with `/`, including symbolic links, which are not followed; none if the folder does not exist.
 * @param isSkipped whether to skip a folder; absolute
 */
export function filesIn(dir: string, isSkipped: (folder: string) => boolean = () => false): string[] {
  // Recursive `readdir` would follow symbolic links and call `stat` for each file.
  const below = (folder: string): string[] =>
    readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) => {
      if (!entry.isDirectory()) return [folder + entry.name];
      return isSkipped(join(dir, folder, entry.name)) ? [] : below(`${folder}${entry.name}/`);
    });
  return existsSync(dir) ? below('') : [];
}
