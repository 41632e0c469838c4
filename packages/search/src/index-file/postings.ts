/** Builds the posting lists of an inverted index: for each term, the documents that contain it, with a byte of counts for each. */
import type { Analyzer } from '../analysis.ts';
import type { SearchPage } from '../types.ts';
import { ALIAS, CODE, type Field, HEADING, LABEL, PATH, QUESTION, TEXT, TITLE, BREADCRUMB } from './format.ts';

/** The posting lists of all terms, one after another. The list of term `t` is at `starts[t]` up to `starts[t + 1]`. */
export interface Postings {
  /** Document frequency of each term. */
  counts: Uint32Array;
  /** Start of each list in `documents` and `values`, and the end of the last list. */
  starts: Uint32Array;
  /** In each list in ascending order. */
  documents: Uint32Array;
  /** The fields of each document (format.ts). */
  values: Uint8Array;
}

/** Prefix sums: returns the start of each range with these sizes, and the end of the last one. */
export function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = (starts[i] as number) + (sizes[i] as number);
  return starts;
}

/** Collects the postings of one document after another, and then sorts them by term. */
export class PostingCollector {
  readonly #analyzer: Analyzer;
  readonly #numbers: Map<string, number>;
  /** The byte of each term in the current document, by the number of the term; a scratch buffer that `next` clears. */
  readonly #current: number[] = [];
  /** Numbers of the terms that the current document contains. */
  #found: number[] = [];
  #document = 0;
  /** The postings of the previous documents, in columns. */
  readonly #terms: number[] = [];
  readonly #documents: number[] = [];
  readonly #values: number[] = [];

  /** @param numbers the number of each term, in the order of first occurrence; collectors with the same map share their terms */
  constructor(analyzer: Analyzer, numbers: Map<string, number>) {
    this.#analyzer = analyzer;
    this.#numbers = numbers;
  }

  /** Adds a text to a field of the current document. @returns the number of terms in the text */
  add(text: string, field: Field, keepStopWords: boolean): number {
    let count = 0;
    this.#analyzer.forEachTerm(text, keepStopWords, (term) => {
      count++;
      let number = this.#numbers.get(term);
      if (number === undefined) this.#numbers.set(term, (number = this.#numbers.size));
      while (this.#current.length <= number) this.#current.push(0);
      const value = this.#current[number] as number;
      if (value === 0) this.#found.push(number);
      if ((value & field.mask) < field.mask) this.#current[number] = value + field.increment;
    });
    return count;
  }

  /** Ends the current document. */
  next(): void {
    for (const number of this.#found) {
      this.#terms.push(number);
      this.#documents.push(this.#document);
      this.#values.push(this.#current[number] as number);
      this.#current[number] = 0;
    }
    this.#found = [];
    this.#document++;
  }

  /** Returns the postings sorted by term. @param ids the id of each term in the dictionary, by the number of the term */
  finish(ids: Uint32Array): Postings {
    const counts = new Uint32Array(ids.length);
    for (const number of this.#terms) (counts[ids[number] as number] as number)++;
    const starts = startsOf(counts);
    const next = starts.slice();
    const documents = new Uint32Array(this.#terms.length);
    const values = new Uint8Array(this.#terms.length);
    this.#terms.forEach((number, i) => {
      const at = (next[ids[number] as number] as number)++;
      documents[at] = this.#documents[i] as number;
      values[at] = this.#values[i] as number;
    });
    return { counts, starts, documents, values };
  }
}

/** Receives the texts of a document: of a section, of its questions, or of the names of a page. */
export type TextReceiver = Pick<PostingCollector, 'add' | 'next'>;

/** Adds a section as a document. @returns the number of terms in its text and in its code */
export function addSection(postings: TextReceiver, heading: string, text: string, code: readonly string[]): [text: number, code: number] {
  postings.add(heading, HEADING, true);
  const textLength = postings.add(text, TEXT, false);
  const codeLength = code.reduce((sum, block) => sum + postings.add(block, CODE, false), 0);
  postings.next();
  return [textLength, codeLength];
}

/** Adds the authored questions of a section as a document. */
export function addQuestions(postings: TextReceiver, questions: readonly string[]): void {
  for (const question of questions) postings.add(question, QUESTION, false);
  postings.next();
}

/** Adds the names of a page as a document. */
export function addNames(postings: TextReceiver, { title, path, sidebarLabel, breadcrumbs, aliases = [] }: SearchPage): void {
  postings.add(title, TITLE, true);
  postings.add(path.replaceAll('/', ' '), PATH, true);
  postings.add(sidebarLabel, LABEL, true);
  for (const label of breadcrumbs) postings.add(label, BREADCRUMB, true);
  // Skip the stop words of aliases, because an alias is not a title that readers type in full.
  for (const alias of aliases) postings.add(alias, ALIAS, false);
  postings.next();
}
