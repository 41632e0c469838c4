import { setTimeout as pause } from 'node:timers/promises';

/** Repeats work after each of the pauses (in milliseconds) as long as it fails with a transient error. @throws the error of the last attempt */
export async function withRetries<T>(
  pausesMs: readonly number[],
  isTransient: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await pause(ms);
    }
  }
  return work();
}
