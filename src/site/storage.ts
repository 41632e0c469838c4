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
  const memory = new Map<string, string>();
  let refused = false;

  function attempt<T>(use: (store: Storage) => T, otherwise: () => T): T {
    if (refused) return otherwise();
    try {
      return use(open());
    } catch (error) {
      refused = true;
      console.warn('Storage is unavailable: choices last until the page is left.', error);
      return otherwise();
    }
  }

  return {
    get: (key) =>
      attempt(
        (store) => store.getItem(key),
        () => memory.get(key) ?? null,
      ),
    set: (key, value) =>
      attempt(
        (store) => store.setItem(key, value),
        () => void memory.set(key, value),
      ),
    remove: (key) =>
      attempt(
        (store) => store.removeItem(key),
        () => void memory.delete(key),
      ),
  };
}

export const storage: SiteStorage = createStorage(() => localStorage);
