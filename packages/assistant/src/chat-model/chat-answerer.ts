/** Writes answers with the chat model: it retries once after an early failure, and shows only sentences that the sections support. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { normalizePath, withBase, withoutBase } from '@quire/engine/model/url.ts';
import type { Counters } from '@quire/engine/server/rate-limit.ts';
import { type Answerer, type AnswerOutcome, type AnswerTask, type Citation, RESPONSE_MARKER, type TextEvent } from '#contract.ts';
import { citationLink } from '#citations.ts';
import { createAnswerCache } from '#answer-cache.ts';
import { type AnswerUnit, createUnitReader } from './answer-units.ts';
import {
  type ChatApi,
  createAnswerTurns,
  createChatApi,
  createDeadline,
  type Deadline,
  MODEL_TIMEOUTS,
  modelFailure,
  type ModelFailure,
  type ModelSettings,
  type ModelTimeouts,
  type ResponseEnd,
} from './chat-api.ts';
import { type CitationCheck, createCitationCheck } from './citation-check.ts';
import { buildPrompt, type Prompt } from './prompt.ts';

export interface ChatAnswererOptions {
  model: ModelSettings;
  budget: ModelBudget;
  /** The template from the configuration; null: the built-in one. */
  promptTemplate: string | null;
  iDontKnowMessage: string;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Whether a route belongs to a page. Other links of the model become plain text. */
  hasPage: (path: string) => boolean;
  /** Identifies the build of the index, because answers are cached for one build only. */
  build: string;
  /** Memory for complete answers; default 16 MiB. */
  cacheBytes?: number;
  /** Called with a message for the log, which contains no key, question, or answer. */
  onProblem: (message: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  timeouts?: ModelTimeouts;
}

/** If the API asks for a longer delay, there is no second attempt, and the reader gets quotations. */
const MAX_RETRY_DELAY_MS = 3000;
const MIN_RETRY_DELAY_MS = 200;
const CHARACTERS_PER_TOKEN = 4;
/** Maximum length of an answer in characters, for each token that the model may write. */
const MAX_CHARACTERS_PER_TOKEN = 8;
/** Maximum length of an answer with its citations, each of which can be ten times as long as its sentence, because the browser renders a growing paragraph again and again. */
const MAX_SHOWN_CHARACTERS = 40_000;

export function createChatAnswerer(options: ChatAnswererOptions): Answerer {
  const { model, budget, onProblem, iDontKnowMessage } = options;
  const takeTurn = createAnswerTurns();
  const api = createChatApi(model, takeTurn);
  const cache = createAnswerCache(`${options.build} ${model.model}`, options.cacheBytes);

  /** Writes an answer, with a second attempt if the first one fails before its first sentence. */
  async function* write(
    task: AnswerTask,
    prompt: Prompt,
    signal: AbortSignal,
    progress: Progress,
    grant: Grant,
  ): AsyncGenerator<TextEvent, AttemptResult> {
    const deadline = createDeadline(signal, options.timeouts ?? MODEL_TIMEOUTS);
    const parts = (): AttemptParts => ({
      api,
      prompt,
      deadline,
      iDontKnowMessage,
      takeTurn,
      check: checkFor(task, prompt, options),
      maxCharacters: model.maxTokens * MAX_CHARACTERS_PER_TOKEN,
    });
    try {
      const first = yield* attempt(parts(), progress);
      if (first.failure === null || signal.aborted) return first;
      onProblem(first.failure.message);
      const { retryable, retryAfterMs } = first.failure;
      if (first.outcome === 'interrupted' || !retryable || retryAfterMs > MAX_RETRY_DELAY_MS) return first;
      if (!grant.retry()) return first;
      deadline.pause();
      // The wait ends early if the reader leaves or the time is up; then the second attempt ends at once.
      await wait(Math.max(retryAfterMs, MIN_RETRY_DELAY_MS), undefined, { signal: deadline.signal }).catch(() => undefined);
      deadline.restart();
      const second = yield* attempt(parts(), progress);
      if (second.failure !== null && !signal.aborted) onProblem(second.failure.message);
      return second;
    } finally {
      deadline.end();
    }
  }

  /** Writes an answer, caches it if it is complete, and settles the tokens that it used. */
  async function* ask(task: AnswerTask, prompt: Prompt, grant: Grant, signal: AbortSignal): AsyncGenerator<TextEvent, AnswerOutcome> {
    const progress: Progress = { received: 0, shown: '', end: null };
    let isUncharged = false;
    try {
      const { outcome, failure } = yield* write(task, prompt, signal, progress, grant);
      isUncharged = failure !== null && progress.received === 0;
      const isComplete = (outcome === 'answered' && progress.end?.isComplete === true) || outcome === 'refused';
      // A refusal is cached as an empty text.
      if (isComplete && !signal.aborted) cache.set(task.question, outcome === 'refused' ? '' : progress.shown);
      return outcome;
    } finally {
      const estimate = tokensOf(prompt) + Math.ceil(progress.received / CHARACTERS_PER_TOKEN);
      grant.settle(isUncharged ? 0 : (progress.end?.tokens ?? estimate));
    }
  }

  async function* answer(task: AnswerTask, signal: AbortSignal): AsyncGenerator<TextEvent, AnswerOutcome> {
    const cached = cache.get(task.question);
    if (cached === '') return 'refused';
    if (cached !== undefined) {
      yield { kind: 'text', text: cached };
      return 'answered';
    }
    const { question, evidence } = task;
    const secret = randomBytes(9).toString('hex');
    const prompt = buildPrompt({ template: options.promptTemplate, iDontKnowMessage, question, evidence, secret });
    const grant = budget.take(tokensOf(prompt) + model.maxTokens, question.client?.block ?? question.client?.address);
    return grant === null ? 'over-budget' : yield* ask(task, prompt, grant, signal);
  }

  return { hasCapacity: () => budget.hasCapacity(), answer };
}

