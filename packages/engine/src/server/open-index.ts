import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SearchEngine, type SearchPage, createSearchEngine, decodeIndex } from '@quire/search';
import { errorLogEntry, type LogEntry } from './log.ts';
import type { SiteManifest } from './site-manifest.ts';

/** The index of a build, decoded once for all that search it. */
export interface OpenIndex {
  engine: SearchEngine;
  pages: readonly SearchPage[];
}

export interface OpenIndexOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** An index of one of several versions and languages. */
export interface DocSetIndex {
  /** Route below which the set's results page lies. */
  prefix: string;
  indexName: string;
  /** What its search says, by the English words; absent in English. */
  words?: Readonly<Record<string, string>> | undefined;
  index: OpenIndex;
  /** Absolute; null in development, where the index is in memory only. */
  indexFile: string | null;
}

/** Reads the indexes of the other versions and languages; those that cannot be read are logged and left out. */
export async function openDocSetIndexes({ buildDirectory, manifest, log, now }: OpenIndexOptions): Promise<DocSetIndex[]> {
  const opened: DocSetIndex[] = [];
  for (const { prefix, searchIndex, searchIndexName: indexName, searchWords: words } of manifest.docSets ?? []) {
    const indexFile = join(buildDirectory, searchIndex);
    try {
      opened.push({ prefix, indexName, words, index: await readIndex(indexFile), indexFile });
    } catch (error) {
      log(errorLogEntry(error, now(), null));
    }
  }
  return opened;
}

/** Reads the index; null where the build has none. One that cannot be read is logged: the pages are served all the same. */
export async function openIndex({ buildDirectory, manifest, log, now }: OpenIndexOptions): Promise<OpenIndex | null> {
  if (manifest.searchIndex === undefined) return null;
  try {
    return await readIndex(join(buildDirectory, manifest.searchIndex));
  } catch (error) {
    log(errorLogEntry(error, now(), null));
    return null;
  }
}

/** @throws when the file cannot be read; IndexFormatError */
export async function readIndex(file: string): Promise<OpenIndex> {
  return indexOf(await readFile(file));
}

/** @throws IndexFormatError */
export function indexOf(bytes: Uint8Array): OpenIndex {
  const index = decodeIndex(bytes);
  return { engine: createSearchEngine(index), pages: index.pages };
}
