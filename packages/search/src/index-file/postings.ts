/** Posting lists: the documents that contain a term, with a byte for each. The reader of an index derives them from its texts. */
import type { Analyzer } from '../analysis.ts';
import type { SearchPage } from '../types.ts';
import { ALIAS, CODE, type Field, HEADING, LABEL, PATH, QUESTION, TEXT, TITLE, TRAIL } from './format.ts';

/** For each term, a range of documents in ascending order, with one byte for each. */
export interface Postings {
  /** Number of documents of each term. */
  counts: Uint32Array;
  /** Where the range of each term starts. */
  starts: Uint32Array;
  documents: Uint32Array;
  values: Uint8Array;
}

/** Prefix sums: the start offsets of ranges with these sizes, and the end. */
export function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = (starts[i] as number) + (sizes[i] as number);
  return starts;
}

/** Collects the postings of documents one after another. */
export class PostingCollector {
  readonly #analyzer: Analyzer;
  readonly #numbers: Map<string, number>;
  /** The value of each term in the current document, by its number, and the numbers of the terms that it contains. */
  readonly #current: number[] = [];
  #found: number[] = [];
  #document = 0;
  /** The postings so far, in columns. */
  readonly #terms: number[] = [];
  readonly #documents: number[] = [];
  readonly #values: number[] = [];

  /** @param numbers of the terms in the order in which they occur; collectors that share them also share the dictionary */
  constructor(analyzer: Analyzer, numbers: Map<string, number>) {
    this.#analyzer = analyzer;
    this.#numbers = numbers;
  }

  /** Adds a text to a field of the current document. @returns how many terms it has */
  add(text: string, field: Field, keepStopWords: boolean): number {
    let count = 0;
    this.#analyzer.forEachTerm(text, keepStopWords, (term) => {
      count++;
      let number = this.#numbers.get(term);
      if (number === undefined) this.#numbers.set(term, (number = this.#numbers.size));
      while (this.#current.length <= number) this.#current.push(0);
      const value = this.#current[number] as number;
      if (value === 0) this.#found.push(number);
      if ((value & field.most) < field.most) this.#current[number] = value + field.once;
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

  /** Sorts the postings by term. @param ids of the terms in the dictionary, by their numbers */
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

/** Adds a section. @returns the numbers of terms in its text and in its code */
export function addSection(
  postings: PostingCollector,
  heading: string,
  text: string,
  code: readonly string[],
): [text: number, code: number] {
  postings.add(heading, HEADING, true);
  const textLength = postings.add(text, TEXT, false);
  const codeLength = code.reduce((sum, block) => sum + postings.add(block, CODE, false), 0);
  postings.next();
  return [textLength, codeLength];
}

/** Adds the authored questions of a section. */
export function addQuestions(postings: PostingCollector, questions: readonly string[]): void {
  for (const question of questions) postings.add(question, QUESTION, false);
  postings.next();
}

/** Adds the names of a page. */
export function addNames(postings: PostingCollector, { title, path, sidebarLabel, breadcrumbs, aliases = [] }: SearchPage): void {
  postings.add(title, TITLE, true);
  postings.add(path.replaceAll('/', ' '), PATH, true);
  postings.add(sidebarLabel, LABEL, true);
  for (const label of breadcrumbs) postings.add(label, TRAIL, true);
  // Skip stop words of aliases: unlike a title, an alias is not the name of the page.
  for (const alias of aliases) postings.add(alias, ALIAS, false);
  postings.next();
}
