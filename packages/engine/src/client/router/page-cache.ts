/** The pages a visitor has seen or is about to see, in memory. */
import type { SentPage } from '#model/page.ts';

export interface PageCache {
  get(path: string): SentPage | undefined;
  /** `bytes`: the size to reckon with, about that of the page's JSON. */
  set(path: string, page: SentPage, bytes: number): void;
  readonly size: number;
}

/** Bounded in entries and bytes; what came in first goes out first. A page larger than all of it is not kept. */
export function createPageCache(maxEntries = 10_000, maxBytes = 50_000_000): PageCache {
  const entries = new Map<string, { page: SentPage; bytes: number }>();
  let total = 0;

  function drop(path: string): void {
    total -= entries.get(path)?.bytes ?? 0;
    entries.delete(path);
  }

  return {
    get: (path) => entries.get(path)?.page,
    set(path, page, bytes) {
      drop(path);
      entries.set(path, { page, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && total <= maxBytes) break;
        drop(oldest);
      }
    },
    get size() {
      return entries.size;
    },
  };
}
