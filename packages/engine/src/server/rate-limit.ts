/** Rate limits: counters by client, in memory or in a shared database, and the answer to a client that asks too much. */
import { hash, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { clientNetworks } from './client-address.ts';
import { errorResponse } from './error-response.ts';

/** So many in so many seconds. */
export interface Allowance {
  /** Name of the counter; servers that share a database count under one name together. */
  name: string;
  points: number;
  seconds: number;
}

export interface Counter {
  /** Counts one. @returns null when that was within the allowance, else the seconds until it is free again, at least 1 */
  take(key: string): Promise<number | null>;
}

/** Where requests are counted: in this process, or in a database that several servers share. */
export interface Counters {
  open(allowance: Allowance): Counter;
  /** A key for an address or a network that does not reveal it. */
  keyOf(address: string): string;
  close(): Promise<void>;
}

// Bytes of a keyed hash: too many values for a sender with a large network to use up the keys of others.
const KEY_BYTES = 6;
/** Keys that are counted in memory at one time. Beyond it the key that asked longest ago is forgotten, so the memory is bounded. */
const MAX_KEYS = 50_000;

/** Makes keys with a secret. Servers that count together need the same secret. */
export function createKeys(secret: string): (address: string) => string {
  return (address) => hash('sha256', `${secret}\n${address}`, 'hex').slice(0, 2 * KEY_BYTES);
}

/** Counts in the memory of this process, until it ends. */
export function createMemoryCounters(): Counters {
  return {
    open: createMemoryCounter,
    keyOf: createKeys(randomBytes(32).toString('hex')),
    close: () => Promise.resolve(),
  };
}

/** Counts in windows of time, each of which begins with the first request of a key. */
export function createMemoryCounter({ points, seconds }: Allowance): Counter {
  const windows = new LRUCache<string, { taken: number; endsAt: number }>({ max: MAX_KEYS });
  return {
    take(key) {
      const now = Date.now();
      const known = windows.get(key);
      const window = known !== undefined && known.endsAt > now ? known : { taken: 0, endsAt: now + seconds * 1000 };
      window.taken++;
      windows.set(key, window);
      return Promise.resolve(window.taken <= points ? null : Math.ceil((window.endsAt - now) / 1000));
    },
  };
}

/** The keys under which a client is counted; they do not reveal its address. */
export interface Client {
  /** Of an IPv4 address or an IPv6 /64. */
  address: string;
  /** Of an IPv6 /48; null for IPv4. */
  block: string | null;
}

export type ClientOf = (c: Context) => Client;

/** Identifies clients, once for each request. @param trustedProxies number of reverse proxies in front */
export function createClientOf(counters: Pick<Counters, 'keyOf'>, trustedProxies: number): ClientOf {
  const known = new WeakMap<Context, Client>();
  return (c) => {
    const found = known.get(c);
    if (found !== undefined) return found;
    const { address, block } = clientNetworks(c, trustedProxies);
    const client = { address: counters.keyOf(address), block: block === null ? null : counters.keyOf(block) };
    known.set(c, client);
    return client;
  };
}

/** A /48 may use as much as so many addresses: enough for the households of one provider, too little to use up what all share. */
export const BLOCK_FACTOR = 4;

export interface RateLimitOptions {
  counters: Counters;
  clientOf: ClientOf;
  /** What one address may ask. A /48 network of IPv6 may have `BLOCK_FACTOR` times as much accepted. */
  perAddress: readonly Allowance[];
  /** What all clients together may have accepted. */
  overall?: Allowance;
  /** What is counted, as the sentence to the reader names it: `questions`. */
  what: string;
}

export interface RateLimit {
  /** Counts every request for its address, refused or not: requests that are invalid cost only their sender. */
  guard: MiddlewareHandler;
  /**
   * Counts a request that is valid and about to be answered for its network and for all clients.
   * @returns the refusal, null when the request may be answered
   */
  admit(c: Context): Promise<Response | null>;
}

const EVERYBODY = 'everybody';

/** Refuses requests beyond an allowance with 429, Retry-After and a sentence. */
export function createRateLimit({ counters, clientOf, perAddress, overall, what }: RateLimitOptions): RateLimit {
  const own = perAddress.map((allowance) => counters.open(allowance));
  const blocks = perAddress.map(({ name, points, seconds }) =>
    counters.open({ name: `${name}-block`, points: points * BLOCK_FACTOR, seconds }),
  );
  const shared = overall && counters.open(overall);

  async function firstWait(taken: readonly Counter[], key: string): Promise<number | null> {
    for (const counter of taken) {
      const seconds = await counter.take(key);
      if (seconds !== null) return seconds;
    }
    return null;
  }

  function refuse(c: Context, seconds: number, reason: string): Response {
    return errorResponse(c, 429, 'too_many_requests', `${reason} Please try again in ${inWords(seconds)}.`, {
      'Retry-After': String(seconds),
    });
  }

  return {
    async guard(c, next) {
      const seconds = await firstWait(own, clientOf(c).address);
      return seconds === null ? next() : refuse(c, seconds, `Too many ${what} came from your address.`);
    },
    async admit(c) {
      const { block } = clientOf(c);
      const blocked = block === null ? null : await firstWait(blocks, block);
      if (blocked !== null) return refuse(c, blocked, `Too many ${what} came from your network.`);
      const seconds = (await shared?.take(EVERYBODY)) ?? null;
      return seconds === null ? null : refuse(c, seconds, `Too many ${what} are coming in at the moment.`);
    },
  };
}

/** A limit for services whose requests all cost about the same: guards address and network before anything is read. */
export function rateLimit(options: Omit<RateLimitOptions, 'overall'>): MiddlewareHandler {
  const { guard, admit } = createRateLimit(options);
  return (c, next) =>
    guard(c, async () => {
      const refusal = await admit(c);
      if (refusal === null) return next();
      c.res = refusal;
    });
}

/** A time to wait in words, never less than it is. */
export function inWords(seconds: number): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : seconds < 6000 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const whole = Math.ceil(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
