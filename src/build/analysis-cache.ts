import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import type { PageAnalysis, PageAnalysisCache } from '#search/index/index.ts';

export interface KeptAnalyses extends PageAnalysisCache {
  /** Writes what this build used, and nothing else, where that is not what is kept already. */
  save(): void;
}

/**
 * Analyses of earlier builds: an edit of one page costs the analysis of one page. They stand in one file, since opening
 * one to each page took longer than all the rest; each is read only when it is asked for.
 */
export function createAnalysisCache(file: string): KeptAnalyses {
  const known = readPack(file);
  const used = new Map<string, Buffer>();
  let isChanged = false;
  return {
    get(hash) {
      const bytes = known.get(hash);
      if (bytes === undefined) return undefined;
      try {
        const analysis = deserialize(bytes) as PageAnalysis;
        used.set(hash, bytes);
        return analysis;
      } catch {
        return undefined;
      }
    },
    set(hash, analysis) {
      isChanged = true;
      used.set(hash, serialize(analysis));
    },
    save() {
      if (!isChanged && used.size === known.size) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, pack(used));
      renameSync(`${file}.new`, file);
    },
  };
}

/** The length of the table of contents in four bytes, the table as JSON, and what it names, one after the other. */
function pack(entries: ReadonlyMap<string, Buffer>): Buffer {
  const table = Buffer.from(JSON.stringify([...entries].map(([hash, { length }]) => [hash, length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(table.length);
  return Buffer.concat([length, table, ...entries.values()]);
}

/** Nothing where there is no file, or none that can be read. */
function readPack(file: string): Map<string, Buffer> {
  try {
    const bytes = readFileSync(file);
    let offset = 4 + bytes.readUInt32LE();
    const table = JSON.parse(bytes.toString('utf8', 4, offset)) as [hash: string, length: number][];
    return new Map(table.map(([hash, length]) => [hash, bytes.subarray(offset, (offset += length))]));
  } catch {
    return new Map();
  }
}
