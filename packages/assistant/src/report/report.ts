import type { SearchEngine } from '@quire/search';
import { tokenize } from '../analysis.ts';
import type { QueryRecord } from '#query-log/contract.ts';

export interface ReportOptions {
  /** Milliseconds since 1970: the period that the entries are of. */
  from: number;
  to: number;
  /** Most groups in a list. */
  limit: number;
  /** Finds the pages nearest to a query, best first. */
  nearestPages: (query: string) => NearPage[];
}

/** What readers asked in a period and did not find. The same entries give the same report, whatever their order of one moment. */
export async function createReport(
  records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>,
  { from, to, limit, nearestPages }: ReportOptions,
): Promise<QueryReport> {
  const pages = createPageTallies();
  const groups = groupBySubject(await tallyQueries(pages.takeOut(records)));
  const list = (countOf: (tally: Tally) => number, least = 1): QueryList => {
    const counted = groups.map((group) => toGroup(group, countOf)).filter(({ count }) => count >= least);
    const shown = counted.toSorted(commonestFirst).slice(0, limit);
    return {
      total: counted.reduce((sum, { count }) => sum + count, 0),
      groupCount: counted.length,
      groups: shown.map((group) => ({ ...group, nearestPages: nearestPages(group.example) })),
    };
  };
  const sum = (countOf: (tally: Tally) => number): number =>
    groups.flatMap(({ tallies }) => tallies).reduce((n, tally) => n + countOf(tally), 0);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    questions: sum(({ asked }) => asked),
    ratings: { positive: sum(({ positive }) => positive), negative: sum(({ negative }) => negative) },
    refused: list(({ refused }) => refused),
    ratedDown: list(({ negative }) => negative),
    withoutResult: list(({ withoutResult }) => withoutResult),
    searchedAgain: list(({ searchedAgain }) => searchedAgain),
    repeated: list(({ asked }) => asked, 2),
    pages: pages.list(limit),
  };
}

/** Sentences of readers that are shown for each page. */
const MOST_SENTENCES = 3;

interface PageTallies {
  /** Counts the ratings of pages, and hands on all other entries. */
  takeOut(records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>): AsyncGenerator<QueryRecord>;
  /** To be called when all entries were read. */
  list(limit: number): PageList;
}

function createPageTallies(): PageTallies {
  const pages = new Map<string, RatedPage>();

  function count({ page = '', query, rating }: QueryRecord): void {
    const known = pages.get(page) ?? { path: page, positive: 0, negative: 0, sentences: [] };
    pages.set(page, known);
    if (rating !== null) known[rating] += 1;
    // Entries come in order of time, and the latest sentences tell most.
    if (query !== '') known.sentences = [query, ...known.sentences].slice(0, MOST_SENTENCES);
  }

  return {
    async *takeOut(records) {
      for await (const record of records) {
        if (record.source === 'page') count(record);
        else yield record;
      }
    },
    list(limit) {
      const all = [...pages.values()];
      return {
        total: all.reduce((sum, { positive, negative }) => sum + positive + negative, 0),
        pageCount: all.length,
        pages: all.toSorted(worstFirst).slice(0, limit),
      };
    },
  };
}

/** The page that more readers find unhelpful than helpful comes first: one complaint does not outweigh many. */
function worstFirst(a: RatedPage, b: RatedPage): number {
  return b.negative - b.positive - (a.negative - a.positive) || b.negative - a.negative || compare(a.path, b.path);
}

interface Subject {
  terms: string[];
  tallies: Tally[];
}

/** Wordings that come down to the same stems: `How do I ingest from Kafka?` and `kafka ingestion`. */
function groupBySubject(tallies: readonly Tally[]): Subject[] {
  const subjects = new Map<string, Subject>();
  for (const tally of tallies) {
    const terms = subjectTerms(tally.text);
    const key = terms.join(' ');
    const subject = subjects.get(key);
    if (subject === undefined) subjects.set(key, { terms, tallies: [tally] });
    else subject.tallies.push(tally);
  }
  return [...subjects.values()];
}

/** Stems without stop words; a query of nothing but those, or without words, stands for itself. */
function subjectTerms(text: string): string[] {
  const words = tokenize(text).map(({ word }) => word);
  const stems = words.flatMap(({ parts, stops, wholes }) => (parts.length === 0 ? wholes : parts.filter((_, at) => stops[at] !== true)));
  return stems.length === 0 ? [text.toLowerCase()] : [...new Set(stems)].toSorted();
}

function toGroup({ terms, tallies }: Subject, countOf: (tally: Tally) => number): Omit<QueryGroup, 'nearestPages'> {
  const counted = tallies.filter((tally) => countOf(tally) > 0);
  const [commonest] = counted.toSorted((a, b) => countOf(b) - countOf(a) || compare(a.text, b.text));
  return {
    terms,
    count: counted.reduce((sum, tally) => sum + countOf(tally), 0),
    wordings: counted.length,
    example: commonest?.text ?? '',
    last: new Date(Math.max(0, ...counted.map(({ last }) => last))).toISOString(),
  };
}

