/** A fake assistant whose answers a test scripts. */
import type { AnswerEvent, Assistant, Question } from '#contract.ts';

export interface ScriptedAssistant extends Assistant {
  asked: Question[];
  /** Number of active answers. */
  running(): number;
  /** Abort signals of all answers, in order. */
  signals: AbortSignal[];
}

/** @param script creates the answer; the contract requires that it ends when the signal aborts */
export function scriptedAssistant(script: (question: Question, signal: AbortSignal) => AsyncIterable<AnswerEvent>): ScriptedAssistant {
  const asked: Question[] = [];
  const signals: AbortSignal[] = [];
  let running = 0;
  return {
    asked,
    signals,
    running: () => running,
    async *ask(question, signal) {
      asked.push(question);
      signals.push(signal);
      running += 1;
      try {
        yield* script(question, signal);
      } finally {
        running -= 1;
      }
    },
  };
}

export const references = (ids: string[], refused = false): AnswerEvent => ({ kind: 'references', ids, refused });
export const text = (words: string): AnswerEvent => ({ kind: 'text', text: words });

/** An answer of the given events. */
export function answering(...events: AnswerEvent[]): ScriptedAssistant {
  return scriptedAssistant(async function* () {
    yield* events;
  });
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
