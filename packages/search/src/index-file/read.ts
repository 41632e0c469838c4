/** Reads the index file. Posting lists and texts stay encoded until a query needs them. */
import { type Analyzer, createAnalyzer } from '../analysis.ts';
import { memoize } from '../memoize.ts';
import { plainText, type SearchGroup, type SearchPage, type SearchRecord } from '../types.ts';
import {
  anchorOf,
  type BlockName,
  BLOCKS,
  checksum,
  COLUMNS,
  COMMON_VALUES,
  createDictionary,
  type Dictionary,
  FIXED_HEADER_WORDS,
  IndexFormatError,
  ITEM_END,
  MAGIC,
  type SynonymRule,
  TOP,
  VALUE_END,
  VERSION,
} from './format.ts';
import { namePostings, type PostingCollector, type Postings, postingsOf, questionPostings, startsOf } from './postings.ts';

/** Platform global of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export interface Index {
  pages: readonly SearchPage[];
  /** First section of each page, and the number of sections at the end. */
  firstSection: Uint32Array;
  /** Page of each section. */
  pageOf: Uint32Array;
  /** Words in the text and in the code of each section, at most 65,535. */
  textLengths: Uint16Array;
  codeLengths: Uint16Array;
  dictionary: Dictionary;
  sections: Postings;
  /** Sections by the terms of their authored questions. */
  questions: Postings;
  pagesByTerm: Postings;
  synonyms: readonly SynonymRule[];
  groups: readonly SearchGroup[];
  /** The analyzer with which the index was built. */
  analyzer: Analyzer;
  /** The section as it was indexed. */
  record(section: number): SearchRecord;
}

interface Meta {
  /** A list of values for each property of the pages. */
  pages: Record<string, unknown[]>;
  synonyms: SynonymRule[];
  groups: SearchGroup[];
  /** Names that the analyzer treats as one word. */
  names: string[];
}

function readBlocks(bytes: Uint8Array): Record<BlockName, Uint8Array> {
  const rebuild = 'Build the site again to get a new one.';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FIXED_HEADER_WORDS * 4 || view.getUint32(0, true) !== MAGIC)
    throw new IndexFormatError(`This is not a search index: its first bytes are not those of one. ${rebuild}`);
  const version = view.getUint32(4, true);
  if (version !== VERSION)
    throw new IndexFormatError(`The search index has format ${version}, this program reads format ${VERSION}. ${rebuild}`);
  const length = view.getUint32(8, true);
  if (length !== bytes.length)
    throw new IndexFormatError(`The search index is incomplete: ${bytes.length} of ${length} bytes are there. ${rebuild}`);
  if (checksum(bytes, 16) !== view.getUint32(12, true) || view.getUint32(16, true) !== BLOCKS.length)
    throw new IndexFormatError(`The search index is damaged: its checksum does not match. ${rebuild}`);
  let offset = (FIXED_HEADER_WORDS + BLOCKS.length) * 4;
  const blocks: Partial<Record<BlockName, Uint8Array>> = {};
  BLOCKS.forEach((name, i) => {
    const size = view.getUint32((FIXED_HEADER_WORDS + i) * 4, true);
    blocks[name] = bytes.subarray(offset, offset + size);
    offset += size;
  });
  return blocks as Record<BlockName, Uint8Array>;
}

/** Reads `count` varints from the start of a block. */
function readVarints(bytes: Uint8Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = bytes[at++] as number;
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    numbers[i] = value;
  }
  return numbers;
}

function readTerms(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder();
  const terms: string[] = [];
  let previous = '';
  for (let at = 0; at < bytes.length;) {
    const shared = bytes[at] as number;
    const end = at + 2 + (bytes[at + 1] as number);
    previous = previous.slice(0, shared) + decoder.decode(bytes.subarray(at + 2, end));
    terms.push(previous);
    at = end;
  }
  return terms;
}

