/** The backends of the dialog: the server, or a worker in this browser. */
import { withBase } from '@quire/engine/model/url.ts';
import { type AnswerOptions, answerSettings, type AssistantFile, DEFAULT_PROMPT_TEMPLATE } from '#answer-settings.ts';
import { type AnswerSettings, type CompletionRequest, type Question, QUESTION_LIMITS, type Turn } from '#contract.ts';
import { type AnswerPart, createAnswerReader, decodeReferencesHeader, REFERENCES_HEADER } from '#protocol/completion-stream.ts';
import { createTranslate } from '@quire/engine/model/interface-words.ts';
import { type AssistantSite, isDocument, NO_SERVICE } from './assistant-site.ts';
import { type AssistantTranslate, IN_ENGLISH } from '#assistant-words.ts';

export interface AnswerHandlers {
  /** Receives the ids of documents in the order of the server; called at most once. */
  onReferences(ids: string[]): void;
  onText(text: string): void;
}

export type SourceOutcome =
  | { kind: 'complete' }
  /** There is no usable answer, so the dialog shows the "I don't know" message and the cause. `log` is for the console. */
  | { kind: 'failed'; status: number; notice: string; log: string }
  /** The network failed before or during the answer. */
  | { kind: 'unreachable'; notice: string; error: unknown };

export interface AnswerSource {
  /** Prefetches anything that the first question needs. */
  prepare?(): void;
  /** @throws AbortError if `signal` is aborted, and no other error that the reader could cause */
  ask(question: Question, handlers: AnswerHandlers, signal: AbortSignal): Promise<SourceOutcome>;
}

// The backend of this site: its server if there is one, or else a worker with the search index.

export interface AnswerSourceOptions {
  site: AssistantSite;
  /** Fetches `assistant.json`. */
  file: () => Promise<AssistantFile>;
  /** Fetches `assistant-answers.json`, which only the worker needs. */
  answers: () => Promise<AnswerOptions>;
  /** Loads the client of the worker; tests replace it. */
  loadWorker?: () => Promise<{ createWorkerSource(settings: AnswerSettings): AnswerSource }>;
}

export function createAnswerSource(options: AnswerSourceOptions): AnswerSource {
  const { site, file, answers, loadWorker = () => import('./worker/worker-source.ts') } = options;
  const server = createServerSource(site, file);
  const translate: AssistantTranslate = createTranslate(site);
  let isServerless = site.assistant.provider === 'browser';
  let worker: Promise<AnswerSource> | null = null;

  function loadWorkerOnce(): Promise<AnswerSource> {
    return (worker ??= Promise.all([loadWorker(), answers()]).then(
      ([{ createWorkerSource }, options]) =>
        // The site's data has the message in the language of the page.
        createWorkerSource(answerSettings({ ...options, iDontKnowMessage: site.assistant.iDontKnowMessage }, site)),
      (error: unknown) => {
        worker = null;
        throw error;
      },
    ));
  }

  const askWorker: AnswerSource['ask'] = async (question, handlers, signal) => {
    try {
      const source = await loadWorkerOnce();
      return await source.ask(question, handlers, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'unreachable', notice: translate(NETWORK_SENTENCE), error };
    }
  };

  return {
    prepare() {
      // A failure here is reported when the reader asks.
      file().catch(() => undefined);
      if (isServerless)
        loadWorkerOnce()
          .then((source) => source.prepare?.())
          .catch(() => undefined);
    },
    async ask(...question) {
      if (isServerless) return askWorker(...question);
      const outcome = await server.ask(...question);
      if (!(outcome.kind === 'failed' && NO_SERVICE.has(outcome.status))) return outcome;
      const instead = await askWorker(...question);
      if (instead.kind === 'unreachable') return outcome;
      isServerless = true;
      return instead;
    },
  };
}

/** Sends the fields that clients of the protocol send. The server of this project reads only the prompt, the key, and the conversation. */
function createServerSource(site: AssistantSite, file: AnswerSourceOptions['file']): AnswerSource {
  const { baseUrl, docSet, assistant } = site;
  const { provider: _provider, queryLogKey: _key, pageRatings: _ratings, dialog: _dialog, ...configured } = assistant;
  return {
    async ask({ text, conversation }, handlers, signal) {
      const template = await file().then(
        ({ promptTemplate }) => promptTemplate,
        () => null,
      );
      signal.throwIfAborted();
      const fields = template === null ? configured : { ...configured, promptTemplate: template };
      const outcome = await requestCompletion(text, {
        address: withBase(baseUrl, `${docSet?.prefix ?? ''}/v1/completions`),
        fields,
        conversation,
        handlers,
        signal,
        translate: createTranslate(site),
      });
      return outcome ?? { kind: 'complete' };
    },
  };
}

// Sends one question to `POST /v1/completions` and streams its answer.

type Fields = Omit<CompletionRequest, 'prompt' | 'conversation'>;

/** The fields of a request; omitted ones have their defaults. */
export type CompletionFields = Pick<Fields, 'projectKey'> & Partial<Fields>;

export interface CompletionOptions {
  /** Address of the service. */
  address: string;
  fields: CompletionFields;
  /** Turns before this one, oldest first. */
  conversation?: readonly Turn[];
  handlers: AnswerHandlers;
  signal: AbortSignal;
  /** Translates notices; default: they are in English. */
  translate?: AssistantTranslate;
}

/** Defaults of the fields of a request, which the configuration of the site overrides. */
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
 * Sends a question, and passes on references and text as they arrive. Returns undefined without a request if the prompt is empty.
 * @throws Error `A projectKey is required.`; AbortError if `signal` is aborted
 */
