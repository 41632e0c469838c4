/** The state of the dialog and its actions: ask, stop, close, rate. The state outlives a closed dialog. */
import { QUESTION_LIMITS, type Turn } from '../contract.ts';
import { type AssistantTranslate, IN_ENGLISH } from '../assistant-words.ts';
import { type AnswerSource, failureSentence, type SourceOutcome, STOPPED_SENTENCE } from './answer-source.ts';
import { reportReaderEvent } from '@quire/engine/client/page-events.ts';
import { lacksService } from './assistant-site.ts';

export type AssistantPhase = 'indeterminate' | 'preload' | 'streaming-answer' | 'done';

export interface SessionState {
  isOpen: boolean;
  /** Text that was typed before the dialog opened; '' if there was none. */
  typed: string;
  phase: AssistantPhase;
  /** The latest question; '' before the first. */
  question: string;
  /** Markdown of the answer so far. */
  answer: string;
  /** Ids of documents in the order of the server. */
  references: readonly string[];
  /** An error message for the reader. */
  notice: string | null;
  /** Rating of this answer; reset when the phase changes. */
  rating: Rating | null;
  /** Number of the sources of earlier answers. The numbers of this answer follow theirs, so a number has only one meaning. */
  sourcesBefore: number;
  /** Questions answered before this one, oldest first. */
  earlier: readonly AnsweredTurn[];
}

/** A question that was answered, with the sources of its answer. */
export interface AnsweredTurn extends Turn, Pick<SessionState, 'references' | 'sourcesBefore'> {}

export interface AssistantSession {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Opens the dialog. @param typed text for the field */
  open(typed?: string): void;
  /** Closes the dialog and aborts the current answer. */
  close(): void;
  /** Asks a question. Ignores a prompt that is empty or too long; the field shows a message about the latter. */
  submit(prompt: string): Promise<void>;
  /** Aborts the current answer and keeps the text so far. */
  stop(): void;
  /** Clears all questions and answers. */
  startOver(): void;
  rate(rating: Rating): void;
}

interface SessionOptions {
  source: AnswerSource;
  log: QueryLogClient;
  iDontKnowMessage: string;
  /** Translates notices; default: they are in English. */
  translate?: AssistantTranslate;
}

const START: SessionState = {
  isOpen: false,
  typed: '',
  phase: 'indeterminate',
  question: '',
  answer: '',
  references: [],
  notice: null,
  rating: null,
  sourcesBefore: 0,
  earlier: [],
};

/** Delay between aborting an answer and the next request. */
const RESUBMIT_MS = 200;
/** Interval of updates. Twenty updates per second look like a stream and leave the CPU mostly idle. */
const UPDATE_MS = 50;

const isBusy = ({ phase }: SessionState): boolean => phase === 'preload' || phase === 'streaming-answer';