function tokensOf({ instructions, text }: Prompt): number {
  return Math.ceil((instructions.length + text.length) / CHARACTERS_PER_TOKEN);
}

function checkFor({ evidence, paths }: AnswerTask, prompt: Prompt, { baseUrl, hasPage }: ChatAnswererOptions): AttemptParts['check'] {
  return createCitationCheck({
    evidence: evidence.slice(0, prompt.sections),
    linkTo: (href) => linkTo(href, baseUrl, hasPage),
    cite: (citation: Citation) => citationLink(citation, paths.indexOf(citation.path) + 1, baseUrl),
  });
}

/** Returns the address of a page of this site, without the unchecked query and fragment; null for other targets. */
function linkTo(href: string, baseUrl: string, hasPage: (path: string) => boolean): string | null {
  const [target = ''] = href.split(/[?#]/);
  if (!target.startsWith('/') || target.startsWith('//')) return null;
  const path = withoutBase(baseUrl, target);
  const route = path === null ? null : normalizePath(path.replace(/\.mdx?$/, ''));
  return route !== null && hasPage(route) ? withBase(baseUrl, route) : null;
}

// One request to the model, whose answer is checked while it streams.

export interface AttemptParts {
  api: ChatApi;
  prompt: Prompt;
  deadline: Deadline;
  check: CitationCheck;
  iDontKnowMessage: string;
  /** Waits until it is the turn of this answer to be checked. */
  takeTurn: () => Promise<void>;
  /** Characters after which the answer is cut off. */
  maxCharacters: number;
}

/** The progress of all attempts to answer a question. */
export interface Progress {
  /** Characters that the model sent. */
  received: number;
  /** The text that the reader has seen. */
  shown: string;
  /** Null until the response is complete. */
  end: ResponseEnd | null;
}

export interface AttemptResult {
  outcome: AnswerOutcome;
  failure: ModelFailure | null;
}

/** Sends one request. Yields checked text without the marker of the stream, and returns the outcome. Never throws. */
export async function* attempt(parts: AttemptParts, progress: Progress): AsyncGenerator<TextEvent, AttemptResult> {
  const { check, deadline, iDontKnowMessage, takeTurn } = parts;
  let failure: ModelFailure | null = null;

  /** Whether the answer is long enough, or nobody waits for it although there is still time. */
  const isOver = (): boolean => progress.shown.length >= MAX_SHOWN_CHARACTERS || (deadline.signal.aborted && !deadline.isOver());

  /** Shows checked texts one by one, each in a turn, because a model may send its whole answer at once. */
  async function* showAll(texts: Iterable<string>): AsyncGenerator<TextEvent, void> {
    await takeTurn();
    for (const text of texts) {
      yield* show(text, progress);
      if (isOver()) return;
      await takeTurn();
    }
  }

  try {
    for await (const unit of unitsOf(parts, progress)) {
      if (check.shown() === 0 && isRefusal(unit, iDontKnowMessage)) return { outcome: 'refused', failure: null };
      yield* showAll(check.check(unit));
      if (isOver()) break;
    }
  } catch (error) {
    failure = modelFailure(error);
  }
  if (!isOver()) yield* showAll(check.end());
  const isShown = check.shown() > 0;
  if (failure !== null) return { outcome: isShown ? 'interrupted' : 'unavailable', failure };
  return { outcome: isShown ? 'answered' : 'empty', failure };
}

/** Yields the units of the answer as they become complete. If the stream fails, yields the remaining complete units and then throws the error. */
async function* unitsOf({ api, prompt, deadline, maxCharacters }: AttemptParts, progress: Progress): AsyncGenerator<AnswerUnit, void> {
  const reader = createUnitReader();
  const limit = progress.received + maxCharacters;
  let failure: { error: unknown } | null = null;
  const onEnd = (end: ResponseEnd): void => void (progress.end = end);
  try {
    for await (const text of api.stream(prompt, deadline, onEnd)) {
      // Cut first, because one delta may contain any number of characters.
      const part = text.slice(0, limit - progress.received);
      progress.received += part.length;
      yield* reader.push(part);
      if (progress.received >= limit) break;
    }
  } catch (error) {
    failure = { error };
  }
  yield* reader.end(progress.end?.isComplete ?? false);
  if (failure !== null) throw failure.error;
}

/** Yields the text without the marker of the stream, and records it as shown. */
function* show(text: string, progress: Progress): Generator<TextEvent, void> {
  const safe = text.replaceAll(RESPONSE_MARKER, '');
  if (safe === '') return;
  progress.shown += safe;
  yield { kind: 'text', text: safe };
}

/** Whether a unit is the beginning of the "I don't know" message, which may have several sentences. */
function isRefusal({ text }: AnswerUnit, iDontKnowMessage: string): boolean {
  const said = lettersAndDigits(text);
  return said.length >= 8 && lettersAndDigits(iDontKnowMessage).startsWith(said);
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

const BUDGET_USED_UP =
  'The daily budget of the chat model is used up: until midnight (UTC), answers are quotations. The options dailyModelRequests and dailyModelTokens of the assistant set it.';

// The budget of the model: requests and tokens per day, and concurrent requests. Each server counts its own in memory.

export interface BudgetSettings {
  /** Requests per UTC day. */
  requestsPerDay: number;
  /** Tokens of prompts and answers per UTC day. */
  tokensPerDay: number;
  requestsAtATime: number;
}

/** An admitted request. */
export interface Grant {
  /** Counts a second attempt like another request. @returns false if the budget is used up */
  retry(): boolean;
  /** Ends the request with the number of tokens that it used. Later calls do nothing. */
  settle(tokens: number): void;
}

export interface ModelBudget {
  hasCapacity(): boolean;
  /**
   * Admits a request.
   * @param tokens maximum number of tokens of the request, which are reserved until it is settled
   * @param client key of the client, whose share is limited; without one, it is not
   * @returns null if the budget or the share of the client is used up
   */
  take(tokens: number, client?: string): Grant | null;
}

/** The part of the daily requests that one client may use, so that it cannot use up the budget for everybody. */
const CLIENT_SHARE = 0.2;

const DAY_MS = 24 * 60 * 60 * 1000;

const budgets = new WeakMap<Counters, ModelBudget>();

/**
 * Returns the budget of a server. It belongs to the counters of the server, because a new build must not renew it, and all versions and languages of a
 * site share it.
 * @param now milliseconds since 1970
 * @param onProblem called with a message for the log once on each day on which the budget is used up
 */
export function modelBudgetOf(
  counters: Counters,
  settings: BudgetSettings,
  now: () => number,
  onProblem: (message: string) => void,
): ModelBudget {
  const budget = budgets.get(counters) ?? createModelBudget(settings, now, () => onProblem(BUDGET_USED_UP));
  budgets.set(counters, budget);
  return budget;
}

/**
 * @param now milliseconds since 1970
 * @param onSpent called once on each day on which the budget is used up
 */
export function createModelBudget(
  { requestsPerDay, tokensPerDay, requestsAtATime }: BudgetSettings,
  now: () => number,
  onSpent: () => void = () => undefined,
): ModelBudget {
  let day = -1;
  let reported = -1;
  let requests = 0;
  let tokens = 0;
  let running = 0;
  /** Number of requests of each client on this day. It has at most as many entries as there are requests. */
  const requestsOf = new Map<string, number>();
  const requestsOfClient = Math.ceil(requestsPerDay * CLIENT_SHARE);

  function countRequest(client: string | undefined): void {
    requests++;
    if (client !== undefined) requestsOf.set(client, (requestsOf.get(client) ?? 0) + 1);
  }

  function fits(wanted: number): boolean {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      requests = 0;
      tokens = 0;
      requestsOf.clear();
    }
    const isSpent = requests >= requestsPerDay || tokens + wanted > tokensPerDay;
    if (isSpent && reported !== day) {
      reported = day;
      onSpent();
    }
    return !isSpent && running < requestsAtATime;
  }

  return {
    hasCapacity: () => fits(1),
    take(wanted, client) {
      if (!fits(wanted)) return null;
      if (client !== undefined && (requestsOf.get(client) ?? 0) >= requestsOfClient) return null;
      const taken = day;
      let reserved = wanted;
      countRequest(client);
      tokens += wanted;
      running++;
      let isOpen = true;
      return {
        retry() {
          // The counts of the previous day were reset, so a request of that day and its retry no longer count.
          if (!isOpen || taken !== Math.floor(now() / DAY_MS)) return isOpen;
          if (requests >= requestsPerDay || tokens + wanted > tokensPerDay) return false;
          countRequest(client);
          tokens += wanted;
          reserved += wanted;
          return true;
        },
        settle(used) {
          if (!isOpen) return;
          isOpen = false;
          running--;
          // The counts of the previous day were reset, so a request of that day no longer counts.
          if (taken === day) tokens += used - reserved;
        },
      };
    },
  };
}