function commonestFirst(a: Omit<QueryGroup, 'nearestPages'>, b: Omit<QueryGroup, 'nearestPages'>): number {
  return b.count - a.count || compare(b.last, a.last) || compare(a.example, b.example);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** What became of one way of putting a query, in a period. */
export interface Tally {
  /** As it was written first. */
  text: string;
  /** How often it was asked of the assistant. */
  asked: number;
  refused: number;
  positive: number;
  negative: number;
  /** How often the search found nothing for it. */
  withoutResult: number;
  /** How often no result was opened and another search followed. */
  searchedAgain: number;
  /** Milliseconds since 1970, of the last entry. */
  last: number;
}

/** Entries of the reader's page and of the server stand for the same question: whichever counted more often is right. */
interface Counting extends Tally {
  byPage: number;
  byServer: number;
}

/**
 * Counts the entries of each wording. A question is told by the reader's page, what became of it by the server, and its
 * rating comes later: they are joined by the text, without regard to capitals and spaces.
 */
export async function tallyQueries(records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>): Promise<Tally[]> {
  const tallies = new Map<string, Counting>();
  for await (const record of records) count(tallyOf(tallies, record), record);
  return [...tallies.values()].map(({ byPage, byServer, ...tally }) => ({ ...tally, asked: Math.max(byPage, byServer) }));
}

function tallyOf(tallies: Map<string, Counting>, { query, time }: QueryRecord): Counting {
  const text = query.trim().replace(/\s+/g, ' ');
  const key = text.toLowerCase();
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const counts = { asked: 0, refused: 0, positive: 0, negative: 0, withoutResult: 0, searchedAgain: 0, byPage: 0, byServer: 0 };
  const tally = { text, ...counts, last: time };
  tallies.set(key, tally);
  return tally;
}

function count(tally: Counting, { source, outcome, rating, time }: QueryRecord): void {
  tally.last = Math.max(tally.last, time);
  if (source === 'search') {
    if (outcome === 'no-results') tally.withoutResult += 1;
    if (rating === 'negative') tally.searchedAgain += 1;
    return;
  }
  if (rating !== null) tally[rating] += 1;
  else if (outcome === null) tally.byPage += 1;
  if (outcome !== null) tally.byServer += 1;
  if (outcome === 'refused') tally.refused += 1;
}

const SECTIONS = 12;
const MOST_PAGES = 3;
/** Below it a section shares a passing word with the query, and no subject. */
const LEAST_COVERAGE = 0.3;

/** Finds the pages whose sections come nearest to a query, best first. @param sources files that the pages are made of, by route */
export function createNearestPages(engine: SearchEngine, sources: ReadonlyMap<string, string> = new Map()): (query: string) => NearPage[] {
  return (query) => {
    const near = new Map<string, NearPage>();
    for (const { record, coverage } of engine.retrieve(query, SECTIONS)) {
      const { page, anchor, heading } = record;
      if (coverage < LEAST_COVERAGE || near.has(page.path) || near.size === MOST_PAGES) continue;
      near.set(page.path, { title: page.title, path: page.path, anchor, heading, source: sources.get(page.path) ?? null });
    }
    return [...near.values()];
  };
}

/** The nouns of the report on what readers ask and do not find. */

/** A page that is nearest to what was asked. */
export interface NearPage {
  title: string;
  /** Route without base URL. */
  path: string;
  /** The nearest section: its id, '' for the introduction, and its heading. */
  anchor: string;
  heading: string;
  /** File that the page is made of, as the build names it; null where that is not known. */
  source: string | null;
}

/** A line of front matter that gives a question to the section nearest to it: to be pasted under `questions:` where it belongs there. */
export function proposedLine(question: string, { anchor }: Pick<NearPage, 'anchor'>): string {
  const at = anchor === '' ? '' : `, at: ${/^[a-z][\w-]*$/i.test(anchor) ? anchor : JSON.stringify(anchor)}`;
  return `  - { ask: ${JSON.stringify(question)}${at} }`;
}

/** Queries that come down to the same words. */
export interface QueryGroup {
  /** Stems of the words, in alphabetical order. */
  terms: string[];
  /** How often it came to what the list is about. */
  count: number;
  /** How many ways of putting it there were. */
  wordings: number;
  /** The commonest of them, as it was written. */
  example: string;
  /** ISO 8601, of the last time. */
  last: string;
  /** Best first; empty where nothing is near or the site is not built. */
  nearestPages: NearPage[];
}

/** A list of groups, the commonest first. */
export interface QueryList {
  /** Queries in all, those of groups left out included. */
  total: number;
  /** Groups in all. */
  groupCount: number;
  /** As many of them as were asked for. */
  groups: QueryGroup[];
}

/** What readers said of a page. */
export interface RatedPage {
  /** Route without base URL. */
  path: string;
  positive: number;
  negative: number;
  /** What they wrote with it, the latest first; a few. */
  sentences: string[];
}

export interface PageList {
  /** Ratings in all. */
  total: number;
  /** Pages in all. */
  pageCount: number;
  /** As many as were asked for, the worst first. */
  pages: RatedPage[];
}

export interface QueryReport {
  /** ISO 8601: from this moment … */
  from: string;
  /** … to before this one. */
  to: string;
  questions: number;
  ratings: { positive: number; negative: number };
  refused: QueryList;
  ratedDown: QueryList;
  /** Searches that found nothing. */
  withoutResult: QueryList;
  /** Searches without a click that another search followed. */
  searchedAgain: QueryList;
  /** Questions that were asked more than once. */
  repeated: QueryList;
  /** Answers to "Was this page helpful?". */
  pages: PageList;
}
