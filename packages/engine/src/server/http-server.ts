/** The HTTP server of Node.js around the app: request bodies, protocol errors, and graceful shutdown. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { messageOf } from '@quire/search/error-message';
import { type ClientNetworks, networksOfPeer } from './client-address.ts';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS, hasBody, limitChunks, limitConnections } from './connection-limits.ts';
import { createParserTurns, createTurns } from './turns.ts';
import { createShutdown, type ShutdownOptions } from './shutdown.ts';

export interface ListenOptions extends ShutdownOptions {
  /** Port number; with 0, the system chooses a free port. */
  port: number;
  host: string;
  /** Number of reverse proxies in front; default 0. The clients behind them take turns. */
  trustedProxies?: number;
  /** Returns headers for error responses to requests that do not reach the app. */
  errorHeaders?: () => Readonly<Record<string, string>>;
  /** Limits that differ from the defaults, for tests. */
  connectionLimits?: Partial<ConnectionLimits>;
}

export interface RunningServer {
  /** Address of the home page, including the base URL. */
  url: string;
  /** Stops accepting connections, lets running requests finish, and aborts the remaining ones after four seconds. */
  close(): Promise<void>;
}

/** Reports that the server cannot start. The message says why and how to fix it. */
export class ServerStartError extends Error {
  override name = 'ServerStartError';
}

const SECOND_MS = 1000;

const TIMEOUTS = {
  headersTimeout: 10 * SECOND_MS,
  requestTimeout: 30 * SECOND_MS,
  // Most load balancers close an idle connection after a minute. The server must not close it first.
  keepAliveTimeout: 65 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
};
/** Time after which a connection without any traffic is closed. */
const IDLE_SOCKET_MS = 120 * SECOND_MS;
const MAX_HEADER_BYTES = 16 * 1024;
/**
 * A request with this many header fields is rejected. A browser behind a CDN sends far fewer. Each field takes some hundred bytes of memory, even
 * if it consists of four characters.
 */
const TOO_MANY_HEADER_FIELDS = 64;
/**
 * Maximum size of a body. Each connection may have one in memory. A search of twelve queries of 300 characters in any script with the parameters of
 * DocSearch takes up to 25 kB.
 */
export const MAX_BODY_BYTES = 32 * 1024;

/** Initial size of the buffer for a body of unknown length. It starts small and grows, because a thousand such bodies may arrive at the same time. */
const FIRST_BODY_BYTES = 4 * 1024;

/** Starts a server for an app. The URL is an origin, without a path. @throws ServerStartError if it cannot listen */
export async function listen(app: { fetch: Hono['fetch'] }, options: ListenOptions): Promise<RunningServer> {
  const { port, host, trustedProxies = 0, errorHeaders = () => ({}), onStopping, onStopped, connectionLimits } = options;
  let accepted = 0;
  const acceptedConnections = (): number => accepted;
  const turns = createTurns({ acceptedConnections });
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
  // A missing Host header is handled below, so that the response has the headers of all errors.
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false });
  // Node.js drops further fields, which `headerProblem` therefore cannot count.
  server.maxHeadersCount = TOO_MANY_HEADER_FIELDS;
  server.setTimeout(IDLE_SOCKET_MS);
  const clientOf = ({ socket, headers }: IncomingMessage): ClientNetworks =>
    networksOfPeer(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, trustedProxies);
  const limits = { ...DEFAULT_CONNECTION_LIMITS, ...connectionLimits };
  server.on('connection', () => (accepted += 1));
  limitConnections(server, limits, createParserTurns(turns, acceptedConnections), clientOf, (incoming, outgoing, client) => {
    const problem = headerProblem(incoming);
    if (problem !== null) return sendError(outgoing, ...problem, errorHeaders());
    receiveBody(incoming, () =>
      turns.take(client, () => {
        // The client may have left while the request waited.
        if (!outgoing.destroyed) void answer(incoming, outgoing);
      }),
    );
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    limitChunks(incoming);
    sendError(outgoing, 417, 'The only supported expectation is 100-continue.', errorHeaders());
  });
  await startListening(server, port, host);
  const close = createShutdown(server, { onStopping, ...(onStopped && { onStopped }) });
  answerClientErrors(server, errorHeaders);
  return { url: urlOf(server, host), close };
}

