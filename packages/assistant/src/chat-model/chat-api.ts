/**
 * Sends a request to an OpenAI-compatible API (`POST …/chat/completions`) and streams the response. It uses `fetch`, because hundreds
 * of readers may wait for a slow model at a time, and an SDK would need twice the memory (handbook/decisions/014).
 */
import { createTurnQueue } from '@quire/engine/server/turns.ts';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { ModelFields } from '#contract.ts';
import type { Prompt } from './prompt.ts';

/** The model's settings from the configuration and the environment. A reader's request never changes them. */
export interface ModelSettings extends ModelFields {
  /** Base URL of the API, including the version: `http://localhost:11434/v1`. */
  baseUrl: string;
  apiKey: string | null;
}

/** How a response ended. */
export interface ResponseEnd {
  /** Number of tokens of prompt and answer; null if the API does not report it. */
  tokens: number | null;
  /** Whether the model ended the answer itself, so that it was not cut off at `maxTokens` or by a filter. */
  isComplete: boolean;
}

export interface ChatApi {
  /**
   * Yields the answer as it arrives. Ends early, without an error, if the signal of the deadline aborts.
   * @param onEnd called when the response is complete
   * @throws ModelFailure
   */
  stream(prompt: Prompt, deadline: Deadline, onEnd: (end: ResponseEnd) => void): AsyncGenerator<string, void>;
}

/** Maximum size of a response. The events of an answer of 8,192 tokens have about 2 MB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Maximum number of chunks of a response, several times that of an answer of 8,192 tokens. Each takes time, even if it has one byte. */
const MAX_RESPONSE_CHUNKS = 20_000;

/** Approximate maximum size of an event, in bytes. The parser searches the unfinished line again with each chunk. */
const MAX_EVENT_BYTES = 256 * 1024;
/** Approximate maximum number of lines without a complete event. The parser needs a hundred bytes for each line, which may have only a few. */
const MAX_EVENT_LINES = 1000;

/** Number of chunks and events of a response that are read in a turn, because thousands of them may have arrived already. */
const EVENTS_AT_A_TIME = 32;

/** Turns of all answers together in each iteration of the event loop. Each is a check of a citation or reads some events, which takes up to a millisecond. */
const TURNS_PER_ITERATION = 2;

/** Creates the queue in which the answers of a server take turns. */
export const createAnswerTurns = (): (() => Promise<void>) => createTurnQueue(TURNS_PER_ITERATION);

/** Maximum number of events without text: for each token that the model may write, because some models also think, and for comments, statistics, and the like. */
const MAX_EMPTY_EVENTS = { perToken: 2, other: 100 };

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        /** Reasoning models send their reasoning in other fields of the delta. */
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  /** Some servers report 0, which would make the daily budget of tokens unlimited. */
  usage: z.object({ total_tokens: z.int().positive() }).nullish().catch(null),
  error: z.unknown().optional(),
});

/** Parses an event with its first choice. The others are not read, because the schema would describe each wrong one. */
function parseChunk(data: string): z.infer<typeof chunkSchema> {
  const chunk: unknown = JSON.parse(data);
  const { choices } = (chunk ?? {}) as { choices?: unknown };
  return chunkSchema.parse(Array.isArray(choices) ? { ...(chunk as object), choices: choices.slice(0, 1) } : chunk);
}

