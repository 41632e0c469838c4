import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import { globSync } from 'tinyglobby';

import { keepFile } from '@quire/engine/content/keep-file.ts';

import type { CatalogueOutput } from './read-catalogue.ts';

/** Hash of every file of a catalogue, by name and content. */
export function fingerprintOf(dir: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('**/*', { cwd: dir }).sort()) {
    const content = readFileSync(join(dir, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * What the catalogue gave in an earlier build, or what `read` gives now: reading two hundred YAML files takes longer than
 * the rest of a rebuild. Output with problems is not kept, since a look at another file may mend it.
 * @param cacheDir null: nothing is kept
 * @param key stands for everything that the output hangs on
 */
export async function keepCatalogue(cacheDir: string | null, key: string, read: () => Promise<CatalogueOutput>): Promise<CatalogueOutput> {
  if (cacheDir === null) return read();
  const file = join(cacheDir, 'catalogue.bin');
  try {
    const kept = deserialize(await readFile(file)) as { key: string; output: CatalogueOutput };
    if (kept.key === key) return kept.output;
  } catch {
    // Nothing was kept yet, or another version wrote it.
  }
  const output = await read();
  if (output.problems.length === 0) keepFile(file, serialize({ key, output }));
  return output;
}
