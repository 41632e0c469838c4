/** The endpoint that stores answers to "Was this page helpful?". */
import { type Context, Hono } from 'hono';

import { errorResponse } from '@quire/engine/server/error-response.ts';
import { errorLogEntry } from '@quire/engine/server/log.ts';

import { MAX_RATING_CHARACTERS } from '#contract.ts';
import { addPostEndpoint, NO_STORE, type QueryLogServiceOptions } from './log-endpoint.ts';
import type { QueryRecord } from './store.ts';

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
