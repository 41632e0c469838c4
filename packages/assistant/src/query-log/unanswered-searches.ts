import { errorResponse, methodNotAllowed } from '@quire/engine/server/error-response.ts';
import { errorLogEntry } from '@quire/engine/server/log.ts';
import { bodyLimit } from '@quire/engine/server/middleware.ts';
import type { AnsweredSearch } from '@quire/search';
import { Hono } from 'hono';
import type { QueryLog } from '#query-log/contract.ts';
import type { QueryLogServiceOptions } from './service.ts';

/** Takes note of searches that found nothing. */
export interface UnansweredSearches {
  /** Call this for every search, also for those with results: they show that the reader continued typing. */
  notice(search: AnsweredSearch): void;
  /** Records the pending searches. */
  finish(): Promise<void>;
}

export interface UnansweredSearchesOptions {
  queryLog: QueryLog;
  /** Milliseconds since 1970. */
  now: () => number;
  onError: (error: unknown) => void;
  /** Milliseconds without further typing; default 5000. */
  waitMs?: number;
}

/** Searches that wait at a time. More are left out: the log is for learning, and must not be flooded through the search. */
const MOST_WAITING = 50;
const SHORTEST = 3;
const LONGEST = 200;

/**
 * While a reader types, every key is a search. In a run of searches that each start with the previous one, only the last is what
 * they looked for, and only if it found nothing. Who types is not known and need not be: a longer query that comes within
 * a few seconds replaces the shorter one, no matter who sent it.
 */
export function createUnansweredSearches({ queryLog, now, onError, waitMs = 5000 }: UnansweredSearchesOptions): UnansweredSearches {
  const waiting = new Map<string, { query: string; timer: NodeJS.Timeout }>();

  async function note(key: string): Promise<void> {
    const entry = waiting.get(key);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    waiting.delete(key);
    await queryLog.append({ time: now(), source: 'search', query: entry.query, rating: null, outcome: 'no-results' }).catch(onError);
  }

  return {
    notice({ query, total }) {
      const text = query.trim();
      const key = text.toLowerCase().replace(/\s+/g, ' ');
      for (const [shorter, { timer }] of waiting) {
        if (!key.startsWith(shorter)) continue;
        clearTimeout(timer);
        waiting.delete(shorter);
      }
      if (total > 0 || key.length < SHORTEST || key.length > LONGEST || waiting.size >= MOST_WAITING) return;
      waiting.set(key, { query: text, timer: setTimeout(() => void note(key), waitMs).unref() });
    },
    async finish() {
      await Promise.all([...waiting.keys()].map(note));
    },
  };
}

const MAX_BODY_BYTES = 2048;
const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Takes searches that another search followed, `{"query": "…"}`, as the dialog notices them: no result was opened. Each is an entry of
 * its own with a negative rating; nothing connects it to the next search or to a reader.
 */
export function searchesAgainService({ queryLog, baseUrl, log, now, guards = [] }: Omit<QueryLogServiceOptions, 'key'>): Hono {
  const service = new Hono();
  const path = `${baseUrl}rest/v1/searches_again`;
  for (const guard of guards) service.post(path, guard);
  const sizeLimit = bodyLimit(MAX_BODY_BYTES, (c, most) =>
    errorResponse(c, 413, 'too_large', `The request body is larger than ${most} bytes.`),
  );
  service.post(path, sizeLimit, async (c) => {
    const query = readQuery(await c.req.text());
    if (query === null) {
      const expected = `The body has to be {"query": text}, with ${SHORTEST} to ${LONGEST} characters of text.`;
      return errorResponse(c, 400, 'invalid_query', expected);
    }
    // A log that forwards its entries has no column that distinguishes a search from a question.
    if (queryLog === null || queryLog.read === null) return c.body(null, 204, NO_STORE);
    try {
      await queryLog.append({ time: now(), source: 'search', query, rating: 'negative', outcome: null });
    } catch (error) {
      log(errorLogEntry(error, now(), c.req));
      return errorResponse(c, 503, 'log_unavailable', 'The query log cannot be written at the moment. Nothing was stored.');
    }
    return c.body(null, 201, NO_STORE);
  });
  service.all(path, (c) => methodNotAllowed(c, 'POST'));
  return service;
}

function readQuery(body: string): string | null {
  try {
    const { query } = JSON.parse(body) as { query?: unknown };
    const text = typeof query === 'string' ? query.trim() : '';
    return text.length >= SHORTEST && text.length <= LONGEST ? text : null;
  } catch {
    return null;
  }
}
