/** Groups the entries of the query log: what readers asked and did not find. */
import type { QueryRecord } from '#query-log/store.ts';
import { PLAIN_TERMS } from '../retrieve/terms.ts';

export interface ReportOptions {
  /** The period of the entries, in milliseconds since 1970. */
  from: number;
  to: number;
  /** Maximum number of groups in a list. */
  limit: number;
  /** Finds the pages nearest to a query, best first. */
  nearestPages: (query: string) => NearPage[];
}

/** Reports what readers asked in a period and did not find. The same entries always result in the same report. */
export async function createReport(
  records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>,
  { from, to, limit, nearestPages }: ReportOptions,
): Promise<QueryReport> {
  const pages = createPageTallies();
  const groups = groupBySubject(await tallyQueries(pages.countRatings(records)));
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

/** Maximum number of readers' sentences for each page. */
const MAX_SENTENCES = 3;

interface PageTallies {
  /** Counts the ratings of pages, and yields the other entries. */
  countRatings(records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>): AsyncGenerator<QueryRecord>;
  /** Returns the pages. Call it after all entries were read. */
  list(limit: number): PageList;
}

function createPageTallies(): PageTallies {
  const pages = new Map<string, RatedPage>();

  function count({ page = '', query, rating }: QueryRecord): void {
    const known = pages.get(page) ?? { path: page, positive: 0, negative: 0, sentences: [] };
    pages.set(page, known);
    if (rating !== null) known[rating] += 1;
    // Entries come in order of time, and the latest sentences are the most useful.
    if (query !== '') known.sentences = [query, ...known.sentences].slice(0, MAX_SENTENCES);
  }

  return {
    async *countRatings(records) {
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

/** Sorts by the difference of negative and positive ratings, the worst page first. */
function worstFirst(a: RatedPage, b: RatedPage): number {
  return b.negative - b.positive - (a.negative - a.positive) || b.negative - a.negative || compare(a.path, b.path);
}

interface Subject {
  terms: string[];
  tallies: Tally[];
}

/** Groups wordings with the same stems: `How do I ingest from Kafka?` and `kafka ingestion`. */
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

/** Returns the stems without stop words. A query of only stop words, or without words, is a subject by itself. */
function subjectTerms(text: string): string[] {
  const words = PLAIN_TERMS.tokenize(text).map(({ word }) => word);
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
    last: new Date(counted.reduce((latest, { last }) => Math.max(latest, last), 0)).toISOString(),
  };
}

function commonestFirst(a: Omit<QueryGroup, 'nearestPages'>, b: Omit<QueryGroup, 'nearestPages'>): number {
  return b.count - a.count || compare(b.last, a.last) || compare(a.example, b.example);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The outcomes of one wording of a query in a period. */
export interface Tally {
  /** The text as it was first written. */
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

/** Pages log each question, and the server logs refusals, also those of other clients. The larger number is the least that were asked. */
interface Counting extends Tally {
  byPage: number;
  byServer: number;
}

/**
 * Counts the entries of each wording. The page of the reader logs a question, the server logs its outcome, and its
 * rating follows later. They are joined by their text, regardless of case and white space.
 */
async function tallyQueries(records: AsyncIterable<QueryRecord> | Iterable<QueryRecord>): Promise<Tally[]> {
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

// The types of the report on questions and searches without answers.

/** A page that is near to a query. */
export interface NearPage {
  title: string;
  /** Route without base URL. */
  path: string;
  /** Id and heading of the nearest section; the id of the introduction is ''. */
  anchor: string;
  heading: string;
  /** Source file of the page as the build reports it; null if it is unknown. */
  source: string | null;
}

/** Returns a line of front matter that assigns a question to the nearest section. Authors can paste it under `questions:`. */
export function proposedLine(question: string, { anchor }: Pick<NearPage, 'anchor'>): string {
  const at = anchor === '' ? '' : `, at: ${/^[a-z][\w-]*$/i.test(anchor) ? anchor : JSON.stringify(anchor)}`;
  return `  - { ask: ${JSON.stringify(question)}${at} }`;
}

/** Queries with the same stems. */
export interface QueryGroup {
  /** Stems of the words, in alphabetical order. */
  terms: string[];
  /** Number of entries in the list to which the group belongs. */
  count: number;
  /** Number of different wordings. */
  wordings: number;
  /** The most frequent wording, as it was written. */
  example: string;
  /** Time of the last entry, in ISO 8601. */
  last: string;
  /** Best first; empty if no page is near or the site is not built. */
  nearestPages: NearPage[];
}

/** A list of groups, the most frequent first. */
export interface QueryList {
  /** Number of queries, including those of omitted groups. */
  total: number;
  /** Number of groups, including omitted ones. */
  groupCount: number;
  /** At most as many groups as requested. */
  groups: QueryGroup[];
}

/** The readers' ratings of a page. */
export interface RatedPage {
  /** Route without base URL. */
  path: string;
  positive: number;
  negative: number;
  /** The latest sentences of readers, newest first. */
  sentences: string[];
}

export interface PageList {
  /** Number of ratings. */
  total: number;
  /** Number of rated pages. */
  pageCount: number;
  /** At most as many pages as requested, the worst first. */
  pages: RatedPage[];
}

export interface QueryReport {
  /** Start of the period (inclusive), in ISO 8601. */
  from: string;
  /** End of the period (exclusive), in ISO 8601. */
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
