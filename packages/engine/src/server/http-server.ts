/** The Node server: connections, their resource limits, and graceful shutdown. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

export interface ListenOptions {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Headers of the errors that are answered before a request reaches the app. */
  errorHeaders?: () => Readonly<Record<string, string>>;
  /** Called once when shutdown begins. End streams here that would delay it. */
  onStopping: () => void;
  /** Called when the last request is done. Close files and databases here. */
  onStopped?: () => Promise<void>;
  /** Bounds that differ from the defaults, for tests. */
  bounds?: Partial<ConnectionBounds>;
}

export interface RunningServer {
  /** Address of the home page, base URL included. */
  url: string;
  /** Stops accepting, lets running requests finish, and cuts off what is left after four seconds. */
  close(): Promise<void>;
}

/** The server cannot start. The message says why and how to fix it. */
export class ServerStartError extends Error {
  override name = 'ServerStartError';
}

const SECOND_MS = 1000;

const TIMEOUTS = {
  headersTimeout: 10 * SECOND_MS,
  requestTimeout: 30 * SECOND_MS,
  // Longer than the minute after which most load balancers drop an idle connection: the balancer must be the one to close it.
  keepAliveTimeout: 65 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
};
const IDLE_SOCKET_MS = 120 * SECOND_MS;
const MAX_HEADER_BYTES = 16 * 1024;

export interface ConnectionBounds {
  /** Open connections; above it the one that has been idle longest is closed. */
  connections: number;
  /** Requests whose body is still arriving; above it the oldest is closed. Each may need memory for one body. */
  bodiesArriving: number;
  /** Pipelined requests that wait on a connection while one is answered; above it the connection is closed. */
  pipelined: number;
  /** A response is aborted if the client receives less than `minBytes` of it within this many milliseconds. */
  slowMs: number;
  minBytes: number;
}

export const CONNECTION_BOUNDS: ConnectionBounds = {
  connections: 5000,
  bodiesArriving: 1000,
  pipelined: 8,
  slowMs: 20 * SECOND_MS,
  minBytes: 4096,
};

/** Listens with an app. The URL is an origin, without a path. @throws ServerStartError when it cannot listen */
export async function listen(app: { fetch: Hono['fetch'] }, options: ListenOptions): Promise<RunningServer> {
  const { port, host, errorHeaders = () => ({}), onStopping, onStopped, bounds } = options;
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    // Replacing the global Response with the adapter's would break libraries that use Response themselves, such as the highlighter.
    overrideGlobalObjects: false,
    // HTTP/1.0 clients, such as simple health checks, send no Host.
    hostname: 'localhost',
    errorHandler: (error) => {
      const isBadRequest = error instanceof Error && error.name === 'RequestError';
      const [status, message] = isBadRequest ? [400, 'The request cannot be understood.'] : [500, 'Something went wrong on the server.'];
      return Response.json(errorBody(status, message), { status, headers: { ...errorHeaders(), 'Cache-Control': 'no-store' } });
    },
  });
  // A missing Host is answered below, with the headers that every error has.
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false });
  server.setTimeout(IDLE_SOCKET_MS);
  boundConnections(server, { ...CONNECTION_BOUNDS, ...bounds }, (incoming, outgoing) => {
    const problem = hostProblem(incoming);
    if (problem === null) void answer(incoming, outgoing);
    else refuse(outgoing, 400, problem, errorHeaders());
  });
  server.on('checkExpectation', (_, outgoing: ServerResponse) =>
    refuse(outgoing, 417, 'This server meets no expectation but 100-continue.', errorHeaders()),
  );
  await startListening(server, port, host);
  const close = createShutdown(server, { onStopping, ...(onStopped && { onStopped }) });
  answerClientErrors(server, errorHeaders);
  return { url: urlOf(server, host), close };
}

const CODES: Readonly<Record<number, string>> = { 400: 'bad_request', 408: 'timeout', 417: 'expectation_failed', 431: 'headers_too_large' };

function errorBody(status: number, message: string): object {
  return { error: { code: CODES[status] ?? 'internal_error', message } };
}

/** Proxies disagree on which of two Host headers counts, so a request with two is rejected. */
function hostProblem({ httpVersion, headersDistinct }: IncomingMessage): string | null {
  const { host = [] } = headersDistinct;
  if (host.length > 1) return 'The request has more than one Host header.';
  return host.length === 0 && httpVersion === '1.1' ? 'The request has no Host header.' : null;
}

function refuse(outgoing: ServerResponse, status: number, message: string, headers: Readonly<Record<string, string>>): void {
  outgoing
    .writeHead(status, { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' })
    .end(JSON.stringify(errorBody(status, message)));
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers are larger than ${MAX_HEADER_BYTES} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};
const REASONS: Readonly<Record<number, string>> = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

/** Answers requests that Node cannot parse. Node's own answers would lack the security headers. */
function answerClientErrors(server: Server, errorHeaders: () => Readonly<Record<string, string>>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) => {
    // An error response cannot be sent in the middle of another response.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true) {
      socket.destroy();
      return;
    }
    const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'The request cannot be understood.'];
    const body = JSON.stringify(errorBody(status, message));
    const headers = { ...errorHeaders(), 'Content-Type': 'application/json', 'Content-Length': body.length, Connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  });
}

