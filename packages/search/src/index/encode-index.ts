/** Records → the index file. The same records give the same bytes, whenever they were analysed. */
import type { SearchPage, SearchRecord } from '../contract.ts';
import { BLOCKS, checksum, FIXED_HEADER_WORDS, MAGIC, VERSION, type BlockName } from '../rank/index-format.ts';
import type { SynonymRule } from '../rank/synonym-rules.ts';
import { analyzePage, type PageAnalysis } from './analyze-page.ts';
import { ByteWriter } from './byte-writer.ts';
import { posting, PostingCollector } from './postings.ts';

export interface EncodeOptions {
  synonyms?: readonly SynonymRule[];
  /** Fewer records than this are an error: an empty search is worse than a failed build. 1 when absent. */
  minimumRecords?: number;
}

/** Thrown when there is too little to index. */
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

/** The records of each page, in order; records of one page stand together. */
function byPage(records: readonly SearchRecord[]): [SearchRecord, ...SearchRecord[]][] {
  const pages: [SearchRecord, ...SearchRecord[]][] = [];
  for (const record of records) {
    const current = pages.at(-1);
    if (current?.[0].page.id === record.page.id) current.push(record);
    else pages.push([record]);
  }
  return pages;
}

/** Takes in one page after the other, as they come from the compile, and is then made into the file. */
export interface IndexBuilder {
  add(page: SearchPage, analysis: PageAnalysis): void;
  /** Sections taken in so far. */
  readonly size: number;
  finish(synonyms?: readonly SynonymRule[]): Uint8Array;
}

export function createIndexBuilder(): IndexBuilder {
  const encoder = new TextEncoder();
  const sections = new PostingCollector();
  const pages = new PostingCollector();
  const textLengths: number[] = [];
  const codeLengths: number[] = [];
  const storedSizes: number[] = [];
  const stored = new ByteWriter(1 << 16);
  const pageMeta: object[] = [];

  function addSection(section: PageAnalysis['sections'][number], lists: readonly number[][]): void {
    const sectionNumber = textLengths.length;
    section.terms.forEach((term, i) => lists[term]?.push(posting(sectionNumber, section.frequencies[i] as number)));
    textLengths.push(Math.min(section.textLength, 0xffff));
    codeLengths.push(Math.min(section.codeLength, 0xffff));
    const bytes = encoder.encode(section.stored);
    stored.append(bytes);
    storedSizes.push(bytes.length);
  }

  return {
    get size() {
      return textLengths.length;
    },
    add(page, analysis) {
      const pageNumber = pageMeta.length;
      analysis.fields.forEach((bits, i) => bits > 0 && pages.listOf(analysis.terms[i] as string).push(posting(pageNumber, bits)));
      const lists = analysis.terms.map((term) => sections.listOf(term));
      for (const section of analysis.sections) addSection(section, lists);
      pageMeta.push({ ...page, sections: analysis.sections.length });
    },
    finish(synonyms = []) {
      // Code-unit order, which is what the reader's binary search compares by: the order of `sort` without a function.
      const terms = [...new Set([...sections.terms(), ...pages.terms()])].sort();
      const sectionPostings = sections.write(terms);
      const pagePostings = pages.write(terms);
      return assemble({
        meta: encoder.encode(JSON.stringify({ pages: pageMeta, synonyms })),
        terms: encodeTerms(terms),
        counts: varints([...sectionPostings.counts, ...pagePostings.counts]),
        sizes: varints([...sectionPostings.sizes, ...pagePostings.sizes]),
        sectionIds: sectionPostings.ids,
        sectionFrequencies: sectionPostings.values,
        pageIds: pagePostings.ids,
        pageFields: pagePostings.values,
        lengths: varints([...textLengths, ...codeLengths]),
        storedSizes: varints(storedSizes),
        stored: stored.view(),
      });
    },
  };
}

/**
 * Builds the index file of records that are all there. Records of one page must stand together, in reading order.
 * @throws TooFewRecordsError below `minimumRecords`.
 */
export function encodeIndex(records: readonly SearchRecord[], options: EncodeOptions = {}): Uint8Array {
  const { synonyms = [], minimumRecords = 1 } = options;
  if (records.length < minimumRecords)
    throw new TooFewRecordsError(
      `The search index would hold ${records.length} sections, at least ${minimumRecords} are expected. Look whether the content folder was read, or lower the minimum.`,
    );
  const builder = createIndexBuilder();
  for (const [first, ...rest] of byPage(records)) builder.add(first.page, analyzePage([first, ...rest]));
  return builder.finish(synonyms);
}
