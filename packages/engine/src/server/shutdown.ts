/** Stops a server gracefully, also on a signal. */
import type { Server } from 'node:http';

/** The signals that stop a server. */
export const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface ShutdownOptions {
  /** Called once when shutdown begins. End streams here that would delay it. */
  onStopping: () => void;
  /** Called after the last request has finished. Close files and databases here. */
  onStopped?: () => Promise<void>;
}

/** Time for running requests to finish. Supervisors commonly kill a process after five seconds or more, and exiting takes some of that time. */
const GRACE_MS = 4000;

/**
 * Prepares the graceful shutdown of a server. The returned function stops accepting connections, lets the running requests finish, and
 * aborts the rest after four seconds; calling it again is a no-op. SIGTERM and SIGINT call it and then end the process with
 * status 0. `onStopping` runs first, so that the health check can warn load balancers; `onStopped` runs last.
 */
export function createShutdown(server: Server, { onStopping, onStopped }: ShutdownOptions): () => Promise<void> {
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    closing ??= (onStopping(), closeServer(server)).then(onStopped).finally(() => {
      for (const signal of SIGNALS) process.off(signal, stopProcess);
    });
    return closing;
  }

  function stopProcess(): void {
    // The status is 0 even if connections were aborted, because being stopped is not a failure.
    void close().finally(() => process.exit(0));
  }

  for (const signal of SIGNALS) process.on(signal, stopProcess);
  return close;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    // Otherwise, clients could keep using a keep-alive connection indefinitely.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    server.once('close', () => clearInterval(sweep));
  });
}
