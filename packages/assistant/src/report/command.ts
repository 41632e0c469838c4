import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { NearPage } from '#report/contract.ts';
import { createReport } from '#report/create-report.ts';
import { describeReport } from '#report/describe-report.ts';
import { createNearestPages } from '#report/nearest-pages.ts';
import { readSince } from '#report/read-since.ts';
import { readPostgresUrl } from '@quire/engine/config/env-values.ts';
import { readAssistantEnvironment } from '#environment.ts';
import type { QueryLog } from '#query-log/contract.ts';
import { openQueryLogStore, type QueryLogPlace } from '#query-log/open-query-log.ts';
import { openIndex } from '@quire/engine/server/open-index.ts';
import { BuildMissingError, readSiteManifest } from '@quire/engine/server/site-manifest.ts';

import type { Command } from '@quire/engine/commands/command.ts';

type Values = Parameters<Command['run']>[0];

export const reportCommand: Command = {
  summary:
    'Tells what readers asked and did not find: questions refused, answers rated down, searches without a result, questions repeated.',
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
    if (index !== null) return createNearestPages(index.engine);
    if (manifest.searchIndex === undefined) tell('this site was built without a search index.');
  } catch (error) {
    if (!(error instanceof BuildMissingError)) throw error;
    tell(error.message);
  }
  return () => [];
}
