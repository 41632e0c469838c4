/** The second ranking of the retrieved sections, mainly by the names of pages and sections. */
import { type Evidence, MARK, memoizeByObject, plainText, type QueryWord, type SearchPage, type SearchRecord } from '@quire/search';
import type { AuthoredMatch, RankedEvidence, ReadQuestion } from '#contract.ts';
import type { ProductTerms } from '#product.ts';
import { RANKING_WEIGHTS } from '#fitted-weights.ts';
import { anyOf, coveredTogether, coverOf, forEachTerm, nearness, type TermSet, termsOf, wordsOf } from './cover.ts';
import { exactShare, exactShareInNames } from './read-question.ts';

/**
 * What is measured of a section, from 0 to 1. The weights are in fitted-weights.ts; `npm run evaluate -- assistant --fit` fits them
 * on the development questions (bench/assistant/fit-ranking.ts).
 */
export const RANKING_FEATURES = [
  /** The score of the search relative to the best one, and the place in its order. */
  'rank',
  'place',
  /** Share of the question in the names of the page, share of its title that is asked for, and steps of its path that are not. */
  'name',
  'nameIsMatter',
  'elsewhere',
  /** Whether the page records what was said and changed, and how well a list of pages recommends it. */
  'history',
  'recommended',
  /** Share of the question in the heading, in heading and page names together, in the section, and within 25 words of it. */
  'heading',
  'nameAndHeading',
  'words',
  'together',
  /** Share of the heading, beside what the page is called, that is asked for. */
  'headingIsMatter',
  /** Share of what is asked, without its context, in the section and the names of its page. */
  'askedWords',
  /**
   * Share of the question in the section, the names and aliases of its page, and the authored questions of the section; and in all
   * of that for every section found on the page.
   */
  'expanded',
  'expandedPage',
  /** The authored question that is nearest: how near it is, how much of what is asked it covers, whether it is the same question. */
  'authored',
  'authoredCovers',
  'authoredSame',
  /** Share of the identifiers and quoted strings in the section, and in its heading and the names of its page. */
  'exact',
  'named',
  /** Share of the names written with a capital that the section writes so too: `Windows` is not a window. */
  'capitals',
  /** Whether the section opens its page: at all, for a definition, for the definition of what the page is about, for a how-to question. */
  'opening',
  'definition',
  'definitionNamed',
  'openingHowTo',
  /** Steps and code for a how-to question, a table for any other. */
  'procedure',
  'code',
  'table',
  /** Whether the section is about something beside the subject or about errors, and neither is asked for. */
  'aside',
  'trouble',
  'long',
  'short',
  /** Whether the section is a list of pages. */
  'directory',
] as const;
export type RankingFeatures = Record<(typeof RANKING_FEATURES)[number], number>;

/** Steps of a path that count; deeper ones add nothing. */
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

/** The data about a question that the ranking uses beside the retrieved sections. */
export interface AskedQuestion {
  question: ReadQuestion;
  words: readonly QueryWord[];
  /** How many of the words are asked for; the others are of the context. */
  asked: number;
  product: ProductTerms;
  match: (record: SearchRecord) => AuthoredMatch;
}

export interface MeasuredEvidence {
  found: Evidence;
  authored: AuthoredMatch;
  features: RankingFeatures;
}

