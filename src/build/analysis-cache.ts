import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

import type { PageAnalysis } from '#search/index/index.ts';

import { createKeptEntries } from './kept-entries.ts';
import type { KeptEntries } from './kept-entries.ts';

/**
 * Analyses of earlier builds: an edit of one page costs the analysis of one page. They stand in one file, since opening
 * one to each page took longer than all the rest; each is read only when it is asked for.
 */
export function createAnalysisCache(file: string): KeptEntries<PageAnalysis> {
  const kept = createKeptEntries(file, readPack(file), pack);
  return {
    get(hash) {
      const bytes = kept.get(hash);
      if (bytes === undefined) return undefined;
      try {
        return deserialize(bytes) as PageAnalysis;
      } catch {
        return undefined;
      }
    },
    set: (hash, analysis) => kept.set(hash, serialize(analysis)),
    save: kept.save,
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
