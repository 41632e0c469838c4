import { setTimeout as pause } from 'node:timers/promises';

/** Does the work again after each of the pauses (in milliseconds) as long as it fails in a way that may pass. @throws what the last attempt threw */
export async function withRetries<T>(
  pausesMs: readonly number[],
  isPassing: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(ms);
    }
  }
  return work();
}