/** Methods whose request bodies are discarded, because no handler reads them. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'TRACE', 'CONNECT']);

/**
 * Receives the body of a request into one buffer, and then calls `answer`. A stream would take some hundred bytes of memory per chunk,
 * and a client can send chunks of one byte. A body above the limit is truncated to one byte more than the limit, so that the app still
 * rejects it. If the announced length is above the limit, the body is not received at all.
 */
function receiveBody(incoming: IncomingMessage & { rawBody?: Buffer }, answer: () => void): void {
  if (!hasBody(incoming)) return answer();
  if (WITHOUT_BODY.has(incoming.method ?? '')) {
    incoming.resume();
    return answer();
  }
  const { 'content-length': announced } = incoming.headers;
  if (Number(announced ?? 0) > MAX_BODY_BYTES) return answer();
  let body = Buffer.allocUnsafe(Number(announced ?? FIRST_BODY_BYTES));
  let length = 0;
  const append = (chunk: Buffer): void => {
    const needed = Math.min(length + chunk.length, MAX_BODY_BYTES + 1);
    if (needed > body.length)
      body = Buffer.concat([body.subarray(0, length)], Math.max(needed, Math.min(2 * body.length, MAX_BODY_BYTES + 1)));
    length += chunk.copy(body, length);
    if (length > MAX_BODY_BYTES) finish();
  };
  function finish(): void {
    // The rest of a body above the limit is discarded.
    incoming.off('data', append).off('end', finish).resume();
    // The adapter reads this property instead of the stream.
    incoming.rawBody = length === body.length ? body : Buffer.from(body.subarray(0, length));
    answer();
  }
  incoming.on('data', append).once('end', finish);
}

const ERROR_CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  408: 'timeout',
  417: 'expectation_failed',
  431: 'headers_too_large',
};

function errorBody(status: number, message: string): object {
  return { error: { code: ERROR_CODES[status] ?? 'internal_error', message } };
}

/** Returns the status and the message of the error in a request's headers; null if there is none. */
function headerProblem({ httpVersion, headersDistinct, rawHeaders }: IncomingMessage): [status: number, message: string] | null {
  // Names and values alternate.
  if (rawHeaders.length >= 2 * TOO_MANY_HEADER_FIELDS) return [431, `The request has ${TOO_MANY_HEADER_FIELDS} header fields or more.`];
  const { host = [] } = headersDistinct;
  // Proxies disagree on which of two headers counts.
  if (host.length > 1) return [400, 'The request has more than one Host header.'];
  return host.length === 0 && httpVersion === '1.1' ? [400, 'The request has no Host header.'] : null;
}

function sendError(outgoing: ServerResponse, status: number, message: string, headers: Readonly<Record<string, string>>): void {
  outgoing
    .writeHead(status, { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' })
    .end(JSON.stringify(errorBody(status, message)));
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers are larger than ${MAX_HEADER_BYTES} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};
const REASON_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Responds to requests that Node.js cannot parse. Node's own responses would lack the security headers. */
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
    socket.write(`HTTP/1.1 ${status} ${REASON_PHRASES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  });
}

/** Maximum number of connections that wait until Node.js accepts them. The system may have a lower limit. */
const MAX_UNACCEPTED = 4096;

async function startListening(server: Server, port: number, host: string): Promise<void> {
  server.listen({ port, host, backlog: MAX_UNACCEPTED });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ServerStartError(startAdvice(error, port, host), { cause: error });
  }
}

function startAdvice(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop that program, or choose another port with --port or PORT, such as --port ${port + 1}.`;
  }
  if (code === 'EACCES') {
    return `This user is not allowed to listen on port ${port}: ports below 1024 are reserved. Choose a higher one with --port or PORT.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `"${host}" is not an address of this machine. Choose one with --host or HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all.`;
  }
  return `The server cannot listen on ${host}:${port}: ${messageOf(error)}.`;
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  // A browser cannot open a wildcard address.
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
