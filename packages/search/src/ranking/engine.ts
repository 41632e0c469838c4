/** Finds the hits of a query. The same index and query always have the same result, in the server, in a worker and in the assistant. */
import { condense } from '../analysis.ts';
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
import {
  createMatcher,
  createSectionReader,
  isNamed,
  type Look,
  namePromotion,
  promotionFor,
  sectionPromotion,
  type SectionReader,
} from './matcher.ts';
import { createQueryReader, type ReadQuery, understandText } from './query.ts';
import { createTermLookup, Found, FoundEvidence, FoundPage } from './results.ts';
import { byScore, createScorer, passes, type RankedPage, type RankedSection, rankPages } from './score.ts';
import { createSimilarTitles } from './similar-titles.ts';
import { CLOSE_LOOK, LIMIT, PROMOTION } from './weights.ts';

interface Ranking {
  read: ReadQuery;
  look: Look;
  /** The best pages, at most `size` of them. */
  pages: RankedPage[];
  size: number;
  /** All pages that match, in no order. */
  matching: readonly number[];
}

function lookClosely(index: Index, reader: SectionReader, look: Look, ranked: RankedPage, weight: number): RankedPage {
  const about = index.pages[ranked.page] as SearchPage;
  const sections = ranked.sections
    .map((entry, i) => {
      if (i >= CLOSE_LOOK.sectionsPerPage && look.promotion === PROMOTION) return entry;
      const record = index.record(entry.section);
      return { section: entry.section, score: entry.score + look.totalWeight * sectionPromotion(look, record, reader.read(record)) };
    })
    .sort(byScore);
  const gained = (sections[0]?.score ?? 0) - (ranked.sections[0]?.score ?? 0);
  const names = reader.readPage(about);
  return {
    ...ranked,
    sections: isNamed(look, names) ? withOpening(sections, index.firstSection[ranked.page] as number) : sections,
    score: ranked.score + weight * (look.totalWeight * namePromotion(look, about, names) + gained),
  };
}

/** Puts the opening section first, because a reader who types the name of a page wants the page and not the section that repeats the name most often. */
function withOpening(sections: readonly RankedSection[], opening: number): RankedSection[] {
  const others = sections.filter(({ section }) => section !== opening);
  return [{ section: opening, score: sections[0]?.score ?? 0 }, ...others].slice(0, Math.max(1, sections.length));
}

/** Queries of one or two letters, which are too short for full text: they match the words of titles. */
const SHORT_QUERY = /^\s*(\p{L}{1,2})\s*$/u;

/** Pages with a word of the title that has this prefix; titles that start with it come first, then shorter ones. */
function pagesByTitle(
  { pages }: Index,
  beginning: string,
  filters: SearchFilters | undefined,
  weightOf: (group: string) => number,
): RankedPage[] {
  const start = beginning.toLowerCase();
  return pages
    .map((about, page) => ({ about, page, words: about.title.toLowerCase().split(/[^\p{L}\p{N}]+/u) }))
    .filter(({ about, words }) => words.some((word) => word.startsWith(start)) && (filters === undefined || passes(about, filters)))
    .map(({ about, page, words }) => ({
      page,
      score: ((words[0]?.startsWith(start) ? 1 : 0) + 1 / about.title.length) * weightOf(about.group),
      sections: [],
    }))
    .sort(byScore);
}

const NOBODY: ReadonlySet<number> = new Set();

/** Pages by the keys of their names and aliases, so that a page that the query names is always in the second ranking, even if its words are common. */
function pagesByName({ pages }: Index, reader: SectionReader): ReadonlyMap<string, ReadonlySet<number>> {
  const byName = new Map<string, Set<number>>();
  pages.forEach((about, page) => {
    const { keys, aliasKeys } = reader.readPage(about);
    for (const key of [...keys, ...aliasKeys]) byName.set(key, (byName.get(key) ?? new Set()).add(page));
  });
  return byName;
}

/**
 * Keys that are labels or the ends of paths of several pages, the title of none, and an alias of another page: `Acme` below Sinks
 * and below Schedulers. The page with the alias is what readers mean.
 */
