/** Makes the searches of many connections take turns, so that they do not keep the event loop from other requests. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import type { ClientOf } from './client-address.ts';

/**
 * Number of iterations of the event loop before each request continues. Node.js accepts one connection in each iteration, and a visitor's
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

  async function grantTurns(): Promise<void> {
    while (waiting.size > 0) {
      for (let i = 0; i < ITERATIONS; i++) await nextIteration();
      const [[address, requests] = ['', []]] = waiting;
      requests.shift()?.();
      waiting.delete(address);
      if (requests.length > 0) waiting.set(address, requests);
    }
  }

  return async (c, next) => {
    const { address } = clientOf(c);
    await new Promise<void>((resolve) => {
      const requests = waiting.get(address);
      if (requests !== undefined) requests.push(resolve);
      else if (waiting.set(address, [resolve]).size === 1) void grantTurns();
    });
    return next();
  };
}
