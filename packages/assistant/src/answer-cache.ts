/** Caches complete answers for readers with the same question. */
import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { AnswerEvent, Assistant, Question } from '#contract.ts';

export interface AnswerCache {
  get(question: Question): string | undefined;
  set(question: Question, answer: string): void;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** Approximate memory of an entry in addition to its text. */
const ENTRY_BYTES = 256;

/** @param generation identifies the index and the model, on which answers depend @param maxBytes memory for all answers */
export function createAnswerCache(generation: string, maxBytes: number = MAX_BYTES): AnswerCache {
  const answers = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (answer, key) => 2 * (answer.length + key.length) + ENTRY_BYTES,
  });
  /** Memoized, because the lookup and the later write of an answer use the same key. */
  const keys = new WeakMap<Question, string>();
  const keyOf = (question: Question): string => {
    const key = keys.get(question) ?? makeKey(question);
    keys.set(question, key);
    return key;
  };
  const makeKey = ({ text, conversation }: Question): string => {
    const said = [text, ...conversation.flatMap(({ question, answer }) => [question, answer])].map(normalize);
    return hash('sha256', JSON.stringify([generation, ...said]), 'base64');
  };
  return {
    get: (question) => answers.get(keyOf(question)),
    set: (question, answer) => void answers.set(keyOf(question), answer),
  };
}

/** Normalizes white space, case, and final punctuation, which do not change a question. The case of identifiers is significant. */
function normalize(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s?.!])[\s?.!]+$/, '')
    .replace(/\b\p{Lu}?\p{Ll}+\b/gu, (word) => word.toLowerCase());
}

/**
 * Caches the answers of a deterministic assistant, such as one that quotes, because many readers ask the same questions.
 */
export function withAnswerCache(assistant: Assistant, answers: AnswerCache): Assistant {
  return {
    async *ask(question, signal) {
      const known = answers.get(question);
      if (known !== undefined) {
        yield* JSON.parse(known) as AnswerEvent[];
        return;
      }
      const events: AnswerEvent[] = [];
      for await (const event of assistant.ask(question, signal)) {
        events.push(event);
        yield event;
      }
      // An aborted answer is incomplete, so it is not cached.
      if (!signal.aborted) answers.set(question, JSON.stringify(events));
    },
  };
}
