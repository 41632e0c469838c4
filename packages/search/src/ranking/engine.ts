/**
 * The search engine: analyzes a query, ranks pages and sections (score.ts), reranks the best (rerank.ts), and returns lazy
 * results. The same index and query have the same result in the server, in a worker, and in the assistant.
 */
import { questionKey } from '../analysis.ts';
import { type Index } from '../index-file/read.ts';
import type {
  Evidence,
  RetrievalOptions,
  SearchEngine,
  SearchFilters,
  SearchPage,
  SearchQuery,
  SearchRecord,
  SearchResult,
} from '../types.ts';
import { createMatcher } from './matcher.ts';
import { type AnalyzedQuery, createQueryAnalyzer, understandText } from './query.ts';
import { boostsFor, createDocumentCache, type DocumentCache, type PreparedQuery, rerankPage } from './rerank.ts';
import { createTermLookup, LazyEvidence, LazySearchHit, LazySearchResult } from './results.ts';
import { byScore, createScorer, passesFilters, type RankedPage, rankPages } from './score.ts';
import { BOOST, LIMIT, RERANK } from './weights.ts';

interface Ranking {
  analyzed: AnalyzedQuery;
  query: PreparedQuery;
  /** The best pages, at most `size` of them. */
  pages: RankedPage[];
  size: number;
  /** All pages that match, in no order. */
  matching: readonly number[];
}

