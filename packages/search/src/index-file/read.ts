/** Reads the index file and derives its inverted index. Texts stay encoded until a query needs them. */
import { type Analyzer, createAnalyzer } from '../analysis.ts';
import { memoize } from '../memoize.ts';
import { plainText, type SearchGroup, type SearchPage, type SearchRecord } from '../types.ts';
import {
  createDictionary,
  type Dictionary,
  addNames,
  addQuestions,
  addSection,
  PostingCollector,
  type Postings,
  startsOf,
} from './inverted-index.ts';
import {
  anchorOf,
  type BlockName,
  BLOCKS,
  checksum,
  COLUMNS,
  FIXED_HEADER_WORDS,
  IndexFormatError,
  ITEM_END,
  MAGIC,
  type StoredRule,
  type SynonymRule,
  TOP_ANCHOR,
  VALUE_END,
  VERSION,
  decodeWordList,
} from './format.ts';

/** Platform global of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export interface Index {
  pages: readonly SearchPage[];
  /** Number of the first section of each page, and the number of sections at the end. */
  firstSection: Uint32Array;
  /** Number of the page of each section. */
  pageOf: Uint32Array;
  /** Number of terms in the text and in the code of each section, at most 65,535. */
  textLengths: Uint16Array;
  codeLengths: Uint16Array;
  dictionary: Dictionary;
  /** Sections by the terms of their headings, texts, and code. */
  sections: Postings;
  /** Sections by the terms of their authored questions. */
  questions: Postings;
  /** Pages by the terms of their names. */
  pagesByTerm: Postings;
  synonyms: readonly SynonymRule[];
  groups: readonly SearchGroup[];
  /** The analyzer with which the index was built. */
  analyzer: Analyzer;
  /** The section as it was indexed. */
  record(section: number): SearchRecord;
}

interface Meta {
  /** The values of all pages for each property; null if a page does not have it. */
  pages: Record<string, unknown[]>;
  /** The words of the phrasings in the order of their numbers, separated by spaces. */
  phrasingWords: string;
  synonyms: StoredRule[];
  groups: SearchGroup[];
  /** Names that the analyzer treats as one word. */
  names: string[];
}

/** Checks the header. @throws IndexFormatError */
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

/** Converts the columns of `write.ts` to pages, with the properties that it omits. */
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

/** Reads the stored properties of sections. Texts stay encoded until they are read. */
interface ColumnReader {
  value(column: (typeof COLUMNS)[number], section: number): string;
  code(section: number): string[];
  /** The questions, and then the phrasings. */
  questions(section: number): string[];
}

function createColumnReader(bytes: Uint8Array, sectionCount: number, phrasingWords: readonly string[]): ColumnReader {
  const decoder = new TextDecoder();
  const starts = new Uint32Array(COLUMNS.length * sectionCount + 1);
  for (let i = 0; i + 1 < starts.length; i++) starts[i + 1] = bytes.indexOf(VALUE_END.charCodeAt(0), starts[i]) + 1;
  const value: ColumnReader['value'] = (column, section) => {
    const at = COLUMNS.indexOf(column) * sectionCount + section;
    return decoder.decode(bytes.subarray(starts[at], (starts[at + 1] as number) - 1));
  };
  const items = (column: 'questions' | 'phrasings' | 'code', section: number): string[] =>
    value(column, section).split(ITEM_END).slice(0, -1);
  const phrasings = (section: number): string[] => items('phrasings', section).map((encoded) => decodeWordList(encoded, phrasingWords));
  return {
    value,
    code: (section) => items('code', section),
    questions: (section) => [...items('questions', section), ...phrasings(section)],
  };
}

/** Returns the page of each section. */
function pagesOfSections(firstSection: Uint32Array): Uint32Array {
  const pageOf = new Uint32Array(firstSection.at(-1) as number);
  for (let page = 0; page + 1 < firstSection.length; page++) pageOf.fill(page, firstSection[page], firstSection[page + 1]);
  return pageOf;
}

