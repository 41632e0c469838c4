/** Reranks the sections that the search found, with a linear model of features such as the names of pages and sections. */
import { type Evidence, MARK, memoizeByObject, plainText, type QueryWord, type SearchPage, type SearchRecord } from '@quire/search';
import type { AnalyzedQuestion, AuthoredMatch, RankedEvidence } from '#contract.ts';
import type { ProductTerms } from '#product.ts';
import { RANKING_WEIGHTS } from '#fitted-weights.ts';
import { bestWindowCoverage, coverageOf, matchingTermsOf, similarityOf } from './coverage.ts';
import { sectionsOf, type TermReader, type TermSet, unionOf } from './terms.ts';
import { exactShare, exactShareInNames } from './analyze-question.ts';

/**
 * The features of a section, each from 0 to 1. "Coverage" is the share of the question's weight that a text contains. The weights
 * are in fitted-weights.ts; `npm run evaluate -- assistant --fit` fits them to the development questions (bench/assistant/fit-weights.ts).
 */
export const RANKING_FEATURES = [
  /** Score of the search, relative to the best score. */
  'relativeScore',
  /** 1 / rank in the order of the search. */
  'reciprocalRank',
  /** Coverage by the names of the page. */
  'pageNames',
  /** Share of the words of the page title that the question contains. */
  'titleAsked',
  /** Number of words of the path that the question does not contain (4 or more give 1). */
  'pathUnasked',
  /** Whether the page is a history, such as release notes, and the question does not ask for one. */
  'unaskedHistory',
  /** Coverage by the entry for this page in a list of pages among the candidates. */
  'recommended',
  /** Coverage by the heading. */
  'heading',
  /** Coverage by the heading and the names of the page together. */
  'headingAndPageNames',
  /** Whether the heading contains a name that the question contains, too, and few sections: `Podman`. */
  'rareName',
  /** Coverage by the section. */
  'sectionWords',
  /** Highest coverage by 25 consecutive words of the section. */
  'bestWindow',
  /** Share of the words of the heading, except for those of the page names, that the question contains. */
  'headingAsked',
  /** Coverage of the question without its context by the section and the names of its page. */
  'askedWords',
  /** Coverage by the section after document expansion: with the names and aliases of its page and its authored questions. */
  'expanded',
  /** The same for all candidates of the page together. */
  'expandedPage',
  /** Similarity of the question to the most similar authored question of the section. */
  'authoredSimilarity',
  /** Coverage by that authored question. */
  'authoredCoverage',
  /** How far that similarity exceeds 0.5: whether it is the same question in other words. */
  'authoredIsSame',
  /** Query likelihood (coverage.ts), relative to the highest one: 1 for it, 0 for a logarithm that is lower by 5 or more, and without authored questions. */
  'likelihood',
  /** Share of the identifiers and quoted strings that the section contains. */
  'exactStrings',
  /** Share of the identifiers and quoted strings in the heading and the names of the page. */
  'exactStringsInNames',
  /** Share of the capitalized names that the section also capitalizes: `Windows` is not a window. */
  'capitalizedNames',
  /** Whether the section is the first one of its page. */
  'opening',
  /** The same, if the question asks for a definition. */
  'openingForWhatIs',
  /** `titleAsked` of the first section, if the question asks for a definition. */
  'openingTitleForWhatIs',
  /** Whether the section is the first one of its page, if the question asks how to do something. */
  'openingForHowTo',
  /** Whether the section contains steps, if the question asks how to do something. */
  'stepsForHowTo',
  /** Whether the section contains code, if the question asks how to do something. */
  'codeForHowTo',
  /** Whether the section contains a table, if the question does not ask how to do something. */
  'table',
  /** Whether the heading names a supplement such as prerequisites, and the question does not ask for one. */
  'unaskedSupplement',
  /** Whether the heading names errors, and the question does not. */
  'unaskedErrors',
  /** Whether the heading names errors, and the question describes a symptom. */
  'errorsForSymptom',
  /** Length (4000 characters or more give 1). */
  'long',
  /** Whether the section has fewer than 160 characters and no code. */
  'short',
  /** Whether the section is a list of pages, and the question does not ask for a list. */
  'directory',
] as const;
export type RankingFeatures = Record<(typeof RANKING_FEATURES)[number], number>;

const MAX_PATH_WORDS = 4;
/** Similarity above which a question is the same as an authored one, in other words. */
const MIN_SAME_SIMILARITY = 0.5;
const LIKELIHOOD_RANGE = 5;
const LONG_CHARACTERS = 4000;
const SHORT_CHARACTERS = 160;
/** Words in the names of nearly every page, in addition to the names of the product. They count as words of the question. */
const UBIQUITOUS_WORDS = ['about'];

