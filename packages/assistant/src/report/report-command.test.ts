import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openSqliteLog } from '#query-log/sqlite-log.ts';
import type { QueryReport } from '#report/report.ts';
import { readSince, reportCommand } from '#report/report-command.ts';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
  file = join(folder, 'log.sqlite');
  const log = await openSqliteLog(file);
  const common = { source: 'assistant', rating: null, outcome: 'refused' } as const;
  await log.append({ ...common, time: Date.now() - 1000, query: 'teradata' });
  await log.append({ ...common, time: Date.now() - 40 * 86_400_000, query: 'last month' });
  await log.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

type Values = Parameters<typeof reportCommand.run>[0];

async function run(values: Values): Promise<{ status: number; printed: string; errors: string }> {
  let [printed, errors] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((errors += String(text)), true));
  const status = await reportCommand.run({ dir: folder, ...values }, []);
  return { status, printed, errors };
}

test('R-604 the last 30 days of a log file are printed as text and as JSON', async () => {
  const { status, printed, errors } = await run({ file });
  expect({ status, errors }).toEqual({
    status: 0,
    errors: `Nearest pages are left out: ${folder} is not a complete build: manifest.json is missing. Build the site first, or name the folder of a complete build with --dir.\n`,
  });
  expect(printed).toContain('Questions refused: 1, on 1 subject\n    1  teradata\n');
  const report = JSON.parse((await run({ file, json: true, since: '8w' })).printed) as QueryReport;
  expect(report.refused.groups.map(({ example }) => example)).toEqual(['teradata', 'last month']);
});

test('the location of the log defaults to the environment variable', async () => {
  vi.stubEnv('QUERY_LOG_FILE', file);
  expect((await run({})).printed).toContain('teradata');
});

test('a period without entries exits with status 0', async () => {
  const empty = join(folder, 'empty.sqlite');
  await (await openSqliteLog(empty)).close();
  const { status, printed } = await run({ file: empty });
  expect(status).toBe(0);
  expect(printed).toMatch(/^What readers asked from .*: nothing is in the log\.\n$/);
});

test.each<[Values, RegExp]>([
  [
    { file: '/nowhere/log.sqlite' },
    /^There is no query log at \/nowhere\/log\.sqlite yet\. The server creates it when it starts\. Use --file/,
  ],
  [{ file: 'package.json' }, /package\.json is not a SQLite database\./],
  [{ file: '.' }, / is a folder\. Set QUERY_LOG_FILE to a file/],
  [{ file: 'x', database: 'postgres://db/log' }, /^--file and --database: a report reads only one log, so use only one of these options$/],
  [{ database: 'mysql://u:s3cret@db/log' }, /^--database: expected an address that starts with postgres:\/\/$/],
  [{ database: 'postgres://nobody@127.0.0.1:1/log' }, /^The query log in PostgreSQL \(DATABASE_URL\) cannot be used: .*ECONNREFUSED/],
  [{ since: 'tomorrow' }, /^--since tomorrow: expected hours, days, or weeks/],
  [{ since: '9999-01-01' }, /^--since 9999-01-01: the day is in the future/],
  [{ limit: '0' }, /^--limit 0: expected a whole number above 0$/],
])('%j is rejected with an explanation', async (values, message) => {
  await expect(run(values)).rejects.toThrow(message);
});

test('a forwarded log cannot be read, and the error names its location', async () => {
  vi.stubEnv('QUERY_LOG_URL', 'https://log.example.org');
  vi.stubEnv('QUERY_LOG_KEY', 'key');
  await expect(run({})).rejects.toThrow(
    'The query log is forwarded to another service (QUERY_LOG_URL) and cannot be read from here. Read the table "queries" of that service.',
  );
});

test('an invalid build is reported, and the report is still printed', async () => {
  await writeFile(join(folder, 'manifest.json'), 'no manifest');
  const { status, errors, printed } = await run({ file });
  expect(status).toBe(0);
  expect(errors).toContain('is not a valid manifest of a build');
  expect(printed).toContain('teradata');
  await rm(join(folder, 'manifest.json'));
});

const NOW = Date.UTC(2026, 10, 21, 12);

test.each([
  ['12h', '2026-11-21T00:00:00.000Z'],
  ['30d', '2026-10-22T12:00:00.000Z'],
  ['2w', '2026-11-07T12:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
])('--since %s is parsed', (text, expected) => expect(new Date(readSince(text, NOW)).toISOString()).toBe(expected));

test.each(['', '0d', '-3d', '30', 'd', '1.5d', '30D', 'yesterday', '2026-02-31', '2026-13-01', '2026-1-1', '999999999d', '1e3d'])(
  '--since "%s" is rejected with the expected form',
  (text) => {
    expect(() => readSince(text, NOW)).toThrow(
      `--since ${text}: expected hours, days, or weeks such as 12h, 30d, or 8w, or a day such as 2026-11-01`,
    );
  },
);

test('a date in the future is rejected', () => {
  expect(() => readSince('2026-11-22', NOW)).toThrow('--since 2026-11-22: the day is in the future');
});
