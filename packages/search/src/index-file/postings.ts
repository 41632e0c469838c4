/** Posting lists: the documents that contain a term, with a byte for each. They stay encoded until a query needs them. */
import type { Analyzer } from '../analysis.ts';
import type { SearchPage } from '../types.ts';
import { ALIAS, COMMON_VALUES, LABEL, PATH, TITLE, TRAIL } from './format.ts';

/** For each term, a range of document numbers and a range of values with one byte each. */
export interface Postings {
  /** Number of documents of each term. */
  counts: Uint32Array;
  /** Offset of a term's bytes in `ids`, and of its first posting in `values`. One entry more than terms. */
  idOffsets: Uint32Array;
  valueOffsets: Uint32Array;
  ids: Uint8Array;
  values: Uint8Array;
}

/** Prefix sums: the start offsets of ranges with these sizes, and the end. */
export function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = (starts[i] as number) + (sizes[i] as number);
  return starts;
}

/** @param others the values that are not the common one, in the order of the postings */
export function postingsOf(counts: Uint32Array, ids: Uint8Array, common: number, others: Uint8Array): Postings {
  const idOffsets = new Uint32Array(counts.length + 1);
  const valueOffsets = startsOf(counts);
  const values = new Uint8Array(valueOffsets.at(-1) as number).fill(common);
  let [at, posting, other] = [0, 0, 0];
  for (let term = 0; term < counts.length; term++) {
    for (const end = valueOffsets[term + 1] as number; posting < end; posting++, at++) {
      // The lowest bit of the first byte of a varint is set for the common value; its last byte has no top bit.
      if (((ids[at] as number) & 1) === 0) values[posting] = others[other++] as number;
      while ((ids[at] as number) > 127) at++;
    }
    idOffsets[term + 1] = at;
  }
  return { counts, idOffsets, valueOffsets, ids, values };
}

/** A scratch buffer for the postings of one term. */
export interface PostingsRoom {
  /** Documents that contain the term, in ascending order. */
  documents: Uint32Array;
  /** The packed value of each document. */
  packed: Uint8Array;
}

/** @param size the maximum number of documents of a term */
export function createRoom(size: number): PostingsRoom {
  return { documents: new Uint32Array(size), packed: new Uint8Array(size) };
}

/** Decodes the posting list of a term. @returns its length; the rest of the buffer is undefined */
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
    document += delta >>> 1;
    documents[i] = document;
    packed[i] = values[start + i] as number;
  }
  return count;
}

/** Packs a posting into one number to avoid an object: document in the high bits, value in the low byte. For up to 2²⁴ documents. */
export function posting(document: number, value: number): number {
  return document * 256 + value;
}

/** Collects for each term the documents that contain it. */
export class PostingCollector {
  readonly #byTerm = new Map<string, number[]>();
  /** The value that is stored as a bit of the document's number. */
  readonly #common: number;

  constructor(common: number) {
    this.#common = common;
  }

  /** The posting list of a term. Add postings in ascending order of documents. */
  listOf(term: string): number[] {
    let list = this.#byTerm.get(term);
    if (list === undefined) this.#byTerm.set(term, (list = []));
    return list;
  }

  /** Terms in insertion order. */
  terms(): IterableIterator<string> {
    return this.#byTerm.keys();
  }

  /** Writes the postings of the terms, in the order of `terms`. */
  write(terms: readonly string[]): { counts: number[]; ids: Uint8Array; values: Uint8Array } {
    const ids = new ByteWriter();
    const values = new ByteWriter();
    const counts: number[] = [];
    for (const term of terms) {
      let previous = 0;
      const postings = this.#byTerm.get(term) ?? [];
      for (const packed of postings) {
        const document = packed >>> 8;
        const value = packed & 255;
        const isCommon = value === this.#common;
        ids.varint((document - previous) * 2 + (isCommon ? 1 : 0));
        if (!isCommon) values.byte(value);
        previous = document;
      }
      counts.push(postings.length);
    }
    return { counts, ids: ids.view(), values: values.view() };
  }
}

/** Maximum size of a 32-bit varint in bytes. */
const LONGEST_VARINT = 5;

/** A growing byte buffer. */
export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  /** A number in groups of 7 bits, lowest first; the top bit of a byte is set if more follow. */
  varint(value: number): void {
    this.#reserve(LONGEST_VARINT);
    const bytes = this.#bytes;
    let rest = value;
    for (; rest > 127; rest >>>= 7) bytes[this.length++] = (rest & 127) | 128;
    bytes[this.length++] = rest;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A view of the bytes so far, valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

/** Postings of page names: the fields (title, path, label, breadcrumbs, aliases) that contain each term. */
export function namePostings(pages: readonly SearchPage[], { forEachTerm }: Analyzer): PostingCollector {
  const postings = new PostingCollector(COMMON_VALUES.pages);
  pages.forEach((page, number) => {
    const fields = new Map<string, number>();
    const mark = (text: string, bit: number, keepStopWords = true): void =>
      forEachTerm(text, keepStopWords, (term) => fields.set(term, (fields.get(term) ?? 0) | bit));
    mark(page.title, TITLE);
    mark(page.path.replaceAll('/', ' '), PATH);
    mark(page.sidebarLabel, LABEL);
    for (const label of page.breadcrumbs) mark(label, TRAIL);
    // Skip stop words of aliases: unlike a title, an alias is not the name of the page.
    for (const alias of page.aliases ?? []) mark(alias, ALIAS, false);
    for (const [term, bits] of fields) postings.listOf(term).push(posting(number, bits));
  });
  return postings;
}

/** Postings of the authored questions. @param questions of each section */
export function questionPostings(questions: readonly (readonly string[])[], { forEachTerm }: Analyzer): PostingCollector {
  const postings = new PostingCollector(COMMON_VALUES.questions);
  questions.forEach((own, section) => {
    const terms = new Set<string>();
    for (const question of own) forEachTerm(question, false, (term) => terms.add(term));
    for (const term of terms) postings.listOf(term).push(posting(section, COMMON_VALUES.questions));
  });
  return postings;
}
