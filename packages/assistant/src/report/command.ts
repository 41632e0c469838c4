import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@quire/engine/commands/command.ts';
import { readPostgresUrl } from '@quire/engine/config/env.ts';
import { openIndex } from '@quire/engine/server/open-index.ts';
import { BuildMissingError, readSiteManifest } from '@quire/engine/server/site-manifest.ts';
import { readAssistantEnvironment } from '#environment.ts';
import type { QueryLog } from '#query-log/contract.ts';
import { openQueryLogStore, type QueryLogPlace } from '#query-log/open-query-log.ts';
import { createNearestPages, createReport, proposedLine, type NearPage } from '#report/report.ts';
import type { PageList, QueryGroup, QueryList, QueryReport } from './report.ts';

type Values = Parameters<Command['run']>[0];

export const reportCommand: Command = {
  summary:
    'Tells what readers asked and did not find: questions refused, answers rated down, searches without a result, questions repeated, and how they rate the pages.',
  usage: '[--since 30d] [--limit N] [--json] [--file FILE | --database URL] [--dir DIR]',
  options: {
    since: { type: 'string', description: 'how far back: 12h, 30d, 8w, or a day such as 2026-11-01 (30d)' },
    limit: { type: 'string', description: 'most subjects in a list (20)' },
    json: { type: 'boolean', description: 'print JSON, and nothing else' },
    file: { type: 'string', description: 'SQLite file of the log (QUERY_LOG_FILE, or data/query-log.sqlite)' },
    database: { type: 'string', description: 'PostgreSQL that the log is kept in (DATABASE_URL)' },
    dir: { type: 'string', description: 'build whose pages are looked up (build)' },
  },
  async run(values) {
    const to = Date.now();
    const from = readSince(String(values['since'] ?? '30d'), to);
    const limit = limitOf(values['limit']);
    const log = await openLog(placeOf(values));
    try {
      const records = log.read?.(from, to) ?? [];
      const nearestPages = await openNearestPages(resolve(String(values['dir'] ?? 'build')));
      const report = await createReport(records, { from, to, limit, nearestPages });
      process.stdout.write(values['json'] === true ? `${JSON.stringify(report)}\n` : describeReport(report));
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

/** What the options say of the place goes before the environment. */
function placeOf({ file, database }: Values): QueryLogPlace {
  if (file !== undefined && database !== undefined) throw new Error('--file and --database: a report is made of one log; name one of them');
  if (file !== undefined) return { queryLogForward: null, databaseUrl: null, queryLogFile: String(file) };
  if (database === undefined) return readAssistantEnvironment(process.env);
  const address = readPostgresUrl(String(database));
  if ('expected' in address) throw new Error(`--database: expected ${address.expected}`);
  return { queryLogForward: null, databaseUrl: address.value, queryLogFile: '' };
}

async function openLog(place: QueryLogPlace): Promise<QueryLog> {
  const { queryLogForward, databaseUrl, queryLogFile } = place;
  if (queryLogForward !== null) {
    throw new Error(
      'The query log is handed on to another service (QUERY_LOG_URL) and cannot be read from here. Look at its table "queries" there.',
    );
  }
  if (databaseUrl === null && !existsSync(queryLogFile)) {
    const file = resolve(queryLogFile);
    throw new Error(
      `There is no query log at ${file} yet. The server makes it when it starts; name another with --file, --database or QUERY_LOG_FILE.`,
    );
  }
  return openQueryLogStore(place);
}

/** Without a build the report is made all the same. */
async function openNearestPages(buildDirectory: string): Promise<(query: string) => NearPage[]> {
  const tell = (reason: string): void => void process.stderr.write(`Nearest pages are left out: ${reason}\n`);
  try {
    const manifest = await readSiteManifest(buildDirectory);
    const index = await openIndex({
      buildDirectory,
      manifest,
      log: (entry) => tell('message' in entry ? entry.message : ''),
      now: Date.now,
    });
    if (index !== null) return createNearestPages(index.engine, await readSources(buildDirectory));
    if (manifest.searchIndex === undefined) tell('this site was built without a search index.');
  } catch (error) {
    if (!(error instanceof BuildMissingError)) throw error;
    tell(error.message);
  }
  return () => [];
}

/** @returns the file of each page, by route; none for a build without the list of its pages */
async function readSources(buildDirectory: string): Promise<Map<string, string>> {
  const list = await readFile(join(buildDirectory, 'pages.json'), 'utf8').catch(() => '[]');
  return new Map((JSON.parse(list) as { path: string; source: string }[]).map(({ path, source }) => [path, source]));
}

const LONGEST_EXAMPLE = 100;

/** The report for people, in plain lines that any width of terminal can show. */
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
  return `\nPages rated by readers: ${counted(total, 'rating')} of ${counted(pageCount, 'page')}, the worst first\n${lines.join('')}${more}`;
}

/** Maximum number of characters of a question in front matter. */
const LONGEST_QUESTION = 200;

/** Where an unanswered question probably belongs, as a line to paste. Searches of a few letters are no question. */
function describeProposal(example: string, [nearest]: readonly NearPage[]): string {
  if (nearest === undefined || example.length < 8 || example.length > LONGEST_QUESTION) return '';
  const { path, heading, source } = nearest;
  return `       if "${printable(heading)}" of ${printable(source ?? path)} answers it, paste under questions:\n       ${proposedLine(withoutControls(example), nearest)}\n`;
}

function describeGroup({ count, example, wordings, nearestPages }: QueryGroup, isUnanswered: boolean): string {
  const ways = wordings > 1 ? ` (${wordings} wordings)` : '';
  const pages = nearestPages.length > 0 ? `       near: ${nearestPages.map(({ path }) => path).join(', ')}\n` : '';
  return `${String(count).padStart(5)}  ${printable(example)}${ways}\n${pages}${isUnanswered ? describeProposal(example, nearestPages) : ''}`;
}

/** What a stranger wrote must not steer the terminal: control characters and those that turn the writing around become spaces. */
const withoutControls = (text: string): string => text.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, ' ');

function printable(text: string): string {
  const plain = withoutControls(text);
  const characters = [...plain];
  return characters.length > LONGEST_EXAMPLE ? `${characters.slice(0, LONGEST_EXAMPLE).join('')}…` : plain;
}

function counted(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}

const day = (iso: string): string => iso.slice(0, 10);

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const FORMS = 'expected hours, days or weeks such as 12h, 30d or 8w, or a day such as 2026-11-01';

/** The beginning of a period, in milliseconds since 1970: `30d` before now, or a day (UTC). @throws an Error in words */
export function readSince(text: string, now: number): number {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined && Number(amount) > 0) return now - Number(amount) * (UNITS[unit] ?? 0);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = isDay ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 31 February is read as a day in March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) throw new Error(`--since ${text}: ${FORMS}`);
  if (time > now) throw new Error(`--since ${text}: that day is still to come; ${FORMS}`);
  return time;
}
