/** One request to the model, its answer checked while it comes. */
import type { AnswerOutcome, TextEvent } from '../answerer.ts';
import { RESPONSE_MARKER } from '../contract.ts';
import { createUnitReader, type AnswerUnit } from './answer-units.ts';
import type { ChatApi, ResponseEnd } from './chat-api.ts';
import type { CitationCheck } from './citation-check.ts';
import type { Deadline } from './deadline.ts';
import { modelFailure, type ModelFailure } from './model-failure.ts';
import type { Prompt } from './prompt.ts';

export interface AttemptParts {
  api: ChatApi;
  prompt: Prompt;
  deadline: Deadline;
  check: CitationCheck;
  iDontKnowMessage: string;
  /** Characters after which the answer is cut off. */
  mostCharacters: number;
}

/** What came of all attempts to answer a question. */
export interface Progress {
  /** Characters that the model sent. */
  received: number;
  /** What the reader was shown. */
  shown: string;
  /** Null until the model came to its end. */
  end: ResponseEnd | null;
}

export interface AttemptResult {
  outcome: AnswerOutcome;
  failure: ModelFailure | null;
}

/** Yields what may be shown, never the stream's marker. Never throws. */
export async function* attempt(parts: AttemptParts, progress: Progress): AsyncGenerator<TextEvent, AttemptResult> {
  const { check, iDontKnowMessage } = parts;
  let failure: ModelFailure | null = null;
  try {
    for await (const unit of unitsOf(parts, progress)) {
      if (check.shown() === 0 && isRefusal(unit, iDontKnowMessage)) return { outcome: 'refused', failure: null };
      yield* show(check.check(unit), progress);
    }
  } catch (error) {
    failure = modelFailure(error);
  }
  yield* show(check.end(), progress);
  const isShown = check.shown() > 0;
  if (failure !== null) return { outcome: isShown ? 'interrupted' : 'unavailable', failure };
  return { outcome: isShown ? 'answered' : 'empty', failure };
}

/** The answer's units as they are complete. When the model breaks off, what is whole comes first and then the error. */
async function* unitsOf({ api, prompt, deadline, mostCharacters }: AttemptParts, progress: Progress): AsyncGenerator<AnswerUnit, void> {
  const reader = createUnitReader();
  const most = progress.received + mostCharacters;
  let broken: { error: unknown } | null = null;
  const onEnd = (end: ResponseEnd): void => void (progress.end = end);
  try {
    for await (const text of api.stream(prompt, deadline, onEnd)) {
      progress.received += text.length;
      yield* reader.push(text);
      if (progress.received > most) break;
    }
  } catch (error) {
    broken = { error };
  }
  yield* reader.end(progress.end?.isComplete ?? false);
  if (broken !== null) throw broken.error;
}

function* show(text: string, progress: Progress): Generator<TextEvent, void> {
  const safe = text.replaceAll(RESPONSE_MARKER, '');
  if (safe === '') return;
  progress.shown += safe;
  yield { kind: 'text', text: safe };
}

/** Whether the model says that it does not know, or begins to: the message may have several sentences. */
function isRefusal({ text }: AnswerUnit, iDontKnowMessage: string): boolean {
  const said = letters(text);
  return said.length >= 8 && letters(iDontKnowMessage).startsWith(said);
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
