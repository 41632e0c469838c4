/* The program as a command runs it: bundled into a few files, since to load 390 took a third of a build after an edit.
   The bundle is a cache: where it is not in step with the sources, a command runs from them. Each command reads this
   file first, so it uses nothing but Node's own modules, and few of them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where bundles lie; `npm ci` removes them with all else that is installed. */
export const FOLDER = join('node_modules', '.cache', 'program');
/** In that folder; names the newest bundle and what it was made of. */
export const RECORD = 'newest.json';

/** @returns the bundle of `src/cli.ts`, or null where there is none that is in step with its sources */
export function bundledProgram(root) {
  try {
    const { bundle, root: madeFor, inputs } = JSON.parse(readFileSync(join(root, FOLDER, RECORD), 'utf8'));
    const isInStep = madeFor === root && inputs.every(([file, mark]) => markOf(join(root, file)) === mark);
    return isInStep ? join(root, FOLDER, bundle, 'cli.mjs') : null;
  } catch {
    return null;
  }
}

/** Changes with each change of a file; null where there is none. */
export function markOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.size} ${stat.mtimeMs} ${stat.ino}`;
}
