/** The browser's storage. If it is disabled or full, the site still works, but does not remember choices. */

export interface SiteStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Creates a store that never throws. If the browser refuses access (private mode, blocked cookies) or a value (quota), logs one
 * warning and keeps the value in memory until the page is unloaded.
 */
export function createStorage(open: () => Storage): SiteStorage {
  /** The values that the browser refused; null: removed. */
  const memory = new Map<string, string | null>();
  let hasWarned = false;

  /** Returns the result; undefined if the browser refuses. */
  function attempt<T>(use: (store: Storage) => T): T | undefined {
    try {
      return use(open());
    } catch (error) {
      if (!hasWarned) console.warn('No storage.', error);
      hasWarned = true;
      return undefined;
    }
  }

  /** Stores a value; null removes it. */
  function put(key: string, value: string | null): void {
    memory.set(key, value);
    attempt((store) => (value === null ? store.removeItem(key) : store.setItem(key, value), memory.delete(key)));
  }

  return {
    get: (key) => memory.get(key) ?? attempt((store) => store.getItem(key)) ?? null,
    set: put,
    remove: (key) => put(key, null),
  };
}

export const storage: SiteStorage = createStorage(() => localStorage);
