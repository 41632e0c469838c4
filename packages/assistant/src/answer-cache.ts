/** Complete answers of the model, kept for the next reader with the same question. */
import { hash } from 'node:crypto';
import type { AnswerEvent, Assistant, Question } from '#contract.ts';

/** Where answers are kept: a cache that bounds its bytes itself. */
export interface AnswerStore {
  get(key: string): string | undefined;
  set(key: string, answer: string, bytes: number): void;
}

export interface AnswerCache {
  get(question: Question): string | undefined;
  set(question: Question, answer: string): void;
}

/** @param generation names the index and the model: another one has other answers */
export function createAnswerCache(store: AnswerStore, generation: string): AnswerCache {
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
    get: (question) => store.get(keyOf(question)),
    set: (question, answer) => store.set(keyOf(question), answer, answer.length * 2),
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
 * @param store bounds its bytes itself
 * @param build names the index: another one has other answers
 */
export function rememberAnswers(assistant: Assistant, store: AnswerStore, build: string): Assistant {
  const answers = createAnswerCache(store, build);
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
