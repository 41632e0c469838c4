/** Makes the searches of many connections take turns, so that they do not keep the event loop from other requests. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { ClientOf } from './client-address.ts';
import { errorResponse } from './error-response.ts';
import { createFairQueue, waitForConnections } from './fair-queue.ts';

/** Maximum number of waiting requests, each of which keeps its body in memory: more than the people in a large office send at once. */
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
    // Without others before it, a request continues at once, because Node.js drops an answer that is not ready when its client has
    // finished sending.
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
