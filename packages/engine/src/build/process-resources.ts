import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets the thread that compiles and renders go first, where there are fewer processors than threads that have something
 * to do: all others only have to be done when it is. Linux gives each thread a priority of its own; elsewhere the whole
 * process would give way, to whatever else runs on the machine.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  // Who was started with a lower priority still may not take a higher one.
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}

/** Largest memory this process has held so far, in MiB. */
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
