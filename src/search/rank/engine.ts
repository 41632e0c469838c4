/** Query → hits. Pure: the same index and query give the same result, in the server, in a worker and under the assistant. */
import type {
  Evidence,
  SearchEngine,
  SearchFilters,
  SearchHit,
  SearchPage,
  SearchQuery,
  SearchRecord,
  SearchResult,
  SectionHit,
  TextPiece,
} from '../contract.ts';
import { phraseKey, tokenize } from './analyze.ts';
import { coverage, namePromotion, readSection, sectionPromotion, type Look } from './close-look.ts';
import type { Index } from './decode-index.ts';
import { excerpt, highlight } from './excerpt.ts';
import { createHolders } from './holders.ts';
import { createMatcher } from './matcher.ts';
import { readQuery, type ReadQuery } from './read-query.ts';
import { byScore, rankPages, type RankedPage } from './rank-pages.ts';
import { createScorer } from './score.ts';
import { understandText } from './understand.ts';
import { CLOSE_LOOK, LIMIT, PRIOR } from './weights.ts';

interface Ranking {
  read: ReadQuery;
  look: Look;
  /** The best pages, at most `size` of them. */
  pages: RankedPage[];
  size: number;
  /** All pages that match, in no order. */
  matching: readonly number[];
}

function lookClosely(index: Index, look: Look, ranked: RankedPage): RankedPage {
  const about = index.pages[ranked.page] as SearchPage;
  const sections = ranked.sections
    .map((entry, i) => {
      if (i >= CLOSE_LOOK.sectionsPerPage) return entry;
      return { section: entry.section, score: entry.score + look.totalWeight * sectionPromotion(look, index.record(entry.section)) };
    })
    .sort(byScore);
  const gained = (sections[0]?.score ?? 0) - (ranked.sections[0]?.score ?? 0);
  return { ...ranked, sections, score: ranked.score + PRIOR[about.group] * (look.totalWeight * namePromotion(look, about) + gained) };
}

/** The first section, where the page matched by its names alone. */
function orFirstSection(index: Index, { page, sections }: RankedPage): RankedPage['sections'] {
  return sections.length > 0 ? sections : [{ section: index.firstSection[page] as number, score: 0 }];
}

/** Headings above a section of its page, from the page title down. */
function headingsAbove(index: Index, section: number, record: SearchRecord): string[] {
  const above: string[] = [];
  let level = record.level;
  const first = index.firstSection[index.pageOf[section] as number] as number;
  for (let at = section - 1; at >= first && level > 2; at--) {
    const earlier = index.record(at);
    if (earlier.level >= level) continue;
    if (earlier.anchor !== '' && earlier.level > 1) above.unshift(earlier.heading);
    level = earlier.level;
  }
  return record.heading === record.page.title ? [record.heading] : [record.page.title, ...above, record.heading];
}

/** A word with this stem as the pages write it; the stem itself when the hits do not show one. */
function writtenForm(stem: string, hits: readonly SearchHit[]): string {
  for (const { page, sections } of hits.slice(0, 3)) {
    const shown = sections.flatMap(({ heading, excerpt: pieces }) => [heading, ...pieces.map(({ text }) => text)]);
    for (const { word } of tokenize([page.title, ...shown].join(' '))) {
      if (word.parts.length === 1 && word.parts[0] === stem) return word.plain;
    }
  }
  return stem;
}

/** Share of the query's weight in a section, its heading and its page's title. */
function coverageOf(look: Look, { page, heading, text, code }: SearchRecord): number {
  return Math.min(1, coverage(look, [page.title, heading, text, ...code].join('\n')).covered);
}

const KEPT_RANKINGS = 3;

