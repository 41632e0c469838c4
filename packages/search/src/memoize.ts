/**
 * Memoizes a function in a cache of two generations with at most `limit` entries each. When the young generation is full, it
 * replaces the old one. This approximates an LRU cache, but a lookup is cheaper, which matters on the hot paths of the ranking.
 * @param isCached whether a result is cached; default: always. Exclude large keys and results if visitors choose the keys.
 */
export function memoize<Key, Result extends NonNullable<unknown>>(
  limit: number,
  make: (key: Key) => Result,
  isCached: (key: Key, result: Result) => boolean = () => true,
): (key: Key) => Result {
  let young = new Map<Key, Result>();
  let old = young;
  return (key) => {
    const hit = young.get(key);
    if (hit !== undefined) return hit;
    const result = old.get(key) ?? make(key);
    if (!isCached(key, result)) return result;
    if (young.size >= limit) [old, young] = [young, new Map()];
    young.set(key, result);
    return result;
  };
}

/** Memoizes a function of an object for as long as the object lives. A call that throws is not cached. */
export function memoizeByObject<Key extends object, Result extends NonNullable<unknown>>(make: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = make(key)));
    return result;
  };
}

/**
 * Memoizes an asynchronous function until it fails: all calls return the promise of the first one, whose arguments count. When
 * it rejects, it is forgotten, so that the next call tries again.
 */
export function loadOnce<Args extends unknown[], Result>(load: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result> {
  let loading: Promise<Result> | null = null;
  return (...args) =>
    (loading ??= load(...args).catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}
