/** Reads the index file and derives its terms and postings. Texts stay encoded until a query needs them. */
import { type Analyzer, createAnalyzer } from '../analysis.ts';
import { memoize } from '../memoize.ts';
import { plainText, type SearchGroup, type SearchPage, type SearchRecord } from '../types.ts';
import {
  anchorOf,
  type BlockName,
  BLOCKS,
  checksum,
  COLUMNS,
  createDictionary,
  type Dictionary,
  FIXED_HEADER_WORDS,
  IndexFormatError,
  ITEM_END,
  MAGIC,
  type StoredRule,
  type SynonymRule,
  TOP,
  VALUE_END,
  VERSION,
} from './format.ts';
import { addNames, addQuestions, addSection, PostingCollector, type Postings, startsOf } from './postings.ts';

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
  synonyms: StoredRule[];
  groups: SearchGroup[];
  /** Names that the analyzer treats as one word. */
  names: string[];
}

function readBlocks(bytes: Uint8Array): Record<BlockName, Uint8Array> {
  const rebuild = 'Build the site again to get a new one.';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FIXED_HEADER_WORDS * 4 || view.getUint32(0, true) !== MAGIC)
    throw new IndexFormatError(`This is not a search index: its first bytes do not match the format. ${rebuild}`);
  const version = view.getUint32(4, true);
  if (version !== VERSION)
    throw new IndexFormatError(`The search index has format ${version}, but this program reads format ${VERSION}. ${rebuild}`);
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
  for (let i = 0; i < count; i++) starts[i + 1] = bytes.indexOf(VALUE_END.charCodeAt(0), starts[i]) + 1;
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
  const storedAt = startsOfValues(blocks.stored, COLUMNS.length * pageOf.length);
  const stored = (column: (typeof COLUMNS)[number], section: number): string => {
    const at = COLUMNS.indexOf(column) * pageOf.length + section;
    return decoder.decode(blocks.stored.subarray(storedAt[at], (storedAt[at + 1] as number) - 1));
  };
  const items = (column: 'questions' | 'code', section: number): string[] => stored(column, section).split(ITEM_END).slice(0, -1);
  const analyzer = createAnalyzer(meta.names);
  const numbers = new Map<string, number>();
  const [names, texts, asked] = [0, 1, 2].map(() => new PostingCollector(analyzer, numbers)) as [
    PostingCollector,
    PostingCollector,
    PostingCollector,
  ];
  const textLengths = new Uint16Array(pageOf.length);
  const codeLengths = new Uint16Array(pageOf.length);
  for (const page of pages) addNames(names, page);
  for (let section = 0; section < pageOf.length; section++) {
    const lengths = addSection(texts, stored('heading', section), plainText(stored('text', section)), items('code', section));
    [textLengths[section], codeLengths[section]] = lengths.map((length) => Math.min(length, MAX_LENGTH)) as [number, number];
    addQuestions(asked, items('questions', section));
  }
  // The binary search needs code-unit order, which is the default order of `sort`.
  const terms = [...numbers.keys()].sort();
  const ids = new Uint32Array(terms.length);
  terms.forEach((term, id) => (ids[numbers.get(term) as number] = id));
  const [sections, questions] = [texts.finish(ids), asked.finish(ids)];
  const frequencies = sections.counts.map((count, term) => count + (questions.counts[term] as number));
  return {
    pages,
    firstSection,
    pageOf,
    textLengths,
    codeLengths,
    dictionary: createDictionary(terms, frequencies),
    sections,
    questions,
    pagesByTerm: names.finish(ids),
    synonyms: meta.synonyms.map(([from, to]) => ({ from: from.split(' '), to: to.split(' ') })),
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

/** The largest length of a text that is distinguished. */
const MAX_LENGTH = 0xffff;
/** Consecutive queries, and the steps of each, read the same sections. */
const CACHED_RECORDS = 6000;
