import type { AnswerEvent, AnswerSettings, Question } from '#contract.ts';
import type { AnswerHandlers, AnswerSource } from '../answer-source.ts';

interface PendingQuestion {
  handlers: AnswerHandlers;
  resolve(): void;
  reject(error: unknown): void;
}

const startWorker = (): Worker => new Worker(new URL('./assistant-worker.ts', import.meta.url), { type: 'module' });

/** The client of the worker that answers on sites without a server. @param start creates the worker; tests replace it */
export function createWorkerSource(settings: AnswerSettings, start: () => Worker = startWorker): AnswerSource {
  const waiting = new Map<number, PendingQuestion>();
  let running: Worker | null = null;
  let lastId = 0;

  function take({ data }: MessageEvent<WorkerReply>): void {
    const asked = waiting.get(data.id);
    if (asked === undefined) return;
    if ('event' in data) {
      if (data.event.kind === 'references') asked.handlers.onReferences(data.event.ids);
      else asked.handlers.onText(data.event.text);
      return;
    }
    waiting.delete(data.id);
    if ('error' in data) asked.reject(new Error(data.error));
    else asked.resolve();
  }

  /** Handles a worker that could not be loaded or crashed. The next question starts a new one. */
  function fail({ message }: ErrorEvent): void {
    running?.terminate();
    running = null;
    for (const { reject } of waiting.values()) reject(new Error(message || "The assistant's worker could not be started."));
    waiting.clear();
  }

  function post(request: WorkerRequest): void {
    if (running === null) {
      running = start();
      running.addEventListener('message', take);
      running.addEventListener('error', fail);
    }
    running.postMessage(request);
  }

  return {
    prepare: () => post({ kind: 'prepare', settings }),
    async ask(question, handlers, signal) {
      signal.throwIfAborted();
      const id = (lastId += 1);
      await new Promise<void>((resolve, reject) => {
        waiting.set(id, { handlers, resolve, reject });
        signal.addEventListener('abort', () => {
          if (waiting.delete(id)) post({ kind: 'abort', id });
          reject(signal.reason);
        });
        post({ kind: 'ask', id, settings, question });
      });
      return { kind: 'complete' };
    },
  };
}

// The messages between the page and the assistant's worker.

export type WorkerRequest =
  /** Fetches the index ahead of the first question. */
  | { kind: 'prepare'; settings: AnswerSettings }
  | { kind: 'ask'; /** Matches the question to its answer. */ id: number; settings: AnswerSettings; question: Question }
  | { kind: 'abort'; id: number };

/** A reply to a question. Each question ends exactly once, with an end or an error. */
export type WorkerReply = { id: number; event: AnswerEvent } | { id: number; end: true } | { id: number; error: string };
