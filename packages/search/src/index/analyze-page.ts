/** What the index needs of one page. It depends on the page's records alone, so that it can be kept from build to build. */
import type { SearchPage, SearchRecord } from '../contract.ts';
import { forEachTerm } from '../rank/analyze.ts';
import { LABEL, PATH, TITLE, TRAIL } from '../rank/index-format.ts';

export interface SectionAnalysis {
  /** Number of words in the text and in the code. */
  textLength: number;
  codeLength: number;
  /** Terms by their number in the page's list, and to each the packed frequency byte. */
  terms: number[];
  frequencies: number[];
  /** JSON of [anchor, heading, level, marked text, code]. */
  stored: string;
}

export interface PageAnalysis {
  terms: string[];
  /** For each of `terms` in which of title, path, label, breadcrumbs it stands; 0 for none. */
  fields: number[];
  sections: SectionAnalysis[];
}

/** Heading 2 bits, text 4 bits, code 2 bits; a count that does not fit is written as the largest that does. */
function packFrequencies([heading, text, code]: Count): number {
  return Math.min(heading, 3) | (Math.min(text, 15) << 2) | (Math.min(code, 3) << 6);
}

/** How often a term stands in a section: in its heading, text and code. */
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

function analyzeSection(record: SearchRecord, page: PageTerms): SectionAnalysis {
  /** Numbers of the terms in it, in the order in which they come. */
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
  const { anchor, heading, level, text, marked = text, code } = record;
  const stored = JSON.stringify([anchor, heading, level, marked, code]);
  return { textLength, codeLength: words - textLength, terms, frequencies, stored };
}

function analyzeNames(page: SearchPage, numbers: PageTerms): number[] {
  const fields: number[] = [];
  const mark = (text: string, bit: number): void =>
    forEachTerm(text, true, (term) => {
      const number = numbers.numberOf(term);
      fields[number] = (fields[number] ?? 0) | bit;
    });
  mark(page.title, TITLE);
  mark(page.path.replaceAll('/', ' '), PATH);
  mark(page.sidebarLabel, LABEL);
  for (const label of page.breadcrumbs) mark(label, TRAIL);
  return fields;
}

/** Analyses the records of one page. */
export function analyzePage(records: readonly SearchRecord[]): PageAnalysis {
  const numbers = new PageTerms();
  const fields = records[0] === undefined ? [] : analyzeNames(records[0].page, numbers);
  const sections = records.map((record) => analyzeSection(record, numbers));
  return { terms: numbers.terms, fields: numbers.terms.map((_, i) => fields[i] ?? 0), sections };
}
