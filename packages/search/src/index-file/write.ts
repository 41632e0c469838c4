/** Writes the index file. The same records always result in the same bytes. */
import type { SearchGroup, SearchPage, SearchRecord, Section } from '../types.ts';
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
  createWordListEncoder,
  isWordList,
} from './format.ts';

export interface EncodeOptions {
  synonyms?: readonly SynonymRule[];
  /** Groups of the site in the order of their filters; the groups of the pages when absent, each under its name. */
  groups?: readonly SearchGroup[];
  /** Names in camel case that are one word on this site. */
  names?: readonly string[];
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

/** Returns the bytes of a file with these blocks, each in pieces, and its header. */
function assemble(blocks: Record<BlockName, readonly Uint8Array[]>): Uint8Array {
  const headerSize = (FIXED_HEADER_WORDS + BLOCKS.length) * 4;
  const lengths = BLOCKS.map((name) => blocks[name].reduce((sum, { length }) => sum + length, 0));
  const size = lengths.reduce((sum, length) => sum + length, headerSize);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  [MAGIC, VERSION, size, 0, BLOCKS.length, ...lengths].forEach((word, i) => view.setUint32(i * 4, word, true));
  let offset = headerSize;
  for (const piece of BLOCKS.flatMap((name) => blocks[name])) {
    file.set(piece, offset);
    offset += piece.length;
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
  /** Adds a page. @param sections in reading order */
  add(page: SearchPage, sections: readonly Section[]): void;
  /** Number of sections so far. */
  readonly size: number;
  finish(options?: EncodeOptions): Uint8Array;
}

export function createIndexBuilder(): IndexBuilder {
  const encoder = new TextEncoder();
  const encodeColumn = (values: readonly string[]): Uint8Array => encoder.encode(values.map((value) => value + VALUE_END).join(''));
  /** The encoded values of each column but the last, one piece for each page; as strings, the texts of a large site would take twice the memory. */
  const columns = COLUMNS.slice(0, -1).map((): Uint8Array[] => []);
  /** The last column: the phrasings of each section. Their words are known only after the last page. */
  const phrasings: string[][] = [];
  const pages: SearchPage[] = [];

  return {
    get size() {
      return phrasings.length;
    },
    add(page, sections) {
      const rows = sections.map(columnsOf);
      columns.forEach((pieces, i) => pieces.push(encodeColumn(rows.map((row) => row[i] as string))));
      for (const { questions = [] } of sections) phrasings.push(questions.filter(isWordList).map(withoutSeparators));
      pages.push(Object.assign({}, page, { sections: sections.length }));
    },
    finish({ synonyms = [], names = [], groups = groupsOf(pages) } = {}) {
      // Omit the properties of a rule that are only for messages, so that browsers do not download them.
      const rules = synonyms.map(({ from, to }): StoredRule => [from.join(' '), to.join(' ')]);
      const { words, encode } = createWordListEncoder(phrasings.flat());
      const encoded = encodeColumn(phrasings.map((list) => joinItems(list.map(encode))));
      const meta = { pages: toColumns(pages), phrasingWords: words.join(' '), synonyms: rules, groups, names };
      return assemble({ stored: [...columns.flat(), encoded], meta: [encoder.encode(JSON.stringify(meta))] });
    },
  };
}

/** Builds the index file from a complete list of records. Records of one page must be adjacent and in reading order. */
export function encodeIndex(records: readonly SearchRecord[], options: EncodeOptions = {}): Uint8Array {
  const builder = createIndexBuilder();
  for (const sections of groupByPage(records)) builder.add(sections[0].page, sections);
  return builder.finish(options);
}

/** Returns the values of a section in the order of `COLUMNS`, without its phrasings. */
function columnsOf({ anchor, heading, level, text, marked = text, code, questions = [] }: Section): string[] {
  const storedAnchor = anchor === '' ? TOP_ANCHOR : anchor === anchorOf(heading) ? '' : anchor;
  return [
    withoutSeparators(storedAnchor),
    String(level),
    withoutSeparators(heading),
    joinItems(questions.filter((question) => !isWordList(question))),
    withoutSeparators(marked),
    joinItems(code),
  ];
}

// oxlint-disable-next-line no-control-regex
const withoutSeparators = (text: string): string => text.replace(/[\u001d\u001e]/g, '');
const joinItems = (items: readonly string[]): string => items.map((item) => withoutSeparators(item) + ITEM_END).join('');

export { createSynonymCheck, parseSynonyms, type Synonyms } from './synonyms.ts';
