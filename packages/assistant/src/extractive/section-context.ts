/** What a section and its page say for the units in it. */
import type { SearchRecord } from '@quire/search';
import { coverage, holds, type Held, type Wanted } from './question-words.ts';
import type { SectionReader } from './units.ts';

export interface SectionContext {
  /** What of the question is in the section's heading, and in the names of its page. */
  heading: Held;
  page: Held;
  /** 0 to 1: how far heading and page name what is asked, and nothing else. */
  fit: number;
  /** Whether the section opens its page. */
  isOpening: boolean;
  /** Whether the section opens the page about the very thing asked for. */
  opensSubject: boolean;
}

/** Words in the names of pages that tell nothing apart, beside the names of the product. */
export const COMMON_WORDS = 'metadata about concept overview';

/** Whether a name is that of the thing asked for, and not of something about it; what is in brackets explains it. */
export function isSubject(name: string, wanted: Wanted, { vocabulary, commonTerms }: SectionReader): boolean {
  const terms = vocabulary.termsOf(name.replace(/\([^)]*\)/g, ''));
  const telling = terms.numbers.filter((number) => !commonTerms.has(number)).length;
  const named = holds(wanted, terms).filter((share) => share > 0.5).length;
  return telling <= named && coverage(wanted, holds(wanted, terms)) > 0.8;
}

export function readContext(record: SearchRecord, wanted: Wanted, reader: SectionReader): SectionContext {
  const { page, level } = record;
  const headingTerms = reader.headingOf(record);
  const heading = holds(wanted, headingTerms);
  const ofPage = holds(wanted, reader.namesOf(page));
  const named = heading.reduce((sum, share) => sum + share, 0);
  return {
    heading,
    page: ofPage,
    fit: coverage(wanted, heading, ofPage) * (0.6 + 0.4 * Math.min(1, named / Math.max(1, headingTerms.numbers.length))),
    isOpening: level <= 1,
    opensSubject: level <= 1 && [page.title, page.sidebarLabel].some((name) => isSubject(name, wanted, reader)),
  };
}
