/** Swaps the staged files of a build into its output folder. */
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { filesIn } from './fingerprint.ts';

/** Present while files are swapped in. If it stays, publishing was interrupted and the files may not belong together. */
export const INTERRUPTED = '.interrupted';

/** Lists the files that the last build made. A build replaces and deletes these and no others. */
const OWNED_FILES = '.made-by-build.json';

/** An output folder contains files of somebody else where the build has to write. The message says which. */
export class ForeignFileError extends Error {
  override name = 'ForeignFileError';
}

/** What earlier builds made in an output folder; null for a folder that no build has written to. */
export function readOwnedFiles(dir: string): string[] | null {
  try {
    return JSON.parse(readFileSync(join(dir, OWNED_FILES), 'utf8')) as string[];
  } catch {
    // After an interruption before the list was written, the files are known by the folder's own marker.
    return existsSync(join(dir, INTERRUPTED)) ? filesIn(dir).filter((file) => file !== INTERRUPTED) : null;
  }
}

/**
 * Replaces old files by new ones, file by file, and removes those that are no longer wanted. Assets are moved before the pages
 * that name them and removed after them; files at the top, which describe the whole build, are moved last.
 * @param staged folder with the new files only; it is removed
 * @param wanted paths of all files of the new output, with `/`, without their compressed forms
 * @throws ForeignFileError before anything is changed, when a file to be written exists and was not made by a build
 */
export function publishStaged(staged: string, dir: string, wanted: ReadonlySet<string>): void {
  const previous = readOwnedFiles(dir);
  const owned = new Set(previous);
  const fresh = filesIn(staged).toSorted((a, b) => publishOrder(a) - publishOrder(b));
  const foreign = fresh.find((file) => !owned.has(file) && isForeign(dir, file, owned));
  if (foreign !== undefined) {
    throw new ForeignFileError(
      `${join(dir, foreign)} was not made by a build, and the build would overwrite it. Move it away, or name another folder with --out.`,
    );
  }
  const obsolete = obsoleteFiles(previous ?? [], wanted, new Set(fresh));
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, INTERRUPTED), '');
  // Before the move, because a file may take the place of a folder.
  remove(
    dir,
    obsolete.filter((file) => !isAsset(file)),
  );
  move(staged, dir, fresh);
  remove(dir, obsolete.filter(isAsset));
  const gone = new Set(obsolete);
  writeFileSync(join(dir, OWNED_FILES), JSON.stringify([...new Set([...owned, ...fresh])].filter((file) => !gone.has(file)).toSorted()));
  rmSync(staged, { recursive: true, force: true });
  rmSync(join(dir, INTERRUPTED));
}

/** Whether a path, or a folder above it, is taken by a file that no build made, or the path by a folder with such a file. */
function isForeign(dir: string, path: string, owned: ReadonlySet<string>): boolean {
  const parent = dirname(path);
  if (parent !== '.' && isFile(join(dir, parent))) return !owned.has(parent);
  if (isFile(join(dir, path))) return true;
  return filesIn(join(dir, path)).some((file) => !owned.has(`${path}/${file}`));
}

function isFile(path: string): boolean {
  return existsSync(path) && !lstatSync(path).isDirectory();
}

const isAsset = (file: string): boolean => file.startsWith('site/assets/');
const publishOrder = (file: string): number => (!file.includes('/') ? 2 : isAsset(file) ? 0 : 1);

function move(from: string, to: string, files: readonly string[]): void {
  const made = new Set<string>();
  for (const file of files) {
    const target = join(to, file);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    renameSync(join(from, file), target);
  }
}

/** Files that this build neither wrote nor kept, and compressed forms of a file that no longer has them. */
function obsoleteFiles(previous: readonly string[], wanted: ReadonlySet<string>, fresh: ReadonlySet<string>): string[] {
  return previous.filter((file) => {
    const whole = file.replace(/\.(?:br|gz)$/, '');
    const isStale = whole !== file && fresh.has(whole) && !fresh.has(file);
    return !wanted.has(file) && (!wanted.has(whole) || isStale);
  });
}

/** Removes files, and folders that this leaves empty. */
function remove(dir: string, files: readonly string[]): void {
  for (const file of files) rmSync(join(dir, file), { force: true });
  for (const folder of new Set(files.map(dirname))) removeEmpty(dir, folder);
}

function removeEmpty(dir: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    // The folder may have been removed together with another file.
    if (!existsSync(join(dir, path))) continue;
    if (readdirSync(join(dir, path)).length > 0) return;
    rmdirSync(join(dir, path));
  }
}
