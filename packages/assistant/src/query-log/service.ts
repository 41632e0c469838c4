import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { QueryLog } from '#query-log/contract.ts';
import { errorLogEntry, type LogEntry } from '@quire/engine/server/log.ts';
import { bodyLimit } from '@quire/engine/server/middleware.ts';
import { PostgrestError } from './postgrest-error.ts';
import { readRows } from './read-rows.ts';

export interface QueryLogServiceOptions {
  /** Null where it could not be opened: entries are refused in words. */
  queryLog: QueryLog | null;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Public key that entries must come with; without one any key is taken, and none. */
  key?: string | undefined;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Run before the entry is read, to refuse who may not send it or sends too many. */
  guards?: readonly MiddlewareHandler[];
}

const MAX_BODY_BYTES = 16 * 1024;
const NO_STORE = { 'Cache-Control': 'no-store' };

const AWAY = new PostgrestError(503, 'PGRST001', 'The query log cannot be written at the moment. Nothing was kept; please send it again.');

/**
 * The table of readers' questions as a PostgREST service shows it to an anonymous role that may insert and nothing else
 *: at the root, where clients that know only a host look for it, and below the base URL.
 */
export function queryLogService({ queryLog, baseUrl, key, log, now, guards = [] }: QueryLogServiceOptions): Hono {
  const service = new Hono();
  const sizeLimit = bodyLimit(MAX_BODY_BYTES, (c, maxBytes) =>
    refuse(c, new PostgrestError(413, '54000', `The request body is larger than ${maxBytes} bytes.`)),
  );
  for (const base of new Set(['/', baseUrl])) {
    const path = `${base}rest/v1/queries`;
    for (const guard of guards) service.post(path, guard);
    service.post(path, sizeLimit, (c) => insert(c));
    service.all(path, (c) =>
      refuse(c, new PostgrestError(405, 'PGRST117', `Entries can be added by POST only; ${c.req.method} is not for readers.`), {
        Allow: 'POST',
      }),
    );
  }

  async function insert(c: Context): Promise<Response> {
    try {
      checkKey(c, key);
      checkContentType(c);
      const rows = readRows(await c.req.text());
      await keep(c, rows);
      const preference = /(?:^|,)\s*return=minimal\s*(?:,|$)/.test(c.req.header('Prefer') ?? '');
      return c.body(null, 201, preference ? { ...NO_STORE, 'Preference-Applied': 'return=minimal' } : NO_STORE);
    } catch (error) {
      if (error instanceof PostgrestError) return refuse(c, error);
      throw error;
    }
  }

  async function keep(c: Context, rows: ReturnType<typeof readRows>): Promise<void> {
    if (queryLog === null) throw AWAY;
    try {
      const time = now();
      await queryLog.append(...rows.map((row) => ({ time, source: 'assistant' as const, outcome: null, ...row })));
    } catch (error) {
      log(errorLogEntry(error, now(), c.req));
      throw AWAY;
    }
  }
  return service;
}

function refuse(c: Context, error: PostgrestError, headers: Record<string, string> = {}): Response {
  const retry: Record<string, string> = error.status === 503 ? { 'Retry-After': '5' } : {};
  return c.json(error.toBody(), error.status, { ...NO_STORE, ...retry, ...headers });
}

/** The key is public, as it stands in every page: it keeps out what came here by mistake, and no more. */
function checkKey(c: Context, key: string | undefined): void {
  if (key === undefined) return;
  const bearer = /^bearer +(.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const given = [c.req.header('apikey'), bearer];
  if (given.includes(key)) return;
  throw given.every((value) => value === undefined)
    ? new PostgrestError(
        401,
        'PGRST302',
        'Anonymous access is disabled',
        'Send the public key in the header apikey, or as Authorization: Bearer.',
      )
    : new PostgrestError(401, 'PGRST301', 'The key is not the one of this site', 'Reload the page: the key may have been changed.');
}

function checkContentType(c: Context): void {
  const type = c.req.header('Content-Type') ?? 'application/json';
  if (/^application\/json *(;|$)/i.test(type)) return;
  throw new PostgrestError(415, 'PGRST107', 'The Content-Type sent in the request is invalid', 'Entries are JSON: send application/json.');
}
