import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { filesIn } from './files-in.ts';

/**
 * Hash of files of the engine by content, tests left out: what was made with them is made anew when one changes.
 * @param places files, and folders with all that is in them, relative to `root`; each of them has to be there
 */
export function fingerprintFiles(root: string, places: readonly string[]): string {
  const files = places.flatMap((place) =>
    statSync(join(root, place)).isFile() ? [place] : filesIn(join(root, place)).map((file) => `${place}/${file}`),
  );
  const hash = createHash('sha256');
  for (const file of files.filter(isPart).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** What begins with a dot is an editor's. */
const isPart = (file: string): boolean => !file.includes('.test.') && !file.includes('/testing/') && !basename(file).startsWith('.');
