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
function packFrequencies(heading: number, text: number, code: number): number {
  return Math.min(heading, 3) | (Math.min(text, 15) << 2) | (Math.min(code, 3) << 6);
}

class TermNumbers {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.#numbers.set(term, number);
      this.terms.push(term);
    }
    return number;
  }
}

function analyzeSection(record: SearchRecord, numbers: TermNumbers): SectionAnalysis {
  const counts = new Map<number, [heading: number, text: number, code: number]>();
  let words = 0;
  const count = (text: string, field: 0 | 1 | 2): void =>
    forEachTerm(text, field === 0, (term) => {
      const number = numbers.numberOf(term);
      const entry = counts.get(number);
      words++;
      if (entry === undefined) counts.set(number, [field === 0 ? 1 : 0, field === 1 ? 1 : 0, field === 2 ? 1 : 0]);
      else entry[field]++;
    });
  count(record.heading, 0);
  words = 0;
  count(record.text, 1);
  const textLength = words;
  for (const code of record.code) count(code, 2);
  const { anchor, heading, level, text, marked = text, code } = record;
  return {
    textLength,
    codeLength: words - textLength,
    terms: [...counts.keys()],
    frequencies: Array.from(counts.values(), (entry) => packFrequencies(...entry)),
    stored: JSON.stringify([anchor, heading, level, marked, code]),
  };
}

function analyzeNames(page: SearchPage, numbers: TermNumbers): number[] {
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
  const numbers = new TermNumbers();
  const fields = records[0] === undefined ? [] : analyzeNames(records[0].page, numbers);
  const sections = records.map((record) => analyzeSection(record, numbers));
  return { terms: numbers.terms, fields: numbers.terms.map((_, i) => fields[i] ?? 0), sections };
}