interface Connection {
  /** Whether a request is being answered. */
  isBusy: boolean;
  /** Pipelined requests that wait for their turn. */
  waiting: [IncomingMessage, ServerResponse][];
  /** Bytes that the client had received at the last progress check, and the time of that check. */
  sent: number;
  since: number;
}

/**
 * Bounds the memory of connections: one request of each connection is answered at a time, and clients that do not
 * read their responses are disconnected.
 */
function boundConnections(
  server: Server,
  { connections: most, bodiesArriving, pipelined, slowMs, minBytes }: ConnectionBounds,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): void {
  /** In the order of their last request, so that the first idle one has been idle longest. */
  const connections = new Map<Socket, Connection>();
  const arriving = new Set<IncomingMessage>();

  server.on('connection', (socket: Socket) => {
    if (connections.size >= most) makeRoom();
    connections.set(socket, { isBusy: false, waiting: [], sent: 0, since: 0 });
    socket.once('close', () => connections.delete(socket));
  });

  function makeRoom(): void {
    for (const [socket, { isBusy }] of connections) {
      if (isBusy) continue;
      connections.delete(socket);
      socket.destroy();
      return;
    }
    const oldest = connections.keys().next().value;
    if (oldest !== undefined) connections.delete(oldest);
    oldest?.destroy();
  }

  function begin(socket: Socket, connection: Connection, incoming: IncomingMessage, outgoing: ServerResponse): void {
    connection.isBusy = true;
    connection.since = performance.now();
    connection.sent = bytesTaken(socket);
    connections.delete(socket);
    connections.set(socket, connection);
    trackBody(incoming, outgoing);
    outgoing.once('close', () => {
      connection.isBusy = false;
      const next = connection.waiting.shift();
      if (next !== undefined && !socket.destroyed) begin(socket, connection, ...next);
    });
    answer(incoming, outgoing);
  }

  function trackBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined) return;
    if (arriving.size >= bodiesArriving) arriving.values().next().value?.socket.destroy();
    arriving.add(incoming);
    const remove = (): void => void arriving.delete(incoming);
    incoming.once('end', remove).once('close', remove);
    outgoing.once('close', remove);
  }

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const connection = connections.get(socket);
    // An aborted connection has no entry, and its last requests are not answered.
    if (connection === undefined || socket.destroyed) return;
    if (!connection.isBusy) begin(socket, connection, incoming, outgoing);
    else if (connection.waiting.length < pipelined) connection.waiting.push([incoming, outgoing]);
    else socket.destroy();
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      if (!connection.isBusy) continue;
      const sent = bytesTaken(socket);
      if (sent - connection.sent >= minBytes || !hasUnsent(socket)) {
        connection.sent = sent;
        connection.since = now;
      } else if (now - connection.since > slowMs) {
        socket.destroy();
      }
    }
  }, slowMs / 8).unref();
  server.once('close', () => clearInterval(sweep));
}

/** The native handle of a socket: bytes passed to the operating system, and how many of them it has not accepted yet. */
interface StreamHandle {
  bytesWritten?: number;
  writeQueueSize?: number;
}

/** Bytes that the operating system has accepted for the client. Only the handle shows the progress of one large write. */
function bytesTaken(socket: Socket & { _handle?: StreamHandle | null }): number {
  const { bytesWritten, writeQueueSize } = socket._handle ?? {};
  return bytesWritten === undefined || writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : bytesWritten - writeQueueSize;
}

function hasUnsent(socket: Socket): boolean {
  return socket.writableLength > 0;
}

async function startListening(server: Server, port: number, host: string): Promise<void> {
  server.listen({ port, host, backlog: 1024 });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ServerStartError(startAdvice(error, port, host), { cause: error });
  }
}

function startAdvice(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `Port ${port} is used by another program. Stop that program or choose another port with --port or PORT, e.g. --port ${port + 1}.`;
  }
  if (code === 'EACCES') {
    return `This user may not listen on port ${port}: ports below 1024 belong to the system. Choose a higher one with --port or PORT.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `"${host}" is not an address of this machine. Choose one with --host or HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all.`;
  }
  return `The server cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  // A browser cannot open a wildcard address.
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The signals that stop a server. */
export const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
// Supervisors commonly kill a process after five seconds or more, and exiting takes some of that time.
const GRACE_MS = 4000;

/**
 * Prepares the graceful shutdown of a server. The returned function stops accepting connections, lets the running requests finish, and cuts
 * off the rest after four seconds; calling it again is a no-op. SIGTERM and SIGINT call it and then end the process
 * with status 0. `onStopping` runs first, so that the health check can warn load balancers, `onStopped` last.
 */
function createShutdown(server: Server, { onStopping, onStopped }: Pick<ListenOptions, 'onStopping' | 'onStopped'>): () => Promise<void> {
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    closing ??= (onStopping(), closeServer(server)).then(onStopped).finally(() => {
      for (const signal of SIGNALS) process.off(signal, stopProcess);
    });
    return closing;
  }

  function stopProcess(): void {
    // The status is 0 even when connections were cut off: being stopped is not a failure.
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
