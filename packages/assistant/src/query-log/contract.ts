/** The interface of all stores of the query log: readers' questions and their ratings. */
/** One entry. What `openQueryLog` gives redacts it on the way in. Nothing in it identifies the reader. */
export interface QueryRecord {
  /** Milliseconds since 1970. */
  time: number;
  /** Source of the entry: the assistant's questions and ratings, the site's search, or a reader's rating of a page. */
  source: 'assistant' | 'search' | 'page';
  /** What was asked; of a rating of a page the reader's sentence, or nothing. */
  query: string;
  /** Route without base URL of the page that was rated; absent in other entries. */
  page?: string;
  /** The reader's rating; null where none was given. */
  rating: 'positive' | 'negative' | null;
  /** The outcome, if the server knows it: `found` covers answers and searches with results. */
  outcome: 'found' | 'refused' | 'no-results' | null;
}

/** A store of queries. */
export interface QueryLog {
  /**
   * Stores all of the entries or none of them. Resolves when they are stored durably: acknowledged entries survive a crash.
   * @throws QueryLogError when they cannot be stored
   */
  append(...records: QueryRecord[]): Promise<void>;
  /** Entries with `from` ≤ time < `to`, in order of time; null where the store takes entries only, as a forwarding one does. */
  read: ((from: number, to: number) => AsyncIterable<QueryRecord>) | null;
  /** Deletes entries older than this. */
  deleteBefore(time: number): Promise<void>;
  close(): Promise<void>;
}

/** A log that cannot be opened, written or read. The message names the location and the fix, and contains no query and no password. */
export class QueryLogError extends Error {
  override name = 'QueryLogError';
}

/** An entry with the id that distinguishes it from others of the same millisecond. */
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
