export type Limit = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs at most `most` tasks at once, the others in the order they came. */
export function createLimit(most: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place is handed on, so that nobody who comes in between takes it.
      if (next === undefined) running--;
      else next();
    }
  };
}
