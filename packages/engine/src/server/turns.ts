/**
 * Makes clients take turns, so that one with many requests delays mostly its own: a queue in which networks and their addresses take turns, the
 * turns of requests and searches, and the data of connections, which the HTTP parser gets piece by piece.
 */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { type Client, type ClientOf, networksOfPeer } from './client-address.ts';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { errorResponse } from './error-response.ts';
import type { Socket } from 'node:net';

/**
 * Number of iterations of the event loop between two items. Node.js accepts one connection in each iteration, and a visitor's
 * connection may wait behind hundreds of others. Without events, an iteration takes a few microseconds.
 */
const ITERATIONS = 16;
/** Time after which the next item is not delayed any longer, because other requests can make each iteration take milliseconds. */
const MAX_WAIT_MS = 20;

/** Waits until the server has accepted other connections, before work of several milliseconds. */
export async function waitForConnections(): Promise<void> {
  const start = performance.now();
  for (let i = 0; i < ITERATIONS && performance.now() - start < MAX_WAIT_MS; i++) await nextIteration();
}

/**
 * Returns a function that waits for a turn: its promises resolve in the order of the calls, at most `perIteration` in each iteration of the event
 * loop. Otherwise, the server would work for each of hundreds of clients before it handles the next request.
 */
export function createTurnQueue(perIteration: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  function grant(): void {
    for (const resolve of waiting.splice(0, perIteration)) resolve();
    if (waiting.length > 0) setImmediate(grant);
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(grant);
    });
}

export interface FairQueue<Item> {
  readonly size: number;
  /** Sum of the weights of all items. */
  readonly weight: number;
  /** @param weight what the item counts for `removeExcess`, for example its bytes; default 1 */
  add(client: Client, item: Item, weight?: number): void;
  /** Removes the oldest item of the address whose turn it is. */
  next(): Item | undefined;
  /** Removes the newest item of the heaviest address, in the heaviest network. */
  removeExcess(): Item | undefined;
}

interface Address<Item> {
  weight: number;
  items: { item: Item; weight: number }[];
}

interface Network<Item> {
  weight: number;
  /** The address that has waited longest is first. */
  addresses: Map<string, Address<Item>>;
}

/** Creates a queue. An IPv4 address and an IPv6 /48 network are one network each. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** The network that has waited longest is first. */
  const networks = new Map<string, Network<Item>>();
  let size = 0;
  let total = 0;

  /** Takes an item of an address, and moves both the address and its network behind the others if `isTurn`. */
  function take(key: string, name: string, isTurn: boolean): Item | undefined {
    const network = networks.get(key) as Network<Item>;
    const address = network.addresses.get(name) as Address<Item>;
    const taken = isTurn ? address.items.shift() : address.items.pop();
    const { weight = 0 } = taken ?? {};
    size -= 1;
    total -= weight;
    network.weight -= weight;
    address.weight -= weight;
    const isEmpty = address.items.length === 0;
    if (isTurn || isEmpty) network.addresses.delete(name);
    if (isTurn && !isEmpty) network.addresses.set(name, address);
    const isLast = network.addresses.size === 0;
    if (isTurn || isLast) networks.delete(key);
    if (isTurn && !isLast) networks.set(key, network);
    return taken?.item;
  }

  return {
    get size() {
      return size;
    },
    get weight() {
      return total;
    },
    add({ address: name, block }, item, weight = 1) {
      const key = block ?? name;
      const network: Network<Item> = networks.get(key) ?? { weight: 0, addresses: new Map() };
      networks.set(key, network);
      const address: Address<Item> = network.addresses.get(name) ?? { weight: 0, items: [] };
      network.addresses.set(name, address);
      address.items.push({ item, weight });
      address.weight += weight;
      network.weight += weight;
      total += weight;
      size += 1;
    },
    next() {
      const [first] = networks;
      const address = first?.[1].addresses.keys().next().value;
      return first === undefined || address === undefined ? undefined : take(first[0], address, true);
    },
    removeExcess() {
      const network = heaviestOf(networks);
      const address = network && heaviestOf(network[1].addresses);
      return network && address && take(network[0], address[0], false);
    },
  };
}

/** Returns the heaviest entry; among equal ones the last, whose turn is the furthest away. */
function heaviestOf<Value extends { weight: number }>(entries: Map<string, Value>): [string, Value] | undefined {
  let heaviest: [string, Value] | undefined;
  for (const entry of entries) if (heaviest === undefined || entry[1].weight >= heaviest[1].weight) heaviest = entry;
  return heaviest;
}

