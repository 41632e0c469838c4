import type { QueryRecord } from './contract.ts';

/** An entry with the id that tells it from others of the same millisecond. */
export interface StoredRecord extends Omit<QueryRecord, 'page'> {
  id: string;
  page: string | null;
}

/** Where the next page begins: after the entry with this time and id. */
export interface PageStart {
  time: number;
  id: string;
}

export const PAGE_SIZE = 1000;

/** All entries from `from` on, fetched page by page: neither memory nor a transaction grows with the log. */
export async function* readInPages(
  from: number,
  fetchPage: (after: PageStart) => StoredRecord[] | Promise<StoredRecord[]>,
): AsyncGenerator<QueryRecord> {
  // No id sorts before the empty one.
  let after: PageStart = { time: from, id: '' };
  for (;;) {
    const page = await fetchPage(after);
    for (const { time, source, query, rating, outcome, page: rated } of page)
      yield { time, source, query, rating, outcome, ...(rated !== null && { page: rated }) };
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    after = { time: last.time, id: last.id };
  }
}
