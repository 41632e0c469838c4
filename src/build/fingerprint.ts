import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { globSync } from 'tinyglobby';

/** Hash of files of the engine by content, tests left out: what was made with them is made anew when one changes. */
export function fingerprintFiles(root: string, patterns: readonly string[]): string {
  const files = globSync(patterns as string[], { cwd: root, ignore: ['**/*.test.*', '**/testing/**'] }).sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
