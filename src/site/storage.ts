/** What the browser keeps for the visitor. It may be switched off or full: the site then forgets, and works. */

export interface SiteStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function createMemory(): Store {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/**
 * A store that never throws. When the browser refuses (private mode, blocked cookies, quota), one warning is logged
 * and what would have been stored is kept in memory until the page is left.
 */
export function createStorage(open: () => Store): SiteStorage {
  function attempt<T>(use: (store: Store) => T): T {
    try {
      return use(open());
    } catch (error) {
      console.warn('Storage is unavailable: choices last until the page is left.', error);
      const memory = createMemory();
      open = () => memory;
      return use(memory);
    }
  }

  return {
    get: (key) => attempt((store) => store.getItem(key)),
    set: (key, value) => attempt((store) => store.setItem(key, value)),
    remove: (key) => attempt((store) => store.removeItem(key)),
  };
}

export const storage: SiteStorage = createStorage(() => localStorage);
