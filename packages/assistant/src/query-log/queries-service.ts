/** The endpoint that stores questions and ratings of answers, with the protocol of PostgREST. */
import { type Context, Hono } from 'hono';

import type { PostgrestErrorBody } from '@quire/engine/server/error-response.ts';
import { errorLogEntry } from '@quire/engine/server/log.ts';
import { bodyLimit } from '@quire/engine/server/middleware.ts';

import { QUESTION_LIMITS } from '#contract.ts';
import { NO_STORE, type QueryLogServiceOptions } from './log-endpoint.ts';

interface EntriesOptions extends QueryLogServiceOptions {
  /** Counts a further entry of a request. @returns an error response; null if the entry is accepted */
  countEntry?: (c: Context) => Promise<Response | null>;
}

const MAX_ENTRY_BYTES = 16 * 1024;
/** An error in the form of a PostgREST service. `code` is a code of PostgREST (PGRST…) or of PostgreSQL. */
class PostgrestError extends Error {
  override name = 'PostgrestError';
  readonly status: 400 | 401 | 405 | 413 | 415 | 503;
  readonly code: string;
  readonly hint: string | null;

  constructor(status: PostgrestError['status'], code: string, message: string, hint: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }

  toBody(): PostgrestErrorBody {
    return { code: this.code, details: null, hint: this.hint, message: this.message };
  }
}

const NOT_OPEN = new PostgrestError(503, 'PGRST001', 'The query log cannot be opened. Nothing was stored.');
/** A database may store entries although its answer is lost or too late. */
const NOT_CONFIRMED = new PostgrestError(
  503,
  'PGRST001',
  'The query log did not confirm that it stored the entries. It may have stored them, so they may be stored twice if you send them again.',
);

/**
 * Serves the table of readers' questions like a PostgREST service whose anonymous role may only insert. It is served below the
 * base URL, and at the root for clients that know only the host.
 */
export function queryLogService({ queryLog, baseUrl, key, log, now, guards = [], countEntry = async () => null }: EntriesOptions): Hono {
  const service = new Hono();
  const sizeLimit = bodyLimit(MAX_ENTRY_BYTES, (c, maxBytes) =>
    reject(c, new PostgrestError(413, '54000', `The request body is larger than ${maxBytes} bytes.`)),
  );
  for (const base of new Set(['/', baseUrl])) {
    const path = `${base}rest/v1/queries`;
    for (const guard of guards) service.post(path, guard);
    service.post(path, sizeLimit, (c) => insert(c));
    service.all(path, (c) =>
      reject(
        c,
        new PostgrestError(405, 'PGRST117', `Only POST is allowed, which adds entries. The method ${c.req.method} is not supported.`),
        {
          Allow: 'POST',
        },
      ),
    );
  }

  async function insert(c: Context): Promise<Response> {
    try {
      checkKey(c, key);
      checkContentType(c);
      const rows = readRows(await c.req.text());
      // The guards have counted the request, and with it the first row.
      for (const _ of rows.slice(1)) {
        const refusal = await countEntry(c);
        if (refusal !== null) return refusal;
      }
      await store(c, rows);
      const preference = /(?:^|,)\s*return=minimal\s*(?:,|$)/.test(c.req.header('Prefer') ?? '');
      return c.body(null, 201, preference ? { ...NO_STORE, 'Preference-Applied': 'return=minimal' } : NO_STORE);
    } catch (error) {
      if (error instanceof PostgrestError) return reject(c, error);
      throw error;
    }
  }

  async function store(c: Context, rows: ReturnType<typeof readRows>): Promise<void> {
    if (queryLog === null) throw NOT_OPEN;
    try {
      const time = now();
      await queryLog.append(...rows.map((row) => ({ time, source: 'assistant' as const, outcome: null, ...row })));
    } catch (error) {
      log(errorLogEntry(error, now(), c.req));
      throw NOT_CONFIRMED;
    }
  }
  return service;
}

function reject(c: Context, error: PostgrestError, headers: Record<string, string> = {}): Response {
  const retry: Record<string, string> = error.status === 503 ? { 'Retry-After': '5' } : {};
  return c.json(error.toBody(), error.status, { ...NO_STORE, ...retry, ...headers });
}

/** Checks the key. It is public, because every page contains it, and only prevents entries that are sent here by mistake. */
function checkKey(c: Context, key: string | undefined): void {
  if (key === undefined) return;
  const bearer = /^bearer +([^ ].*)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const given = [c.req.header('apikey'), bearer];
  if (given.includes(key)) return;
  throw given.every((value) => value === undefined)
    ? new PostgrestError(
        401,
        'PGRST302',
        'Anonymous access is disabled',
        'Send the public key in the header "apikey" or as "Authorization: Bearer".',
      )
    : new PostgrestError(401, 'PGRST301', 'The key is not the one of this site', 'Reload the page, because the key may have changed.');
}

function checkContentType(c: Context): void {
  const type = c.req.header('Content-Type') ?? 'application/json';
  if (/^application\/json *(;|$)/i.test(type)) return;
  throw new PostgrestError(415, 'PGRST107', 'The Content-Type sent in the request is invalid', 'Entries are JSON: send application/json.');
}

/** A row to insert. */
interface QueryRow {
  query: string;
  rating: 'positive' | 'negative' | null;
}

const MAX_ROWS = 10;
const COLUMNS = ['query', 'result_rating'];

/**
 * Reads the body of an insert: a row, or an array of rows.
 * @throws PostgrestError with the codes of PostgREST and PostgreSQL for such mistakes
 */
function readRows(body: string): QueryRow[] {
  const value = parse(body);
  const rows = Array.isArray(value) ? (value as unknown[]) : [value];
  if (rows.length > MAX_ROWS) throw new PostgrestError(400, '54000', `At most ${MAX_ROWS} rows can be inserted at a time`);
  return rows.map(readRow);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new PostgrestError(400, 'PGRST102', 'Empty or invalid json');
  }
}

function readRow(row: unknown): QueryRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new PostgrestError(400, 'PGRST102', 'A row is a JSON object', 'Send {"query": "…"}, or an array of such rows.');
  }
  const unknown = Object.keys(row).find((column) => !COLUMNS.includes(column));
  if (unknown !== undefined) {
    const message = `Could not find the '${unknown.slice(0, 80)}' column of 'queries' in the schema cache`;
    throw new PostgrestError(400, 'PGRST204', message, `The columns are ${COLUMNS.join(' and ')}.`);
  }
  const { query, result_rating: rating } = row as Record<string, unknown>;
  return { query: readQuery(query), rating: readRating(rating) };
}

function readQuery(value: unknown): string {
  if (value === undefined || value === null) {
    throw new PostgrestError(400, '23502', 'null value in column "query" of relation "queries" violates not-null constraint');
  }
  if (typeof value !== 'string') throw new PostgrestError(400, '22P02', 'invalid input for column "query": expected text');
  const query = value.trim();
  if (query === '' || query.length > QUESTION_LIMITS.promptCharacters) {
    const message = 'new row for relation "queries" violates check constraint "query_length"';
    throw new PostgrestError(400, '23514', message, `A query has 1 to ${QUESTION_LIMITS.promptCharacters} characters.`);
  }
  return query;
}

function readRating(value: unknown): QueryRow['rating'] {
  if (value === undefined || value === null) return null;
  if (value === 'positive' || value === 'negative') return value;
  const found = typeof value === 'string' ? value.slice(0, 80) : typeof value;
  throw new PostgrestError(400, '22P02', `invalid input value for enum result_rating: "${found}"`, 'A rating is positive or negative.');
}
