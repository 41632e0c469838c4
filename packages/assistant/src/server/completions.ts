/** The completions endpoint: validates a question, and streams the answer. */
import { errorResponse, methodNotAllowed } from '@quire/engine/server/error-response.ts';
import type { ClientOf } from '@quire/engine/server/client-address.ts';
import type { ConcurrencyLimiter, Slot } from '@quire/engine/server/rate-limit.ts';
import { type AnswerLogEntry, errorLogEntry, type LogEntry } from '@quire/engine/server/log.ts';
import { bodyLimit, closeConnection } from '@quire/engine/server/middleware.ts';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import {
  type AnswerEvent,
  type Assistant,
  type CompletionRequest,
  type Question,
  QUESTION_LIMITS,
  type TextEvent,
  type Turn,
} from '#contract.ts';
import { createMarkerFilter, encodeReferences, encodeReferencesHeader, REFERENCES_HEADER } from '#protocol/completion-stream.ts';

export interface CompletionsOptions {
  /** Null if the build has no index; the service then responds with an error. */
  assistant: Assistant | null;
  baseUrl: string;
  /** Key that requests must carry; null: any key or none. */
  projectKey: string | null;
  /** Middleware that runs before the body is read: limits, origin. */
  guards: readonly MiddlewareHandler[];
  /** Counts a valid question before it is answered. Returns a response if there are too many. */
  admit?: (c: Context) => Promise<Response | null>;
  /** Limits the number of concurrent answers. */
  limiter: ConcurrencyLimiter;
  clientOf: ClientOf;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called for each refused question, for the query log. */
  onRefused?: (question: string) => void;
  /** Milliseconds within which a client must receive each piece of the answer; default 20,000. */
  receiveTimeoutMs?: number;
}

const RECEIVE_TIMEOUT_MS = 20_000;
/** `Retry-After` if too many answers are being sent. */
const BUSY_SECONDS = 10;
const BUSY = {
  address: 'Several answers are already being sent to your address. Please wait until one of them is complete.',
  overall: 'Too many answers are being written at the moment. Please try again in a few seconds.',
};

/**
 * Serves `POST /v1/completions` at the root and below the base URL. The references are in the body for clients of 2023 and in a
 * header for later ones, so that all clients read the same response.
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
  const { assistant, projectKey, admit, limiter, clientOf } = options;
  if (assistant === null) {
    return errorResponse(c, 503, 'no_index', 'Questions cannot be answered, because this site was built without a search index.');
  }
  try {
    checkContentType(c.req.header('Content-Type'));
    const client = clientOf(c);
    const question = { ...readCompletionRequest(await c.req.text(), projectKey), client };
    const slot = limiter.acquire(client);
    if (typeof slot === 'string') {
      return errorResponse(c, 429, 'too_many_answers', BUSY[slot], { 'Retry-After': String(BUSY_SECONDS) });
    }
    const refusal = await admit?.(c).catch((error: unknown) => {
      slot.release();
      throw error;
    });
    if (refusal) {
      slot.release();
      return refusal;
    }
    return await send(c, assistant, question, slot, options);
  } catch (error) {
    if (error instanceof RejectedRequest) return errorResponse(c, error.status, error.code, error.message);
    throw error;
  }
}

async function send(
  c: Context,
  assistant: Assistant,
  question: Question,
  slot: Slot,
  { log, now, onRefused, receiveTimeoutMs = RECEIVE_TIMEOUT_MS }: CompletionsOptions,
): Promise<Response> {
  const readerLeft = new AbortController();
  const clock = startAnswerClock();
  const { signal } = c.req.raw;
  if (signal.aborted) readerLeft.abort();
  signal.addEventListener('abort', () => readerLeft.abort(), { once: true });

  function onEnd(outcome: StreamOutcome, error?: unknown): void {
    slot.release();
    log(clock.entry(outcome, now()));
    if (outcome === 'refused') onRefused?.(question.text);
    if (error !== undefined) log(errorLogEntry(error, now(), c.req));
  }

  const { references, body } = await openAnswerStream({
    events: assistant.ask(question, readerLeft.signal),
    readerLeft,
    receiveTimeoutMs,
    closeConnection: () => closeConnection(c),
    onReferences: clock.references,
    onText: clock.text,
    onEnd,
  });
  return c.body(body, 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    // Some proxies buffer a response until it is complete.
    'X-Accel-Buffering': 'no',
    [REFERENCES_HEADER]: encodeReferencesHeader(references),
  });
}

/** A request that is rejected. The message is for readers of the dialog and for authors of clients. */
export class RejectedRequest extends Error {
  override name = 'RejectedRequest';
  readonly status: 400 | 401 | 413 | 415;
  readonly code: string;

