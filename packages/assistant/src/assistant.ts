import type { AnswerEvent, Question } from './contract.ts';

declare global {
  /** What Node, browsers and workers have in common; declared because this zone is typed without any of them. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** Answers questions. Both the server's and the static host's assistant are one. */
export interface Assistant {
  /** Ends early, without an error, when `signal` aborts. Never throws on any question. */
  ask(question: Question, signal: AbortSignal): AsyncIterable<AnswerEvent>;
}
