/** Makes the requests of many connections take turns, so that those of one client do not keep the event loop from others. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Client, ClientOf } from './client-address.ts';
import { errorResponse } from './error-response.ts';
import { createFairQueue, waitForConnections } from './fair-queue.ts';

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

export interface TurnsOptions {
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
