/** What the browser keeps for the visitor. It may be switched off or full: the site then forgets, and works. */

export interface SiteStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * A store that never throws. When the browser refuses (private mode, blocked cookies, quota), one warning is logged
 * and what would have been stored is kept in memory until the page is left.
 */
export function createStorage(open: () => Storage): SiteStorage {
  const memory = new Map<string, string | null>();
  let refused = false;

  /** Undefined when the browser refuses. */
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

  /** Null takes the value away. */
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