export function createAssistantSession({ source, log, iDontKnowMessage, translate = IN_ENGLISH }: SessionOptions): AssistantSession {
  const listeners = new Set<() => void>();
  let state = START;
  let running: AbortController | null = null;
  /** Number of the latest submission. Events of older ones are ignored. */
  let latest = 0;
  /** The state before the question that is being answered. */
  let before = START;

  function update(change: Partial<SessionState>): void {
    const isNewPhase = change.phase !== undefined && change.phase !== state.phase;
    state = { ...state, ...(isNewPhase && { rating: null }), ...change };
    for (const listener of listeners) listener();
  }

  function abort(): void {
    latest += 1;
    running?.abort();
    running = null;
  }

  /** Adds the latest answered turn to the earlier ones; failed questions are not turns. */
  function earlierTurns(): Pick<SessionState, 'earlier' | 'sourcesBefore'> {
    const { phase, question, answer, notice, references, sourcesBefore, earlier } = state;
    const isTurn = phase === 'done' && answer !== '' && (notice === null || notice === STOPPED_SENTENCE);
    if (!isTurn) return { earlier, sourcesBefore };
    const turns = [...earlier, { question, answer, references, sourcesBefore }].slice(-QUESTION_LIMITS.turns);
    return { earlier: turns, sourcesBefore: sourcesBefore + references.length };
  }

  async function submit(prompt: string): Promise<void> {
    const question = prompt.trim();
    if (question === '' || question.length > QUESTION_LIMITS.promptCharacters) return;
    const wasBusy = isBusy(state);
    if (!wasBusy) before = state;
    abort();
    const mine = latest;
    if (wasBusy) await new Promise((resolve) => setTimeout(resolve, RESUBMIT_MS));
    if (mine !== latest) return;
    update({ phase: 'preload', question, answer: '', references: [], notice: null, ...earlierTurns() });
    void log.logQuery(question);
    await answer(question);
  }

  async function answer(question: string): Promise<void> {
    const mine = new AbortController();
    running = mine;
    const { signal } = mine;
    const text = batchText((added) => update({ phase: 'streaming-answer', answer: state.answer + added }));
    signal.addEventListener('abort', text.drop);
    const handlers = {
      onReferences: (references: string[]) => signal.aborted || update({ references }),
      onText: (added: string) => signal.aborted || text.add(added),
    };
    const conversation = state.earlier.map(({ question: asked, answer: shown }): Turn => ({ question: asked, answer: shown }));
    const outcome = await source.ask({ text: question, conversation }, handlers, signal).catch(failureOf);
    if (signal.aborted) return;
    text.flush();
    running = null;
    finish(outcome);
  }

  function failureOf(error: unknown): SourceOutcome {
    const notice = failureSentence(500, null, Date.now(), translate);
    return { kind: 'failed', status: 0, notice, log: error instanceof Error ? error.message : String(error) };
  }

  function finish(outcome: SourceOutcome): void {
    if (outcome.kind === 'failed') {
      console.error(outcome.log);
      update({ phase: 'done', answer: iDontKnowMessage, notice: outcome.notice });
    } else if (outcome.kind === 'unreachable') {
      console.error(outcome.error);
      update({ phase: 'done', notice: outcome.notice });
    } else update({ phase: 'done' });
  }

  /** If no text has arrived yet, the question is discarded, and the latest answer before it is shown as it was. */
  function stop(): void {
    if (!isBusy(state)) return abort();
    abort();
    if (state.answer === '') update({ ...before, isOpen: state.isOpen });
    else update({ phase: 'done', notice: STOPPED_SENTENCE });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(typed = '') {
      source.prepare?.();
      update({ isOpen: true, typed });
    },
    close() {
      stop();
      update({ isOpen: false });
    },
    submit,
    stop,
    startOver() {
      abort();
      update({ ...START, isOpen: state.isOpen });
    },
    rate(rating) {
      if (state.phase !== 'done' || state.rating !== null) return;
      update({ rating });
      void log.logFeedback(state.question, rating);
    },
  };
}

/** Passes on the first text at once, and batches text that follows shortly after. */
function batchText(pass: (text: string) => void): { add(text: string): void; flush(): void; drop(): void } {
  let waiting = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function passAll(): void {
    const text = waiting;
    waiting = '';
    pass(text);
  }

  function startTimer(): void {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting !== '') take();
    }, UPDATE_MS);
  }

  function take(): void {
    if (timer !== undefined) return;
    startTimer();
    passAll();
  }

  function drop(): void {
    clearTimeout(timer);
    waiting = '';
  }

  return {
    add(text) {
      waiting += text;
      take();
    },
    flush() {
      clearTimeout(timer);
      if (waiting !== '') passAll();
    },
    drop,
  };
}

export type Rating = 'positive' | 'negative';

/** Reports questions and ratings to the query log. Failures are invisible to the reader. */
export interface QueryLogClient {
  logQuery(query: string): Promise<void>;
  logFeedback(query: string, rating: Rating): Promise<void>;
}

/** @param address of the service @param key anonymous and public */
export function createQueryLogClient(address: string, key: string): QueryLogClient {
  /** Whether the host turned out to be static, so that nothing more is sent. */
  let isMissing = false;

  async function post(record: object, what: 'query' | 'feedback'): Promise<void> {
    if (isMissing) return;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal', apikey: key },
        body: JSON.stringify(record),
        // Complete the request even if the reader leaves the page right after rating.
        keepalive: true,
      });
      isMissing = lacksService(response);
      if (isMissing) return;
      if (response.ok) console.info(`Logged ${what}`);
      else console.error(`Error logging ${what}`, response.status);
    } catch (error) {
      console.error(`Error logging ${what}`, error);
    }
  }

  return {
    logQuery: (query) => post({ query }, 'query'),
    logFeedback: (query, rating) => post({ query, result_rating: rating }, 'feedback'),
  };
}

/** A no-op log for sites without a server. */
export const NO_QUERY_LOG: QueryLogClient = {
  logQuery: () => Promise.resolve(),
  logFeedback: () => Promise.resolve(),
};

/** Also reports each entry of a log as an event, for sites with analytics. */
export function withReaderEvents(log: QueryLogClient): QueryLogClient {
  return {
    logQuery(question) {
      reportReaderEvent({ name: 'ask', question });
      return log.logQuery(question);
    },
    logFeedback(question, rating) {
      reportReaderEvent({ name: 'rating', of: 'answer', question, rating });
      return log.logFeedback(question, rating);
    },
  };
}
