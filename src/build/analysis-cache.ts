import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import type { PageAnalysis, PageAnalysisCache } from '#search/index/index.ts';

export interface KeptAnalyses extends PageAnalysisCache {
  /** Removes what this build did not use. */
  prune(): void;
}

/** Analyses of earlier builds, a file to each page: an edit of one page costs the analysis of one page. */
export function createAnalysisCache(dir: string): KeptAnalyses {
  mkdirSync(dir, { recursive: true });
  const known = new Set(readdirSync(dir));
  const used = new Set<string>();
  return {
    get(hash) {
      used.add(hash);
      if (!known.has(hash)) return undefined;
      try {
        return deserialize(readFileSync(join(dir, hash))) as PageAnalysis;
      } catch {
        return undefined;
      }
    },
    set: (hash, analysis) => writeFileSync(join(dir, hash), serialize(analysis)),
    prune() {
      for (const hash of known) if (!used.has(hash)) rmSync(join(dir, hash), { force: true });
    },
  };
}