  constructor(status: RejectedRequest['status'], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const text = z.string('a string').nullish();
const number = z.number('a number').nullish();
const turns = 'a list of turns, each with "question" and "answer"';

// The configuration determines how questions are answered. Of all fields but prompt, key, and conversation, only the type is
// checked, so that authors of clients learn about mistakes.
const bodySchema = z.object(
  {
    prompt: text,
    projectKey: text,
    iDontKnowMessage: text,
    model: text,
    promptTemplate: text,
    temperature: number,
    topP: number,
    frequencyPenalty: number,
    presencePenalty: number,
    maxTokens: number,
    sectionsMatchCount: number,
    sectionsMatchThreshold: number,
    // Older turns are ignored, and the schema would describe each wrong one.
    conversation: z.preprocess(
      (value: unknown) => (Array.isArray(value) ? value.slice(-QUESTION_LIMITS.turns) : value),
      z.array(z.object({ question: z.string(turns), answer: z.string(turns) }, turns), turns).nullish(),
    ),
  } satisfies Record<keyof CompletionRequest, z.ZodType>,
  'an object',
);

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$|^text\/plain$/i;

/** Accepts JSON, plain text, and a missing header, because some clients do not label JSON correctly. @throws RejectedRequest for other types */
export function checkContentType(header: string | undefined): void {
  const type = header?.split(';')[0]?.trim() ?? '';
  if (type === '' || JSON_TYPE.test(type)) return;
  throw new RejectedRequest(415, 'unsupported_media_type', 'Send the request as JSON, with "Content-Type: application/json".');
}

/**
 * Reads the body of a completion request.
 * @param projectKey the key that this site requires; null: any nonempty key or none
 * @throws RejectedRequest
 */
export function readCompletionRequest(body: string, projectKey: string | null): Question {
  const { prompt, projectKey: givenKey, conversation } = parse(body);
  checkKey(givenKey, projectKey);
  const question = prompt?.trim() ?? '';
  if (question === '') throw new RejectedRequest(400, 'prompt_missing', 'There is no question: "prompt" is missing or empty.');
  const { promptCharacters } = QUESTION_LIMITS;
  if (question.length > promptCharacters) {
    const message = `The question has ${question.length} characters, but at most ${promptCharacters} are allowed. Please shorten it.`;
    throw new RejectedRequest(413, 'prompt_too_long', message);
  }
  return { text: question, conversation: boundTurns(conversation ?? []) };
}

function parse(body: string): z.infer<typeof bodySchema> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new RejectedRequest(400, 'not_json', 'The body is not JSON.');
  }
  const result = bodySchema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path[0];
  const what = field === undefined ? 'The body' : `"${String(field)}"`;
  throw new RejectedRequest(400, 'wrong_type', `${what} must be ${issue?.message ?? 'in the documented form'}.`);
}

function checkKey(given: string | null | undefined, expected: string | null): void {
  if (given === '' || (expected !== null && (given ?? '') === '')) {
    throw new RejectedRequest(401, 'project_key_missing', 'A projectKey is required.');
  }
  if (expected !== null && given !== expected) {
    throw new RejectedRequest(401, 'project_key_unknown', 'The projectKey does not belong to this site.');
  }
}

/** Returns the turns, with questions and answers truncated to their maximum length. */
function boundTurns(conversation: readonly Turn[]): Turn[] {
  const { promptCharacters } = QUESTION_LIMITS;
  return conversation.map(({ question, answer }) => ({
    question: question.slice(0, promptCharacters),
    answer: answer.slice(0, 2 * promptCharacters),
  }));
}

/** How an answer ended. `left` includes clients that did not receive it in time. */
export type StreamOutcome = 'answered' | 'refused' | 'left' | 'failed';

export interface AnswerStreamOptions {
  events: AsyncIterable<AnswerEvent>;
  /** Aborted when the reader leaves, which stops the assistant. */
  readerLeft: AbortController;
  /** Milliseconds within which the client must receive a piece before the connection is closed. */
  receiveTimeoutMs: number;
  /** Closes the connection without ending the response, because an incomplete answer must not look like a complete one. */
  closeConnection: () => void;
  onReferences: () => void;
  onText: () => void;
  /** @param error error that interrupted an answer; earlier errors are thrown */
  onEnd: (outcome: StreamOutcome, error?: unknown) => void;
}

export interface AnswerStream {
  /** Ids of documents. */
  references: string[];
  /**
   * The complete answer if it is available at once, as quotations are. Otherwise a stream, which requests a piece only after the
   * previous one was received, so that a slow client does not use up memory.
   */
  body: string | ReadableStream<Uint8Array>;
}

/**
 * Waits for the references of an answer, and returns them with its text or stream. Calls `onEnd` exactly once, in all cases.
 * @throws the error of the assistant if it fails before the response begins
 */