/** Words inside a sentence that begin with a capital and are not names of the product. */
function capitalized(text: string, { isName }: ProductTerms): string[] {
  if (!/(?:^|\s)\p{Ll}{3}/u.test(text)) return [];
  const names = text.match(/(?<![.?!:"'“]\s*)(?<=\s)\p{Lu}\p{L}{2,}/gu) ?? [];
  return names.filter((name) => /\p{Ll}/u.test(name) && !isName(name));
}

const containsName = ({ heading, text, page, code }: SearchRecord, name: string): boolean =>
  heading.includes(name) || page.title.includes(name) || text.includes(name) || code.some((one) => one.includes(name));

/** Measures the sections that search found, in its order. */
export function measureEvidence(found: readonly Evidence[], { question, words, asked, product, match }: AskedQuestion): MeasuredEvidence[] {
  const best = Math.max(1e-9, ...found.map(({ score }) => score));
  const wanted = new Set([
    ...words.flatMap(({ own, alternatives }) => [...own, ...alternatives.flat()]),
    ...COMMON_WORDS,
    ...product.nameTerms,
  ]);
  const recommended = new Map(found.flatMap(({ record }) => directoryOf(record)).map(({ name, about }) => [name, coverOf(words, about)]));
  const askedWords = words.slice(0, asked);
  const { kind, exact, searchText } = question;
  const isHowTo = kind === 'how-to';
  const capitals = capitalized(searchText, product);
  const share = (is: boolean): number => (is ? 1 : 0);
  const pageCoverage = new Map<SearchPage, number>();
  for (const { record } of found)
    if (!pageCoverage.has(record.page))
      pageCoverage.set(record.page, coverOf(words, anyOf(...sectionsOf(record.page, found).map(expandedTerms))));
  return found.map((one, place) => {
    const { record, contains, score } = one;
    const { page, level, text, code, marked = text, heading } = record;
    const names = namesOf(page);
    const headingTerms = headingOf(record);
    const besideName = termList(heading).filter((word) => !names.all.has(word));
    const authored = match(record);
    const near = nearness(authored);
    const named = titleShare(names.titleWords, wanted);
    const isOpening = level === 1;
    const features: RankingFeatures = {
      rank: score / best,
      place: 1 / (1 + place),
      name: coverOf(words, names.all),
      nameIsMatter: named,
      elsewhere: Math.min(MOST_STEPS, names.pathWords.length - sharedOf(names.pathWords, wanted)) / MOST_STEPS,
      history: share(isBesideHistory(page, searchText)),
      recommended: Math.max(recommended.get(page.title) ?? 0, recommended.get(page.sidebarLabel) ?? 0),
      heading: coverOf(words, headingTerms),
      nameAndHeading: coverOf(words, anyOf(names.all, headingTerms)),
      words: coverOf(words, { has: contains }),
      together: coveredTogether(words, wordsOf(record)),
      headingIsMatter: isOpening || besideName.length === 0 ? 0 : sharedOf(besideName, wanted) / besideName.length,
      askedWords: coverOf(askedWords, anyOf({ has: contains }, names.all)),
      expanded: coverOf(words, expandedTerms(one)),
      expandedPage: pageCoverage.get(page) ?? 0,
      authored: near,
      authoredCovers: authored.covers,
      authoredSame: Math.max(0, near - SAME_QUESTION) / (1 - SAME_QUESTION),
      exact: exactShare(record, exact),
      named: exactShareInNames(record, exact),
      capitals: capitals.length === 0 ? 1 : capitals.filter((name) => containsName(record, name)).length / capitals.length,
      opening: share(isOpening),
      definition: share(isOpening && kind === 'what-is'),
      definitionNamed: isOpening && kind === 'what-is' ? named : 0,
      openingHowTo: share(isOpening && isHowTo),
      procedure: share(isHowTo && hasSteps(record)),
      code: share(isHowTo && code.length > 0),
      table: share(!isHowTo && marked.includes(MARK.row)),
      aside: share(ASIDE.test(heading) && !ASKS_FOR_ASIDE.test(searchText)),
      trouble: share(TROUBLE.test(heading) && kind !== 'why' && !ASKS_FOR_TROUBLE.test(searchText)),
      long: Math.min(1, text.length / LONG),
      short: share(text.length < SHORT && code.length === 0),
      directory: share(kind !== 'list' && isDirectory(record)),
    };
    return { found: one, authored, features };
  });
}

/**
 * The same sections in the order in which they serve the question, with score and coverage as this order sees them. The best
 * section of the best page comes first, except if the question comes with a story, whose words match sections of any page.
 */
export function rankEvidence(
  found: readonly Evidence[],
  asked: AskedQuestion,
  weights: RankingFeatures = RANKING_WEIGHTS,
): RankedEvidence[] {
  const ranked = measureEvidence(found, asked).map(({ found: { record, recordNumber, contains }, authored, features }): RankedEvidence => {
    const score = RANKING_FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0);
    const coverage = coverOf(asked.words, { has: contains }, namesOf(record.page).title);
    return { record, recordNumber, score, coverage, contains, authored };
  });
  ranked.sort((a, b) => b.score - a.score || a.recordNumber - b.recordNumber);
  if (asked.question.context !== '') return ranked;
  const pages = [...Map.groupBy(ranked, ({ record }) => record.page).values()].toSorted((a, b) => supportOf(b) - supportOf(a));
  const first = pages[0]?.[0];
  return first === undefined ? [] : [first, ...ranked.filter((one) => one !== first)];
}

/** Temperature at which the scores of a page's sections are added: the higher, the more the number of good sections counts. */
const SUPPORT = 2;

/** The score of a page: several good sections show better than one that it is about the question. */
function supportOf(sections: readonly RankedEvidence[]): number {
  const best = sections[0]?.score ?? 0;
  return best + SUPPORT * Math.log(sections.reduce((sum, { score }) => sum + Math.exp((score - best) / SUPPORT), 0));
}

/** 0 to 1: how far the name of a thing is what the section is called, or the page that the section opens. */
export function isCalled({ heading, level, page }: SearchRecord, words: readonly QueryWord[]): number {
  const wanted = new Set(words.flatMap(({ own, alternatives }) => [...own, ...alternatives.flat()]));
  const names = level === 1 ? [page.title, page.sidebarLabel] : [heading];
  return Math.max(...names.map((name) => coverOf(words, termsOf(name)) * titleShare(termList(name), wanted)));
}

/** Headings of sections beside the subject (prerequisites, next steps), and of sections about errors. */
const ASIDE =
  /^(?:\d+\.?\s*)?(?:prerequisites?|before you (?:start|begin)|next steps?|what'?s next|where to go|see also|related|references?|further reading|more (?:reading|information|help)|table of contents|feedback|resources|contributing|faq|check (?:that|whether|it)|undo)\b/i;
const ASKS_FOR_ASIDE =
  /\b(?:need|needed|require|required|requirements?|prerequisites?|permissions?|before|next|faq|contributing|memory)\b/i;
const TROUBLE =
  /\b(?:goes? wrong|troubleshoot\w*|debug\w*|common (?:errors?|problems?|issues?)|known (?:issues?|problems?)|errors?|out of memory)\b/i;
const ASKS_FOR_TROUBLE =
  /\b(?:wrong|errors?|fail\w*|refused|denied|missing|exception|problem|troubleshoot\w*|debug\w*|not found|cannot|stuck|hangs?|out of)\b/i;

// The form of a section: a list of pages, a historical record, a procedure.

const LINK_ROW = `${MARK.row}${MARK.label}`;
const HISTORY = /town ?hall|release[ -]notes|change ?log/i;

/** Whether most of a section's lines are links to pages, with or without a word on each: such a section refers to answers but does not contain them. */
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

// What pages and sections are called, as terms: read once for each of them, since every question is compared with them.

export interface PageNames {
  title: TermSet;
  /** Title and label in the sidebar. */
  labels: TermSet;
  /** These and the last step of the path. */
  all: TermSet;
  /** What newcomers call the subject of the page. */
  aliases: TermSet;
  /** Words of the title, and of the path below the first step, each as often as it occurs; without stop words. */
  titleWords: readonly string[];
  pathWords: readonly string[];
}

export const namesOf = memoizeByObject(({ title, sidebarLabel, path, aliases = [] }: SearchPage): PageNames => ({
  title: termsOf(title),
  labels: termsOf(`${title} ${sidebarLabel}`),
  all: termsOf(`${title} ${sidebarLabel} ${path.slice(path.lastIndexOf('/') + 1)}`),
  aliases: termsOf(aliases.join('\n')),
  titleWords: termList(title),
  pathWords: termList(path.split('/').slice(2).join(' ')),
}));

/** The terms of the questions that an author wrote for a section. */
const questionTermsOf = memoizeByObject(({ questions = [] }: SearchRecord): TermSet => termsOf(questions.join('\n')));

/** The names and aliases of a page, and the authored questions of some of its sections. */
export function authoredTerms(page: SearchPage, sections: readonly Evidence[]): TermSet {
  return anyOf(namesOf(page).all, namesOf(page).aliases, ...sections.map(({ record }) => questionTermsOf(record)));
}

/** A section with everything that its author wrote to make it easier to find. */
export const expandedTerms = (found: Evidence): TermSet => anyOf({ has: found.contains }, authoredTerms(found.record.page, [found]));

export const sectionsOf = (page: SearchPage, found: readonly Evidence[]): Evidence[] => found.filter(({ record }) => record.page === page);

export const headingOf = memoizeByObject(({ heading }: SearchRecord): TermSet => termsOf(heading));

function termList(text: string): string[] {
  const words: string[] = [];
  forEachTerm(text, false, (term) => words.push(term));
  return words;
}
