import type { Client } from './client-address.ts';
import { BLOCK_FACTOR } from './rate-limit.ts';

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

export interface ConcurrencyLimits {
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
