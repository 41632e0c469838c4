/** What the page and the assistant's worker say to each other. */
import type { AnswerEvent, AnswerSettings, Question } from '../../contract.ts';

export type WorkerRequest =
  /** Fetches the index ahead of the first question. */
  | { kind: 'prepare'; settings: AnswerSettings }
  | { kind: 'ask'; /** Names the question in its answer. */ id: number; settings: AnswerSettings; question: Question }
  | { kind: 'abort'; id: number };

/** The end is told once to each question: by itself, or by the error. */
export type WorkerReply = { id: number; event: AnswerEvent } | { id: number; end: true } | { id: number; error: string };
