/** What a section and its page say for the units in them. */
import type { Evidence } from '@quire/search';
import { isBesideHistory } from '#retrieve/rank-evidence.ts';
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
  /** Whether it stands around the matter (what to have first, what to read next), and that is not asked for. */
  isAside: boolean;
  /** Whether it is about what goes wrong, and the question is not. */
  isTrouble: boolean;
  /** What its units' scores are multiplied with: kind of page, rank of the section. */
  factor: number;
}

/** Lists of what changed and of what was said once answer fewer questions than guides. */
const GROUP: Readonly<Record<string, number>> = { entities: 0.9, graphql: 0.85, releases: 0.6 };
const OF_HISTORY = 0.6;
const LOSS_BY_RANK = 0.05;
/** Retrieval saw more of a page than a sentence shows: another page must be clearly better to come first. */
const OF_OTHER_PAGE = 0.6;
const LEAST_BY_RANK = 0.6;

const ASIDE =
  /^(?:\d+\.?\s*)?(?:prerequisites?|before you (?:start|begin)|next steps?|what'?s next|where to go|see also|related|references?|further reading|more (?:reading|information|help)|table of contents|feedback|resources|contributing|faq)\b/i;
const ASKS_FOR_ASIDE =
  /\b(?:need|needed|require|required|requirements?|prerequisites?|permissions?|before|next|faq|contributing|memory)\b/i;
const TROUBLE =
  /\b(?:goes? wrong|troubleshoot\w*|debug\w*|common (?:errors?|problems?|issues?)|known (?:issues?|problems?)|errors?|out of memory)\b/i;
const ASKS_FOR_TROUBLE =
  /\b(?:wrong|errors?|fail\w*|refused|denied|missing|exception|problem|troubleshoot\w*|debug\w*|not found|cannot|stuck|hangs?|out of)\b/i;

/** Words in the names of pages that tell nothing apart, beside the names of the product. */
export const COMMON_WORDS = 'metadata about concept overview';

/** Whether a name is that of the thing asked for, and not of something about it; what is in brackets explains it. */
export function isSubject(name: string, wanted: Wanted, { vocabulary, commonTerms }: SectionReader): boolean {
  const terms = vocabulary.termsOf(name.replace(/\([^)]*\)/g, ''));
  const telling = terms.numbers.filter((number) => !commonTerms.has(number)).length;
  const named = holds(wanted, terms).filter((share) => share > 0.5).length;
  return telling <= named && coverage(wanted, holds(wanted, terms)) > 0.8;
}

/** @param rank place of the section in the evidence */
export function readContext(evidence: readonly Evidence[], rank: number, wanted: Wanted, reader: SectionReader): SectionContext {
  const { record, score } = evidence[rank] as Evidence;
  const { page, heading, level } = record;
  const asked = wanted.words.map(({ written }) => written).join(' ');
  const headingTerms = reader.headingOf(record);
  const headingHeld = holds(wanted, headingTerms);
  const pageHeld = holds(wanted, reader.namesOf(page));
  const named = headingHeld.reduce((sum, share) => sum + share, 0);
  const relative = Math.min(1, Math.max(0, score / Math.max(1e-9, evidence[0]?.score ?? 0)));
  const past = isBesideHistory(page, asked) ? OF_HISTORY : 1;
  return {
    heading: headingHeld,
    page: pageHeld,
    fit: coverage(wanted, headingHeld, pageHeld) * (0.6 + 0.4 * Math.min(1, named / Math.max(1, headingTerms.numbers.length))),
    isOpening: level <= 1,
    opensSubject: level <= 1 && [page.title, page.sidebarLabel].some((name) => isSubject(name, wanted, reader)),
    isAside: ASIDE.test(heading) && !ASKS_FOR_ASIDE.test(asked),
    isTrouble: TROUBLE.test(heading) && wanted.kind !== 'why' && !ASKS_FOR_TROUBLE.test(asked),
    factor:
      (page === evidence[0]?.record.page ? 1 : OF_OTHER_PAGE) *
      (GROUP[page.group] ?? 1) *
      past *
      (0.6 + 0.4 * relative) *
      Math.max(LEAST_BY_RANK, 1 - LOSS_BY_RANK * rank),
  };
}
