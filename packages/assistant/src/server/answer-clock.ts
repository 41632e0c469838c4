import type { AnswerLogEntry } from '@quire/engine/server/log-entry.ts';
import type { StreamOutcome } from './answer-stream.ts';

/** Takes the times of one answer for the log. */
export interface AnswerClock {
  references(): void;
  text(): void;
  entry(outcome: StreamOutcome, now: number): AnswerLogEntry;
}

export function startAnswerClock(): AnswerClock {
  const start = performance.now();
  const sinceStart = (): number => Math.round((performance.now() - start) * 10) / 10;
  let msToReferences: number | null = null;
  let msToText: number | null = null;
  return {
    references: () => void (msToReferences ??= sinceStart()),
    text: () => void (msToText ??= sinceStart()),
    entry: (outcome, now) => ({ kind: 'answer', time: new Date(now).toISOString(), outcome, msToReferences, msToText, ms: sinceStart() }),
  };
}
