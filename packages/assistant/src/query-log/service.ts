/**
 * The endpoints that store entries in the query log: questions and ratings of answers, with the protocol of PostgREST, answers to "Was this
 * page helpful?", and searches that did not help the reader.
 */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { QUESTION_LIMITS, MAX_RATING_CHARACTERS } from '#contract.ts';
import type { QueryLog, QueryRecord } from '#query-log/store.ts';
import { errorLogEntry, type LogEntry } from '@quire/engine/server/log.ts';
import { bodyLimit } from '@quire/engine/server/middleware.ts';
import { errorResponse, methodNotAllowed, type PostgrestErrorBody } from '@quire/engine/server/error-response.ts';
import type { Counters } from '@quire/engine/server/rate-limit.ts';
import type { AnsweredSearch } from '@quire/search';

export interface QueryLogServiceOptions {
  /** Null if it could not be opened; entries are then rejected with an error message. */
  queryLog: QueryLog | null;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Public key that each entry must carry. Without it, entries with any key or none are accepted. */
  key?: string | undefined;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Middleware that runs before the entry is read and may reject it, such as rate limits. */
  guards?: readonly MiddlewareHandler[];
}

interface EntriesOptions extends QueryLogServiceOptions {
  /** Counts a further entry of a request. @returns an error response; null if the entry is accepted */
  countEntry?: (c: Context) => Promise<Response | null>;
}

const MAX_ENTRY_BYTES = 16 * 1024;
const NO_STORE = { 'Cache-Control': 'no-store' };

/** Adds an endpoint for requests that the pages of the site send with POST. @param maxBytes maximum size of a request */
function addPostEndpoint(
  service: Hono,
  path: string,
  { guards = [], maxBytes }: { guards?: readonly MiddlewareHandler[] | undefined; maxBytes: number },
  handle: (c: Context) => Promise<Response>,
): void {
  for (const guard of guards) service.post(path, guard);
  const sizeLimit = bodyLimit(maxBytes, (c) => errorResponse(c, 413, 'too_large', `The request body is larger than ${maxBytes} bytes.`));
  service.post(path, sizeLimit, handle);
  service.all(path, (c) => methodNotAllowed(c, 'POST'));
}

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

// Answers to "Was this page helpful?".

const MAX_PATH = 300;
const MAX_RATING_BYTES = 4 * 1024;

type Rating = Pick<QueryRecord, 'page' | 'query' | 'rating'>;

/**
 * Stores the answers to "Was this page helpful?": `{"page": "/docs/x", "rating": "positive", "sentence": "…"}`. The browser asks
 * `page-ratings.json` first whether ratings are stored: on a static host, this is a file with a negative answer.
 */
export function pageRatingsService({ queryLog, baseUrl, log, now, guards }: Omit<QueryLogServiceOptions, 'key'>): Hono {
  const service = new Hono();
  // A log that forwards its entries has no column for a page.
  const isKept = queryLog !== null && queryLog.read !== null;
  service.get(`${baseUrl}page-ratings.json`, (c) => c.json({ isKept }, 200, NO_STORE));
  const path = `${baseUrl}rest/v1/page_ratings`;
  addPostEndpoint(service, path, { guards, maxBytes: MAX_RATING_BYTES }, async (c) => {
    const rating = readPageRating(await c.req.text());
    return typeof rating === 'string' ? errorResponse(c, 400, 'invalid_rating', rating) : store(c, rating);
  });

  async function store(c: Context, rating: Rating): Promise<Response> {
    try {
      if (queryLog === null || !isKept) throw new Error('The query log is not open or cannot store ratings of pages.');
      await queryLog.append({ time: now(), source: 'page', outcome: null, ...rating });
      return c.body(null, 201, NO_STORE);
    } catch (error) {
      log(errorLogEntry(error, now(), c.req));
      const message =
        'The query log did not confirm that it stored the rating. It may have stored it, so it may be stored twice if you send it again.';
      return errorResponse(c, 503, 'log_unavailable', message, { 'Retry-After': '5' });
    }
  }
  return service;
}

/** Returns the rating or an error message. */
function readPageRating(body: string): Rating | string {
  const value = parseOrNull(body);
  if (typeof value !== 'object' || value === null) return 'Send a JSON object with "page", "rating", and an optional "sentence".';
  const { page, rating, sentence = '' } = value as Record<string, unknown>;
  if (typeof page !== 'string' || page.length > MAX_PATH || !/^\/[\p{L}\p{M}\p{N}/%+,.:@_~-]*$/u.test(page))
    return `page: expected the path of a page, of at most ${MAX_PATH} characters, such as "/docs/start".`;
  if (rating !== 'positive' && rating !== 'negative') return 'rating: expected "positive" or "negative".';
  if (typeof sentence !== 'string' || sentence.length > MAX_RATING_CHARACTERS)
    return `sentence: expected a text of at most ${MAX_RATING_CHARACTERS} characters.`;
  return { page, rating, query: sentence.trim() };
}

function parseOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

// Searches that did not help the reader: those without results, and those that another search followed.

/** Records searches that found nothing. */
export interface UnansweredSearches {
  /** Call this for every search, also for those with results: they show that the reader continued typing. */
  notice(search: AnsweredSearch): void;
  /** Records the pending searches. */
  finish(): Promise<void>;
}

interface UnansweredSearchesOptions {
  queryLog: QueryLog;
  counters: Pick<Counters, 'openLocal'>;
  /** Milliseconds since 1970. */
  now: () => number;
  onError: (error: unknown) => void;
  /** Milliseconds without further typing; default 5000. */
  waitMs?: number;
}

/** Maximum number of pending searches, and of those that are recorded in a day. Further ones are not, so that searches cannot flood the log. */
const MAX_PENDING = 50;
const MAX_PER_DAY = 10_000;
/** Minimum and maximum length of a recorded search in characters. */
const MIN_SEARCH_LENGTH = 3;
const MAX_SEARCH_LENGTH = 200;

/**
 * Each keystroke is a search. Of several searches that each extend the previous one, only the last one is recorded, and only if it
 * found nothing. Readers are not distinguished: a longer query within a few seconds replaces a shorter one, regardless of who sent it.
 */
export function createUnansweredSearches({
  queryLog,
  counters,
  now,
  onError,
  waitMs = 5000,
}: UnansweredSearchesOptions): UnansweredSearches {
  const pending = new Map<string, { query: string; timer: NodeJS.Timeout }>();
  const recorded = counters.openLocal({ name: 'recorded-searches', points: MAX_PER_DAY, seconds: 86_400 });

  async function record(key: string): Promise<void> {
    const entry = pending.get(key);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    pending.delete(key);
    if ((await recorded.consume('all')) !== null) return;
    await queryLog.append({ time: now(), source: 'search', query: entry.query, rating: null, outcome: 'no-results' }).catch(onError);
  }

  return {
    notice({ query, total }) {
      const text = query.trim();
      const key = text.toLowerCase().replace(/\s+/g, ' ');
      for (const [shorter, { timer }] of pending) {
        if (!key.startsWith(shorter)) continue;
        clearTimeout(timer);
        pending.delete(shorter);
      }
      if (total > 0 || key.length < MIN_SEARCH_LENGTH || key.length > MAX_SEARCH_LENGTH || pending.size >= MAX_PENDING) return;
      pending.set(key, { query: text, timer: setTimeout(() => void record(key), waitMs).unref() });
    },
    async finish() {
      await Promise.all([...pending.keys()].map(record));
    },
  };
}

const MAX_SEARCH_BYTES = 2048;

/**
 * Stores searches without an opened result that another search followed: `{"query": "…"}`. Each is a separate entry with a
 * negative rating, without any connection to the next search or to a reader.
 */
export function searchesAgainService({ queryLog, baseUrl, log, now, guards }: Omit<QueryLogServiceOptions, 'key'>): Hono {
  const service = new Hono();
  const path = `${baseUrl}rest/v1/searches_again`;
  addPostEndpoint(service, path, { guards, maxBytes: MAX_SEARCH_BYTES }, async (c) => {
    const query = readSearch(await c.req.text());
    if (query === null) {
      const expected = `The body must be {"query": text}, with ${MIN_SEARCH_LENGTH} to ${MAX_SEARCH_LENGTH} characters of text.`;
      return errorResponse(c, 400, 'invalid_query', expected);
    }
    // A log that forwards its entries has no column that distinguishes a search from a question.
    if (queryLog === null || queryLog.read === null) return c.body(null, 204, NO_STORE);
    try {
      await queryLog.append({ time: now(), source: 'search', query, rating: 'negative', outcome: null });
    } catch (error) {
      log(errorLogEntry(error, now(), c.req));
      return errorResponse(c, 503, 'log_unavailable', 'The query log did not confirm that it stored the search. It may have stored it.');
    }
    return c.body(null, 201, NO_STORE);
  });
  return service;
}

function readSearch(body: string): string | null {
  try {
    const { query } = JSON.parse(body) as { query?: unknown };
    const text = typeof query === 'string' ? query.trim() : '';
    return text.length >= MIN_SEARCH_LENGTH && text.length <= MAX_SEARCH_LENGTH ? text : null;
  } catch {
    return null;
  }
}
