/** The limits of clients: counts their requests in memory or in a shared database, and bounds the number of concurrent answers. */
import type { Context, MiddlewareHandler } from 'hono';
import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Client, ClientOf } from './client-address.ts';
import { errorResponse } from './error-response.ts';

/** An allowance: `points` requests per `seconds`; an expensive request may cost several points. */
export interface Allowance {
  /** Name of the counter; servers with a shared database also share counters of the same name. */
  name: string;
  points: number;
  seconds: number;
}

interface Counter {
  /**
   * Counts a request.
   * @param points default 1
   * @returns null if it is within the allowance, otherwise the seconds until the next one is accepted, at least 1
   */
  consume(key: string, points?: number): Promise<number | null>;
  /** Takes back one counted request. */
  refund(key: string): Promise<void>;
}

/** A store of counters: in this process, or in a database that several servers share. */
export interface Counters {
  open(allowance: Allowance): Counter;
  /** Opens a counter in the memory of this process, for requests that take less time than a query to a database. */
  openLocal(allowance: Allowance): Counter;
  /** Returns a key for an address or a network that does not reveal it. */
  keyOf(address: string): string;
  close(): Promise<void>;
}

// Length of the hash of an address: long enough that a client with a large network cannot find addresses that collide with those of others.
const KEY_BYTES = 6;
/** Maximum number of keys in memory. Above it, the least recently used key is evicted. */
const MAX_KEYS = 16_000;
/**
 * Maximum number of IPv6 /48 networks in memory, and of /64 networks in each. A /48 has 65,536 of these, and one client can have all of
 * them, so a new one evicts only the least recently used one of the same /48, and not the keys of other clients.
 */
const [MAX_BLOCKS, MAX_KEYS_IN_BLOCK] = [250, 64];

/** Creates a keyed hash function for addresses. Servers that share counters need the same secret. */
export function createAddressHash(secret: string): (address: string) => string {
  return (address) => hash('sha256', `${secret}\n${address}`, 'hex').slice(0, 2 * KEY_BYTES);
}

/** Returns a function that opens each counter once, so that a new build does not renew the limits. */
export function openOnce(open: (allowance: Allowance) => Counter): (allowance: Allowance) => Counter {
  const opened = new Map<string, Counter>();
  return (allowance) => {
    const key = JSON.stringify([allowance.name, allowance.points, allowance.seconds]);
    const counter = opened.get(key) ?? open(allowance);
    opened.set(key, counter);
    return counter;
  };
}

/** Creates counters in the memory of this process. */
export function createMemoryCounters(): Counters {
  const open = openOnce(createMemoryCounter);
  return {
    open,
    openLocal: open,
    keyOf: createAddressHash(randomBytes(32).toString('hex')),
    close: () => Promise.resolve(),
  };
}

/** A window of time of one key. */
interface Window {
  taken: number;
  /** Milliseconds on the monotonic clock. */
  endsAt: number;
}

/** Creates a counter with fixed windows of time, each of which starts with the first request of a key. */
export function createMemoryCounter({ points, seconds }: Allowance): Counter {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS });
  const blocks = new LRUCache<string, LRUCache<string, Window>>({ max: MAX_BLOCKS });

  /** Returns the windows among which that of a key is. */
  function windowsBeside(key: string): LRUCache<string, Window> {
    const slash = key.indexOf('/');
    if (slash === -1) return windows;
    const block = key.slice(0, slash);
    const known = blocks.get(block) ?? new LRUCache<string, Window>({ max: MAX_KEYS_IN_BLOCK });
    blocks.set(block, known);
    return known;
  }

  return {
    consume(key, cost = 1) {
      // Use the monotonic clock, because the time of day may jump back, which would extend every window.
      const now = performance.now();
      const beside = windowsBeside(key);
      const known = beside.get(key);
      const window = known !== undefined && known.endsAt > now ? known : { taken: 0, endsAt: now + seconds * 1000 };
      window.taken += cost;
      beside.set(key, window);
      return Promise.resolve(window.taken <= points ? null : Math.ceil((window.endsAt - now) / 1000));
    },
    refund(key) {
      const window = windowsBeside(key).get(key);
      if (window !== undefined && window.taken > 0) window.taken--;
      return Promise.resolve();
    },
  };
}

/** The limit of an IPv6 /48 in multiples of one address: enough for the households of one provider, too little to use up the shared limit. */
const BLOCK_FACTOR = 4;

interface RateLimitOptions {
  counters: Pick<Counters, 'open'>;
  clientOf: ClientOf;
  /** Limits of one address. An IPv6 /48 gets `BLOCK_FACTOR` times as many accepted requests. */
  perAddress: readonly Allowance[];
  /** Limit of accepted requests of all clients together. */
  overall?: Allowance;
  /** Plural noun for the error message: `questions`. */
  what: string;
}

export interface RateLimit {
  /** Counts every request against the limit of its address, including invalid requests, which must not use up other limits. */
  guard: MiddlewareHandler;
  /**
   * Counts a valid request against the limits of its network and of all clients, before it is processed.
   * @returns an error response; null if the request is accepted
   */
  admit(c: Context): Promise<Response | null>;
  /** Counts a request, or a further part of one, against all limits. @returns an error response; null if it is accepted */
  consume(c: Context): Promise<Response | null>;
  /**
   * The whole limit as a middleware, for services without a limit of all clients: counts each request against its address and its network
   * before it is processed. A rejected request is not counted against its network, because a network has many clients.
   */
  middleware: MiddlewareHandler;
  /** Counts further points of an accepted request that turned out to be expensive. Later requests of its address and network are rejected for them. */
  charge(c: Context, points: number): Promise<void>;
}

