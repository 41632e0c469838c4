/** The interface of the stores of the query log, which contains readers' questions, searches, and ratings, and the code that they share. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** An entry. The log of `openQueryLog` redacts it before it is stored. It contains nothing that identifies the reader. */
export interface QueryRecord {
  /** Milliseconds since 1970. */
  time: number;
  /** Source of the entry: the assistant's questions and ratings, the site's search, or a reader's rating of a page. */
  source: 'assistant' | 'search' | 'page';
  /** The question or search; for the rating of a page, the sentence of the reader, which may be empty. */
  query: string;
  /** Route without base URL of the page that was rated; absent in other entries. */
  page?: string;
  /** The rating of the reader; null if there is none. */
  rating: 'positive' | 'negative' | null;
  /** The outcome, if the server knows it: `found` covers answers and searches with results. */
  outcome: 'found' | 'refused' | 'no-results' | null;
}

/** A store of entries. */
export interface QueryLog {
  /**
   * Stores all of the entries or none of them. Resolves when they are stored durably: acknowledged entries survive a crash.
   * @throws QueryLogError if they cannot be stored
   */
  append(...records: QueryRecord[]): Promise<void>;
  /** Returns the entries with `from` ≤ time < `to` (milliseconds since 1970), in order of time; null if the store is write-only, such as a forwarding one. */
  read: ((from: number, to: number) => AsyncIterable<QueryRecord>) | null;
  /** Deletes entries that are older than this time in milliseconds since 1970. */
  deleteBefore(time: number): Promise<void>;
  /** Completes a file that was moved away and opens a new one; absent in stores without a file. */
  reopen?: () => Promise<void>;
  close(): Promise<void>;
}

/** A log cannot be opened, written, or read. The message names the location and the fix, and contains no query and no password. */
export class QueryLogError extends Error {
  override name = 'QueryLogError';
}

/** The columns of the table in both databases. A new one also needs a migration in each of them. */
export const COLUMNS = ['id', 'time', 'source', 'query', 'rating', 'outcome', 'page'] as const satisfies (keyof StoredRecord)[];

/** A row of the table: an entry with the id that distinguishes it from others of the same millisecond. */
export interface StoredRecord extends Omit<QueryRecord, 'page'> {
  id: string;
  page: string | null;
}

export const toStored = (record: QueryRecord): StoredRecord => ({ ...record, id: randomUUID(), page: record.page ?? null });

const fromStored = ({ id: _, page, ...record }: StoredRecord): QueryRecord => ({ ...record, ...(page !== null && { page }) });

/** The cursor of keyset pagination: a page begins after the entry with this time and id. */
export interface PageCursor {
  time: number;
  id: string;
}

/** Number of entries in a page. */
export const PAGE_SIZE = 1000;

/** Yields all entries since `from`. They are fetched page by page, so that neither memory nor a transaction grows with the log. */
export async function* readInPages(
  from: number,
  fetchPage: (after: PageCursor) => StoredRecord[] | Promise<StoredRecord[]>,
): AsyncGenerator<QueryRecord> {
  // Ids are not empty, so the first page includes all entries with the time `from`.
  let after: PageCursor = { time: from, id: '' };
  for (;;) {
    const page = await fetchPage(after);
    yield* page.map(fromStored);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    after = { time: last.time, id: last.id };
  }
}

/** Repeats work after each of the pauses (in milliseconds) as long as it fails with a transient error. @throws the error of the last attempt */
export async function withRetries<T>(
  pausesMs: readonly number[],
  isTransient: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await pause(ms);
    }
  }
  return work();
}