/** @param takeTurn waits before more events are read; all answers share it */
export function createChatApi(settings: ModelSettings, takeTurn: () => Promise<void>): ChatApi {
  async function request({ instructions, text }: Prompt, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const response = await fetch(`${settings.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
      },
      body: JSON.stringify({
        ...parameters(settings),
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      }),
      // A redirect would leak the key.
      redirect: 'error',
      signal,
    });
    if (response.ok && response.body !== null) return response.body;
    await response.body?.cancel();
    throw statusFailure(response.status, response.headers.get('retry-after'));
  }

  async function* stream(prompt: Prompt, deadline: Deadline, onEnd: (end: ResponseEnd) => void): AsyncGenerator<string, void> {
    let reason: string | null = null;
    let tokens: number | null = null;
    let hasBegun = false;
    let emptyEvents = 0;
    const maxEmptyEvents = settings.maxTokens * MAX_EMPTY_EVENTS.perToken + MAX_EMPTY_EVENTS.other;
    try {
      for await (const data of readEvents(await request(prompt, deadline.signal), MAX_RESPONSE_BYTES, takeTurn)) {
        hasBegun = true;
        deadline.progress();
        if (data === '[DONE]') break;
        const { choices, usage, error } = parseChunk(data);
        if (error !== undefined && error !== null)
          throw new ModelFailure('The chat API reported an error in the middle of an answer.', { retryable: true });
        const [choice] = choices ?? [];
        if (choice?.delta?.content) yield choice.delta.content;
        else if (++emptyEvents > maxEmptyEvents) throw new RangeError(`The stream has more than ${maxEmptyEvents} events without text.`);
        reason = choice?.finish_reason ?? reason;
        tokens = usage?.total_tokens ?? tokens;
      }
      if (reason === null) throw brokenOff();
      onEnd({ tokens, isComplete: reason === 'stop' });
    } catch (error) {
      if (!deadline.signal.aborted) throw hasBegun && errorCode(error) !== null ? brokenOff() : modelFailure(error);
      if (deadline.isOver()) throw new ModelFailure('The chat API took too long.', { retryable: false });
    }
  }

  return { stream };
}

function parameters({ model, maxTokens, temperature, topP, frequencyPenalty, presencePenalty }: ModelSettings): object {
  return {
    model,
    max_tokens: maxTokens,
    temperature,
    // Omit parameters with default values, since some servers support only a few.
    ...(topP !== 1 && { top_p: topP }),
    ...(frequencyPenalty !== 0 && { frequency_penalty: frequencyPenalty }),
    ...(presencePenalty !== 0 && { presence_penalty: presencePenalty }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** The chat API did not answer. The message is for the server's log and contains no key, no prompt, and only the status of the response. */
export class ModelFailure extends Error {
  override name = 'ModelFailure';
  readonly retryable: boolean;
  /** Milliseconds that the API asked to wait; 0 if it did not. */
  readonly retryAfterMs: number;

  constructor(message: string, options: { retryable: boolean; retryAfterMs?: number }) {
    super(message);
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

const ADVICE: Readonly<Record<number, string>> = {
  400: 'check LLM_MODEL and the assistant settings of the configuration',
  401: 'check LLM_API_KEY',
  403: 'check LLM_API_KEY and its permissions',
  404: 'check LLM_BASE_URL and LLM_MODEL',
  429: 'its rate limit is reached',
};

const brokenOff = (): ModelFailure => new ModelFailure('The chat API broke off in the middle of an answer.', { retryable: true });

/** @param retryAfter value of the `Retry-After` header; null if it is missing */
function statusFailure(status: number, retryAfter: string | null): ModelFailure {
  const advice = ADVICE[status] ?? (status >= 500 ? 'this is an error of the API itself' : 'check LLM_BASE_URL');
  return new ModelFailure(`The chat API answered with status ${status}: ${advice}.`, {
    retryable: status === 408 || status === 429 || status >= 500,
    retryAfterMs: waitingTime(retryAfter),
  });
}

/** Describes any thrown value. Messages of others are omitted, since they may repeat the key or the question. */
export function modelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof RangeError) return new ModelFailure('The response of the chat API is too large.', { retryable: false });
  const code = errorCode(error);
  return code === null
    ? new ModelFailure('The chat API sent a response that cannot be read.', { retryable: false })
    : new ModelFailure(`The chat API cannot be reached (${code}): check LLM_BASE_URL.`, { retryable: true });
}

/** Converts seconds or a date (RFC 9110, section 10.2.3) to milliseconds. */
function waitingTime(value: string | null): number {
  if (value === null) return 0;
  const ms = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Returns the code of the operating system or of the HTTP client in an error or its causes, such as `ECONNREFUSED`. */
function errorCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as Error & { code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z_]{3,40}$/.test(code) && !code.startsWith('ERR_')) return code;
  }
  return null;
}

// The timeouts of a request to a model, which also ends when its reader leaves.

export interface ModelTimeouts {
  /** Timeout for the first token. A small machine needs a while to read a long prompt. */
  firstTokenMs: number;
  /** Timeout between two tokens. */
  betweenTokensMs: number;
  /** Timeout for the whole answer, including a second attempt. */
  totalMs: number;
}

export const MODEL_TIMEOUTS: ModelTimeouts = { firstTokenMs: 30_000, betweenTokensMs: 15_000, totalMs: 60_000 };

export interface Deadline {
  /** Aborts when the time is up, when the reader leaves, and at the end. */
  signal: AbortSignal;
  /** Whether the time is up. */
  isOver(): boolean;
  /** Stops waiting for a token, between two attempts. */
  pause(): void;
  /** Starts a new attempt: waits for its first token. */
  restart(): void;
  /** Call this for each token that arrives. */
  progress(): void;
  /** Call this at the end: it clears the timers and aborts everything that depends on the signal. */
  end(): void;
}

/** @param reader aborts when the reader leaves */
export function createDeadline(reader: AbortSignal, { firstTokenMs, betweenTokensMs, totalMs }: ModelTimeouts): Deadline {
  const controller = new AbortController();
  let over = false;
  const expire = (): void => {
    over = true;
    controller.abort();
  };
  const total = setTimeout(expire, totalMs);
  let next = setTimeout(expire, firstTokenMs);
  let waitsForFirst = true;
  const leave = (): void => controller.abort();
  reader.addEventListener('abort', leave, { once: true });
  if (reader.aborted) leave();

  function wait(ms: number): void {
    clearTimeout(next);
    next = setTimeout(expire, ms);
  }

  return {
    signal: controller.signal,
    isOver: () => over,
    pause: () => clearTimeout(next),
    restart() {
      waitsForFirst = true;
      wait(firstTokenMs);
    },
    progress() {
      if (waitsForFirst) wait(betweenTokensMs);
      else next.refresh();
      waitsForFirst = false;
    },
    end() {
      clearTimeout(total);
      clearTimeout(next);
      reader.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}

/**
 * Yields the data of each server-sent event. The last event may lack the empty line at its end.
 * @param maxBytes maximum size of the whole stream @param takeTurn waits before more events are read
 * @throws RangeError if the stream or an event is too large, or arrives in too many chunks; TypeError if it is not UTF-8; the error of the body if it breaks off
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  takeTurn: () => Promise<void>,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  let bytes = 0;
  let chunks = 0;
  /** Sizes of the event that is arriving. */
  let eventBytes = 0;
  let lines = 0;
  let read = 0;
  const countOne = async (): Promise<void> => {
    read += 1;
    if (read % EVENTS_AT_A_TIME === 0) await takeTurn();
  };
  for await (const chunk of body) {
    chunks += 1;
    await countOne();
    if (chunks > MAX_RESPONSE_CHUNKS) throw new RangeError(`The stream has more than ${MAX_RESPONSE_CHUNKS} chunks.`);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new RangeError(`The stream has more than ${maxBytes} bytes.`);
    const text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    eventBytes = events.length > 0 ? 0 : eventBytes + chunk.byteLength;
    if (eventBytes > MAX_EVENT_BYTES) throw new RangeError(`An event has more than ${MAX_EVENT_BYTES} bytes.`);
    lines = events.length > 0 ? 0 : lines + text.split('\n').length - 1;
    if (lines > MAX_EVENT_LINES) throw new RangeError(`An event has more than ${MAX_EVENT_LINES} lines.`);
    for (const event of events.splice(0)) {
      yield event;
      await countOne();
    }
  }
  parser.feed('\n\n');
  yield* events;
}
