/** Makes the searches of many connections take turns, so that they do not keep the event loop from other requests. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import type { ClientOf } from './client-address.ts';

/**
 * Number of iterations of the event loop between two requests. Node.js accepts one connection in each iteration, and a visitor's
 * connection may wait behind hundreds of others. Without events, an iteration takes a few microseconds.
 */
const ITERATIONS = 32;

/**
 * Creates a middleware that lets requests continue one after another, the addresses in turn. Otherwise, hundreds of searches that arrive at
 * the same time would all be answered before the server handles any other request.
 */
export function takeTurns(clientOf: ClientOf): MiddlewareHandler {
  /** The waiting requests of each address. The address that has waited longest is first. */
  const waiting = new Map<string, (() => void)[]>();
  let isGranting = false;

  /** Lets a waiting request continue each time after some iterations, until none is left. */
  async function grantTurns(): Promise<void> {
    isGranting = true;
    for (;;) {
      for (let i = 0; i < ITERATIONS; i++) await nextIteration();
      const [first] = waiting;
      if (first === undefined) break;
      const [address, requests] = first;
      requests.shift()?.();
      waiting.delete(address);
      if (requests.length > 0) waiting.set(address, requests);
    }
    isGranting = false;
  }

  return async (c, next) => {
    // Without others before it, a request continues at once, because Node.js drops an answer that is not ready when its client has
    // finished sending.
    if (!isGranting) {
      void grantTurns();
      return next();
    }
    const { address } = clientOf(c);
    await new Promise<void>((resolve) => {
      const requests = waiting.get(address);
      if (requests === undefined) waiting.set(address, [resolve]);
      else requests.push(resolve);
    });
    return next();
  };
}
