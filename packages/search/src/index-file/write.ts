/** Writes the index file. The same records always result in the same bytes. */
import { type Analyzer, createAnalyzer } from '../analysis.ts';
import type { SearchGroup, SearchPage, SearchRecord } from '../types.ts';
import {
  BLOCKS,
  type BlockName,
  COLUMNS,
  FIXED_HEADER_WORDS,
  ITEM_END,
  MAGIC,
  type StoredRule,
  type SynonymRule,
  TOP_ANCHOR,
  VALUE_END,
  VERSION,
  anchorOf,
  checksum,
} from './format.ts';
import { addNames, addQuestions, addSection, PostingCollector } from './postings.ts';
import { createWordListEncoder, isWordList } from './word-lists.ts';

export interface EncodeOptions {
  synonyms?: readonly SynonymRule[];
  /** Groups of the site in the order of their filters; the groups of the pages when absent, each under its name. */
  groups?: readonly SearchGroup[];
  /** Names in camel case that are one word on this site. */
  names?: readonly string[];
  /** Minimum number of records. Fewer are an error, because a failed build is better than an empty search. Default: 1. */
  minimumRecords?: number;
}

/** There are fewer records than the required minimum. */
export class TooFewRecordsError extends Error {
  override name = 'TooFewRecordsError';
}

/** Converts pages to columns: for each property, the values of all pages, with null for pages that do not have it. */
function toColumns(pages: readonly SearchPage[]): Record<string, unknown[]> {
  const stored = pages.map((page): Record<string, unknown> => ({ ...page, ...derivedOf(page) }));
  const names = new Set(stored.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => [name, stored.map((page) => page[name] ?? null)]));
}

/** Shortens properties that `read.ts` derives from others: a label that is the title, and a path that ends in the id. */
function derivedOf({ id, path, sidebarLabel, title }: SearchPage): object {
  const parentPath = path.slice(0, -id.length);
  return {
    sidebarLabel: sidebarLabel === title ? null : sidebarLabel,
    path: parentPath.length > 1 && path === parentPath + id && parentPath.endsWith('/') ? parentPath : path,
  };
}

/** Returns the bytes of a file with these blocks and its header. */
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

/** Groups records by page. The records of one page must be adjacent. */
function groupByPage(records: readonly SearchRecord[]): [SearchRecord, ...SearchRecord[]][] {
  const pages: [SearchRecord, ...SearchRecord[]][] = [];
  for (const record of records) {
    const current = pages.at(-1);
    if (current?.[0].page.id === record.page.id) current.push(record);
    else pages.push([record]);
  }
  return pages;
}

/** Collects pages one by one as they are compiled, and then returns the bytes of the index file. */
export interface IndexBuilder {
  add(page: SearchPage, analysis: PageAnalysis): void;
  /** Number of sections so far. */
  readonly size: number;
  /** All terms so far. */
  readonly terms: ReadonlySet<string>;
  finish(options?: Omit<EncodeOptions, 'minimumRecords'>): Uint8Array;
}

const PHRASINGS = COLUMNS.indexOf('phrasings');

/** Encodes the column of phrasings, whose words are known only after the last page. */
function encodePhrasings(column: readonly string[]): { words: string[]; values: string[] } {
  const lists = column.map((value) => value.split(ITEM_END).slice(0, -1));
  const { words, encode } = createWordListEncoder(lists.flat());
  return { words, values: lists.map((list) => joinItems(list.map(encode))) };
}

export function createIndexBuilder(): IndexBuilder {
  const encoder = new TextEncoder();
  const allTerms = new Set<string>();
  const columns = COLUMNS.map((): string[] => []);
  const pageMeta: SearchPage[] = [];

  return {
    get size() {
      return columns[0]?.length ?? 0;
    },
    terms: allTerms,
    add(page, { terms, sections }) {
      for (const term of terms) allTerms.add(term);
      for (const section of sections) section.forEach((value, i) => columns[i]?.push(value));
      pageMeta.push(Object.assign({}, page, { sections: sections.length }));
    },
    finish({ synonyms = [], names = [], groups = groupsOf(pageMeta) } = {}) {
      // Omit the properties of a rule that are only for messages, so that browsers do not download them.
      const rules = synonyms.map(({ from, to }): StoredRule => [from.join(' '), to.join(' ')]);
      const { words, values } = encodePhrasings(columns[PHRASINGS] as string[]);
      return assemble({
        stored: encoder.encode(
          columns
            .with(PHRASINGS, values)
            .flat()
            .map((value) => value + VALUE_END)
            .join(''),
        ),
        meta: encoder.encode(
          JSON.stringify({ pages: toColumns(pageMeta), phrasingWords: words.join(' '), synonyms: rules, groups, names }),
        ),
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
      `The search index would contain ${records.length} sections; at least ${minimumRecords} are expected. Check whether the content folder was read, or lower the minimum.`,
    );
  const builder = createIndexBuilder();
  const analyzer = createAnalyzer(names);
  for (const pageRecords of groupByPage(records)) builder.add(pageRecords[0].page, analyzePage(pageRecords, analyzer));
  return builder.finish({ ...rest, ...(names !== undefined && { names }) });
}

/** The index data of one page. It depends only on the records of the page, so it can be cached across builds. */
export interface PageAnalysis {
  /** All terms of its names, texts, and questions. Only the check of synonyms needs them. */
  terms: string[];
  /** The values of each section, in the order of `COLUMNS`. Phrasings are not encoded yet. */
  sections: string[][];
}

function columnsOf({ anchor, heading, level, text, marked = text, code, questions = [] }: SearchRecord): string[] {
  const storedAnchor = anchor === '' ? TOP_ANCHOR : anchor === anchorOf(heading) ? '' : anchor;
  return [
    withoutSeparators(storedAnchor),
    String(level),
    withoutSeparators(heading),
    joinItems(questions.filter((question) => !isWordList(question))),
    joinItems(questions.filter(isWordList)),
    withoutSeparators(marked),
    joinItems(code),
  ];
}

// oxlint-disable-next-line no-control-regex
const withoutSeparators = (text: string): string => text.replace(/[\u001d\u001e]/g, '');
const joinItems = (items: readonly string[]): string => items.map((item) => withoutSeparators(item) + ITEM_END).join('');

/** Analyzes the records of one page. */
export function analyzePage(records: readonly SearchRecord[], analyzer: Analyzer): PageAnalysis {
  const numbers = new Map<string, number>();
  const postings = new PostingCollector(analyzer, numbers);
  for (const { page } of records.slice(0, 1)) addNames(postings, page);
  for (const { heading, text, code, questions = [] } of records) {
    addSection(postings, heading, text, code);
    addQuestions(postings, questions);
  }
  return { terms: [...numbers.keys()], sections: records.map(columnsOf) };
}

export { checkSynonyms, parseSynonyms, type Synonyms } from './synonyms.ts';
