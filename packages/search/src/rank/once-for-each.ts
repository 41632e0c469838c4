/** A function of an object that does its work once for each of them, and keeps the result for as long as the object is kept. */
export function onceForEach<Key extends object, Result extends NonNullable<unknown>>(make: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = make(key)));
    return result;
  };
}
