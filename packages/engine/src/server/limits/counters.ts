import { hash, randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';

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

/** Where counters count: in this process, or in a database that several servers share. */
export interface Counters {
  open(allowance: Allowance): Counter;
  /** A key for an address, from which the address cannot be told. */
  keyOf(address: string): string;
  close(): Promise<void>;
}

// Two bytes of a keyed hash: 65,536 keys at most, whoever asks from however many addresses, so the memory is bounded.
// Two clients who share a key by chance share an allowance that neither of them comes near.
const KEY_BYTES = 2;
const MINUTE_MS = 60_000;

/** Gives addresses keys by a secret. Servers that count together need the same secret. */
export function createKeys(secret: string): (address: string) => string {
  return (address) => hash('sha256', `${secret}\n${address}`, 'hex').slice(0, 2 * KEY_BYTES);
}

/** Counts in the memory of this process; a restart forgets. */
export function createMemoryCounters(): Counters {
  return {
    open: (allowance) => toCounter(new RateLimiterMemory(limiterOptions(allowance))),
    keyOf: createKeys(randomBytes(32).toString('hex')),
    close: () => Promise.resolve(),
  };
}

export function limiterOptions({ name, points, seconds }: Allowance): { keyPrefix: string; points: number; duration: number } {
  return { keyPrefix: name, points, duration: seconds };
}

/** The library's limiter as a counter: it tells a refusal by rejecting. */
export function toCounter(limiter: RateLimiterAbstract): Counter {
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return null;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil((refusal.msBeforeNext < 0 ? MINUTE_MS : refusal.msBeforeNext) / 1000));
      }
    },
  };
}