/** Derives the inverted index from the names of pages and the texts of sections. */
function invert(
  pages: readonly SearchPage[],
  columns: ColumnReader,
  sectionCount: number,
  analyzer: Analyzer,
): Pick<Index, 'dictionary' | 'sections' | 'questions' | 'pagesByTerm' | 'textLengths' | 'codeLengths'> {
  const numbers = new Map<string, number>();
  const ofNames = new PostingCollector(analyzer, numbers);
  const ofTexts = new PostingCollector(analyzer, numbers);
  const ofQuestions = new PostingCollector(analyzer, numbers);
  const textLengths = new Uint16Array(sectionCount);
  const codeLengths = new Uint16Array(sectionCount);
  for (const page of pages) addNames(ofNames, page);
  for (let section = 0; section < sectionCount; section++) {
    const text = plainText(columns.value('text', section));
    const [textLength, codeLength] = addSection(ofTexts, columns.value('heading', section), text, columns.code(section));
    textLengths[section] = Math.min(textLength, MAX_LENGTH);
    codeLengths[section] = Math.min(codeLength, MAX_LENGTH);
    addQuestions(ofQuestions, columns.questions(section));
  }
  // The binary search needs code-unit order, which is the default order of `sort`.
  const terms = [...numbers.keys()].sort();
  const ids = new Uint32Array(terms.length);
  terms.forEach((term, id) => (ids[numbers.get(term) as number] = id));
  const [sections, questions] = [ofTexts.finish(ids), ofQuestions.finish(ids)];
  const frequencies = sections.counts.map((count, term) => count + (questions.counts[term] as number));
  return {
    dictionary: createDictionary(terms, frequencies),
    sections,
    questions,
    pagesByTerm: ofNames.finish(ids),
    textLengths,
    codeLengths,
  };
}

function readRecord(page: SearchPage, columns: ColumnReader, section: number): SearchRecord {
  const [anchor, heading, marked] = [columns.value('anchor', section), columns.value('heading', section), columns.value('text', section)];
  const questions = columns.questions(section);
  const text = plainText(marked);
  return {
    page,
    anchor: anchor === TOP_ANCHOR ? '' : anchor === '' ? anchorOf(heading) : anchor,
    heading,
    level: Number(columns.value('level', section)),
    text,
    ...(marked !== text && { marked }),
    code: columns.code(section),
    ...(questions.length > 0 && { questions }),
  };
}

/** Lengths are stored in 16 bits; a longer text counts as this long. */
const MAX_LENGTH = 0xffff;
/** Number of records in the cache, because consecutive queries and the steps of each query read the same sections. */
const CACHED_RECORDS = 6000;

/**
 * Reads an index file. The bytes must not change afterwards, because the index keeps views of them.
 * @throws IndexFormatError if the file is not an index, has another format version, or is truncated or corrupt
 */
export function decodeIndex(bytes: Uint8Array): Index {
  const blocks = readBlocks(bytes);
  const meta = JSON.parse(new TextDecoder().decode(blocks.meta)) as Meta;
  const { sections: sectionCounts = [], ...pageColumns } = meta.pages;
  const pages = toPages(pageColumns, sectionCounts.length);
  const firstSection = startsOf(Uint32Array.from(sectionCounts as number[]));
  const pageOf = pagesOfSections(firstSection);
  const columns = createColumnReader(blocks.stored, pageOf.length, meta.phrasingWords.split(' '));
  const analyzer = createAnalyzer(meta.names);
  return {
    pages,
    firstSection,
    pageOf,
    ...invert(pages, columns, pageOf.length, analyzer),
    synonyms: meta.synonyms.map(([from, to]) => ({ from: from.split(' '), to: to.split(' ') })),
    groups: meta.groups,
    analyzer,
    record: memoize(CACHED_RECORDS, (section: number) => readRecord(pages[pageOf[section] as number] as SearchPage, columns, section)),
  };
}
