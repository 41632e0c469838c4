import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Puts new files in the place of old ones, file by file, and removes what is no longer wanted. Pages appear after the
 * assets that they name. What stands at the top, and says of which files the output is made, goes first and comes last:
 * an output that was left half way is told from a whole one.
 * @param staged folder with the new files only; it is gone afterwards
 * @param previous files of the old output
 * @param wanted paths of all files of the new output, with `/`, compressed forms left out
 */
export function takeOver(staged: string, dir: string, previous: readonly string[], wanted: ReadonlySet<string>): void {
  const fresh = filesIn(staged).toSorted((a, b) => turnOf(a) - turnOf(b));
  for (const file of fresh) if (isAtTop(file)) rmSync(join(dir, file), { force: true });
  const made = new Set<string>();
  for (const file of fresh) {
    const target = join(dir, file);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    renameSync(join(staged, file), target);
  }
  rmSync(staged, { recursive: true, force: true });
  removeUnwanted(dir, previous, wanted, new Set(fresh));
}

const isAtTop = (file: string): boolean => !file.includes('/');
const turnOf = (file: string): number => (isAtTop(file) ? 2 : file.startsWith('site/assets/') ? 0 : 1);

/** Files below a folder, with `/`; none where it is not there. */
export function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes files that nobody wrote or kept, compressed forms of a file that has them no more, and folders left empty. */
function removeUnwanted(dir: string, previous: readonly string[], wanted: ReadonlySet<string>, fresh: ReadonlySet<string>): void {
  const emptied = new Set<string>();
  for (const file of previous) {
    const whole = file.replace(/\.(?:br|gz)$/, '');
    const isStale = whole !== file && fresh.has(whole) && !fresh.has(file);
    if (wanted.has(file) || (wanted.has(whole) && !isStale)) continue;
    rmSync(join(dir, file), { force: true });
    emptied.add(dirname(file));
  }
  for (const folder of emptied) removeEmpty(dir, folder);
}

function removeEmpty(dir: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    if (readdirSync(join(dir, path)).length > 0) return;
    rmdirSync(join(dir, path));
  }
}
