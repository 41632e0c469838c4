/** Measures the time and memory of the index on a synthetic site of any size. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSearchEngine, decodeIndex } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { largeSite, largeSiteQueries } from './large-site.ts';

export interface ScaleFigures {
  sections: number;
  buildMs: number;
  decodeMs: number;
  fileBytes: number;
  /** Memory of the file and the decoded index after the queries. */
  memoryMiB: number;
  /** Milliseconds for a query in this process. */
  p50: number;
  p95: number;
}

const WARM_UP = 60;
const MIB = 2 ** 20;

// Collect garbage first, so that only the index is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Builds, decodes, and queries an index with this number of sections. */
export function measureScale(sections: number, queryCount = 300): ScaleFigures {
  const records = largeSite(sections);
  const start = performance.now();
  // Copy the bytes, so that the writer's larger buffer does not count.
  const file = encodeIndex(records).slice();
  const built = performance.now();
  const before = usedBytes() - file.length;
  const decoding = performance.now();
  const engine = createSearchEngine(decodeIndex(file));
  const decoded = performance.now();
  const times = largeSiteQueries(queryCount + WARM_UP, sections).map((text) => {
    const asked = performance.now();
    engine.search({ text, hitsPerPage: 10 });
    return performance.now() - asked;
  });
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
  return {
    sections: records.length,
    buildMs: built - start,
    decodeMs: decoded - decoding,
    fileBytes: file.length,
    memoryMiB: (usedBytes() - before) / MIB,
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  };
}
