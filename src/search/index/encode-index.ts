/** Records → the index file. The same records give the same bytes, whatever came from the cache. */
import type { SearchRecord } from '../contract.ts';
import { BLOCKS, checksum, FIXED_HEADER_WORDS, MAGIC, VERSION, type BlockName } from '../rank/index-format.ts';
import type { SynonymRule } from '../rank/synonym-rules.ts';
import { analyzePage, type PageAnalysisCache } from './analyze-page.ts';
import { ByteWriter } from './byte-writer.ts';
import { posting, PostingCollector } from './postings.ts';

export interface EncodeOptions {
  synonyms?: readonly SynonymRule[];
  /** Fewer records than this are an error: an empty search is worse than a failed build. 1 when absent. */
  minimumRecords?: number;
  cache?: PageAnalysisCache;
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
  while (length < a.length && a[length] === b[length]) length++;
  // Half a surrogate pair cannot be written as UTF-8.
  return /[\uD800-\uDBFF]/.test(a[length - 1] ?? '') ? length - 1 : length;
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
function byPage(records: readonly SearchRecord[]): SearchRecord[][] {
  const pages: SearchRecord[][] = [];
  for (const record of records) {
    const current = pages.at(-1);
    if (current?.[0]?.page.id === record.page.id) current.push(record);
    else pages.push([record]);
  }
  return pages;
}

interface Collected {
  sections: PostingCollector;
  pages: PostingCollector;
  textLengths: number[];
  codeLengths: number[];
  storedSizes: number[];
  stored: ByteWriter;
}

function collect(pages: readonly SearchRecord[][], cache: PageAnalysisCache | undefined): Collected {
  const encoder = new TextEncoder();
  const all: Collected = {
    sections: new PostingCollector(),
    pages: new PostingCollector(),
    textLengths: [],
    codeLengths: [],
    storedSizes: [],
    stored: new ByteWriter(1 << 16),
  };
  pages.forEach((records, pageNumber) => {
    const { terms, fields, sections } = analyzePage(records, cache);
    fields.forEach((bits, i) => bits > 0 && all.pages.listOf(terms[i] as string).push(posting(pageNumber, bits)));
    const lists = terms.map((term) => all.sections.listOf(term));
    for (const section of sections) {
      const sectionNumber = all.textLengths.length;
      section.terms.forEach((term, i) => lists[term]?.push(posting(sectionNumber, section.frequencies[i] as number)));
      all.textLengths.push(Math.min(section.textLength, 0xffff));
      all.codeLengths.push(Math.min(section.codeLength, 0xffff));
      const stored = encoder.encode(section.stored);
      all.stored.append(stored);
      all.storedSizes.push(stored.length);
    }
  });
  return all;
}

/**
 * Builds the index file. Records of one page must stand together, in reading order.
 * @throws TooFewRecordsError below `minimumRecords`.
 */
export function encodeIndex(records: readonly SearchRecord[], options: EncodeOptions = {}): Uint8Array {
  const { synonyms = [], minimumRecords = 1, cache } = options;
  if (records.length < minimumRecords)
    throw new TooFewRecordsError(
      `The search index would hold ${records.length} sections, at least ${minimumRecords} are expected. Look whether the content folder was read, or lower the minimum.`,
    );
  const pages = byPage(records);
  const all = collect(pages, cache);
  // Code-unit order, which is what the reader's binary search compares by.
  const terms = [...new Set([...all.sections.terms(), ...all.pages.terms()])].sort((a, b) => (a < b ? -1 : 1));
  const sections = all.sections.write(terms);
  const pagePostings = all.pages.write(terms);
  const meta = { pages: pages.map((own) => ({ ...own[0]?.page, sections: own.length })), synonyms };
  return assemble({
    meta: new TextEncoder().encode(JSON.stringify(meta)),
    terms: encodeTerms(terms),
    counts: varints([...sections.counts, ...pagePostings.counts]),
    sizes: varints([...sections.sizes, ...pagePostings.sizes]),
    sectionIds: sections.ids,
    sectionFrequencies: sections.values,
    pageIds: pagePostings.ids,
    pageFields: pagePostings.values,
    lengths: varints([...all.textLengths, ...all.codeLengths]),
    storedSizes: varints(all.storedSizes),
    stored: all.stored.view(),
  });
}
