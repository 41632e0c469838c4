import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { filesIn } from './files-in.ts';

/** Stands in an output while its files are exchanged, and stays where that was broken off: what lies there may not belong together. */
export const UNFINISHED = '.unfinished';

/**
 * Puts new files in the place of old ones, file by file, and removes what is no longer wanted. Assets come before the
 * pages that name them, and go after them; what stands at the top and describes the whole comes last.
 * @param staged folder with the new files only; it is gone afterwards
 * @param previous files of the old output
 * @param wanted paths of all files of the new output, with `/`, compressed forms left out
 */
export function takeOver(staged: string, dir: string, previous: readonly string[], wanted: ReadonlySet<string>): void {
  const fresh = filesIn(staged).toSorted((a, b) => turnOf(a) - turnOf(b));
  const unwanted = unwantedOf(previous, wanted, new Set(fresh));
  writeFileSync(join(dir, UNFINISHED), '');
  // First, since a folder may stand where a file is to be.
  remove(
    dir,
    unwanted.filter((file) => !isAsset(file)),
  );
  move(staged, dir, fresh);
  remove(dir, unwanted.filter(isAsset));
  rmSync(staged, { recursive: true, force: true });
  rmSync(join(dir, UNFINISHED));
}

const isAsset = (file: string): boolean => file.startsWith('site/assets/');
const turnOf = (file: string): number => (!file.includes('/') ? 2 : isAsset(file) ? 0 : 1);

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

/** Files that nobody wrote or kept, and compressed forms of a file that has them no more. */
function unwantedOf(previous: readonly string[], wanted: ReadonlySet<string>, fresh: ReadonlySet<string>): string[] {
  return previous.filter((file) => {
    const whole = file.replace(/\.(?:br|gz)$/, '');
    const isStale = whole !== file && fresh.has(whole) && !fresh.has(file);
    return !wanted.has(file) && (!wanted.has(whole) || isStale) && file !== UNFINISHED;
  });
}

/** Removes files, and folders that are left empty. */
function remove(dir: string, files: readonly string[]): void {
  for (const file of files) rmSync(join(dir, file));
  for (const folder of new Set(files.map(dirname))) removeEmpty(dir, folder);
}

function removeEmpty(dir: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    // Another file's folder may have gone with it.
    if (!existsSync(join(dir, path))) continue;
    if (readdirSync(join(dir, path)).length > 0) return;
    rmdirSync(join(dir, path));
  }
}
