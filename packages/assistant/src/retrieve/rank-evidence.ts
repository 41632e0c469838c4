/** A second look at the sections that search found: what a page and a section are called says what they are about. */
import { type Evidence, MARK, type QueryWord, type SearchPage, type SearchRecord, memoizeByObject, plainText } from '@quire/search';
import { forEachTerm } from '../analysis.ts';
import type { AuthoredMatch, RankedEvidence, ReadQuestion } from '#contract.ts';
import type { ProductTerms } from '#product.ts';
import { nearness } from './authored-questions.ts';
import { anyOf, coverOf, type TermSet, termsOf } from './cover.ts';
import { holdsExact, namesExact } from './read-question.ts';

/**
 * Fitted to the development questions (bench/assistant) on both sites: a softmax over the sections that were found, of which
 * those on a relevant page with all facts are right. `recommended`, `directory` and `authoredSame` were set by hand, since
 * few of those questions concern them: a list of pages must not come before the page that it recommends, and a question
 * that an author wrote word for word decides.
 */
const WEIGHTS = {
  rank: 4.4,
  name: 1.7,
  nameIsMatter: 0.4,
  elsewhere: -0.15,
  history: -0.65,
  recommended: 2,
  heading: 0.7,
  nameAndHeading: 2.3,
  words: 2.1,
  authored: 1.4,
  authoredCovers: 1,
  authoredSame: 8,
  exact: 0.95,
  named: 0.45,
  opening: -0.9,
  definition: 1.4,
  procedure: 0.75,
  code: 1,
  aside: -0.7,
  trouble: -0.7,
  long: 0.4,
  short: -0.5,
  directory: -2,
};
/** Steps of a path that are told apart; deeper ones say no more. */
const MOST_STEPS = 4;
/** Least nearness at which the question counts as the author's own in other words. */
const SAME_QUESTION = 0.5;
/** Characters of a long section, and of one that says next to nothing. */
const LONG = 4000;
const SHORT = 160;
/** Words in the name of nearly every page, beside the names of the product. */
const COMMON_WORDS = ['about'];

/** How many of a name's words the question has too. */
function sharedOf(words: readonly string[], asked: ReadonlySet<string>): number {
  return words.filter((word) => asked.has(word)).length;
}

const titleShare = (titleWords: readonly string[], asked: ReadonlySet<string>): number =>
  titleWords.length === 0 ? 0 : sharedOf(titleWords, asked) / titleWords.length;

/**
 * What the names of a page say for and against it: a page with a longer name is about more than the question asks.
 * @param asked terms of the question, and those that are in the names of nearly all pages
 */
function nameScore({ all, titleWords, pathWords }: PageNames, words: readonly QueryWord[], asked: ReadonlySet<string>): number {
  return (
    WEIGHTS.name * coverOf(words, all) +
    WEIGHTS.nameIsMatter * titleShare(titleWords, asked) +
    WEIGHTS.elsewhere * Math.min(MOST_STEPS, pathWords.length - sharedOf(pathWords, asked))
  );
}

interface RankedPage {
  names: PageNames;
  /** Share of the title's words that are asked for. */
  named: number;
  score: number;
}

/** The same sections in the order in which they serve the question, with score and coverage as this order sees them. */
export function rankEvidence(
  found: readonly Evidence[],
  words: readonly QueryWord[],
  question: ReadQuestion,
  { nameTerms }: ProductTerms,
  match: (record: SearchRecord) => AuthoredMatch,
): RankedEvidence[] {
  const best = Math.max(1e-9, ...found.map(({ score }) => score));
  const asked = new Set([...words.flatMap(({ own, standIns }) => [...own, ...standIns.flat()]), ...COMMON_WORDS, ...nameTerms]);
  const recommended = new Map(found.flatMap(({ record }) => directoryOf(record)).map(({ name, about }) => [name, coverOf(words, about)]));
  const pages = new Map<SearchPage, RankedPage>();
  function pageOf({ page }: SearchRecord): RankedPage {
    let ranked = pages.get(page);
    if (ranked === undefined) {
      const names = namesOf(page);
      const past = isBesideHistory(page, question.searchText) ? WEIGHTS.history : 0;
      const vouched = WEIGHTS.recommended * Math.max(recommended.get(page.title) ?? 0, recommended.get(page.sidebarLabel) ?? 0);
      pages.set(
        page,
        (ranked = { names, named: titleShare(names.titleWords, asked), score: nameScore(names, words, asked) + past + vouched }),
      );
    }
    return ranked;
  }
  return found
    .map((one): RankedEvidence => {
      const { record, recordNumber, holds } = one;
      const page = pageOf(record);
      const heading = headingOf(record);
      const terms = { has: holds };
      const authored = match(record);
      const score =
        (WEIGHTS.rank * one.score) / best +
        page.score +
        WEIGHTS.heading * coverOf(words, heading) +
        WEIGHTS.nameAndHeading * coverOf(words, anyOf(page.names.all, heading)) +
        WEIGHTS.words * coverOf(words, terms) +
        authoredScore(authored) +
        natureScore(record, question, page.named);
      return { record, recordNumber, score, coverage: coverOf(words, terms, page.names.title), holds, authored };
    })
    .toSorted((a, b) => b.score - a.score || a.recordNumber - b.recordNumber);
}