function countAsked(terms: readonly string[], asked: ReadonlySet<string>): number {
  return terms.filter((term) => asked.has(term)).length;
}

const shareAsked = (terms: readonly string[], asked: ReadonlySet<string>): number =>
  terms.length === 0 ? 0 : countAsked(terms, asked) / terms.length;

/** The analyzed question of a reranking. */
export interface RankingQuery {
  question: AnalyzedQuestion;
  words: readonly QueryWord[];
  /** Number of words at the beginning that belong to the question; the others belong to its context. */
  askedCount: number;
  product: ProductTerms;
  /** Reads terms as the index does. */
  terms: TermReader;
  matchAuthored: (record: SearchRecord) => AuthoredMatch;
  likelihoodsOf: (sections: readonly Evidence[]) => number[] | null;
}

export interface MeasuredEvidence {
  found: Evidence;
  authored: AuthoredMatch;
  features: RankingFeatures;
}

/** Returns the capitalized words inside a sentence that are not names of the product; none if the text has hardly any lowercase. */
function capitalizedNames(text: string, { isName }: ProductTerms): string[] {
  if (!/(?:^|\s)\p{Ll}{3}/u.test(text)) return [];
  // The order matters: only before a capital letter is it necessary to look back across white space.
  const names = text.match(/(?=\p{Lu})(?<=\s)(?<![.?!:"'“]\s*)\p{L}{3,}/gu) ?? [];
  return names.filter((name) => /\p{Ll}/u.test(name) && !isName(name));
}

/** Maximum share of the sections that contain a rare word. */
const RARE_SHARE = 0.002;

/** Returns the names in a heading in sentence case, in lowercase: its capitalized words, and the first one only if it begins a list or has another capital letter. */
function namesIn(heading: string): Set<string> {
  const names = heading.match(/(?<=\s)\p{Lu}[\p{L}\p{N}]+|^\p{Lu}[\p{L}\p{N}]+(?=,| and )|^[\p{L}\p{N}]+\p{Lu}[\p{L}\p{N}]*/gu) ?? [];
  return new Set(names.map((name) => name.toLowerCase()));
}

const containsName = ({ heading, text, page, code }: SearchRecord, name: string): boolean =>
  heading.includes(name) || page.title.includes(name) || text.includes(name) || code.some((one) => one.includes(name));

const indicator = (condition: boolean): number => (condition ? 1 : 0);

/** Computes the features of the sections that the search found. Keeps their order. */
export function measureEvidence(found: readonly Evidence[], query: RankingQuery): MeasuredEvidence[] {
  const { question, words, askedCount, product, terms, matchAuthored, likelihoodsOf } = query;
  const { expandedTermsOf, headingTermsOf, pageNamesOf, termListOf, wordsOfSection } = terms;
  const directoryEntriesOf = directoryReaderOf(terms);
  const { kind, exactStrings, searchText } = question;
  const bestScore = Math.max(1e-9, ...found.map(({ score }) => score));
  const likelihoods = likelihoodsOf(found);
  const bestLikelihood = Math.max(...(likelihoods ?? []));
  const askedTerms = new Set([...matchingTermsOf(words), ...UBIQUITOUS_WORDS, ...product.nameTerms]);
  const askedWords = words.slice(0, askedCount);
  const rare = words.filter(({ match, documentShare }) => match === 'exact' && documentShare <= RARE_SHARE);
  const capitalized = capitalizedNames(searchText, product);
  const isHowTo = kind === 'how-to';
  const entries = found.flatMap(({ record }) => directoryEntriesOf(record));
  const recommended = new Map(entries.map((entry) => [entry.name, coverageOf(words, entry.terms)]));
  const coverageByPage = new Map<SearchPage, number>();
  for (const { record } of found) {
    const { page } = record;
    if (!coverageByPage.has(page)) coverageByPage.set(page, coverageOf(words, unionOf(...sectionsOf(page, found).map(expandedTermsOf))));
  }
  return found.map((section, i) => {
    const { record, contains, score } = section;
    const { page, level, text, code, marked = text, heading } = record;
    const names = pageNamesOf(page);
    const headingTerms = headingTermsOf(record);
    const headingWithoutNames = termListOf(heading).filter((term) => !names.all.has(term));
    const titleAsked = shareAsked(names.titleTerms, askedTerms);
    const pathUnasked = names.pathTerms.length - countAsked(names.pathTerms, askedTerms);
    const authored = matchAuthored(record);
    const similarity = similarityOf(authored);
    const isOpening = level === 1;
    const features: RankingFeatures = {
      relativeScore: score / bestScore,
      reciprocalRank: 1 / (1 + i),
      pageNames: coverageOf(words, names.all),
      titleAsked,
      pathUnasked: Math.min(MAX_PATH_WORDS, pathUnasked) / MAX_PATH_WORDS,
      unaskedHistory: indicator(isUnaskedHistory(page, searchText)),
      recommended: Math.max(recommended.get(page.title) ?? 0, recommended.get(page.sidebarLabel) ?? 0),
      heading: coverageOf(words, headingTerms),
      headingAndPageNames: coverageOf(words, unionOf(names.all, headingTerms)),
      rareName: indicator(rare.some(({ written }) => namesIn(heading).has(written.toLowerCase()))),
      sectionWords: coverageOf(words, { has: contains }),
      bestWindow: bestWindowCoverage(words, wordsOfSection(record)),
      headingAsked: isOpening ? 0 : shareAsked(headingWithoutNames, askedTerms),
      askedWords: coverageOf(askedWords, unionOf({ has: contains }, names.all)),
      expanded: coverageOf(words, expandedTermsOf(section)),
      expandedPage: coverageByPage.get(page) ?? 0,
      authoredSimilarity: similarity,
      authoredCoverage: authored.questionCoverage,
      authoredIsSame: Math.max(0, similarity - MIN_SAME_SIMILARITY) / (1 - MIN_SAME_SIMILARITY),
      likelihood: likelihoods === null ? 0 : Math.max(0, 1 - (bestLikelihood - (likelihoods[i] as number)) / LIKELIHOOD_RANGE),
      exactStrings: exactShare(record, exactStrings),
      exactStringsInNames: exactShareInNames(record, exactStrings),
      capitalizedNames: capitalized.length === 0 ? 1 : capitalized.filter((name) => containsName(record, name)).length / capitalized.length,
      opening: indicator(isOpening),
      openingForWhatIs: indicator(isOpening && kind === 'what-is'),
      openingTitleForWhatIs: isOpening && kind === 'what-is' ? titleAsked : 0,
      openingForHowTo: indicator(isOpening && isHowTo),
      stepsForHowTo: indicator(isHowTo && hasSteps(record)),
      codeForHowTo: indicator(isHowTo && code.length > 0),
      table: indicator(!isHowTo && marked.includes(MARK.row)),
      unaskedSupplement: indicator(SUPPLEMENT_HEADING.test(heading) && !ASKS_FOR_SUPPLEMENT.test(searchText)),
      unaskedErrors: indicator(ERRORS_HEADING.test(heading) && kind !== 'why' && !ASKS_ABOUT_ERRORS.test(searchText)),
      errorsForSymptom: indicator(ERRORS_HEADING.test(heading) && DESCRIBES_SYMPTOM.test(searchText)),
      long: Math.min(1, text.length / LONG_CHARACTERS),
      short: indicator(text.length < SHORT_CHARACTERS && code.length === 0),
      directory: indicator(kind !== 'list' && isDirectory(record)),
    };
    return { found: section, authored, features };
  });
}

/**
 * Returns the sections in the order of the linear model, with its scores. The best section of the best page comes first, except if
 * the question has a context, whose words match sections of any page.
 */
export function rerank(found: readonly Evidence[], query: RankingQuery, weights: RankingFeatures = RANKING_WEIGHTS): RankedEvidence[] {
  const ranked = measureEvidence(found, query).map(({ found: { record, recordNumber, contains }, authored, features }): RankedEvidence => {
    const score = RANKING_FEATURES.reduce((sum, name) => sum + weights[name] * features[name], 0);
    const coverage = coverageOf(query.words, { has: contains }, query.terms.pageNamesOf(record.page).title);
    return { record, recordNumber, score, coverage, contains, authored };
  });
  ranked.sort((a, b) => b.score - a.score || a.recordNumber - b.recordNumber);
  if (query.question.context !== '') return ranked;
  const pages = [...Map.groupBy(ranked, ({ record }) => record.page).values()].toSorted((a, b) => pageScore(b) - pageScore(a));
  const first = pages[0]?.[0];
  return first === undefined ? [] : [first, ...ranked.filter((one) => one !== first)];
}

/** Temperature of the sum below. The higher it is, the more the number of good sections counts. */
const PAGE_TEMPERATURE = 2;
/** Number of a page's sections in that sum. With more, a long page with many weak matches would come before a page with the answer. */
const PAGE_SECTIONS = 3;

/** Returns the score of a page: a soft maximum (log-sum-exp) of its best scores, because several good sections are better evidence than one. */
function pageScore(sections: readonly RankedEvidence[]): number {
  const best = sections[0]?.score ?? 0;
  const sum = sections.slice(0, PAGE_SECTIONS).reduce((total, { score }) => total + Math.exp((score - best) / PAGE_TEMPERATURE), 0);
  return best + PAGE_TEMPERATURE * Math.log(sum);
}

/** Returns how well a name matches the heading of a section, or the title of the page if the section is its first one: 0 to 1. */
export function nameMatch(
  { heading, level, page }: SearchRecord,
  { words: nameWords, terms }: Pick<RankingQuery, 'words' | 'terms'>,
): number {
  const askedTerms = new Set(matchingTermsOf(nameWords));
  const headings = level === 1 ? [page.title, page.sidebarLabel] : [heading];
  return Math.max(...headings.map((text) => coverageOf(nameWords, terms.termsOf(text)) * shareAsked(terms.termListOf(text), askedTerms)));
}

/** Headings of supplements to a subject, such as prerequisites and next steps. */
const SUPPLEMENT_HEADING =
  /^(?:\d+\.?\s*)?(?:prerequisites?|before you (?:start|begin)|next steps?|what'?s next|where to go|see also|related|references?|further reading|more (?:reading|information|help)|table of contents|feedback|resources|contributing|faq|check (?:that|whether|it)|undo)\b/i;
/** Whether the heading of a section names a supplement or errors. */
export const isSupplement = ({ heading }: SearchRecord): boolean => SUPPLEMENT_HEADING.test(heading) || ERRORS_HEADING.test(heading);
const ASKS_FOR_SUPPLEMENT =
  /\b(?:need|needed|require|required|requirements?|prerequisites?|permissions?|before|next|faq|contributing|memory)\b/i;
/** Headings of sections about errors. */
const ERRORS_HEADING =
  /\b(?:goes? wrong|troubleshoot\w*|debug\w*|common (?:errors?|problems?|issues?)|known (?:issues?|problems?)|errors?|out of memory)\b/i;
const ASKS_ABOUT_ERRORS =
  /\b(?:wrong|errors?|fail\w*|refused|denied|missing|exception|problem|troubleshoot\w*|debug\w*|not found|cannot|stuck|hangs?|out of)\b/i;

/** Words of a question about something that does not work. Some of them, such as "only", also occur in other questions. */
const DESCRIBES_SYMPTOM =
  /\b(?:not|cannot|can'?t|don'?t|doesn'?t|isn'?t|won'?t|didn'?t|no longer|never|nothing|only|still|keeps?|missing|empty|blank|gr[ae]y(?:ed)?|gone|lost|lose|vanish\w*|disappear\w*|fail\w*|errors?|exception|invalid|unknown|[45]\d\d|denied|refused|rejected|forbidden|unauthorized|expired?|stuck|slow|hangs?|time[sd]? ?out|crash\w*|restarts?|broken|breaks?|wrong|problem|incomplete|old|outdated|stale|duplicates?|twice|unhealthy)\b/i;

// The form of a section or page: a list of pages, a history, or a procedure.

const LINK_ROW = `${MARK.row}${MARK.label}`;
const HISTORY_PAGE = /release[ -]notes|change ?log/i;

/** Whether most lines of a section are links to pages, with or without descriptions. Such a section refers to answers but does not contain them. */
export function isDirectory({ text, marked = text }: SearchRecord): boolean {
  if (!marked.includes(LINK_ROW)) return false;
  const lines = marked.split('\n').filter((line) => !line.startsWith(MARK.headerRow));
  return lines.filter((line) => line.startsWith(LINK_ROW)).length > lines.length / 2;
}

export interface DirectoryEntry {
  /** Name of the page in the list. */
  name: string;
  /** Terms of the name and the description. */
  terms: TermSet;
}

/** Returns a function that returns the entries of a list of pages; none for other sections. */
export const directoryReaderOf = memoizeByObject(({ termsOf }: TermReader) =>
  memoizeByObject((record: SearchRecord): readonly DirectoryEntry[] => {
    if (!isDirectory(record)) return [];
    const rows = (record.marked ?? '').split('\n').filter((line) => line.startsWith(LINK_ROW));
    return rows.map((row) => ({ name: plainText(row.split(MARK.cell, 1)[0] ?? '').trim(), terms: termsOf(plainText(row)) }));
  }),
);

/** Whether a page is a history, such as release notes, and the question does not ask for one. */
export function isUnaskedHistory({ title, path }: SearchPage, question: string): boolean {
  return HISTORY_PAGE.test(`${title} ${path}`) && !HISTORY_PAGE.test(question);
}

export const hasSteps = ({ text, marked = text }: SearchRecord): boolean => marked.includes(MARK.step);
