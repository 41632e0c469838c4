/** A second look at the sections that search found: what a page and a section are called says what they are about. */
import { type Evidence, MARK, type QueryWord, type SearchPage, type SearchRecord, memoizeByObject, plainText } from '@quire/search';
import { forEachTerm } from '../analysis.ts';
import type { AuthoredMatch, RankedEvidence, ReadQuestion } from '#contract.ts';
import type { ProductTerms } from '#product.ts';
import { nearness } from './authored-questions.ts';
import { anyOf, coverOf, type TermSet, termsOf } from './cover.ts';
import { holdsExact, namesExact } from './read-question.ts';

/** Fitted to the development questions (bench/assistant) on both sites, five folds alike, and rounded. */
const WEIGHTS = {
  rank: 4.2,
  name: 1.3,
  heading: 0.6,
  nameAndHeading: 1.9,
  words: 1.5,
  nameIsMatter: 1,
  elsewhere: -0.3,
  start: 0.2,
  exact: 1.2,
  named: 1,
  procedure: 0.55,
  history: -0.7,
  recommended: 2,
  directory: -2,
  authored: 3,
};
/** Steps of a path that are told apart; deeper ones say no more. */
const MOST_STEPS = 4;
/** Lists of what there is answer fewer questions than guides do, other things equal. */
const GROUP: Readonly<Record<string, number>> = { entities: -0.7, graphql: -0.9 };
/** Words in the name of nearly every page, beside the names of the product. */
const COMMON_WORDS = ['about'];

/** How many of a name's words the question has too. */
function sharedOf(words: readonly string[], asked: ReadonlySet<string>): number {
  return words.filter((word) => asked.has(word)).length;
}

/**
 * What the names of a page say for and against it: a page with a longer name is about more than the question asks.
 * @param asked terms of the question, and those that are in the names of nearly all pages
 */
function nameScore({ all, titleWords, pathWords }: PageNames, words: readonly QueryWord[], asked: ReadonlySet<string>): number {
  return (
    WEIGHTS.name * coverOf(words, all) +
    WEIGHTS.nameIsMatter * (titleWords.length === 0 ? 0 : sharedOf(titleWords, asked) / titleWords.length) +
    WEIGHTS.elsewhere * Math.min(MOST_STEPS, pathWords.length - sharedOf(pathWords, asked))
  );
}

interface RankedPage {
  names: PageNames;
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
      pages.set(page, (ranked = { names, score: nameScore(names, words, asked) + (GROUP[page.group] ?? 0) + past + vouched }));
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
        WEIGHTS.authored * nearness(authored) +
        natureScore(record, question);
      return { record, recordNumber, score, coverage: coverOf(words, terms, page.names.title), holds, authored };
    })
    .toSorted((a, b) => b.score - a.score || a.recordNumber - b.recordNumber);
}

function natureScore(record: SearchRecord, { kind, exact }: ReadQuestion): number {
  return (
    WEIGHTS.exact * holdsExact(record, exact) +
    WEIGHTS.named * namesExact(record, exact) +
    (record.level === 1 ? WEIGHTS.start : 0) +
    (kind === 'how-to' && hasSteps(record) ? WEIGHTS.procedure : 0) +
    (kind !== 'list' && isDirectory(record) ? WEIGHTS.directory : 0)
  );
}

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
