/** Writes the index file. The same records always result in the same bytes. */
import { type Analyzer, createAnalyzer } from '../analysis.ts';
import type { SearchGroup, SearchPage, SearchRecord } from '../types.ts';
import {
  BLOCKS,
  type BlockName,
  COLUMNS,
  COMMON_VALUES,
  FIXED_HEADER_WORDS,
  ITEM_END,
  MAGIC,
  type SynonymRule,
  TOP,
  VALUE_END,
  VERSION,
  anchorOf,
  checksum,
} from './format.ts';
import { ByteWriter, namePostings, posting, PostingCollector, questionPostings } from './postings.ts';

export interface EncodeOptions {
  synonyms?: readonly SynonymRule[];
  /** Groups of the site in the order of their filters; the groups of the pages when absent, each under its name. */
  groups?: readonly SearchGroup[];
  /** Names in camel case that are one word on this site. */
  names?: readonly string[];
  /** Fewer records than this are an error: an empty search is worse than a failed build. Default: 1. */
  minimumRecords?: number;
}

/** There are fewer records than the required minimum. */
export class TooFewRecordsError extends Error {
  override name = 'TooFewRecordsError';
}

function varints(numbers: readonly number[]): Uint8Array {
  const writer = new ByteWriter(numbers.length * 2);
  for (const number of numbers) writer.varint(number);
  return writer.view();
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  // Half a surrogate pair cannot be written as UTF-8.
  return (a.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length;
}

function encodeTerms(terms: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const writer = new ByteWriter(terms.length * 8);
  let previous = '';
  for (const term of terms) {
    const shared = sharedPrefix(previous, term);
    const suffix = encoder.encode(term.slice(shared));
    writer.byte(shared);
    writer.byte(suffix.length);
    writer.append(suffix);
    previous = term;
  }
  return writer.view();
}

/** Turns a list of pages into a list of values for each property; null if a page does not have it. */
function toColumns(pages: readonly SearchPage[]): Record<string, unknown[]> {
  const stored = pages.map((page): Record<string, unknown> => ({ ...page, ...derivedOf(page) }));
  const names = new Set(stored.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => [name, stored.map((page) => page[name] ?? null)]));
}

/** Omits properties that the reader derives from others: a label that is the title, and the part of a path that is the id. */
function derivedOf({ id, path, sidebarLabel, title }: SearchPage): object {
  const above = path.slice(0, -id.length);
  return {
    sidebarLabel: sidebarLabel === title ? null : sidebarLabel,
    path: above.length > 1 && path === above + id && above.endsWith('/') ? above : path,
  };
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const writer = new ByteWriter(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of parts) writer.append(part);
  return writer.view();
}

function assemble(blocks: Record<BlockName, Uint8Array>): Uint8Array {
  const headerSize = (FIXED_HEADER_WORDS + BLOCKS.length) * 4;
  const size = BLOCKS.reduce((sum, name) => sum + blocks[name].length, headerSize);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  [MAGIC, VERSION, size, 0, BLOCKS.length, ...BLOCKS.map((name) => blocks[name].length)].forEach((word, i) =>
    view.setUint32(i * 4, word, true),
  );
  let offset = headerSize;
  for (const name of BLOCKS) {
    file.set(blocks[name], offset);
    offset += blocks[name].length;
  }
  view.setUint32(12, checksum(file, 16), true);
  return file;
}

function groupsOf(pages: readonly SearchPage[]): SearchGroup[] {
  return [...new Set(pages.map(({ group }) => group))].map((name) => ({ name, label: name, weight: 1 }));
}

/** The records of each page, in order; records of one page are adjacent. */
function byPage(records: readonly SearchRecord[]): [SearchRecord, ...SearchRecord[]][] {
  const pages: [SearchRecord, ...SearchRecord[]][] = [];
  for (const record of records) {
    const current = pages.at(-1);
    if (current?.[0].page.id === record.page.id) current.push(record);
    else pages.push([record]);
  }
  return pages;
}

/** Collects pages one by one as they are compiled, and then writes the file. */
export interface IndexBuilder {
  add(page: SearchPage, analysis: PageAnalysis): void;
  /** Number of sections so far. */
  readonly size: number;
  finish(options?: Omit<EncodeOptions, 'minimumRecords'>): Uint8Array;
}

