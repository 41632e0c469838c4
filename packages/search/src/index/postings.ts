/** Collects for each term the documents that hold it. */
import { ByteWriter } from './byte-writer.ts';

/** A posting as one number, which a list holds without an object each: document above, byte below. For up to 2²⁴ documents. */
export function posting(document: number, value: number): number {
  return document * 256 + value;
}

export class PostingCollector {
  readonly #byTerm = new Map<string, number[]>();

  /** The list that a term's postings go to, by `add` and in rising order of documents. */
  listOf(term: string): number[] {
    let list = this.#byTerm.get(term);
    if (list === undefined) this.#byTerm.set(term, (list = []));
    return list;
  }

  terms(): IterableIterator<string> {
    return this.#byTerm.keys();
  }

  /** Writes the postings of the terms, in the order of `terms`. */
  write(terms: readonly string[]): { counts: number[]; sizes: number[]; ids: Uint8Array; values: Uint8Array } {
    const ids = new ByteWriter();
    const values = new ByteWriter();
    const counts: number[] = [];
    const sizes: number[] = [];
    for (const term of terms) {
      const start = ids.length;
      let previous = 0;
      const postings = this.#byTerm.get(term) ?? [];
      for (const packed of postings) {
        const document = packed >>> 8;
        ids.varint(document - previous);
        values.byte(packed & 255);
        previous = document;
      }
      counts.push(postings.length);
      sizes.push(ids.length - start);
    }
    return { counts, sizes, ids: ids.view(), values: values.view() };
  }
}
