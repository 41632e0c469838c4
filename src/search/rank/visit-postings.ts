import type { Postings } from './decode-index.ts';

/** Calls back with each document that holds a term, in rising order, and with what the index packed of it. */
export function visitPostings(postings: Postings, term: number, use: (document: number, value: number) => void): void {
  const { ids, values } = postings;
  let at = postings.idOffsets[term] as number;
  const end = postings.valueOffsets[term + 1] as number;
  let document = 0;
  for (let i = postings.valueOffsets[term] as number; i < end; i++) {
    let delta = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = ids[at++] as number;
      delta |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    document += delta;
    use(document, values[i] as number);
  }
}
