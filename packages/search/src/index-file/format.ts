/**
 * The index file: a header of 32-bit little-endian numbers (magic, version, length, checksum, number of blocks, then
 * the length of each block), then the blocks one after another. The reader (rank/) and the writer (index/) share this.
 */
export const MAGIC = 0x58495344;
export const VERSION = 4;
export const FIXED_HEADER_WORDS = 5;

/** Blocks in the order of the file: the texts come first, so that what is like them later compresses better. */
export const BLOCKS = [
  /** The columns of `COLUMNS`, one after another: in each the values of all sections, each followed by `VALUE_END`. */
  'stored',
  /** JSON: properties of the pages, each a list with a value for each page; synonyms, groups, names. */
  'meta',
  /** Sorted terms, each as shared-prefix length, suffix length, UTF-8 suffix. */
  'terms',
  /** For each term the number of its section postings, then of its question postings, then of its page postings, as varints. */
  'counts',
  /** Section numbers of each term, as varint differences. */
  'sectionIds',
  /** A byte for each section posting: heading 2 bits, text 4 bits, code 2 bits. */
  'sectionFrequencies',
  /** Numbers of the sections whose authored questions contain each term, as varint differences. */
  'questionIds',
  'pageIds',
  /** A byte for each page posting: which of title, path, label, breadcrumbs, aliases contain the term. */
  'pageFields',
  /** For each section the number of words in its text, then in its code, as varints. */
  'lengths',
] as const;
export type BlockName = (typeof BLOCKS)[number];

/**
 * What is stored of a section, a column for each property: values that are alike compress better beside each other. An
 * anchor that follows from its heading is an empty value, the anchor of a page's top is `#`.
 */
export const COLUMNS = ['anchor', 'level', 'heading', 'questions', 'text', 'code'] as const;
/** Ends each value of a column. */
export const VALUE_END = 0x1e;
/** Ends each of the questions and of the code blocks of a section. */
export const ITEM_END = '\u001d';
export const TOP = '#';

/** The anchor that a heading usually has, which need not be stored. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

export const TITLE = 1;
export const PATH = 2;
export const LABEL = 4;
export const TRAIL = 8;
export const ALIAS = 16;

/** Thrown for bytes that are not an index this program can read; the message says what they are and what to do. */
export class IndexFormatError extends Error {
  override name = 'IndexFormatError';
}

/** FNV-1a over 32-bit words, 4 bytes at a step, and the rest bytewise: fast, and enough to notice damage. */
export function checksum(bytes: Uint8Array, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = 0x811c9dc5;
  let at = from;
  for (; at + 4 <= bytes.length; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 0x01000193) ^ (hash >>> 15);
  for (; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0;
}

/** Synonyms as the index carries them: resolved, one direction each. */
export interface SynonymRule {
  /** Stems of the words that a query must hold next to each other. */
  from: string[];
  /** Stems of the words looked for as well, all of them together. */
  to: string[];
}
