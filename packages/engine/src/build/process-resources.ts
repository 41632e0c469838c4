import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread, so that the thread that compiles and renders runs first where there are fewer processors than
 * busy threads. On Linux each thread has its own priority; elsewhere the whole process would lose to other programs.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  // A thread that started with an even lower priority keeps it.
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}

/** Peak memory of this process so far, in MiB. */
export const peakMiB = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

/** What a process sends its parent when it cannot continue: the message of its error. */
export interface Failure {
  failed: string;
}

/** Sends the parent the reason why this process ends, instead of printing a stack trace among the lines of the build. */
export function sendFailure(): void {
  process.once('uncaughtException', ({ message }) => {
    // What has been sent already must not be worked on after an error.
    process.removeAllListeners('message');
    process.send?.({ failed: message } satisfies Failure, () => process.exit(1));
  });
}
