import type { Handler } from 'hono';
import { errorResponse } from '#server/error-response.ts';

/** A message of the development server to open pages. */
export type LiveReloadMessage =
  /** A page changed: its route without base URL. */
  | { type: 'update'; path: string }
  /** More than one page may have changed. */
  | { type: 'reload' };

export interface LiveReload {
  /** Handles `GET /__reload` with a stream of server-sent events, each of them a LiveReloadMessage as JSON. */
  handler: Handler;
  /** Sends a message to every open page. */
  send(message: LiveReloadMessage): void;
  /** Number of connected pages. */
  clientCount(): number;
  /** Ends all streams, so that the server can stop. */
  close(): void;
}

export interface LiveReloadOptions {
  /** Maximum number of concurrent streams. Further requests get status 503. */
  maxClients?: number;
  /** Milliseconds between heartbeats, which keep proxies from closing an idle stream. */
  heartbeatMs?: number;
}

type Client = ReadableStreamDefaultController<Uint8Array>;

const RECONNECT_MS = 1000;
// Maximum number of unread messages per page. Above it, the stream is closed, for example that of a sleeping tab, which reconnects later.
const MAX_WAITING_CHUNKS = 100;

/** Creates the channel from the development server to the open pages. */
export function createLiveReload({ maxClients = 50, heartbeatMs = 20_000 }: LiveReloadOptions = {}): LiveReload {
  const encoder = new TextEncoder();
  const clients = new Set<Client>();
  let heartbeat: NodeJS.Timeout | undefined;

  function add(client: Client): void {
    clients.add(client);
    client.enqueue(encoder.encode(`retry: ${RECONNECT_MS}\n\n`));
    heartbeat ??= setInterval(() => broadcast(': alive\n\n'), heartbeatMs).unref();
  }

  function remove(client: Client): void {
    clients.delete(client);
    if (clients.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  function disconnect(client: Client): void {
    if (!clients.has(client)) return;
    remove(client);
    client.close();
  }

  function broadcast(text: string): void {
    const chunk = encoder.encode(text);
    for (const client of clients) {
      if ((client.desiredSize ?? 0) < -MAX_WAITING_CHUNKS) disconnect(client);
      else client.enqueue(chunk);
    }
  }

  function openStream(signal: AbortSignal): ReadableStream<Uint8Array> {
    let client: Client;
    return new ReadableStream({
      start(controller) {
        client = controller;
        add(client);
        signal.addEventListener('abort', () => disconnect(client), { once: true });
      },
      cancel: () => remove(client),
    });
  }

  return {
    handler: (c) => {
      if (clients.size >= maxClients) {
        return errorResponse(
          c,
          503,
          'too_many_pages',
          `More than ${maxClients} pages are open. Close some of them, so that this page is updated automatically.`,
        );
      }
      return c.body(openStream(c.req.raw.signal), 200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Some proxies buffer a response until it is complete.
        'X-Accel-Buffering': 'no',
      });
    },
    send: (message) => broadcast(`data: ${JSON.stringify(message)}\n\n`),
    clientCount: () => clients.size,
    close: () => clients.forEach(disconnect),
  };
}
