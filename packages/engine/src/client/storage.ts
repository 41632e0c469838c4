/** The browser's storage. If it is disabled or full, the site still works, but does not remember choices. */

export interface SiteStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Creates a store that never throws. If the browser refuses access (private mode, blocked cookies, quota), logs one warning
 * and keeps values in memory until the page is unloaded.
 */
export function createStorage(open: () => Storage): SiteStorage {
  const memory = new Map<string, string | null>();
  let refused = false;

  /** Returns the result; undefined if the browser refuses access. */
  function attempt<T>(use: (store: Storage) => T): T | undefined {
    if (refused) return undefined;
    try {
      return use(open());
    } catch (error) {
      refused = true;
      console.warn('No storage.', error);
      return undefined;
    }
  }

  /** Stores a value; null removes it. */
  function put(key: string, value: string | null): void {
    attempt((store) => (value === null ? store.removeItem(key) : store.setItem(key, value)));
    if (refused) memory.set(key, value);
  }

  return {
    get: (key) => attempt((store) => store.getItem(key)) ?? memory.get(key) ?? null,
    set: put,
    remove: (key) => put(key, null),
  };
}

export const storage: SiteStorage = createStorage(() => localStorage);
