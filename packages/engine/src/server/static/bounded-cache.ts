/** A cache that never holds more than its bytes: what was used longest ago leaves first. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, bytes: number): void;
  /** Bytes held now, keys included. */
  size(): number;
}

// What a Map's entry and its object take besides the bytes that we count, roughly.
const ENTRY_OVERHEAD_BYTES = 256;

/** Creates a cache of at most `maxBytes`; a value bigger than that is not kept. */
export function createBoundedCache<Value>(maxBytes: number): BoundedCache<Value> {
  // A Map keeps the order of insertion, so its first entry is the one used longest ago.
  const entries = new Map<string, { value: Value; cost: number }>();
  let held = 0;

  function remove(key: string): void {
    held -= entries.get(key)?.cost ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      const cost = bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES;
      if (cost > maxBytes) return;
      entries.set(key, { value, cost });
      held += cost;
      for (const oldest of entries.keys()) {
        if (held <= maxBytes) break;
        remove(oldest);
      }
    },
    size: () => held,
  };
}
