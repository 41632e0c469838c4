import type { Server } from 'node:http';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
// Within the five seconds that were promised, with some left for the process to end.
const PATIENCE_MS = 4000;

export interface ShutdownSteps {
  onStopping: () => void;
  onStopped?: () => Promise<void>;
}

/**
 * Prepares a listening server for its end. The returned function stops accepting, lets the running requests finish,
 * and cuts off what is left after four seconds; calling it again changes nothing. SIGTERM and SIGINT call it and then
 * end the process with status 0. `onStopping` runs first, so that the health check can tell load balancers, `onStopped` last.
 */
export function createShutdown(server: Server, { onStopping, onStopped }: ShutdownSteps): () => Promise<void> {
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    closing ??= (onStopping(), closeServer(server)).then(onStopped).finally(() => {
      for (const signal of SIGNALS) process.off(signal, stopProcess);
    });
    return closing;
  }

  function stopProcess(): void {
    // The status is 0 even when connections were cut off: being stopped is no failure.
    void close().finally(() => process.exit(0));
  }

  for (const signal of SIGNALS) process.on(signal, stopProcess);
  return close;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    // A connection that is kept alive would be answered for as long as its client likes.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    server.once('close', () => clearInterval(sweep));
  });
}
