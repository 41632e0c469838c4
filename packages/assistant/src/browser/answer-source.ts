/** Whoever answers the dialog's questions: the server, or a worker in this browser. */
import type { Question } from '../contract.ts';

export interface AnswerHandlers {
  /** Ids of documents as they came; called at most once. */
  onReferences(ids: string[]): void;
  onText(text: string): void;
}

export type SourceOutcome =
  | { kind: 'complete' }
  /** Nothing that could be called an answer: the I-don't-know message takes its place. `log` is for the console. */
  | { kind: 'failed'; status: number; notice: string | null; log: string }
  /** The network failed, before the answer or within it. */
  | { kind: 'unreachable'; notice: string; error: unknown };

export interface AnswerSource {
  /** Fetches what the first question will need, where it needs anything. */
  prepare?(): void;
  /** @throws AbortError when `signal` said so, and nothing else that the reader could cause */
  ask(question: Question, handlers: AnswerHandlers, signal: AbortSignal): Promise<SourceOutcome>;
}
