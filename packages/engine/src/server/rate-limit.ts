/** Rate limits: the client of a request, counters in memory or in a shared database, and the answer to a client over its limit. */
import { hash, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { isIPv4, isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { errorResponse } from './error-response.ts';

/** A number of requests in a number of seconds. */
export interface Allowance {
  /** Name of the counter; servers with a shared database also share counters of the same name. */
  name: string;
  points: number;
  seconds: number;
}

export interface Counter {
  /** Counts one request. @returns null if it is within the allowance, else the seconds until it is free again, at least 1 */
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
/** Keys that are counted in memory at one time. Above that, the least recently used key is evicted to bound the memory. */
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

/** The limit of an IPv6 /48 in multiples of one address: enough for the households of one provider, too little to use up the shared limit. */
export const BLOCK_FACTOR = 4;

export interface RateLimitOptions {
  counters: Counters;
  clientOf: ClientOf;
  /** Limits of one address. An IPv6 /48 gets `BLOCK_FACTOR` times as many accepted requests. */
  perAddress: readonly Allowance[];
  /** Limit of accepted requests of all clients together. */
  overall?: Allowance;
  /** Plural noun for the error message: `questions`. */
  what: string;
}

export interface RateLimit {
  /** Counts every request for its address, refused or not: invalid requests use up only the limit of their sender. */
  guard: MiddlewareHandler;
  /**
   * Counts a request that is valid and about to be answered for its network and for all clients.
   * @returns the refusal, null when the request may be answered
   */
  admit(c: Context): Promise<Response | null>;
}

const EVERYBODY = 'everybody';

/** Rejects requests above an allowance with 429, Retry-After and a message. */
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

/** A waiting time in words, rounded up. */
export function inWords(seconds: number): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : seconds < 6000 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const whole = Math.ceil(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/** Limits concurrent answers: for each address, for each IPv6 /48, and for the whole server. */
export interface ConcurrencyLimiter {
  /** Takes a slot for a client, or returns the limit that is reached. */
  acquire(client: Client): Slot | 'address' | 'overall';
  /** Slots that are taken. */
  active(): number;
}

export interface Slot {
  /** Frees the slot; calling it again is a no-op. */
  release(): void;
}

export interface ConcurrencyLimits {
  perAddress: number;
  overall: number;
}

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
      const bounds: [key: string, most: number][] = [[`address ${address}`, perAddress]];
      if (block !== null) bounds.push([`block ${block}`, perAddress * BLOCK_FACTOR]);
      if (bounds.some(([key, most]) => (byKey.get(key) ?? 0) >= most)) return 'address';
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

/** The networks of a client. An IPv6 subscriber has a whole /64 and can often take many of them out of a /48. */
export interface ClientNetworks {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  address: string;
  /** The /48 network of an IPv6 address; null for IPv4. */
  block: string | null;
}

// `192.0.2.1:80` and `[2001:db8::1]:80`, as some proxies write an address.
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;
/** Maximum length of an address with a port. */
const MAX_CHARACTERS = 64;
const UNKNOWN: ClientNetworks = { address: 'unknown', block: null };

/**
 * Behind proxies, uses the X-Forwarded-For entry of the farthest trusted proxy, because the client can forge
 * everything to the left of it.
 * @param trustedProxies number of reverse proxies in front; with 0 the header is ignored
 */
export function clientNetworks(c: Context, trustedProxies: number): ClientNetworks {
  const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  const direct = networksOf(socket ?? '') ?? UNKNOWN;
  if (trustedProxies === 0) return direct;
  const entries = (c.req.header('X-Forwarded-For') ?? '').split(',');
  return networksOf(entries.at(-trustedProxies) ?? '') ?? direct;
}

/** The networks of a written address; null when the text is not an address. */
export function networksOf(written: string): ClientNetworks | null {
  const trimmed = written.trim();
  if (trimmed.length > MAX_CHARACTERS) return null;
  const withPort = WITH_PORT.exec(trimmed);
  const address = withPort?.[1] ?? withPort?.[2] ?? trimmed;
  if (isIPv4(address)) return { address, block: null };
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  // `::ffff:192.0.2.7`, in whatever way it is written, is how a dual-stack socket shows an IPv4 client.
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return { address: toIPv4(groups.slice(6)), block: null };
  return { address: `${groups.slice(0, 4).join(':')}::/64`, block: `${groups.slice(0, 3).join(':')}::/48` };
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser accepts every notation of an address and returns the shortest one.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = shortest.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  return right === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function toIPv4(groups: readonly string[]): string {
  return groups
    .flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 255];
    })
    .join('.');
}
