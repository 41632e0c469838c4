import type { Postings } from './decode-index.ts';

/** Room for the postings of one term. */
export interface PostingsRoom {
  /** Documents that hold the term, in rising order. */
  documents: Uint32Array;
  /** What the index packed of each. */
  packed: Uint8Array;
}

/** @param size the most documents that a term can stand in */
export function createRoom(size: number): PostingsRoom {
  return { documents: new Uint32Array(size), packed: new Uint8Array(size) };
}

/** Reads the documents that hold a term. @returns how many there are; what stands in the room behind them means nothing */
export function readPostings(postings: Postings, term: number, { documents, packed }: PostingsRoom): number {
  const { ids, values } = postings;
  const start = postings.valueOffsets[term] as number;
  const count = (postings.valueOffsets[term + 1] as number) - start;
  let at = postings.idOffsets[term] as number;
  let document = 0;
  for (let i = 0; i < count; i++) {
    let delta = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = ids[at++] as number;
      delta |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    document += delta;
    documents[i] = document;
    packed[i] = values[start + i] as number;
  }
  return count;
}