/** Number of requests that begin in one iteration of the event loop. */
const EACH_ITERATION = 4;
/** Maximum number of iterations in a row that accept a connection and begin nothing, so that a flood of connections delays work by milliseconds. */
const MAX_ACCEPTING = 64;

/** Received bytes that work needs, and what happens if too many of them wait and it does not begin. */
interface Received {
  bytes: number;
  drop: () => void;
}

export interface Turns {
  /** Begins work as soon as it is the client's turn: at once if nobody waits. */
  take(client: Client, begin: () => void, received?: Received): void;
  /** Number of turns that have not begun. */
  readonly waiting: number;
}

interface TurnsOptions {
  /** Returns the number of turns in one iteration of the event loop; default 4. */
  eachIteration?: () => number;
  /** Maximum number of bytes that waiting work may hold; default: no limit. Above it, the newest work of the client with most of them is dropped. */
  maxBytes?: number;
  /** Returns the number of connections that the server has accepted so far. */
  acceptedConnections?: () => number;
}

/**
 * Creates turns, of which a few begin in each iteration of the event loop, the networks and their addresses in turn. Otherwise, an iteration would
 * work for all connections that have sent something. Node.js accepts only one connection in each iteration, and their queue is the same for all
 * networks, so while connections arrive, nothing begins in most iterations.
 */
export function createTurns({
  eachIteration = () => EACH_ITERATION,
  maxBytes = Infinity,
  acceptedConnections = () => 0,
}: TurnsOptions = {}): Turns {
  const waiting = createFairQueue<{ begin: () => void; drop: () => void }>();
  /** Turns that have begun in this iteration. */
  let begun = 0;
  let accepted = 0;
  /** Iterations in a row in which nothing has begun. */
  let accepting = 0;

  function continueLater(): void {
    setImmediate(() => {
      const acceptedBefore = accepted;
      accepted = acceptedConnections();
      if (accepted > acceptedBefore && accepting < MAX_ACCEPTING) {
        accepting += 1;
        return continueLater();
      }
      accepting = 0;
      begun = 0;
      for (let next = waiting.next(); next !== undefined; next = begun < eachIteration() ? waiting.next() : undefined) {
        begun += 1;
        next.begin();
      }
      if (begun > 0) continueLater();
    });
  }

  return {
    get waiting() {
      return waiting.size;
    },
    take(client, begin, { bytes, drop } = { bytes: 0, drop: () => undefined }) {
      if (begun >= eachIteration() || waiting.size > 0) {
        waiting.add(client, { begin, drop }, bytes);
        if (waiting.weight > maxBytes) waiting.removeExcess()?.drop();
        return;
      }
      if (begun === 0) continueLater();
      begun += 1;
      // At once, because Node.js drops an answer that is not ready when its client has finished sending.
      begin();
    },
  };
}

/** Number of connections whose data is parsed in one iteration of the event loop: while few requests wait, and while many do. */
const PARSED_EACH_ITERATION = { usually: 16, ifManyWait: EACH_ITERATION };
/** The headers of a waiting request can take 60 kB of memory. */
const MANY_WAITING = 500;
/** Maximum number of received bytes that wait until they are parsed: the requests of thousands of visitors. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** Creates turns for parsing received data, so that few requests are in memory before they begin. */
export const createParserTurns = (requests: Turns, acceptedConnections: () => number): Turns =>
  createTurns({
    eachIteration: () => PARSED_EACH_ITERATION[requests.waiting < MANY_WAITING ? 'usually' : 'ifManyWait'],
    maxBytes: MAX_WAITING_BYTES,
    acceptedConnections,
  });

/** Maximum number of waiting searches, each of which keeps its body in memory: more than the people in a large office send at once. */
const MAX_WAITING = 300;
const RETRY_SECONDS = 5;

type Decision = 'continue' | 'too many' | 'left';

interface WaitingRequest {
  hasLeft: () => boolean;
  decide: (decision: Decision) => void;
}

/**
 * Creates a middleware that lets requests continue one after another, the networks and their addresses in turn. Otherwise, hundreds of
 * searches that arrive at the same time would all be answered before the server handles any other request. If too many requests wait,
 * the network with most of them gets 429.
 */
