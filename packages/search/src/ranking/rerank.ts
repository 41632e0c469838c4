/**
 * Reranks the best pages of the first ranking (score.ts). It adds boosts for exact names, for headings and questions that
 * cover the query, and for words of the query that are next to each other.
 */
import type { Analyzer } from '../analysis.ts';
import type { Index } from '../index-file/read.ts';
import { memoizeByObject } from '../memoize.ts';
import type { SearchPage, SearchRecord } from '../types.ts';
import { type Match, type Matcher, createRunTable, type RunList, type RunTable } from './matcher.ts';
import { byScore, type RankedPage, type RankedSection } from './score.ts';
import { BOOST, PROSE_BOOST, PROSE_WORDS, RERANK } from './weights.ts';

/** A query with the data that reranking, excerpts, and coverage need. */
export interface PreparedQuery {
  /** `phraseKey` of the query. */
  key: string;
  /** The keys that may be a name of a page: that of the query, and that of the query without the opening of a question. */
  askedNames: readonly string[];
  matcher: Matcher;
  slotWeights: readonly number[];
  /** Sum of `slotWeights`. */
  totalWeight: number;
  boosts: typeof BOOST;
  /** Whether the query is a name that several pages share. A page with it as an alias then counts more than these pages. */
  isSharedName: boolean;
}

/** Returns a page of the first ranking with new scores, and with its sections in the new order. @param groupWeight weight of its group */
export function rerankPage(
  index: Index,
  documents: DocumentCache,
  query: PreparedQuery,
  ranked: RankedPage,
  groupWeight: number,
): RankedPage {
  const page = index.pages[ranked.page] as SearchPage;
  const sections = ranked.sections
    .map((candidate, i) => {
      if (i >= RERANK.sectionsPerPage && query.boosts === BOOST) return candidate;
      const record = index.record(candidate.section);
      const boost = sectionBoost(query, record, documents.section(record));
      return { section: candidate.section, score: candidate.score + query.totalWeight * boost };
    })
    .sort(byScore);
  const gain = (sections[0]?.score ?? 0) - (ranked.sections[0]?.score ?? 0);
  const names = documents.names(page);
  return {
    ...ranked,
    sections: isNamed(query, names) ? introductionFirst(sections, index.firstSection[ranked.page] as number) : sections,
    score: ranked.score + groupWeight * (query.totalWeight * nameBoost(query, page, names) + gain),
  };
}

/**
 * Puts the introduction first. A reader who types the name of a page wants the page, and not the section that repeats the
 * name most often.
 */
function introductionFirst(sections: readonly RankedSection[], introduction: number): RankedSection[] {
  const others = sections.filter(({ section }) => section !== introduction);
  return [{ section: introduction, score: sections[0]?.score ?? 0 }, ...others].slice(0, Math.max(1, sections.length));
}

/** Whether the query is exactly one of a page's names or aliases. */
const isNamed = ({ askedNames }: PreparedQuery, { keys, aliasKeys }: PageNames): boolean =>
  askedNames.some((key) => keys.includes(key) || aliasKeys.includes(key));