/** The words before the name of a page in a question: "how to upgrade", "what is a domain". */
const QUESTION_OPENING =
  /^\s*(?:how (?:to|do (?:i|you|we)|can (?:i|we|you))|what(?:['’]?s| is| are)?|where (?:is|are)|explain|define)\s+(?:(?:an?|the)\s+)?(?=\S)/i;

/** Queries of one or two letters are too short for full-text search, so they only match the beginnings of words in titles. */
const SHORT_QUERY = /^\s*(\p{L}{1,2})\s*$/u;

/** Returns the pages whose titles have a word with this prefix. Titles that start with it come first, then shorter titles. */
function pagesByTitlePrefix(
  { pages }: Index,
  prefix: string,
  filters: SearchFilters | undefined,
  weightOf: (group: string) => number,
): RankedPage[] {
  const start = prefix.toLowerCase();
  return pages
    .map((about, page) => ({ about, page, words: about.title.toLowerCase().split(/[^\p{L}\p{N}]+/u) }))
    .filter(({ about, words }) => words.some((word) => word.startsWith(start)) && (filters === undefined || passesFilters(about, filters)))
    .map(({ about, page, words }) => ({
      page,
      score: ((words[0]?.startsWith(start) ? 1 : 0) + 1 / about.title.length) * weightOf(about.group),
      sections: [],
    }))
    .sort(byScore);
}

const NO_PAGES: ReadonlySet<number> = new Set();

/**
 * Returns the pages by the keys of their names and aliases. A page whose name is the query is always reranked, even if its
 * words are common.
 */
function pagesByName({ pages }: Index, documents: DocumentCache): ReadonlyMap<string, ReadonlySet<number>> {
  const byName = new Map<string, Set<number>>();
  pages.forEach((about, page) => {
    const { keys, aliasKeys } = documents.names(about);
    for (const key of [...keys, ...aliasKeys]) byName.set(key, (byName.get(key) ?? new Set()).add(page));
  });
  return byName;
}

/**
 * Returns the keys that are labels or slugs of several pages, the title of none, and an alias of another page, such as `Acme`
 * below Sinks and below Schedulers. Readers mean the page with the alias.
 */
function sharedNames({ pages, analyzer }: Index, documents: DocumentCache): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const titles = new Set(pages.map(({ title }) => analyzer.phraseKey(title)));
  for (const page of pages) for (const key of new Set(documents.names(page).keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const aliases = new Set(pages.flatMap((page) => documents.names(page).aliasKeys));
  return new Set([...aliases].filter((key) => (counts.get(key) ?? 0) > 1 && !titles.has(key)));
}

/** Returns the sections that have an authored question with the same key as a text. */
function sectionsAsking(index: Index, { slots }: AnalyzedQuery, text: string): number[] {
  const { starts, documents } = index.questions;
  const key = questionKey(text);
  // Questions of stop words alone would all be the same.
  if (key === '') return [];
  const sectionsBySlot = slots.map(({ alternatives }) => {
    const sections = new Set<number>();
    for (const { terms } of alternatives) {
      const term = terms[0] as number;
      for (let i = starts[term] as number; i < (starts[term + 1] as number); i++) sections.add(documents[i] as number);
    }
    return sections;
  });
  const [rarest = new Set<number>(), ...others] = sectionsBySlot.toSorted((a, b) => a.size - b.size);
  const withAllWords = [...rarest].filter((section) => others.every((sections) => sections.has(section)));
  return withAllWords.filter((section) => index.record(section).questions?.some((question) => questionKey(question) === key));
}

const CACHED_RANKINGS = 3;

/** Returns the query with a factor for the weight of each slot. @param wordFactors in the order of `understand` */
const withWordFactors = (query: AnalyzedQuery, wordFactors: readonly number[] | undefined): AnalyzedQuery =>
  wordFactors === undefined ? query : { ...query, slots: query.slots.map((slot, i) => ({ ...slot, factor: wordFactors[i] ?? 1 })) };

/** Creates an engine for an index. It reuses scratch buffers, so it is not reentrant. */
export function createSearchEngine(index: Index): SearchEngine {
  const scorer = createScorer(index);
  const documents = createDocumentCache(index.analyzer);
  const analyzeQuery = createQueryAnalyzer(index);
  const pagesByKey = pagesByName(index, documents);
  const sharedKeys = sharedNames(index, documents);
  const weights = new Map(index.groups.map(({ name, weight }) => [name, weight]));
  const weightOf = (group: string): number => weights.get(group) ?? 1;

  let latestQuery: { text: string; analyzed: AnalyzedQuery } | null = null;
  /** Caches the last query, because the assistant calls `understand` and then `retrieve` with the same text. */
  function analyzeOnce(text: string): AnalyzedQuery {
    if (latestQuery?.text !== text) latestQuery = { text, analyzed: analyzeQuery(text) };
    return latestQuery.analyzed;
  }

  function rank(text: string, filters: SearchFilters | undefined, size: number, wordFactors?: readonly number[]): Ranking {
    const analyzed = withWordFactors(analyzeOnce(text), wordFactors);
    const scores = scorer.score(analyzed.slots);
    const { slotWeights, totalWeight } = scores;
    const bounded = text.slice(0, LIMIT.characters);
    const key = index.analyzer.phraseKey(bounded);
    const askedNames = [...new Set([key, index.analyzer.phraseKey(bounded.replace(QUESTION_OPENING, ''))])];
    const query = {
      key,
      askedNames,
      isSharedName: askedNames.some((one) => sharedKeys.has(one)),
      matcher: createMatcher(index.dictionary, analyzed.slots, documents.runTable),
      slotWeights,
      totalWeight,
      // With word factors, the caller has already weighted the words of prose.
      boosts: wordFactors === undefined ? boostsFor(text) : BOOST,
    };
    const [, prefix] = SHORT_QUERY.exec(text) ?? [];
    const byTitle = prefix === undefined ? [] : pagesByTitlePrefix(index, prefix, filters, weightOf);
    if (byTitle.length > 0) return { analyzed, query, size, matching: byTitle.map(({ page }) => page), pages: byTitle.slice(0, size) };
    const { pages: candidates, matching } = rankPages(index, scores, {
      filters,
      size,
      weightOf,
      sectionsPerPage: wordFactors === undefined ? LIMIT.sectionsPerPage : LIMIT.sectionsForRetrieval,
      namedPages: new Set(askedNames.flatMap((one) => [...(pagesByKey.get(one) ?? NO_PAGES)])),
    });
    const reranked = candidates
      .slice(0, RERANK.pages)
      .map((ranked) => rerankPage(index, documents, query, ranked, weightOf((index.pages[ranked.page] as SearchPage).group)))
      .sort(byScore);
    return { analyzed, query, size, matching, pages: [...reranked, ...candidates.slice(RERANK.pages)] };
  }

  let latest: (Ranking & { text: string; filters: SearchFilters | undefined })[] = [];
  /** Caches the last rankings, because clients request several pages of results of the same query. */
  function rankOnce(text: string, filters: SearchFilters | undefined, size: number): Ranking {
    let ranking = latest.find((each) => each.text === text && each.filters === filters && each.size >= size);
    if (ranking === undefined) {
      ranking = { ...rank(text, filters, Math.max(size, LIMIT.hitsPerPage)), text, filters };
      latest = [ranking, ...latest].slice(0, CACHED_RANKINGS);
    }
    return ranking;
  }

  function search({ text, filters, tally, page = 0, hitsPerPage = 20 }: SearchQuery): SearchResult {
    const size = Math.min(Math.max(Math.trunc(hitsPerPage) || 1, 1), LIMIT.hitsPerPage);
    const start = Math.min(Math.max(Math.trunc(page) || 0, 0) * size, index.pages.length);
    const { analyzed, query, pages, matching } = rankOnce(text, filters, start + size);
    if (tally) for (const matched of matching) tally(index.pages[matched] as SearchPage);
    const hits = pages.slice(start, start + size).map((ranked) => new LazySearchHit(index, query, ranked));
    return new LazySearchResult(hits, matching.length, analyzed.corrections, index.analyzer);
  }

  function retrieve(text: string, limit: number, { wordFactors, question }: RetrievalOptions = {}): Evidence[] {
    const { analyzed, query, pages } = rank(text, undefined, RERANK.pagesForRetrieval, wordFactors);
    const sections = pages.flatMap((ranked) =>
      // Add the score of the page, because a section is better evidence if its page is about the topic.
      ranked.sections.map(({ section, score }) => ({ section, score: score + 2 * ranked.score })),
    );
    sections.sort(byScore);
    const asking = question === undefined ? [] : sectionsAsking(index, analyzed, question);
    const authored = asking.map((section) => ({ section, score: sections[0]?.score ?? 0 }));
    const others = sections.filter(({ section }) => authored.every((one) => one.section !== section));
    const best = [...authored, ...others].slice(0, Math.max(0, limit));
    const contains = createTermLookup(
      index,
      best.map(({ section }) => section),
    );
    return best.map((found) => new LazyEvidence(index, query, found, contains));
  }

  function sectionsAfter(recordNumber: number, count: number): Pick<Evidence, 'record' | 'recordNumber'>[] {
    const start = recordNumber + 1;
    const end = Math.min(start + count, index.firstSection[(index.pageOf[recordNumber] as number) + 1] as number);
    return Array.from({ length: end - start }, (_, i) => ({ record: index.record(start + i), recordNumber: start + i }));
  }

  function sectionsOfPage(recordNumber: number): SearchRecord[] {
    const page = index.pageOf[recordNumber] as number;
    const start = index.firstSection[page] as number;
    return Array.from({ length: (index.firstSection[page + 1] as number) - start }, (_, i) => index.record(start + i));
  }

  function* sections(): Iterable<SearchRecord> {
    for (let section = 0; section < index.pageOf.length; section++) {
      const record = index.record(section);
      documents.warmUp(record);
      yield record;
    }
  }

  return {
    analyzer: index.analyzer,
    groups: index.groups,
    search,
    retrieve,
    sectionsAfter,
    sectionsOfPage,
    sections,
    understand: (text) => understandText(index, text, analyzeOnce),
    similarTitles: createSimilarTitles(index.pages),
  };
}

// Titles that a reader may mean with a badly misspelled word: those that share many of its letter bigrams.

/** In letters. Shorter words have too few bigrams to compare. */
const MIN_WORD_LENGTH = 4;
/** Minimum Dice coefficient. For `pstgrs` and `postgres`, it is 0.57. */
const MIN_SIMILARITY = 0.5;

interface TitleWord {
  bigrams: ReadonlySet<string>;
  page: SearchPage;
}

/** Returns the letter bigrams of a word. `^` before its first letter makes an equal first letter count more. */
function bigramsOf(word: string): Set<string> {
  const padded = `^${word.toLowerCase()}`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2)));
}

/** Returns the Dice coefficient: 1 for equal sets, 0 for sets without a common member. */
function diceCoefficient(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const bigram of one) if (other.has(bigram)) common++;
  return (2 * common) / (one.size + other.size);
}

/** @returns a function that lists the titles with a word of similar spelling, the most similar first */
export function createSimilarTitles(pages: readonly SearchPage[]): (word: string, filters?: SearchFilters) => string[] {
  let words: TitleWord[] | undefined;
  const readTitles = (): TitleWord[] =>
    pages.flatMap((page) =>
      (page.title.match(/[\p{L}\p{N}]+/gu) ?? [])
        .filter(({ length }) => length >= MIN_WORD_LENGTH)
        .map((word) => ({ bigrams: bigramsOf(word), page })),
    );
  return (word, filters = {}) => {
    if (word.length < MIN_WORD_LENGTH) return [];
    const bigrams = bigramsOf(word.slice(0, 64));
    const similar = (words ??= readTitles())
      .map((titleWord) => ({ page: titleWord.page, score: diceCoefficient(bigrams, titleWord.bigrams) }))
      .filter(({ page, score }) => score >= MIN_SIMILARITY && passesFilters(page, filters))
      .toSorted((a, b) => b.score - a.score || a.page.title.length - b.page.title.length);
    return [...new Set(similar.map(({ page }) => page.title))];
  };
}