export function createIndexBuilder(): IndexBuilder {
  const encoder = new TextEncoder();
  const sections = new PostingCollector(COMMON_VALUES.sections);
  const allTerms = new Set<string>();
  const textLengths: number[] = [];
  const codeLengths: number[] = [];
  const columns = COLUMNS.map(() => new ByteWriter(1 << 16));
  const pageMeta: SearchPage[] = [];

  function addSection(section: SectionAnalysis, lists: readonly number[][]): void {
    const sectionNumber = textLengths.length;
    section.terms.forEach((term, i) => lists[term]?.push(posting(sectionNumber, section.frequencies[i] as number)));
    textLengths.push(Math.min(section.textLength, 0xffff));
    codeLengths.push(Math.min(section.codeLength, 0xffff));
    columns.forEach((column, i) => {
      column.append(encoder.encode(section.stored[i]));
      column.byte(VALUE_END);
    });
  }

  return {
    get size() {
      return textLengths.length;
    },
    add(page, analysis) {
      for (const term of analysis.terms) allTerms.add(term);
      const inText = new Set(analysis.sections.flatMap(({ terms }) => terms));
      const lists = analysis.terms.map((term, i) => (inText.has(i) ? sections.listOf(term) : []));
      for (const section of analysis.sections) addSection(section, lists);
      pageMeta.push(Object.assign({}, page, { sections: analysis.sections.length }));
    },
    finish({ synonyms = [], names = [], groups = groupsOf(pageMeta) } = {}) {
      // Drop the properties of a rule that are only for messages, so that readers do not download them.
      const rules = synonyms.map(({ from, to }): SynonymRule => ({ from, to }));
      // The reader's binary search needs code-unit order, which is the default order of `sort`.
      const terms = [...allTerms].sort();
      const sectionPostings = sections.write(terms);
      return assemble({
        meta: encoder.encode(JSON.stringify({ pages: toColumns(pageMeta), synonyms: rules, groups, names })),
        terms: encodeTerms(terms),
        counts: varints(sectionPostings.counts),
        sectionIds: sectionPostings.ids,
        sectionFrequencies: sectionPostings.values,
        lengths: varints([...textLengths, ...codeLengths]),
        stored: concatenate(columns.map((column) => column.view())),
      });
    },
  };
}

/**
 * Builds the index file from a complete list of records. Records of one page must be adjacent and in reading order.
 * @throws TooFewRecordsError below `minimumRecords`.
 */
export function encodeIndex(records: readonly SearchRecord[], options: EncodeOptions = {}): Uint8Array {
  const { minimumRecords = 1, names, ...rest } = options;
  if (records.length < minimumRecords)
    throw new TooFewRecordsError(
      `The search index would hold ${records.length} sections, at least ${minimumRecords} are expected. Look whether the content folder was read, or lower the minimum.`,
    );
  const builder = createIndexBuilder();
  const analyzer = createAnalyzer(names);
  for (const own of byPage(records)) builder.add(own[0].page, analyzePage(own, analyzer));
  return builder.finish({ ...rest, ...(names !== undefined && { names }) });
}

/** The index data of one page. It depends only on the page's records, so it can be cached across builds. */

export interface SectionAnalysis {
  /** Number of words in the text and in the code. */
  textLength: number;
  codeLength: number;
  /** Terms by their number in the page's list, each with its packed frequency byte. */
  terms: number[];
  frequencies: number[];
  /** A value for each of `COLUMNS`. */
  stored: string[];
}

export interface PageAnalysis {
  /** All terms of its names, texts and questions. */
  terms: string[];
  sections: SectionAnalysis[];
}

/** Heading 2 bits, text 4 bits, code 2 bits; counts are capped at the largest value that fits. */
function packFrequencies([heading, text, code]: Count): number {
  return Math.min(heading, 3) | (Math.min(text, 15) << 2) | (Math.min(code, 3) << 6);
}

/** How often a term is in a section: in its heading, text and code. */
type Count = [heading: number, text: number, code: number];

/** The terms of a page by their numbers, with the counts of the section that is being read. */
class PageTerms {
  readonly terms: string[] = [];
  readonly counts: Count[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.#numbers.set(term, number);
      this.terms.push(term);
      this.counts.push([0, 0, 0]);
    }
    return number;
  }
}

function analyzeSection(record: SearchRecord, page: PageTerms, { forEachTerm }: Analyzer): SectionAnalysis {
  /** Numbers of the section's terms, in the order of occurrence. */
  const terms: number[] = [];
  let words = 0;
  const count = (text: string, field: 0 | 1 | 2): void =>
    forEachTerm(text, field === 0, (term) => {
      const number = page.numberOf(term);
      const entry = page.counts[number] as Count;
      if (entry[0] + entry[1] + entry[2] === 0) terms.push(number);
      entry[field]++;
      words++;
    });
  count(record.heading, 0);
  words = 0;
  count(record.text, 1);
  const textLength = words;
  for (const code of record.code) count(code, 2);
  const frequencies = terms.map((number) => packFrequencies(page.counts[number] as Count));
  for (const number of terms) page.counts[number]?.fill(0);
  const { anchor, heading, level, text, marked = text, code, questions = [] } = record;
  const storedAnchor = anchor === '' ? TOP : anchor === anchorOf(heading) ? '' : anchor;
  const stored = [clean(storedAnchor), String(level), clean(heading), listed(questions), clean(marked), listed(code)];
  return { textLength, codeLength: words - textLength, terms, frequencies, stored };
}

// oxlint-disable-next-line no-control-regex
const clean = (text: string): string => text.replace(/[\u001d\u001e]/g, '');
const listed = (items: readonly string[]): string => items.map((item) => clean(item) + ITEM_END).join('');

/** Analyzes the records of one page. */
export function analyzePage(records: readonly SearchRecord[], analyzer: Analyzer): PageAnalysis {
  const numbers = new PageTerms();
  const sections = records.map((record) => analyzeSection(record, numbers, analyzer));
  // The reader derives the postings of names and questions, and needs their terms for that.
  const names = namePostings(
    records.slice(0, 1).map(({ page }) => page),
    analyzer,
  );
  const asked = questionPostings(
    records.map(({ questions = [] }) => questions),
    analyzer,
  );
  for (const term of [...names.terms(), ...asked.terms()]) numbers.numberOf(term);
  return { terms: numbers.terms, sections };
}

export { checkSynonyms, parseSynonyms, type Synonyms } from './synonyms.ts';
