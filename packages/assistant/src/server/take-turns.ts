import type { Assistant } from '#assistant.ts';

/**
 * Begins one answer in each turn of the event loop, in the order of the questions. An answer is made in one go of some
 * milliseconds; without turns the server makes all that have arrived before it looks at its connections again, and whoever
 * came a moment later waits for two rounds instead of one, with everybody who wants but a page.
 */
export function takeTurns(assistant: Assistant): Assistant {
  let latest: Promise<unknown> = Promise.resolve();
  const nextTurn = (): Promise<unknown> => (latest = latest.then(() => new Promise((resolve) => setImmediate(resolve))));
  return {
    async *ask(question, signal) {
      await nextTurn();
      // Nothing is made for a reader who has left meanwhile.
      if (!signal.aborted) yield* assistant.ask(question, signal);
    },
  };
}