export async function requestCompletion(prompt: string, options: CompletionOptions): Promise<SourceOutcome | undefined> {
  const { address, fields, conversation = [], signal, translate = IN_ENGLISH } = options;
  if (!fields.projectKey) throw new Error('A projectKey is required.');
  if (!prompt) return undefined;
  let response: Response;
  try {
    const headers = { 'Content-Type': 'application/json' };
    response = await fetch(address, { method: 'POST', headers, body: requestBody(prompt, fields, conversation), signal });
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'unreachable', notice: translate(NETWORK_SENTENCE), error };
  }
  const isAnswer = response.ok && response.body !== null && !isDocument(response);
  return isAnswer ? readAnswer(response, options, translate) : readFailure(response, signal, translate);
}

/** The body as JSON. If it exceeds the limit of the service, the oldest turns are dropped. */
export function requestBody(prompt: string, fields: CompletionFields, conversation: readonly Turn[]): string {
  for (let turns = conversation.slice(-QUESTION_LIMITS.turns); ; turns = turns.slice(1)) {
    const body = JSON.stringify({ prompt, ...DEFAULTS, ...fields, ...(turns.length > 0 && { conversation: turns }) });
    if (turns.length === 0 || new TextEncoder().encode(body).length <= QUESTION_LIMITS.bodyBytes) return body;
  }
}

async function readFailure(response: Response, signal: AbortSignal, translate: AssistantTranslate): Promise<SourceOutcome> {
  const text = await response.text().catch(() => '');
  signal.throwIfAborted();
  const { ok, status, headers } = response;
  const notice = failureSentence(status, headers.get('Retry-After'), Date.now(), translate);
  return { kind: 'failed', status: isDocument(response) && ok ? 404 : status, notice, log: text || `Status ${status} without a body.` };
}

async function readAnswer(
  { body, headers }: Response,
  { handlers, signal }: CompletionOptions,
  translate: AssistantTranslate,
): Promise<SourceOutcome> {
  const headerReferences = decodeReferencesHeader(headers.get(REFERENCES_HEADER));
  const reader = createAnswerReader({ headerReferences, onProblem: (problem) => console.warn(problem) });
  let hasText = false;
  const pass = ({ references, text }: AnswerPart): void => {
    if (references !== null) handlers.onReferences(references);
    if (text !== '') handlers.onText(text);
    hasText ||= text.trim() !== '';
  };
  try {
    const stream = (body as ReadableStream<Uint8Array>).getReader();
    for (let piece = await stream.read(); !piece.done; piece = await stream.read()) {
      signal.throwIfAborted();
      pass(reader.read(piece.value));
    }
  } catch (error) {
    signal.throwIfAborted();
    pass(reader.end());
    return { kind: 'unreachable', notice: translate(hasText ? BROKEN_OFF_SENTENCE : NETWORK_SENTENCE), error };
  }
  pass(reader.end());
  if (hasText) return { kind: 'complete' };
  return { kind: 'failed', status: 200, notice: failureSentence(200, null, Date.now(), translate), log: 'The answer was empty.' };
}

// The messages to the reader if there is no answer: what happened, and what to do.

const NETWORK_SENTENCE = 'The answer could not be fetched. Check your network connection, then ask again.';
const BROKEN_OFF_SENTENCE = 'The connection broke off before the answer was complete. Ask again to get all of it.';
export const STOPPED_SENTENCE = 'You stopped this answer.';

export const tooLongSentence = (translate: AssistantTranslate): string =>
  translate('The question is too long: at most {count} characters are read. Shorten it, then ask again.', {
    count: QUESTION_LIMITS.promptCharacters.toLocaleString('en'),
  });

/** @param status of a response without a usable answer, which may be 200 @param retryAfter value of the `Retry-After` header: seconds or a date @param now milliseconds since 1970 */
export function failureSentence(
  status: number,
  retryAfter: string | null,
  now: number,
  translate: AssistantTranslate = IN_ENGLISH,
): string {
  const when = waitInWords(retryAfter, now, translate);
  if (status === 429) return translate('Too many questions came from here in a short time. Ask again {when}.', { when });
  if (status === 503) return translate('The assistant is busy. Ask again {when}.', { when });
  if (status === 413) return tooLongSentence(translate);
  if (status === 401 || status === 403)
    return translate('The assistant does not accept the key of this site. The owner of the site has to fix that.');
  if (status >= 400 && status < 500 && !NO_SERVICE.has(status))
    return translate('The assistant could not process this question. Rephrase it and ask again.');
  return translate('The assistant is not working right now. Ask again {when}.', { when });
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns `in 30 seconds`, `in 2 minutes`, or `in 3 hours`, rounded up, so that readers do not retry too early. */
export function waitInWords(retryAfter: string | null, now: number, translate: AssistantTranslate = IN_ENGLISH): string {
  const seconds = secondsOf(retryAfter?.trim() ?? '', now);
  if (seconds === null) return translate('in a little while');
  const count = (unit: number): { count: string } => ({ count: String(Math.max(1, Math.ceil(seconds / unit))) });
  if (seconds <= 1) return translate('in {count} second', count(1));
  if (seconds < 2 * MINUTE) return translate('in {count} seconds', count(1));
  return seconds < 2 * HOUR ? translate('in {count} minutes', count(MINUTE)) : translate('in {count} hours', count(HOUR));
}

function secondsOf(value: string, now: number): number | null {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : (date - now) / 1000;
}
