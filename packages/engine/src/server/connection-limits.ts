/** Limits the connections of a server: their number, what waits on each, and how slowly clients may send requests and read responses. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { type ClientNetworks, networksOfPeer } from './client-address.ts';
import { parseInChunks, type Turns } from './turns.ts';

export interface ConnectionLimits {
  /** Maximum number of open connections. Above it, the longest idle one of the network with most of them is closed. */
  connections: number;
  /** Maximum number of connections whose headers are still arriving. Above it, the oldest of the network with most of them is closed. */
  incomingHeaders: number;
  /** Maximum number of requests whose body is still arriving, each of which may need memory for a whole body. Above it, the oldest of the network with most of them is aborted. */
  incomingBodies: number;
  /** Maximum number of pipelined requests that wait on a connection, and on all connections. Above it, the connection is closed. */
  pipelinedRequests: number;
  allPipelinedRequests: number;
  /** A response is aborted if the client receives less than `minBytes` of it within this many milliseconds. */
  slowMs: number;
  minBytes: number;
  /** Maximum number of responses that clients have not read completely. Above it, the oldest of the network with most of them are aborted: the system buffers megabytes of each. */
  unreadResponses: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  connections: 1000,
  incomingHeaders: 250,
  incomingBodies: 500,
  pipelinedRequests: 8,
  // The headers of one take up to 60 kB of memory, and hardly any client sends a request before it has received the previous response.
  allPipelinedRequests: 200,
  slowMs: 20_000,
  minBytes: 4096,
  unreadResponses: 250,
};

/** Interval of the checks for clients that do not read their responses. */
const SWEEP_MS = 250;

/** Whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Maximum number of chunks of a request body. Clients send chunks of kilobytes. */
const MAX_CHUNKS = 128;

/**
 * Disconnects a client that sends a body in too many chunks, because parsing them would delay the responses to other clients. It counts what the
 * parser adds, because the stream passes nothing on until the parser has handled all received bytes.
 */
export function limitChunks(incoming: IncomingMessage): void {
  const { push } = incoming;
  let chunks = 0;
  incoming.push = (chunk: unknown, encoding?: BufferEncoding) => {
    chunks += 1;
    if (chunks > MAX_CHUNKS) incoming.socket.destroy();
    return push.call(incoming, chunk, encoding);
  };
}

/**
 * Maximum number of connections that are paused because a pipelined request has a body. Each takes up to 0.2 MB. Clients rarely send
 * such a request before they have received the previous response.
 */
const MAX_PAUSED_SOCKETS = 100;

interface Connection {
  /** Key of the client's network: that of the last request, or of the peer before the first one. */
  network: string;
  /** The request that is being processed; null: none. */
  active: IncomingMessage | null;
  /** Queue of requests that the client sent before it received the response to the active one. */
  pipelined: [IncomingMessage, ServerResponse][];
  /** Continues to read what the client sends, unless data waits for its turn. */
  resume: () => void;
  /** Number of bytes that the client had accepted when it last made progress. */
  bytesAtLastProgress: number;
  /** Time of the last progress, in milliseconds on the monotonic clock. */
  lastProgressAt: number;
}

const keyOf = ({ block, address }: ClientNetworks): string => block ?? address;