function sharedNames({ pages, analyzer }: Index, reader: SectionReader): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const titles = new Set(pages.map(({ title }) => analyzer.phraseKey(title)));
  for (const page of pages) for (const key of new Set(reader.readPage(page).keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const aliases = new Set(pages.flatMap((page) => reader.readPage(page).aliasKeys));
  return new Set([...aliases].filter((key) => (counts.get(key) ?? 0) > 1 && !titles.has(key)));
}

/** Returns the sections that have an authored question with the same words as a text, apart from stop words and the forms of words. */
function sectionsAsking(index: Index, { slots }: ReadQuery, text: string): number[] {
  const { starts, documents } = index.questions;
  const asked = condense(text);
  const withWord = slots.map(({ alternatives }) => {
    const sections = new Set<number>();
    for (const { terms } of alternatives)
      for (let i = starts[terms[0] as number] as number; i < (starts[(terms[0] as number) + 1] as number); i++)
        sections.add(documents[i] as number);
    return sections;
  });
  const [first = new Set<number>(), ...others] = withWord.toSorted((a, b) => a.size - b.size);
  const withAllWords = [...first].filter((section) => others.every((sections) => sections.has(section)));
  return withAllWords.filter((section) => index.record(section).questions?.some((question) => condense(question) === asked));
}

const CACHED_RANKINGS = 3;

/** The query with the words weighted by their shares, which are in the order of `understand`. */
const weigh = (read: ReadQuery, shares: readonly number[] | undefined): ReadQuery =>
  shares === undefined ? read : { ...read, slots: read.slots.map((slot, i) => ({ ...slot, share: shares[i] ?? 1 })) };

/** An engine over a decoded index. It reuses scratch buffers, so it is not reentrant. */
export function createSearchEngine(index: Index): SearchEngine {
  const scorer = createScorer(index);
  const reader = createSectionReader(index.analyzer);
  const readQuery = createQueryReader(index);
  const named = pagesByName(index, reader);
  const shared = sharedNames(index, reader);
  const weights = new Map(index.groups.map(({ name, weight }) => [name, weight]));
  const weightOf = (group: string): number => weights.get(group) ?? 1;

  let latestRead: { text: string; read: ReadQuery } | null = null;
  /** Caches the last query, because the assistant requests the words of a question before its sections. */
  function readOnce(text: string): ReadQuery {
    if (latestRead?.text !== text) latestRead = { text, read: readQuery(text) };
    return latestRead.read;
  }

  function rank(text: string, filters: SearchFilters | undefined, size: number, shares?: readonly number[]): Ranking {
    const read = weigh(readOnce(text), shares);
    const scores = scorer.score(read.slots);
    const { slotWeights, totalWeight } = scores;
    const key = index.analyzer.phraseKey(text.slice(0, LIMIT.characters));
    const look = {
      key,
      isShared: shared.has(key),
      matcher: createMatcher(index.dictionary, read.slots, reader.runs),
      slotWeights,
      totalWeight,
      // With shares, the assistant has already weighted the words of a question.
      promotion: shares === undefined ? promotionFor(text) : PROMOTION,
    };
    const [, beginning] = SHORT_QUERY.exec(text) ?? [];
    const byTitle = beginning === undefined ? [] : pagesByTitle(index, beginning, filters, weightOf);
    if (byTitle.length > 0) return { read, look, size, matching: byTitle.map(({ page }) => page), pages: byTitle.slice(0, size) };
    const { pages: first, matching } = rankPages(index, scores, filters, size, weightOf, named.get(look.key) ?? NOBODY);
    const close = first
      .slice(0, CLOSE_LOOK.pages)
      .map((ranked) => lookClosely(index, reader, look, ranked, weightOf((index.pages[ranked.page] as SearchPage).group)))
      .sort(byScore);
    return { read, look, size, matching, pages: [...close, ...first.slice(CLOSE_LOOK.pages)] };
  }

  let latest: (Ranking & { text: string; filters: SearchFilters | undefined })[] = [];
  /** Reuses the last ranking if the query is the same for another page of results, since clients request several at a time. */
  function rankOnce(text: string, filters: SearchFilters | undefined, size: number): Ranking {
    let ranking = latest.find((known) => known.text === text && known.filters === filters && known.size >= size);
    if (ranking === undefined) {
      ranking = { ...rank(text, filters, Math.max(size, LIMIT.hitsPerPage)), text, filters };
      latest = [ranking, ...latest].slice(0, CACHED_RANKINGS);
    }
    return ranking;
  }

  function search({ text, filters, tally, page = 0, hitsPerPage = 20 }: SearchQuery): SearchResult {
    const size = Math.min(Math.max(Math.trunc(hitsPerPage) || 1, 1), LIMIT.hitsPerPage);
    const start = Math.min(Math.max(Math.trunc(page) || 0, 0) * size, index.pages.length);
    const { read, look, pages, matching } = rankOnce(text, filters, start + size);
    if (tally) for (const matched of matching) tally(index.pages[matched] as SearchPage);
    const hits = pages.slice(start, start + size).map((ranked) => new FoundPage(index, look, ranked));
    return new Found(hits, matching.length, read.corrections, index.analyzer);
  }

  function retrieve(text: string, limit: number, { filters, shares, question }: RetrievalOptions = {}): Evidence[] {
    const { read, look, pages } = rank(text, filters, CLOSE_LOOK.pagesOfEvidence, shares);
    const sections = pages.flatMap((ranked) =>
      // Add the score of the page, because the same words are better evidence on a page about the topic.
      ranked.sections.map(({ section, score }) => ({ section, score: score + 2 * ranked.score })),
    );
    sections.sort(byScore);
    const authored = (question === undefined ? [] : sectionsAsking(index, read, question))
      .filter((section) => filters === undefined || passes(index.pages[index.pageOf[section] as number] as SearchPage, filters))
      .map((section) => ({ section, score: sections[0]?.score ?? 0 }));
    const others = sections.filter(({ section }) => authored.every((one) => one.section !== section));
    const best = [...authored, ...others].slice(0, Math.max(0, limit));
    const contains = createTermLookup(
      index,
      best.map(({ section }) => section),
    );
    return best.map((found) => new FoundEvidence(index, look, found, contains));
  }

  function* sections(): Iterable<SearchRecord> {
    for (let section = 0; section < index.pageOf.length; section++) {
      const record = index.record(section);
      reader.readAhead(record);
      yield record;
    }
  }

  return {
    groups: index.groups,
    search,
    retrieve,
    sections,
    understand: (text) => understandText(index, text, readOnce),
    similarTitles: createSimilarTitles(index.pages),
  };
}