export function takeTurns(clientOf: ClientOf, maxWaiting: number = MAX_WAITING): MiddlewareHandler {
  const waiting = createFairQueue<WaitingRequest>();
  let isGranting = false;

  /** Removes the next request whose client is still connected. */
  function nextRequest(): WaitingRequest | undefined {
    let next = waiting.next();
    while (next?.hasLeft() === true) {
      next.decide('left');
      next = waiting.next();
    }
    return next;
  }

  /** Lets a waiting request continue each time after some iterations, until none is left. */
  async function grantTurns(): Promise<void> {
    isGranting = true;
    for (;;) {
      await waitForConnections();
      const next = nextRequest();
      if (next === undefined) break;
      next.decide('continue');
    }
    isGranting = false;
  }

  function waitForTurn(c: Context): Promise<Decision> {
    const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
    return new Promise((decide) => {
      waiting.add(clientOf(c), { hasLeft: () => incoming?.socket.destroyed === true, decide });
      if (waiting.size > maxWaiting) waiting.removeExcess()?.decide('too many');
    });
  }

  return async (c, next) => {
    // Without others before it, a request continues at once, for the same reason as above.
    if (!isGranting) {
      void grantTurns();
      return next();
    }
    const decision = await waitForTurn(c);
    if (decision === 'continue') return next();
    // Nobody receives this response.
    if (decision === 'left') return errorResponse(c, 408, 'timeout', 'The client has closed its connection.');
    const message = `Too many requests from your network are waiting. Please try again in ${RETRY_SECONDS} seconds.`;
    return errorResponse(c, 429, 'too_many_requests', message, { 'Retry-After': String(RETRY_SECONDS) });
  };
}

/** Maximum number of bytes that the HTTP parser gets at a time: about fifty pipelined requests of the shortest kind. */
const PARSER_CHUNK_BYTES = 1024;

/** Number of bytes that are parsed in one turn: the headers of a usual request. A read of 64 kB would keep others waiting for milliseconds. */
const TURN_BYTES = 4 * PARSER_CHUNK_BYTES;

/** Maximum number of bytes that a client may send while a request has to be answered first, because they stay in memory. */
const MAX_AHEAD_BYTES = 8 * 1024;

/**
 * Passes received data to the HTTP parser in small chunks. By default, Node.js parses a whole read at once and creates objects of some
 * kilobytes for each of the thousands of requests in it, even after the first of them has closed the connection.
 * A socket whose data waits is paused, because Node.js would read up to 128 kB more of each.
 * @param turns for the data of each network @param isHeld whether data must wait until the caller resumes the socket
 * @param onParsed called after the parser has handled all received data
 * @returns a function that resumes a socket whose data was held
 */
export function parseInChunks(socket: Socket, turns: Turns, isHeld: () => boolean, onParsed: () => void): () => void {
  const parsers = socket.listeners('data') as ((chunk: Buffer) => void)[];
  const client = networksOfPeer(socket.remoteAddress, undefined, 0);
  /** Whether the socket is paused because its data waits for its turn. */
  let isWaiting = false;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    // A closed connection still emits the data that was received before.
    if (socket.destroyed) return;
    if (!isWaiting) return takeTurn(chunk, 0);
    // Node.js has resumed the socket, because its client reads again. What follows the waiting data has to be parsed after it.
    socket.pause();
    socket.unshift(chunk);
  });

  /** Parses data from an index on, when it is the client's turn. */
  function takeTurn(data: Buffer<ArrayBuffer>, from: number): void {
    let hasBegun = false;
    const begin = (): void => {
      hasBegun = true;
      parse(data, from);
    };
    turns.take(client, begin, { bytes: data.length - from, drop: () => drop(data) });
    if (hasBegun) return;
    isWaiting = true;
    socket.pause();
  }

  function parse(data: Buffer<ArrayBuffer>, from: number): void {
    for (let at = from; at < data.length && !socket.destroyed; at += PARSER_CHUNK_BYTES) {
      // The parser has paused the socket until the client reads its responses, or a request has to be answered first, so put the rest back.
      if ((socket.isPaused() && !isWaiting) || isHeld()) {
        isWaiting = false;
        socket.pause();
        if (data.length - at > MAX_AHEAD_BYTES) drop(data);
        else socket.unshift(Buffer.from(data.subarray(at)));
        return;
      }
      if (at >= from + TURN_BYTES) return takeTurn(data, at);
      for (const parser of parsers) parser.call(socket, data.subarray(at, at + PARSER_CHUNK_BYTES));
    }
    if (isWaiting) {
      isWaiting = false;
      socket.resume();
    }
    onParsed();
  }

  function drop(data: Buffer<ArrayBuffer>): void {
    socket.resetAndDestroy();
    // More than a hundred megabytes of dropped data would otherwise stay in memory until the next garbage collection. What a request of the closed
    // connection may still read of it is empty then. Data that was put back can be in a buffer that is shared with others.
    if (data.length === data.buffer.byteLength) data.buffer.transfer(0);
  }

  return () => {
    if (!isWaiting) socket.resume();
  };
}
