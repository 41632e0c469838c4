import type { Assistant } from '#assistant.ts';
import { createAnswerCache, type AnswerStore } from '#chat-model/answer-cache.ts';
import type { AnswerEvent } from '#contract.ts';

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
