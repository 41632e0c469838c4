/** Port of whoever writes answers from retrieved sections in words of its own, e.g. a chat model. */
import type { Evidence } from '@quire/search/contract.ts';
import type { AnswerEvent, Question } from './contract.ts';

/** What an answer is made from. */
export interface AnswerTask {
  question: Question;
  /** The sections that the gate let through, best first. */
  evidence: readonly Evidence[];
  /** Routes of the pages in the order of the references: a citation's number is its page's place in here, from 1. */
  paths: readonly string[];
}

/**
 * How it ended: `refused` when the writer does not know, `empty` when nothing it wrote is held by the sections,
 * `spent` when it may not write any more today, `unavailable` when it failed before it said anything,
 * `interrupted` when it failed later.
 */
export type AnswerOutcome = 'answered' | 'refused' | 'empty' | 'spent' | 'unavailable' | 'interrupted';

export type TextEvent = Extract<AnswerEvent, { kind: 'text' }>;

export interface Answerer {
  /** Whether it would take a question now. Asking costs nothing. */
  hasRoom(): boolean;
  /**
   * Yields finished Markdown with its citations and returns how it ended; only an answer that is whole or interrupted
   * has yielded anything. Never throws; ends early when `signal` aborts, whatever it then returns.
   */
  answer(task: AnswerTask, signal: AbortSignal): AsyncGenerator<TextEvent, AnswerOutcome>;
}
