/** Complete answers, kept for the next reader with the same question. */
import { hash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { AnswerEvent, Assistant, Question } from '#contract.ts';

export interface AnswerCache {
  get(question: Question): string | undefined;
  set(question: Question, answer: string): void;
}

const MOST_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its text, roughly. */
const ENTRY_BYTES = 256;

/** @param generation names the index and the model: another one has other answers @param maxBytes of memory for all answers */
export function createAnswerCache(generation: string, maxBytes: number = MOST_BYTES): AnswerCache {
  const answers = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (answer, key) => 2 * (answer.length + key.length) + ENTRY_BYTES,
  });
  /** An answer is looked for and, many questions later, kept under the same key. */
  const keys = new WeakMap<Question, string>();
  const keyOf = (question: Question): string => {
    const key = keys.get(question) ?? makeKey(question);
    keys.set(question, key);
    return key;
  };
  const makeKey = ({ text, conversation }: Question): string => {
    const said = [text, ...conversation.flatMap(({ question, answer }) => [question, answer])].map(normalise);
    return hash('sha256', JSON.stringify([generation, ...said]), 'base64');
  };
  return {
    get: (question) => answers.get(keyOf(question)),
    set: (question, answer) => void answers.set(keyOf(question), answer),
  };
}

/** Spelling that asks nothing else: white space, capitals, the mark at the end. Capitals of an identifier mean something. */
function normalise(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\s?.!]+$/, '')
    .replace(/\b\p{Lu}?\p{Ll}+\b/gu, (word) => word.toLowerCase());
}

/**
 * Keeps the answers of an assistant that always gives the same one, as quotations are: many readers ask the same.
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
      // What a reader left is not whole.
      if (!signal.aborted) answers.set(question, JSON.stringify(events));
    },
  };
}