/** An engine over a decoded index. It keeps working memory, so one engine must not be used inside its own call. */
export function createSearchEngine(index: Index): SearchEngine {
  const scorer = createScorer(index);

  let latestRead: { text: string; read: ReadQuery } | null = null;
  /** The words of a question are asked for before its sections: it is read once for both. */
  function readOnce(text: string): ReadQuery {
    if (latestRead?.text !== text) latestRead = { text, read: readQuery(index.dictionary, index.synonyms, text) };
    return latestRead.read;
  }

  function rank(text: string, filters: SearchFilters | undefined, size: number): Ranking {
    const read = readOnce(text);
    const scores = scorer.score(read.slots);
    const { slotWeights, totalWeight } = scores;
    const look = {
      key: phraseKey(text.slice(0, LIMIT.characters)),
      matcher: createMatcher(index.dictionary, read.slots),
      slotWeights,
      totalWeight,
    };
    const { pages: first, matching } = rankPages(index, scores, filters, size);
    const close = first
      .slice(0, CLOSE_LOOK.pages)
      .map((ranked) => lookClosely(index, look, ranked))
      .sort(byScore);
    return { read, look, size, matching, pages: [...close, ...first.slice(CLOSE_LOOK.pages)] };
  }

  let latest: (Ranking & { text: string; filters: SearchFilters | undefined })[] = [];
  /** The ranking of a query just before, where that was the same one for another page of results; clients ask several at a time. */
  function rankOnce(text: string, filters: SearchFilters | undefined, size: number): Ranking {
    let ranking = latest.find((known) => known.text === text && known.filters === filters && known.size >= size);
    if (ranking === undefined) {
      ranking = { ...rank(text, filters, Math.max(size, LIMIT.hitsPerPage)), text, filters };
      latest = [ranking, ...latest].slice(0, KEPT_RANKINGS);
    }
    return ranking;
  }

  /** What is only shown is made when it is read, as the sections of a hit are: of most pages a client shows but one. */
  function sectionHit({ section, score }: { section: number; score: number }, { matcher, slotWeights }: Look): SectionHit {
    const record = index.record(section);
    let path: TextPiece[][] | undefined;
    let passage: TextPiece[] | undefined;
    return {
      record: section,
      anchor: record.anchor,
      level: record.level,
      heading: record.heading,
      get headingPath() {
        return (path ??= headingsAbove(index, section, record).map((heading) => highlight(matcher, heading)));
      },
      get excerpt() {
        return (passage ??= excerpt(record, matcher, slotWeights));
      },
      score,
    };
  }

  function search({ text, filters, tally, page = 0, hitsPerPage = 20 }: SearchQuery): SearchResult {
    const size = Math.min(Math.max(Math.trunc(hitsPerPage) || 1, 1), LIMIT.hitsPerPage);
    const start = Math.min(Math.max(Math.trunc(page) || 0, 0) * size, index.pages.length);
    const { read, look, pages, matching } = rankOnce(text, filters, start + size);
    if (tally) for (const matched of matching) tally(index.pages[matched] as SearchPage);
    const hits = pages.slice(start, start + size).map((ranked): SearchHit => {
      let sections: SectionHit[] | undefined;
      return {
        page: index.pages[ranked.page] as SearchPage,
        score: ranked.score,
        get sections() {
          return (sections ??= orFirstSection(index, ranked).map((entry) => sectionHit(entry, look)));
        },
      };
    });
    return {
      hits,
      total: matching.length,
      get corrections() {
        return read.corrections.map(({ from, to }) => ({ from, to: to.map((stem) => writtenForm(stem, hits)) }));
      },
    };
  }

  function retrieve(text: string, limit: number, filters?: SearchFilters): Evidence[] {
    const { look, pages } = rank(text, filters, CLOSE_LOOK.pagesOfEvidence);
    const sections = pages.flatMap((ranked) =>
      // A section speaks with the weight of its page: the same words say more on a page about the matter.
      ranked.sections.map(({ section, score }) => ({ section, score: score + 2 * ranked.score })),
    );
    const best = sections.sort(byScore).slice(0, Math.max(0, limit));
    const holds = createHolders(
      index,
      best.map(({ section }) => section),
    );
    return best.map(({ section, score }) => {
      const record = index.record(section);
      let share: number | undefined;
      return {
        record,
        recordNumber: section,
        score,
        /** Read by few, and the whole section has to be read for it. */
        get coverage() {
          return (share ??= coverageOf(look, record));
        },
        holds: (term) => holds(term, section),
      };
    });
  }

  function* sections(): Iterable<SearchRecord> {
    for (let section = 0; section < index.pageOf.length; section++) {
      const record = index.record(section);
      readSection(record);
      yield record;
    }
  }

  return { search, retrieve, sections, understand: (text) => understandText(index, text, readOnce) };
}
