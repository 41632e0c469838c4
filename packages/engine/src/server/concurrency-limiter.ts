import { BLOCK_FACTOR, type Client } from './rate-limit.ts';

/** Bounds how many answers are under way: for each address, for each IPv6 /48, and for the whole server. */
export interface ConcurrencyLimiter {
  /** Takes a slot for a client; a string says which bound is reached. */
  acquire(client: Client): Slot | 'address' | 'overall';
  /** Slots that are taken. */
  active(): number;
}

export interface Slot {
  /** Frees the slot; calling it again changes nothing. */
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