function authoredScore(match: AuthoredMatch): number {
  const near = nearness(match);
  const isSame = Math.max(0, near - SAME_QUESTION) / (1 - SAME_QUESTION);
  return WEIGHTS.authored * near + WEIGHTS.authoredCovers * match.covers + WEIGHTS.authoredSame * isSame;
}

/** @param named share of the words of the page's title that are asked for */
function natureScore(record: SearchRecord, { kind, exact, searchText }: ReadQuestion, named: number): number {
  const { heading, level, text, code } = record;
  const isHowTo = kind === 'how-to';
  return (
    WEIGHTS.exact * holdsExact(record, exact) +
    WEIGHTS.named * namesExact(record, exact) +
    (level === 1 ? WEIGHTS.opening + (kind === 'what-is' ? WEIGHTS.definition * (1 + named) : 0) : 0) +
    (isHowTo && hasSteps(record) ? WEIGHTS.procedure : 0) +
    (isHowTo && code.length > 0 ? WEIGHTS.code : 0) +
    (ASIDE.test(heading) && !ASKS_FOR_ASIDE.test(searchText) ? WEIGHTS.aside : 0) +
    (TROUBLE.test(heading) && kind !== 'why' && !ASKS_FOR_TROUBLE.test(searchText) ? WEIGHTS.trouble : 0) +
    WEIGHTS.long * Math.min(1, text.length / LONG) +
    (text.length < SHORT && code.length === 0 ? WEIGHTS.short : 0) +
    (kind !== 'list' && isDirectory(record) ? WEIGHTS.directory : 0)
  );
}

/** Headings of sections beside the subject (prerequisites, next steps), and of sections about errors. */
const ASIDE =
  /^(?:\d+\.?\s*)?(?:prerequisites?|before you (?:start|begin)|next steps?|what'?s next|where to go|see also|related|references?|further reading|more (?:reading|information|help)|table of contents|feedback|resources|contributing|faq)\b/i;
const ASKS_FOR_ASIDE =
  /\b(?:need|needed|require|required|requirements?|prerequisites?|permissions?|before|next|faq|contributing|memory)\b/i;
const TROUBLE =
  /\b(?:goes? wrong|troubleshoot\w*|debug\w*|common (?:errors?|problems?|issues?)|known (?:issues?|problems?)|errors?|out of memory)\b/i;
const ASKS_FOR_TROUBLE =
  /\b(?:wrong|errors?|fail\w*|refused|denied|missing|exception|problem|troubleshoot\w*|debug\w*|not found|cannot|stuck|hangs?|out of)\b/i;

/** What a section is besides what its words say: a list of pages to go to, a record of what once was, a procedure. */

const LINK_ROW = `${MARK.row}${MARK.label}`;
const HISTORY = /town ?hall|release[ -]notes|change ?log/i;

/** Whether most of a section's lines are links to pages, with or without a word on each: it knows who answers, and does not answer. */
export function isDirectory({ text, marked = text }: SearchRecord): boolean {
  if (!marked.includes(LINK_ROW)) return false;
  const lines = marked.split('\n').filter((line) => !line.startsWith(MARK.headerRow));
  return lines.filter((line) => line.startsWith(LINK_ROW)).length > lines.length / 2;
}

export interface DirectoryEntry {
  /** The name that a list of pages gives to a page. */
  name: string;
  /** Terms of what it says of it, the name included. */
  about: TermSet;
}

/** The entries of a list of pages; none for any other section. */
export const directoryOf = memoizeByObject((record: SearchRecord): readonly DirectoryEntry[] => {
  if (!isDirectory(record)) return [];
  const rows = (record.marked ?? '').split('\n').filter((line) => line.startsWith(LINK_ROW));
  return rows.map((row) => ({ name: plainText(row.split(MARK.cell, 1)[0] ?? '').trim(), about: termsOf(plainText(row)) }));
});

/** Whether a page records what was said and changed, and that is not what is asked for. */
export function isBesideHistory({ title, path }: SearchPage, asked: string): boolean {
  return HISTORY.test(`${title} ${path}`) && !HISTORY.test(asked);
}

export const hasSteps = ({ text, marked = text }: SearchRecord): boolean => marked.includes(MARK.step);

/** What pages and sections are called, as terms: read once for each of them, since every question is held against them. */

export interface PageNames {
  title: TermSet;
  /** Title and label in the sidebar. */
  labels: TermSet;
  /** These and the last step of the path. */
  all: TermSet;
  /** Words of the title, and of the path below the first step, each as often as it stands there; without stop words. */
  titleWords: readonly string[];
  pathWords: readonly string[];
}

export const namesOf = memoizeByObject(({ title, sidebarLabel, path }: SearchPage): PageNames => ({
  title: termsOf(title),
  labels: termsOf(`${title} ${sidebarLabel}`),
  all: termsOf(`${title} ${sidebarLabel} ${path.slice(path.lastIndexOf('/') + 1)}`),
  titleWords: wordsOf(title),
  pathWords: wordsOf(path.split('/').slice(2).join(' ')),
}));

export const headingOf = memoizeByObject(({ heading }: SearchRecord): TermSet => termsOf(heading));

function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachTerm(text, false, (term) => words.push(term));
  return words;
}
