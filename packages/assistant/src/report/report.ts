/** `npm run report`: groups the entries of the query log, and shows what readers asked and did not find. */
import type { SearchEngine } from '@quire/search';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@quire/engine/commands/command.ts';
import { readPostgresUrl } from '@quire/engine/config/env.ts';
import { openIndex } from '@quire/engine/server/routes/search.ts';
import { INVISIBLE, jsonLine } from '@quire/engine/model/invisible-characters.ts';
import { BuildMissingError, readSiteManifest } from '@quire/engine/server/site-manifest.ts';
import type { QueryLog, QueryRecord } from '#query-log/store.ts';
import { readAssistantEnvironment } from '#config.ts';
import { openQueryLogStore, type QueryLogLocation } from '#query-log/open-query-log.ts';
import { visibleText } from '#visible-text.ts';
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

/** Number of sections that are retrieved for a query, and maximum number of pages. */
const SECTIONS = 12;
const MAX_PAGES = 3;
/** Minimum coverage. Below it, a section shares single words with the query but not its subject. */
const MIN_COVERAGE = 0.3;

/** Finds the pages with the sections that are nearest to a query, best first. @param sources source files of the pages, by route */
function createNearestPages(engine: SearchEngine, sources: ReadonlyMap<string, string> = new Map()): (query: string) => NearPage[] {
  return (query) => {
    const near = new Map<string, NearPage>();
    for (const { record, coverage } of engine.retrieve(query, SECTIONS)) {
      const { page, anchor, heading } = record;
      if (coverage < MIN_COVERAGE || near.has(page.path) || near.size === MAX_PAGES) continue;
      near.set(page.path, { title: page.title, path: page.path, anchor, heading, source: sources.get(page.path) ?? null });
    }
    return [...near.values()];
  };
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

type Values = Parameters<Command['run']>[0];

export const reportCommand: Command = {
  summary:
    'Reports what readers asked and did not find: refused questions, answers rated down, searches without a result, repeated questions, and ratings of pages.',
  usage: '[--since 30d] [--limit N] [--json] [--file FILE | --database URL] [--dir DIR]',
  options: {
    since: { type: 'string', description: 'start of the period: 12h, 30d, or 8w ago, or a day such as 2026-11-01 (30d)' },
    limit: { type: 'string', description: 'maximum number of subjects in a list (20)' },
    json: { type: 'boolean', description: 'print JSON, and nothing else' },
    file: { type: 'string', description: 'SQLite file of the log (QUERY_LOG_FILE, or data/query-log.sqlite)' },
    database: { type: 'string', description: 'PostgreSQL database of the log (DATABASE_URL)' },
    dir: { type: 'string', description: 'folder of the build, for the nearest pages (build)' },
  },
  async run(values) {
    const to = Date.now();
    const from = readSince(String(values['since'] ?? '30d'), to);
    const limit = limitOf(values['limit']);
    const log = await openLog(locationOf(values));
    try {
      const records = log.read?.(from, to) ?? [];
      const nearestPages = await openNearestPages(resolve(String(values['dir'] ?? 'build')));
      const report = await createReport(records, { from, to, limit, nearestPages });
      process.stdout.write(values['json'] === true ? jsonLine(report) : describeReport(report));
      return 0;
    } finally {
      await log.close();
    }
  },
};

function limitOf(value: Values[string]): number {
  const limit = Number(value ?? 20);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new Error(`--limit ${String(value)}: expected a whole number above 0`);
}

/** Options for the location take precedence over the environment. */
function locationOf({ file, database }: Values): QueryLogLocation {
  if (file !== undefined && database !== undefined)
    throw new Error('--file and --database: a report reads only one log, so use only one of these options');
  if (file !== undefined) return { queryLogForward: null, databaseUrl: null, queryLogFile: String(file) };
  if (database === undefined) return readAssistantEnvironment(process.env);
  const address = readPostgresUrl(String(database));
  if ('expected' in address) throw new Error(`--database: expected ${address.expected}`);
  return { queryLogForward: null, databaseUrl: address.value, queryLogFile: '' };
}

async function openLog(location: QueryLogLocation): Promise<QueryLog> {
  const { queryLogForward, databaseUrl, queryLogFile } = location;
  if (queryLogForward !== null) {
    throw new Error(
      'The query log is forwarded to another service (QUERY_LOG_URL) and cannot be read from here. Read the table "queries" of that service.',
    );
  }
  if (databaseUrl === null && !existsSync(queryLogFile)) {
    const file = resolve(queryLogFile);
    throw new Error(
      `There is no query log at ${file} yet. The server creates it when it starts. Use --file, --database, or QUERY_LOG_FILE to read another log.`,
    );
  }
  return openQueryLogStore(location);
}

/** Opens the index of the build. The report also works without a build. */
async function openNearestPages(buildDirectory: string): Promise<(query: string) => NearPage[]> {
  const warn = (reason: string): void => void process.stderr.write(`Nearest pages are left out: ${reason}\n`);
  try {
    const manifest = await readSiteManifest(buildDirectory);
    const index = await openIndex({
      buildDirectory,
      manifest,
      log: (entry) => warn('message' in entry ? entry.message : ''),
      now: Date.now,
    });
    if (index !== null) return createNearestPages(index.engine, await readSources(buildDirectory));
    if (manifest.searchIndex === undefined) warn('this site was built without a search index.');
  } catch (error) {
    if (!(error instanceof BuildMissingError)) throw error;
    warn(error.message);
  }
  return () => [];
}

/** Returns the source file of each page, by route; an empty map if the build has no list of pages. */
async function readSources(buildDirectory: string): Promise<Map<string, string>> {
  const list = await readFile(join(buildDirectory, 'pages.json'), 'utf8').catch(() => '[]');
  return new Map((JSON.parse(list) as { path: string; source: string }[]).map(({ path, source }) => [path, source]));
}

const LONGEST_EXAMPLE = 100;

/** Writes the report as plain lines for a terminal of any width. */
export function describeReport(report: QueryReport): string {
  const { from, to, questions, ratings, refused, withoutResult, searchedAgain } = report;
  const heading = `What readers asked from ${day(from)} to ${day(to)}`;
  const total = questions + withoutResult.total + searchedAgain.total + ratings.positive + ratings.negative + report.pages.total;
  if (total + refused.total === 0) return `${heading}: nothing is in the log.\n`;
  const summary = [
    counted(questions, 'question'),
    `${refused.total} refused`,
    `${ratings.positive} rated up`,
    `${ratings.negative} rated down`,
    `${counted(withoutResult.total, 'search', 'es')} without a result`,
    `${searchedAgain.total} followed by another search`,
  ].join(', ');
  const lists = [
    describeList('Questions refused', refused),
    describeList('Answers rated down', report.ratedDown),
    describeList('Searches without a result', withoutResult),
    describeList('Searches followed by another search', searchedAgain),
    describeList('Questions asked again and again', report.repeated, false),
    describePages(report.pages),
  ];
  return `${heading}\n${summary}\n${lists.join('')}`;
}

function describeList(title: string, { total, groupCount, groups }: QueryList, isUnanswered = true): string {
  if (total === 0) return `\n${title}: none\n`;
  const rest = groupCount - groups.length;
  const more = rest > 0 ? `       and ${counted(rest, 'more subject', 's')} (--limit shows more)\n` : '';
  return `\n${title}: ${total}, on ${counted(groupCount, 'subject')}\n${groups.map((group) => describeGroup(group, isUnanswered)).join('')}${more}`;
}

function describePages({ total, pageCount, pages }: PageList): string {
  if (total === 0) return '\nPages rated by readers: none\n';
  const rest = pageCount - pages.length;
  const more = rest > 0 ? `       and ${counted(rest, 'more page')} (--limit shows more)\n` : '';
  const lines = pages.map(({ path, positive, negative, sentences }) => {
    const said = sentences.map((sentence) => `       "${printable(sentence)}"\n`).join('');
    return `${String(negative).padStart(5)} not helpful, ${positive} helpful  ${printable(path)}\n${said}`;
  });
  return `\nPages rated by readers: ${counted(total, 'rating')} of ${counted(pageCount, 'page')}, worst first\n${lines.join('')}${more}`;
}

/** Maximum number of characters of a question in front matter. */
const LONGEST_QUESTION = 200;

/** Proposes the section of an unanswered question, with a line to paste. Very short searches are not questions. */
function describeProposal(example: string, [nearest]: readonly NearPage[]): string {
  if (nearest === undefined || example.length < 8 || example.length > LONGEST_QUESTION) return '';
  const { path, heading, source } = nearest;
  return `       if "${printable(heading)}" of ${printable(source ?? path)} answers it, paste this under questions:\n       ${proposedLine(oneLine(example), nearest)}\n`;
}

function describeGroup({ count, example, wordings, nearestPages }: QueryGroup, isUnanswered: boolean): string {
  const ways = wordings > 1 ? ` (${wordings} wordings)` : '';
  const pages = nearestPages.length > 0 ? `       near: ${nearestPages.map(({ path }) => path).join(', ')}\n` : '';
  return `${String(count).padStart(5)}  ${printable(example)}${ways}\n${pages}${isUnanswered ? describeProposal(example, nearestPages) : ''}`;
}

/** Returns text on one line that cannot manipulate the terminal, nor contain anything that a maintainer does not see. */
const oneLine = (text: string): string => visibleText(text).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

function printable(text: string): string {
  const plain = oneLine(text);
  const characters = [...plain];
  return characters.length > LONGEST_EXAMPLE ? `${characters.slice(0, LONGEST_EXAMPLE).join('')}…` : plain;
}

function counted(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}

const day = (iso: string): string => iso.slice(0, 10);

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const FORMS = 'expected hours, days, or weeks such as 12h, 30d, or 8w, or a day such as 2026-11-01';

/** Returns the start of a period in milliseconds since 1970, from a duration before now (`30d`) or a day in UTC. @throws Error that explains the permitted forms */
export function readSince(text: string, now: number): number {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined && Number(amount) > 0) return now - Number(amount) * (UNITS[unit] ?? 0);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = isDay ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // `Date.parse` reads February 31 as a day in March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) throw new Error(`--since ${text}: ${FORMS}`);
  if (time > now) throw new Error(`--since ${text}: the day is in the future; ${FORMS}`);
  return time;
}
