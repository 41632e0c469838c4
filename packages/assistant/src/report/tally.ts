import type { QueryRecord } from '#query-log/contract.ts';

/** What became of one way of putting a query, in a period. */
export interface Tally {
  /** As it was written first. */
  text: string;
  /** How often it was asked of the assistant. */
  asked: number;
  refused: number;
  positive: number;
  negative: number;
  /** How often the search found nothing for it. */
  withoutResult: number;
  /** Milliseconds since 1970, of the last entry. */
  last: number;
}

/** Entries of the reader's page and of the server stand for the same question: whichever counted more often is right. */
interface Counting extends Tally {
  byPage: number;
  byServer: number;
}

/**
 * Counts the entries of each wording. A question is told by the reader's page, what became of it by the server, and its
 * rating comes later: they are joined by the text, without regard to capitals and spaces.
 */
export async function tallyQueries(records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>): Promise<Tally[]> {
  const tallies = new Map<string, Counting>();
  for await (const record of records) count(tallyOf(tallies, record), record);
  return [...tallies.values()].map(({ byPage, byServer, ...tally }) => ({ ...tally, asked: Math.max(byPage, byServer) }));
}

function tallyOf(tallies: Map<string, Counting>, { query, time }: QueryRecord): Counting {
  const text = query.trim().replace(/\s+/g, ' ');
  const key = text.toLowerCase();
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const counts = { asked: 0, refused: 0, positive: 0, negative: 0, withoutResult: 0, byPage: 0, byServer: 0 };
  const tally = { text, ...counts, last: time };
  tallies.set(key, tally);
  return tally;
}

function count(tally: Counting, { source, outcome, rating, time }: QueryRecord): void {
  tally.last = Math.max(tally.last, time);
  if (source === 'search') {
    if (outcome === 'no-results') tally.withoutResult += 1;
    return;
  }
  if (rating !== null) tally[rating] += 1;
  else if (outcome === null) tally.byPage += 1;
  if (outcome !== null) tally.byServer += 1;
  if (outcome === 'refused') tally.refused += 1;
}
