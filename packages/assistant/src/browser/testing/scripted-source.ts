/** A fake answer source that a test controls step by step. */
import type { AnswerHandlers, AnswerSource, SourceOutcome } from '../answer-source.ts';
import type { Question } from '../../contract.ts';
import type { QueryLogClient } from '../session.ts';

export interface Asked extends AnswerHandlers {
  question: Question;
  signal: AbortSignal;
  end(outcome?: SourceOutcome): void;
  fail(error: unknown): void;
}

export interface ScriptedSource extends AnswerSource {
  asked: Asked[];
}

export function createScriptedSource(): ScriptedSource {
  const asked: Asked[] = [];
  return {
    asked,
    ask: (question, handlers, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        asked.push({ ...handlers, question, signal, end: (outcome = { kind: 'complete' }) => resolve(outcome), fail: reject });
      }),
  };
}

/** Records log entries: a query, or a query with its rating. */
export function createRecordingLog(): QueryLogClient & { entries: string[][] } {
  const entries: string[][] = [];
  return {
    entries,
    logQuery: async (query) => void entries.push([query]),
    logFeedback: async (query, rating) => void entries.push([query, rating]),
  };
}
