/**
 * A function of a key that remembers its latest results: those of at least the last `most` different keys, and of no more
 * than twice as many.
 */
export function rememberLatest<Key, Result extends NonNullable<unknown>>(most: number, make: (key: Key) => Result): (key: Key) => Result {
  let latest = new Map<Key, Result>();
  let before = latest;
  return (key) => {
    const known = latest.get(key);
    if (known !== undefined) return known;
    const result = before.get(key) ?? make(key);
    if (latest.size >= most) [before, latest] = [latest, new Map()];
    latest.set(key, result);
    return result;
  };
}
