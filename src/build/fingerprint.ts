import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { glob } from 'tinyglobby';

/** Hash of files of the engine by content, tests left out: what was made with them is made anew when one changes. */
export async function fingerprintFiles(root: string, patterns: readonly string[]): Promise<string> {
  const files = (await glob(patterns as string[], { cwd: root, ignore: ['**/*.test.*', '**/testing/**'] })).sort();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries())
    hash
      .update(file)
      .update('\0')
      .update(contents[index] ?? '');
  return hash.digest('hex');
}