/** @returns the pages, from the columns of the writer */
function toPages(columns: Record<string, unknown[]>, count: number): SearchPage[] {
  const entries = Object.entries(columns);
  return Array.from({ length: count }, (_, number) => {
    const stored = entries.flatMap(([name, values]) => (values[number] === null ? [] : [[name, values[number]]]));
    const page = Object.fromEntries(stored) as SearchPage;
    page.sidebarLabel ??= page.title;
    if (page.path !== '/' && page.path.endsWith('/')) page.path += page.id;
    return page;
  });
}

/** Start offset of each value in a block of columns, column by column, and the end. */
function startsOfValues(bytes: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) starts[i + 1] = bytes.indexOf(VALUE_END, starts[i]) + 1;
  return starts;
}

function pagesOfSections(firstSection: Uint32Array): Uint32Array {
  const pageOf = new Uint32Array(firstSection.at(-1) as number);
  for (let page = 0; page + 1 < firstSection.length; page++) pageOf.fill(page, firstSection[page], firstSection[page + 1]);
  return pageOf;
}

/**
 * Reads an index file. The bytes must not change afterwards: the index keeps views of them.
 * @throws IndexFormatError if the file is not an index, has another format version, or is truncated or corrupt.
 */
export function decodeIndex(bytes: Uint8Array): Index {
  const blocks = readBlocks(bytes);
  const decoder = new TextDecoder();
  const meta = JSON.parse(decoder.decode(blocks.meta)) as Meta;
  const { sections: sectionCounts = [], ...columns } = meta.pages;
  const pages = toPages(columns, sectionCounts.length);
  const firstSection = startsOf(Uint32Array.from(sectionCounts as number[]));
  const pageOf = pagesOfSections(firstSection);
  const terms = readTerms(blocks.terms);
  const counts = readVarints(blocks.counts, terms.length);
  const lengths = readVarints(blocks.lengths, pageOf.length * 2);
  const storedAt = startsOfValues(blocks.stored, COLUMNS.length * pageOf.length);
  const stored = (column: (typeof COLUMNS)[number], section: number): string => {
    const at = COLUMNS.indexOf(column) * pageOf.length + section;
    return decoder.decode(blocks.stored.subarray(storedAt[at], (storedAt[at + 1] as number) - 1));
  };
  const items = (column: 'questions' | 'code', section: number): string[] => stored(column, section).split(ITEM_END).slice(0, -1);
  const analyzer = createAnalyzer(meta.names);
  const sections = postingsOf(counts, blocks.sectionIds, COMMON_VALUES.sections, blocks.sectionFrequencies);
  // Names and questions are short: their postings are derived here, so that readers do not download them.
  const derive = (collected: PostingCollector, common: number): Postings => {
    const written = collected.write(terms);
    return postingsOf(Uint32Array.from(written.counts), written.ids, common, written.values);
  };
  const sectionNumbers = Array.from(pageOf, (_, section) => section);
  const questions = derive(
    questionPostings(
      sectionNumbers.map((section) => items('questions', section)),
      analyzer,
    ),
    COMMON_VALUES.questions,
  );
  const frequencies = counts.map((count, term) => count + (questions.counts[term] as number));
  return {
    pages,
    firstSection,
    pageOf,
    textLengths: Uint16Array.from(lengths.subarray(0, pageOf.length)),
    codeLengths: Uint16Array.from(lengths.subarray(pageOf.length)),
    dictionary: createDictionary(terms, frequencies),
    sections,
    questions,
    pagesByTerm: derive(namePostings(pages, analyzer), COMMON_VALUES.pages),
    synonyms: meta.synonyms,
    groups: meta.groups,
    analyzer,
    record: memoize(CACHED_RECORDS, (section: number) => {
      const [anchor, heading, marked] = [stored('anchor', section), stored('heading', section), stored('text', section)];
      const questions = items('questions', section);
      const text = plainText(marked);
      const page = pages[pageOf[section] as number] as SearchPage;
      return {
        page,
        anchor: anchor === TOP ? '' : anchor === '' ? anchorOf(heading) : anchor,
        heading,
        level: Number(stored('level', section)),
        text,
        ...(marked !== text && { marked }),
        code: items('code', section),
        ...(questions.length > 0 && { questions }),
      };
    }),
  };
}

/** Consecutive queries, and the steps of each, read the same sections. */
const CACHED_RECORDS = 6000;