const CODE = /[_{}=<>\\/:@`"]|\w\.\w|--|\p{Ll}\p{Lu}/u;

/** Whether a query is prose: at least `PROSE_WORDS` words, and nothing that looks like code. */
export const isProse = (text: string): boolean => text.trim().split(/\s+/, PROSE_WORDS).length === PROSE_WORDS && !CODE.test(text);

export const boostsFor = (text: string): typeof BOOST => (isProse(text) ? PROSE_BOOST : BOOST);

/** Returns the boost of a page for its names, as a share of the query's total weight. */
function nameBoost(query: PreparedQuery, { title }: SearchPage, { keys, aliasKeys, runs }: PageNames): number {
  const { coverage, density } = measureMatches(query, matchesIn(query, title, runs), title.length);
  const { exactName, exactAlias } = query.boosts;
  const [asName, asAlias] = query.isSharedName ? [0, exactName] : [exactName, exactAlias];
  return (
    Math.max(
      query.askedNames.some((key) => keys.includes(key)) ? asName : 0,
      query.askedNames.some((key) => aliasKeys.includes(key)) ? asAlias : 0,
    ) +
    query.boosts.titleCoverage * coverage * (0.5 + 0.5 * density)
  );
}

/** Returns the boost of a section for its heading, its questions, and adjacent words, as a share of the query's total weight. */
function sectionBoost(query: PreparedQuery, { heading }: SearchRecord, { headingKey, questions, text, runs }: PreparedSection): number {
  const { slotWeights, totalWeight, boosts } = query;
  // A query of one word has no adjacent words, so matches in the heading are sufficient.
  const needsOnlyHeading = slotWeights.length < 2 && runs === null;
  const matches = matchesIn(query, needsOnlyHeading ? heading : text, runs);
  const inHeading = matches.findLastIndex(({ end }) => end <= heading.length) + 1;
  const { coverage, density } = measureMatches(query, matches.slice(0, inHeading), heading.length);
  const exact = headingKey === query.key ? boosts.exactHeading : 0;
  const { ordered, near } = adjacentPairs(slotWeights, matches);
  return (
    exact +
    questionBoost(query, questions) +
    boosts.headingCoverage * coverage * (0.5 + 0.5 * density) +
    (boosts.orderedPair * ordered + boosts.nearPair * near) / Math.max(totalWeight, 1e-9)
  );
}

/** Returns the boost of a section for the authored question that is closest to the query. */
function questionBoost(query: PreparedQuery, questions: readonly PreparedQuestion[]): number {
  let best = 0;
  for (const { text, key } of questions) {
    if (key === query.key) return query.boosts.exactQuestion;
    const { coverage, density } = measureCoverage(query, text);
    best = Math.max(best, coverage * density);
  }
  return query.boosts.questionCoverage * best;
}

/** Returns the weight of neighboring words of the query that are also neighbors in the text: in the same order, or near each other. */
function adjacentPairs(slotWeights: readonly number[], matches: readonly Match[]): { ordered: number; near: number } {
  const ordered = new Set<number>();
  const near = new Set<number>();
  matches.forEach((first, i) => {
    for (let j = i + 1; j < matches.length; j++) {
      const second = matches[j] as Match;
      const gap = second.start - first.end;
      if (gap > RERANK.nearGap) break;
      if (second.slot === first.slot + 1 && gap <= RERANK.orderedGap) ordered.add(first.slot);
      else if (Math.abs(second.slot - first.slot) === 1) near.add(Math.min(first.slot, second.slot));
    }
  });
  const weightOf = (firstSlots: Set<number>): number =>
    [...firstSlots].reduce((sum, slot) => sum + ((slotWeights[slot] ?? 0) + (slotWeights[slot + 1] ?? 0)) / 2, 0);
  return { ordered: weightOf(ordered), near: weightOf(near) };
}

export interface Coverage {
  /** 0 to 1: share of the query's weight whose words are in the text. */
  coverage: number;
  /** 0 to 1: share of the text's characters that match the query. */
  density: number;
}

/** The part of a query that is compared with texts. */
export type MatchedQuery = Pick<PreparedQuery, 'matcher' | 'slotWeights' | 'totalWeight'>;

export function measureCoverage(query: MatchedQuery, text: string): Coverage {
  return measureMatches(query, query.matcher.find(text), text.length);
}

function measureMatches({ slotWeights, totalWeight }: MatchedQuery, matches: readonly Match[], length: number): Coverage {
  let weight = 0;
  let matched = 0;
  const seen = new Set<number>();
  for (const { start, end, slot } of matches) {
    matched += end - start;
    if (!seen.has(slot)) weight += slotWeights[slot] ?? 0;
    seen.add(slot);
  }
  return { coverage: weight / Math.max(totalWeight, 1e-9), density: matched / Math.max(length, 1) };
}

function matchesIn({ matcher }: PreparedQuery, text: string, runs: RunList | null): Match[] {
  return runs === null ? matcher.find(text) : matcher.findInRuns(runs);
}

// The analyzed names of pages and texts of sections. They are cached, because many queries rerank the same pages.

interface PageNames {
  /** `phraseKey` of each name. */
  keys: readonly string[];
  /** `phraseKey` of each alias. */
  aliasKeys: readonly string[];
  /** The runs of the title; null if one of them is too long. */
  runs: RunList | null;
}

interface PreparedQuestion {
  text: string;
  /** `phraseKey` of the text. */
  key: string;
}

interface PreparedSection {
  /** `phraseKey` of the heading. */
  headingKey: string;
  questions: readonly PreparedQuestion[];
  /** The heading, and the beginning of the section's text and code. */
  text: string;
  /** The runs of `text`; null unless the section was warmed up, and if one of the runs is too long. */
  runs: RunList | null;
}

export interface DocumentCache {
  names(page: SearchPage): PageNames;
  section(record: SearchRecord): PreparedSection;
  /** Adds the runs of a section, which pays off only if many queries match it. */
  warmUp(record: SearchRecord): void;
  runTable: RunTable;
}

export function createDocumentCache(analyzer: Analyzer): DocumentCache {
  const runTable = createRunTable(analyzer);
  const section = memoizeByObject(({ heading, text, code, questions = [] }: SearchRecord): PreparedSection => {
    const start = code.join('\n').slice(0, RERANK.characters / 2);
    return {
      headingKey: analyzer.phraseKey(heading),
      questions: questions.map((question) => ({ text: question, key: analyzer.phraseKey(question) })),
      text: [heading, text.slice(0, RERANK.characters), start].join('\n'),
      runs: null,
    };
  });
  return {
    names: memoizeByObject((page: SearchPage): PageNames => ({
      keys: nameKeys(page, analyzer),
      aliasKeys: (page.aliases ?? []).map(analyzer.phraseKey),
      runs: runTable.intern(page.title),
    })),
    section,
    warmUp(record) {
      const prepared = section(record);
      prepared.runs ??= runTable.intern(prepared.text);
    },
    runTable,
  };
}

/** Slugs of the main page of a folder. */
const INDEX_SLUGS: ReadonlySet<string> = new Set(['intro', 'introduction', 'overview', 'index', 'readme']);

/** Returns the keys of a page's names: title, sidebar label, and slug. The main page of a folder has the name of the folder as its slug. */
export function nameKeys({ path, title, sidebarLabel }: SearchPage, { phraseKey }: Analyzer): string[] {
  const segments = path.split('/');
  const last = segments.pop() ?? '';
  const slug = INDEX_SLUGS.has(last) ? segments.pop() || last : last;
  return [title, sidebarLabel, slug].map(phraseKey);
}