export async function openAnswerStream(options: AnswerStreamOptions): Promise<AnswerStream> {
  const { readerLeft } = options;
  const end = once(options.onEnd);
  readerLeft.signal.addEventListener('abort', () => end('left'), { once: true });
  const iterator = options.events[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    // There are no references only if the reader has left. Then nobody reads the stream.
    const references = !first.done && first.value.kind === 'references' ? first.value : { ids: [], refused: false };
    options.onReferences();
    let isRefused = references.refused;
    const onText = (text: TextEvent): void => {
      // A model may refuse only after it has started to write.
      isRefused ||= text.refused === true;
      options.onText();
    };
    const pieces = encodePieces(iterator, references.ids, onText);
    const finish = (): void => end(isRefused ? 'refused' : 'answered');
    const { text, next } = await readAvailable(pieces);
    if (next !== null) return { references: references.ids, body: toStream(text, next, pieces, { ...options, onEnd: end, finish }) };
    finish();
    return { references: references.ids, body: text };
  } catch (error) {
    end('failed');
    throw error;
  }
}

/** Yields the encoded references, and then the text of each event without the marker of the stream. */
async function* encodePieces(
  iterator: AsyncIterator<AnswerEvent>,
  ids: readonly string[],
  onText: (event: TextEvent) => void,
): AsyncGenerator<string> {
  yield encodeReferences(ids);
  const filter = createMarkerFilter();
  for await (const event of { [Symbol.asyncIterator]: () => iterator }) {
    if (event.kind !== 'text') continue;
    const piece = filter.write(event.text);
    if (piece === '') continue;
    onText(event);
    yield piece;
  }
  const rest = filter.end();
  if (rest !== '') yield rest;
}

type Piece = IteratorResult<string>;

interface AvailablePieces {
  /** The text that was available at once. */
  text: string;
  /** The pending piece; null if the text is complete. */
  next: Promise<Piece> | null;
}

/** Number of bytes that are buffered for a client. A longer answer waits until the client has received them. */
const READ_AHEAD_BYTES = 32 * 1024;
/** Maximum length of an answer that is sent without streaming. No quotation is longer. */
const MAX_UNSTREAMED_CHARACTERS = 64 * 1024;

/** Reads the pieces that are available within this iteration of the event loop. */
async function readAvailable(pieces: AsyncGenerator<string>): Promise<AvailablePieces> {
  const nextIteration = new Promise<null>((resolve) => setImmediate(resolve, null));
  let text = '';
  for (;;) {
    const next = pieces.next();
    const piece = await Promise.race([next, nextIteration]);
    if (piece === null) return { text, next };
    if (piece.done === true) return { text, next: null };
    text += piece.value;
    if (text.length > MAX_UNSTREAMED_CHARACTERS) return { text, next: pieces.next() };
  }
}

interface StreamOptions extends AnswerStreamOptions {
  finish: () => void;
}

/** Returns the stream of an answer. @param start the text that is already available @param awaited the piece after it */
function toStream(
  start: string,
  awaited: Promise<Piece>,
  pieces: AsyncGenerator<string>,
  { readerLeft, receiveTimeoutMs, closeConnection, finish, onEnd }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const firstPieces = [Promise.resolve<Piece>({ value: start, done: false }), awaited];
  let receiveTimeout: NodeJS.Timeout | undefined;

  function leave(): void {
    clearTimeout(receiveTimeout);
    readerLeft.abort();
    // The generator may be suspended until the next piece is requested, where it does not check the signal.
    pieces.return(undefined).catch(() => undefined);
  }

  function onReceiveTimeout(): void {
    leave();
    closeConnection();
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(receiveTimeout);
    try {
      const { value, done } = await (firstPieces.shift() ?? pieces.next());
      if (done === true) {
        finish();
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(value));
      receiveTimeout = setTimeout(onReceiveTimeout, receiveTimeoutMs);
    } catch (error) {
      onEnd('failed', error);
      closeConnection();
      // Do not pass on the message of the error, which is for the log, because the adapter would send it.
      controller.error(new Error('The answer broke off.'));
    }
  }

  // An answer of usual length is buffered as fast as it is written, so a slow reader does not occupy a slot.
  return new ReadableStream({ pull, cancel: leave }, new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }));
}

/** Returns a function that runs only on its first call. */
function once<Arguments extends unknown[]>(run: (...values: Arguments) => void): (...values: Arguments) => void {
  let isDone = false;
  return (...values) => {
    if (isDone) return;
    isDone = true;
    run(...values);
  };
}

/** Measures the times of one answer for the log, in milliseconds since the request. */
export interface AnswerClock {
  references(): void;
  text(): void;
  entry(outcome: StreamOutcome, now: number): AnswerLogEntry;
}

function startAnswerClock(): AnswerClock {
  const start = performance.now();
  const sinceStart = (): number => Math.round((performance.now() - start) * 10) / 10;
  let msToReferences: number | null = null;
  let msToText: number | null = null;
  return {
    references: () => void (msToReferences ??= sinceStart()),
    text: () => void (msToText ??= sinceStart()),
    entry: (outcome, now) => ({ kind: 'answer', time: new Date(now).toISOString(), outcome, msToReferences, msToText, ms: sinceStart() }),
  };
}
