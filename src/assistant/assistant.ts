import type { AnswerEvent, Question } from './contract.ts';

/** Answers questions. Both the server's and the static host's assistant are one. */
export interface Assistant {
  /** Ends early, without an error, when `signal` aborts. Never throws on any question. */
  ask(question: Question, signal: AbortSignal): AsyncIterable<AnswerEvent>;
}
