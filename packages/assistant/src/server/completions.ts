import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { Assistant } from '#assistant.ts';
import { QUESTION_LIMITS, type Question } from '#contract.ts';
import { encodeReferencesHeader, REFERENCES_HEADER } from '#protocol/encode.ts';
import { startAnswerClock } from './answer-clock.ts';
import { openAnswerStream, type StreamOutcome } from './answer-stream.ts';
import { checkContentType, readCompletionRequest, RefusedRequest } from './completion-request.ts';
import { errorResponse, methodNotAllowed } from '@quire/engine/server/error-response.ts';
import type { Places } from '@quire/engine/server/limits/places.ts';
import { errorLogEntry, type LogEntry } from '@quire/engine/server/log-entry.ts';
import { bodyLimit } from '@quire/engine/server/middleware/body-limit.ts';

export interface CompletionsOptions {
  /** Null where the build has no index: the service says so. */
  assistant: Assistant | null;
  baseUrl: string;
  /** Key that requests have to carry; null: any, or none. */
  projectKey: string | null;
  /** Run before anything is read: limits, origin. */
  guards: readonly MiddlewareHandler[];
  places: Places;
  /** The key under which a request takes its place. */
  placeKey: (c: Context) => string;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told of every question that was refused, for the query log. */
  onRefused?: (question: string) => void;
  /** Milliseconds that a reader may take for a piece of the answer. */
  patienceMs?: number;
}

const PATIENCE_MS = 20_000;
const BUSY_SECONDS = 10;
const BUSY = {
  address: 'Your address is being sent several answers already. Please wait until one of them has ended.',
  overall: 'Too many answers are being written at the moment. Please try again in a few seconds.',
};

/**
 * `POST /v1/completions`, at the root and below the base URL. The references go in the body, for clients
 * of 2023, and in a header, for later ones; both read the same response.
 */
export function completionsService(options: CompletionsOptions): Hono {
  const { baseUrl, guards } = options;
  const service = new Hono();
  const limit = bodyLimit(QUESTION_LIMITS.bodyBytes);
  for (const base of new Set(['/', baseUrl])) {
    const path = `${base}v1/completions`;
    for (const guard of guards) service.post(path, guard);
    service.post(path, limit, (c) => answer(c, options));
    service.all(path, (c) => methodNotAllowed(c, 'POST'));
  }
  return service;
}

async function answer(c: Context, options: CompletionsOptions): Promise<Response> {
  const { assistant, projectKey, places, placeKey } = options;
  if (assistant === null) {
    return errorResponse(c, 503, 'no_index', 'Nothing can be answered: this site was built without a search index.');
  }
  try {
    checkContentType(c.req.header('Content-Type'));
    const question = readCompletionRequest(await c.req.text(), projectKey);
    const place = places.take(placeKey(c));
    if (typeof place !== 'string') return await send(c, assistant, question, place, options);
    return errorResponse(c, 429, 'too_many_answers', BUSY[place], { 'Retry-After': String(BUSY_SECONDS) });
  } catch (error) {
    if (error instanceof RefusedRequest) return errorResponse(c, error.status, error.code, error.message);
    throw error;
  }
}

async function send(
  c: Context,
  assistant: Assistant,
  question: Question,
  release: () => void,
  { log, now, onRefused, patienceMs = PATIENCE_MS }: CompletionsOptions,
): Promise<Response> {
  const leaving = new AbortController();
  const clock = startAnswerClock();
  const { signal } = c.req.raw;
  if (signal.aborted) leaving.abort();
  signal.addEventListener('abort', () => leaving.abort(), { once: true });

  function onEnd(outcome: StreamOutcome, error?: unknown): void {
    release();
    log(clock.entry(outcome, now()));
    if (outcome === 'refused') onRefused?.(question.text);
    if (error !== undefined) log(errorLogEntry(error, now(), c.req));
  }

  const { references, body } = await openAnswerStream({
    events: assistant.ask(question, leaving.signal),
    leaving,
    patienceMs,
    breakOff: () => (c.env as Partial<HttpBindings> | undefined)?.outgoing?.destroy(),
    onReferences: clock.references,
    onText: clock.text,
    onEnd,
  });
  return c.body(body, 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    // Some proxies hold a response back until it is complete.
    'X-Accel-Buffering': 'no',
    [REFERENCES_HEADER]: encodeReferencesHeader(references),
  });
}