const ALL_CLIENTS = 'everybody';

/** Creates a rate limit. It rejects requests above an allowance with status 429, a Retry-After header, and a message. */
export function createRateLimit({ counters, clientOf, perAddress, overall, what }: RateLimitOptions): RateLimit {
  const own = perAddress.map((allowance) => counters.open(allowance));
  const blocks = perAddress.map(({ name, points, seconds }) =>
    counters.open({ name: `${name}-block`, points: points * BLOCK_FACTOR, seconds }),
  );
  const shared = overall && counters.open(overall);

  async function secondsToWait(taken: readonly Counter[], key: string, points?: number): Promise<number | null> {
    for (const counter of taken) {
      const seconds = await counter.consume(key, points);
      if (seconds !== null) return seconds;
    }
    return null;
  }

  function tooManyRequests(c: Context, seconds: number, reason: string): Response {
    return errorResponse(c, 429, 'too_many_requests', `${reason} Please try again in ${formatDuration(seconds)}.`, {
      'Retry-After': String(seconds),
    });
  }

  async function countAddress(c: Context): Promise<Response | null> {
    const seconds = await secondsToWait(own, clientOf(c).address);
    return seconds === null ? null : tooManyRequests(c, seconds, `Too many ${what} came from your address.`);
  }

  async function admit(c: Context): Promise<Response | null> {
    const { block } = clientOf(c);
    const blocked = block === null ? null : await secondsToWait(blocks, block);
    if (blocked !== null) return tooManyRequests(c, blocked, `Too many ${what} came from your network.`);
    const seconds = (await shared?.consume(ALL_CLIENTS)) ?? null;
    return seconds === null ? null : tooManyRequests(c, seconds, `Too many ${what} are coming in at the moment.`);
  }

  /** The time until which a network above its limit is refused, in milliseconds on the monotonic clock. It saves the shared counters work. */
  const refusedUntil = new LRUCache<string, number>({ max: MAX_KEYS });

  /** Counts a request against a network. @returns null if it is accepted, otherwise the seconds until the next one is, without counting it */
  async function countBlock(block: string): Promise<number | null> {
    const waitMs = (refusedUntil.get(block) ?? 0) - performance.now();
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    for (const [index, counter] of blocks.entries()) {
      const seconds = await counter.consume(block);
      if (seconds === null) continue;
      refusedUntil.set(block, performance.now() + seconds * 1000);
      await refund(block, index + 1);
      return seconds;
    }
    return null;
  }

  async function refund(block: string, allowances = blocks.length): Promise<void> {
    for (const counter of blocks.slice(0, allowances)) await counter.refund(block);
  }

  const middleware: MiddlewareHandler = async (c, next) => {
    const refusal = await countAddress(c);
    if (refusal !== null) return refusal;
    const { block } = clientOf(c);
    if (block === null) return next();
    const seconds = await countBlock(block);
    if (seconds !== null) return tooManyRequests(c, seconds, `Too many ${what} came from your network.`);
    await next();
    if (c.res.status < 400) return;
    await refund(block);
    refusedUntil.delete(block);
  };

  return {
    guard: middlewareOf(countAddress),
    admit,
    consume: async (c) => (await countAddress(c)) ?? admit(c),
    middleware,
    async charge(c, points) {
      const { address, block } = clientOf(c);
      await secondsToWait(own, address, points);
      if (block !== null) await secondsToWait(blocks, block, points);
    },
  };
}

/** Returns a middleware that responds with the error response of a check, or continues if the check returns null. */
function middlewareOf(check: (c: Context) => Promise<Response | null>): MiddlewareHandler {
  return async (c, next) => (await check(c)) ?? next();
}

/** Creates a rate limit for services whose requests all cost about the same. */
export const rateLimit = (options: Omit<RateLimitOptions, 'overall'>): MiddlewareHandler => createRateLimit(options).middleware;

/** Formats a duration for readers, rounded up: `2 minutes`. */
export function formatDuration(seconds: number): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : seconds < 6000 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const whole = Math.ceil(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/** Limits concurrent answers: for each address, for each IPv6 /48, and for the whole server. */
export interface ConcurrencyLimiter {
  /** Acquires a slot for a client, or returns the limit that has been reached. */
  acquire(client: Client): Slot | 'address' | 'overall';
  /** Returns the number of acquired slots. */
  active(): number;
}

export interface Slot {
  /** Frees the slot; calling it again is a no-op. */
  release(): void;
}

interface ConcurrencyLimits {
  perAddress: number;
  overall: number;
}

/** Creates a limiter. @param perAddress maximum number of slots per address; a /48 network gets `BLOCK_FACTOR` times as many */
export function createConcurrencyLimiter({ perAddress, overall }: ConcurrencyLimits): ConcurrencyLimiter {
  const byKey = new Map<string, number>();
  let active = 0;

  function add(key: string, count: number): void {
    const left = (byKey.get(key) ?? 0) + count;
    if (left === 0) byKey.delete(key);
    else byKey.set(key, left);
  }

  return {
    acquire({ address, block }) {
      const bounds: [key: string, max: number][] = [[`address ${address}`, perAddress]];
      if (block !== null) bounds.push([`block ${block}`, perAddress * BLOCK_FACTOR]);
      if (bounds.some(([key, max]) => (byKey.get(key) ?? 0) >= max)) return 'address';
      if (active >= overall) return 'overall';
      for (const [key] of bounds) add(key, 1);
      active += 1;
      let isTaken = true;
      return {
        release() {
          if (!isTaken) return;
          isTaken = false;
          active -= 1;
          for (const [key] of bounds) add(key, -1);
        },
      };
    },
    active: () => active,
  };
}
