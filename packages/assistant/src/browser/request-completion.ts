/** One question to `POST /v1/completions`, and its answer as it comes. */
import { QUESTION_LIMITS, type CompletionRequest, type Turn } from '../contract.ts';
import { DEFAULT_PROMPT_TEMPLATE } from '../prompt-template.ts';
import { createAnswerReader, decodeReferencesHeader, type AnswerPart } from '../protocol/answer-reader.ts';
import { REFERENCES_HEADER } from '../protocol/encode.ts';
import type { AnswerHandlers, SourceOutcome } from './answer-source.ts';
import { BROKEN_OFF_SENTENCE, NETWORK_SENTENCE, failureSentence } from './failure-sentence.ts';

type Fields = Omit<CompletionRequest, 'prompt' | 'conversation'>;

/** What is left out has its default. */
export type CompletionFields = Pick<Fields, 'projectKey'> & Partial<Fields>;

export interface CompletionOptions {
  /** Address of the service. */
  address: string;
  fields: CompletionFields;
  /** Turns before this one, oldest first. */
  conversation?: readonly Turn[];
  handlers: AnswerHandlers;
  signal: AbortSignal;
}

/** Defaults of the request's fields; the site's configuration has its own. */
const DEFAULTS: Omit<Fields, 'projectKey'> = {
  iDontKnowMessage: 'Sorry, I am not sure how to answer that.',
  model: 'gpt-3.5-turbo',
  promptTemplate: DEFAULT_PROMPT_TEMPLATE,
  temperature: 0.1,
  topP: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  maxTokens: 500,
  sectionsMatchCount: 10,
  sectionsMatchThreshold: 0.5,
};

/**
 * Asks, and hands over references and text as they come. Returns undefined, having asked nobody, when there is no prompt.
 * @throws Error `A projectKey is required.`; AbortError when `signal` said so
 */
export async function requestCompletion(prompt: string, options: CompletionOptions): Promise<SourceOutcome | undefined> {
  const { address, fields, conversation = [], signal } = options;
  if (!fields.projectKey) throw new Error('A projectKey is required.');
  if (!prompt) return undefined;
  let response: Response;
  try {
    const headers = { 'Content-Type': 'application/json' };
    response = await fetch(address, { method: 'POST', headers, body: requestBody(prompt, fields, conversation), signal });
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'unreachable', notice: NETWORK_SENTENCE, error };
  }
  return response.ok && response.body !== null && !isDocument(response) ? readAnswer(response, options) : readFailure(response, signal);
}

/** Hosts that only serve files may answer anything with a page of theirs. */
const isDocument = ({ headers }: Response): boolean => headers.get('Content-Type')?.startsWith('text/html') === true;

/** The body as JSON; where it would be larger than the service reads, the oldest turns are left out. */
export function requestBody(prompt: string, fields: CompletionFields, conversation: readonly Turn[]): string {
  for (let turns = conversation.slice(-QUESTION_LIMITS.turns); ; turns = turns.slice(1)) {
    const body = JSON.stringify({ prompt, ...DEFAULTS, ...fields, ...(turns.length > 0 && { conversation: turns }) });
    if (turns.length === 0 || new TextEncoder().encode(body).length <= QUESTION_LIMITS.bodyBytes) return body;
  }
}

async function readFailure(response: Response, signal: AbortSignal): Promise<SourceOutcome> {
  const text = await response.text().catch(() => '');
  signal.throwIfAborted();
  const { ok, status, headers } = response;
  const notice = ok ? null : failureSentence(status, headers.get('Retry-After'), Date.now());
  return { kind: 'failed', status: isDocument(response) && ok ? 404 : status, notice, log: text || `Status ${status} without a body.` };
}

async function readAnswer({ body, headers }: Response, { handlers, signal }: CompletionOptions): Promise<SourceOutcome> {
  const headerReferences = decodeReferencesHeader(headers.get(REFERENCES_HEADER));
  const reader = createAnswerReader({ headerReferences, onProblem: (problem) => console.warn(problem) });
  let hasText = false;
  const hand = ({ references, text }: AnswerPart): void => {
    if (references !== null) handlers.onReferences(references);
    if (text !== '') handlers.onText(text);
    hasText ||= text.trim() !== '';
  };
  try {
    const stream = (body as ReadableStream<Uint8Array>).getReader();
    for (let piece = await stream.read(); !piece.done; piece = await stream.read()) {
      signal.throwIfAborted();
      hand(reader.read(piece.value));
    }
  } catch (error) {
    signal.throwIfAborted();
    hand(reader.end());
    return { kind: 'unreachable', notice: hasText ? BROKEN_OFF_SENTENCE : NETWORK_SENTENCE, error };
  }
  hand(reader.end());
  return hasText ? { kind: 'complete' } : { kind: 'failed', status: 200, notice: null, log: 'The answer was empty.' };
}
