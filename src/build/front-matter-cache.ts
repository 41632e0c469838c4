import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { FrontMatter, KnownFrontMatters } from '#content/load/front-matter.ts';

export interface FrontMatterCache extends KnownFrontMatters {
  /** Writes what this build used, and nothing else, where that is not what is kept already. */
  save(): void;
}

/**
 * Front matters of earlier builds by their text. Reading YAML takes little once the parser is compiled, and the engine
 * compiles it anew in each build: on 222 pages that was a tenth of a build after one edit.
 * @param engine names the code that reads them: another one may read them otherwise
 */
export function createFrontMatterCache(file: string, engine: string): FrontMatterCache {
  const known = readKept(file, engine);
  const used = new Map<string, FrontMatter>();
  let isChanged = false;
  return {
    get(text) {
      const frontMatter = known.get(text);
      if (frontMatter !== undefined) used.set(text, frontMatter);
      return frontMatter;
    },
    set(text, frontMatter) {
      isChanged = true;
      used.set(text, frontMatter);
    },
    save() {
      if (!isChanged && used.size === known.size) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify({ engine, entries: [...used] }));
      renameSync(`${file}.new`, file);
    },
  };
}

function readKept(file: string, engine: string): Map<string, FrontMatter> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { engine: string; entries: [string, FrontMatter][] };
    return new Map(kept.engine === engine ? kept.entries : []);
  } catch {
    return new Map();
  }
}
