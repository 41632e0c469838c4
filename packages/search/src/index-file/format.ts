/**
 * The format of the index file: a header of 32-bit little-endian numbers (magic, version, length, checksum, number of blocks, then
 * the length of each block), then the blocks one after another. The reader (`read.ts`) and the writer (`write.ts`) share this.
 */
/** The first four bytes of the file: `DSIX`. */
export const MAGIC = 0x58495344;
/** Version of the format. Readers reject other versions. */
export const VERSION = 9;
/** Number of 32-bit words before the lengths of the blocks. */
export const FIXED_HEADER_WORDS = 5;

/** Blocks in the order of the file. They contain no terms or postings: `read.ts` derives them, so that browsers need not download them. */
export const BLOCKS = [
  /** The columns of `COLUMNS`, one after another. A column contains one value for each section, followed by `VALUE_END`. */
  'stored',
  /** JSON: the properties of the pages, each as a list with one value for each page; the words of phrasings; and the synonyms, groups, and names. */
  'meta',
] as const;
export type BlockName = (typeof BLOCKS)[number];

/**
 * The stored properties of a section. They are stored in columns, because similar values compress better next to each other.
 * The anchor is empty if it can be derived from the heading, and `TOP_ANCHOR` for the section under the page title. `phrasings` are
 * the questions that are only lists of words, encoded by `createWordListEncoder`. They are last, because Brotli needs .5 % more bytes for texts after them.
 */
export const COLUMNS = ['anchor', 'level', 'heading', 'questions', 'text', 'code', 'phrasings'] as const;
/** Ends each value of a column. */
export const VALUE_END = '\u001e';
/** Ends each question, phrasing, and code block of a section. */
export const ITEM_END = '\u001d';
/** The stored anchor of the section under the page title. */
export const TOP_ANCHOR = '#';

/** Returns the default anchor of a heading, which is not stored. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** A bit field in the byte of a posting, which counts the occurrences of a term up to a maximum. */
export interface Field {
  /** The value of one occurrence: the lowest bit of the field. */
  increment: number;
  /** All bits of the field, which is also its maximum. */
  mask: number;
}

/** Returns the number of occurrences that a field of a posting counts. */
export const countIn = (value: number, { increment, mask }: Field): number => (value & mask) / increment;

const flag = (bit: number): Field => ({ increment: bit, mask: bit });

/** The fields of a posting of a page: the names in which a term occurs. */
export const TITLE = flag(1);
export const PATH = flag(2);
export const LABEL = flag(4);
export const BREADCRUMB = flag(8);
export const ALIAS = flag(16);

/** The fields of a posting of a section: 2, 4, and 2 bits. */
export const HEADING: Field = { increment: 1, mask: 3 };
export const TEXT: Field = { increment: 1 << 2, mask: 15 << 2 };
export const CODE: Field = { increment: 1 << 6, mask: 3 << 6 };

/** The only field of a posting of a section's authored questions. */
export const QUESTION: Field = { increment: 1, mask: 255 };

/** The bytes are not an index that this version can read. The message gives the reason and the fix. */
export class IndexFormatError extends Error {
  override name = 'IndexFormatError';
}

/** A hash similar to FNV-1a, over 32-bit words and the remaining bytes: it is fast and sufficient to detect corruption. */
export function checksum(bytes: Uint8Array, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = 0x811c9dc5;
  let at = from;
  for (; at + 4 <= bytes.length; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 0x01000193) ^ (hash >>> 15);
  for (; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0;
}

/** A synonym in one direction, with both sides as stems. */
export interface SynonymRule {
  /** Stems of the words that a query must contain next to each other. */
  from: string[];
  /** Stems that the query also matches. A document must contain all of them. */
  to: string[];
}

/** A rule in the file: the stems of both sides, separated by spaces. */
export type StoredRule = [from: string, to: string];

// Texts that are only lists of words, such as the stems of phrasings, are stored in three quarters of the bytes that Brotli needs for the texts. The
// words are numbered by frequency. A text becomes the ascending numbers of its words, each as the difference from the previous number, and each
// difference becomes one character.

/** The character of the difference 0. The characters before it separate values. */
const FIRST = 0x20;
/** Surrogates cannot be encoded in UTF-8 on their own, so the characters skip them. */
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800];

/** Whether a text is a list of distinct words in code-unit order, separated by single spaces. Only such texts can be restored. */
export function isWordList(text: string): boolean {
  let previous = '';
  for (const word of text.split(' ')) {
    if (word <= previous) return false;
    previous = word;
  }
  return true;
}

/** Encodes word lists. @returns the words in the order of their numbers, and a function that encodes one of the lists */
export function createWordListEncoder(lists: readonly string[]): { words: string[]; encode: (list: string) => string } {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of list.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts.keys()].sort((a, b) => (counts.get(b) as number) - (counts.get(a) as number) || (a < b ? -1 : 1));
  const numbers = new Map(words.map((word, number) => [word, number]));
  return {
    words,
    encode(list) {
      let next = 0;
      const encoded = Uint32Array.from(list.split(' '), (word) => numbers.get(word) as number)
        .sort()
        .map((number) => {
          const code = FIRST + number - next;
          next = number + 1;
          return code < FIRST_SURROGATE ? code : code + SURROGATES;
        });
      return Array.from(encoded, (code) => String.fromCodePoint(code)).join('');
    },
  };
}

/** Restores a word list. */
export function decodeWordList(encoded: string, words: readonly string[]): string {
  let next = 0;
  const list = Array.from(encoded, (character) => {
    const code = character.codePointAt(0) as number;
    const number = next + (code < FIRST_SURROGATE ? code : code - SURROGATES) - FIRST;
    next = number + 1;
    return words[number] as string;
  });
  return list.sort().join(' ');
}
