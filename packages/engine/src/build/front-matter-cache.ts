import { readFileSync } from 'node:fs';

import type { FrontMatter } from '#content/load/front-matter.ts';

import { createKeptEntries } from './kept-entries.ts';
import type { KeptEntries } from './kept-entries.ts';

/**
 * Front matters of earlier builds by their text. Reading YAML takes little once the parser is compiled, and the engine
 * compiles it anew in each build: on 222 pages that was a tenth of a build after one edit.
 * @param engine names the code that reads them: another one may read them otherwise
 */
export function createFrontMatterCache(file: string, engine: string): KeptEntries<FrontMatter> {
  return createKeptEntries(file, readKept(file, engine), (entries) => JSON.stringify({ engine, entries: [...entries] }));
}

function readKept(file: string, engine: string): Map<string, FrontMatter> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { engine: string; entries: [string, FrontMatter][] };
    return new Map(kept.engine === engine ? kept.entries : []);
  } catch {
    return new Map();
  }
}