/**
 * Limits the memory of all connections: their number, one active request and a few pipelined ones per connection, and the numbers of
 * headers and of bodies that are arriving. Disconnects clients that do not read their responses.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  parserTurns: Turns,
  clientOf: (incoming: IncomingMessage) => ClientNetworks,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse, client: ClientNetworks) => void,
): void {
  const { connections: max, incomingHeaders, incomingBodies, pipelinedRequests, allPipelinedRequests, slowMs, minBytes } = limits;
  /** Connections in the order of their last request, so that the first idle one has been idle longest. */
  const connections = new Map<Socket, Connection>();
  /** Number of connections of each network. */
  const networks = new Map<string, number>();
  /** Sockets that have sent only a part of a request's headers, the longest waiting first. */
  const receivingHeaders = new Set<Socket>();
  const arriving = new Set<IncomingMessage>();
  /** Number of pipelined requests of all connections. */
  let pipelined = 0;
  /** Sockets that are not read because a waiting request has a body, the longest paused first. */
  const pausedSockets = new Set<Socket>();

  server.on('connection', (socket: Socket) => {
    if (connections.size >= max) evictConnection();
    const network = keyOf(networksOfPeer(socket.remoteAddress, undefined, 0));
    // Data that arrives while no request is processed is the beginning of one.
    const resume = parseInChunks(
      socket,
      parserTurns,
      // What follows a complete request is parsed after its response, because the headers of a request can take a hundred times their size.
      () => connection.active?.complete === true || pausedSockets.has(socket),
      () => {
        if (connection.active === null && !socket.destroyed) waitForHeaders(socket);
      },
    );
    const connection: Connection = { network, active: null, pipelined: [], resume, bytesAtLastProgress: 0, lastProgressAt: 0 };
    connections.set(socket, connection);
    count(network, 1);
    socket.once('close', () => {
      forget(socket);
      pipelined -= connection.pipelined.splice(0).length;
      receivingHeaders.delete(socket);
      pausedSockets.delete(socket);
    });
  });

  function waitForHeaders(socket: Socket): void {
    receivingHeaders.add(socket);
    if (receivingHeaders.size > incomingHeaders) removeExcess(receivingHeaders, (one) => one)?.destroy();
  }

  function pauseReading(socket: Socket): void {
    if (pausedSockets.size >= MAX_PAUSED_SOCKETS) removeExcess(pausedSockets, (one) => one)?.destroy();
    pausedSockets.add(socket);
    socket.pause();
  }

  function count(network: string, change: 1 | -1): void {
    const changed = (networks.get(network) ?? 0) + change;
    if (changed === 0) networks.delete(network);
    else networks.set(network, changed);
  }

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    if (connection !== undefined && connections.delete(socket)) count(connection.network, -1);
  }

  /**
   * Removes the oldest entry of the network that has most of them, at once, because a destroyed socket closes only after the data of all sockets has
   * been handled.
   */
  function removeExcess<Entry>(entries: Set<Entry>, socketOf: (entry: Entry) => Socket): Entry | undefined {
    const byNetwork = Map.groupBy(entries, (entry) => connections.get(socketOf(entry))?.network);
    let busiest: Entry[] = [];
    for (const ofNetwork of byNetwork.values()) if (ofNetwork.length > busiest.length) busiest = ofNetwork;
    const [oldest] = busiest;
    if (oldest !== undefined) entries.delete(oldest);
    return oldest;
  }

  /** Closes the longest idle connection of the network with most of them, or else the one with the oldest request. */
  function evictConnection(): void {
    const most = Math.max(...networks.values());
    const network = [...networks].find(([, size]) => size === most)?.[0];
    let evicted: Socket | undefined;
    for (const [socket, connection] of connections) {
      if (connection.network !== network) continue;
      evicted = connection.active === null ? socket : (evicted ?? socket);
      if (connection.active === null) break;
    }
    if (evicted === undefined) return;
    forget(evicted);
    evicted.destroy();
  }

  function startRequest(socket: Socket, connection: Connection, incoming: IncomingMessage, outgoing: ServerResponse): void {
    connection.active = incoming;
    if (pausedSockets.delete(socket)) connection.resume();
    connection.lastProgressAt = performance.now();
    connection.bytesAtLastProgress = bytesAccepted(socket);
    const client = clientOf(incoming);
    forget(socket);
    connection.network = keyOf(client);
    connections.set(socket, connection);
    count(connection.network, 1);
    trackBody(incoming, outgoing);
    outgoing.once('close', () => {
      connection.active = null;
      if (socket.destroyed) return;
      const next = connection.pipelined.shift();
      // Data that arrived during the response may wait.
      if (next === undefined) connection.resume();
      else {
        pipelined -= 1;
        startRequest(socket, connection, ...next);
      }
    });
    answer(incoming, outgoing, client);
  }

  function trackBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!hasBody(incoming)) return;
    if (arriving.size >= incomingBodies) removeExcess(arriving, (one) => one.socket)?.socket.destroy();
    arriving.add(incoming);
    const remove = (): void => void arriving.delete(incoming);
    incoming.once('end', remove).once('close', remove);
    outgoing.once('close', remove);
  }

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    limitChunks(incoming);
    receivingHeaders.delete(socket);
    const connection = connections.get(socket);
    // An aborted connection has no entry. Ignore its last requests.
    if (connection === undefined || socket.destroyed) return;
    if (connection.active === null) startRequest(socket, connection, incoming, outgoing);
    else if (connection.pipelined.length < pipelinedRequests && pipelined < allPipelinedRequests) {
      connection.pipelined.push([incoming, outgoing]);
      pipelined += 1;
      // Leave the body with the client until the request is processed.
      if (hasBody(incoming)) pauseReading(socket);
    } else socket.resetAndDestroy();
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    const unread = new Set<Socket>();
    for (const [socket, connection] of connections) {
      if (connection.active === null) continue;
      const sent = bytesAccepted(socket);
      if (sent - connection.bytesAtLastProgress >= minBytes || !hasUnsent(socket)) {
        connection.bytesAtLastProgress = sent;
        connection.lastProgressAt = now;
      } else if (now - connection.lastProgressAt > slowMs) {
        // After a normal close, the system would keep the unsent bytes in memory for minutes.
        socket.resetAndDestroy();
      }
      if (hasUnsent(socket)) unread.add(socket);
    }
    while (unread.size > limits.unreadResponses) removeExcess(unread, (one) => one)?.resetAndDestroy();
  }, SWEEP_MS).unref();
  server.once('close', () => clearInterval(sweep));
}

/** The native handle of a socket: the number of bytes passed to the operating system, and how many of them it has not accepted yet. */
interface StreamHandle {
  bytesWritten?: number;
  writeQueueSize?: number;
}

/** Returns the number of bytes that the operating system has accepted. Only the handle shows the progress of one large write. */
function bytesAccepted(socket: Socket & { _handle?: StreamHandle | null }): number {
  const { bytesWritten, writeQueueSize } = socket._handle ?? {};
  return bytesWritten === undefined || writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : bytesWritten - writeQueueSize;
}

function hasUnsent(socket: Socket): boolean {
  return socket.writableLength > 0;
}
