/** `npm run report`: reads the query log and prints what readers asked and did not find. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Command } from '@quire/engine/commands/command.ts';
import { readPostgresUrl } from '@quire/engine/config/env.ts';
import { jsonLine } from '@quire/engine/model/invisible-characters.ts';
import { openIndex } from '@quire/engine/server/routes/search.ts';
import { BuildMissingError, readSiteManifest } from '@quire/engine/server/site-manifest.ts';
import type { SearchEngine } from '@quire/search';

import { readAssistantEnvironment } from '#config.ts';
import { openQueryLogStore, type QueryLogLocation } from '#query-log/open-query-log.ts';
import type { QueryLog } from '#query-log/store.ts';
import { describeReport } from './describe-report.ts';
import { createReport, type NearPage } from './report.ts';

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
