/** Records searches that did not help the reader: those without results, and those that another search followed. */
import { Hono } from 'hono';

import { errorResponse } from '@quire/engine/server/error-response.ts';
import { errorLogEntry } from '@quire/engine/server/log.ts';
import type { Counters } from '@quire/engine/server/rate-limit.ts';
import type { AnsweredSearch } from '@quire/search';

import { addPostEndpoint, NO_STORE, type QueryLogServiceOptions } from './log-endpoint.ts';
import type { QueryLog } from './store.ts';

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
