/** Priority, memory, and errors of the build's threads and child processes. */
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread, so that the thread that compiles and renders runs first if there are more busy threads than
 * processors. Only Linux has priorities per thread; on other systems, this would slow down the whole process.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  // A thread that started with an even lower priority keeps it.
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}

/** Returns the peak memory of this process so far, in MiB. */
export const peakMiB = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

/** The message that a child process sends to its parent when it fails. */
export interface Failure {
  failed: string;
}

/** Makes this child process send an uncaught error to its parent and exit, instead of printing a stack trace. */
export function sendUncaughtErrors(): void {
  process.once('uncaughtException', ({ message }) => {
    // Do not process queued messages after an error.
    process.removeAllListeners('message');
    process.send?.({ failed: message } satisfies Failure, () => process.exit(1));
  });
}
