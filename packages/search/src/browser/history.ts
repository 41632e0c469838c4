/** Recent and favorite searches: the hits that the visitor chose, kept in the browser under the names DocSearch uses. */
import type { StoredHit } from './result-item.ts';

/** Where they are kept. Neither method throws: the site's storage forgets where the browser refuses. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

export interface StoredSearches {
  recent: StoredHit[];
  favorite: StoredHit[];
}

export interface SearchHistory {
  read(): StoredSearches;
  /** A hit was chosen: it becomes the newest recent one, unless it is a favorite. */
  choose(hit: StoredHit): void;
  /** A recent one becomes a favorite. */
  save(objectID: string): void;
  /** Takes it from the recent ones. */
  forget(objectID: string): void;
  /** Takes it from the favorites. */
  unsave(objectID: string): void;
}

const MOST_RECENT = 7;
const MOST_RECENT_BESIDE_FAVORITES = 4;
const MOST_FAVORITES = 10;

function isStored(value: unknown): value is StoredHit {
  if (typeof value !== 'object' || value === null) return false;
  const { objectID, url, hierarchy } = value as Partial<Record<keyof StoredHit, unknown>>;
  return typeof objectID === 'string' && typeof url === 'string' && typeof hierarchy === 'object' && hierarchy !== null;
}

/** Anything may stand there: an older version, another program, a broken write. What cannot be read counts as nothing. */
function parse(text: string | null): StoredHit[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isStored) : [];
  } catch {
    return [];
  }
}

const without = (hits: readonly StoredHit[], objectID: string): StoredHit[] => hits.filter((hit) => hit.objectID !== objectID);

export function createHistory(store: KeyValueStore, indexName: string): SearchHistory {
  const recentKey = `__DOCSEARCH_RECENT_SEARCHES__${indexName}`;
  const favoriteKey = `__DOCSEARCH_FAVORITE_SEARCHES__${indexName}`;

  function read(): StoredSearches {
    const favorite = parse(store.get(favoriteKey)).slice(0, MOST_FAVORITES);
    const limit = favorite.length === 0 ? MOST_RECENT : MOST_RECENT_BESIDE_FAVORITES;
    return { recent: parse(store.get(recentKey)).slice(0, limit), favorite };
  }

  function write({ recent, favorite }: StoredSearches): void {
    const limit = favorite.length === 0 ? MOST_RECENT : MOST_RECENT_BESIDE_FAVORITES;
    store.set(favoriteKey, JSON.stringify(favorite.slice(0, MOST_FAVORITES)));
    store.set(recentKey, JSON.stringify(recent.slice(0, limit)));
  }

  return {
    read,
    choose(hit) {
      const { recent, favorite } = read();
      if (favorite.some(({ objectID }) => objectID === hit.objectID)) return;
      write({ recent: [hit, ...without(recent, hit.objectID)], favorite });
    },
    save(objectID) {
      const { recent, favorite } = read();
      const hit = recent.find((one) => one.objectID === objectID);
      if (hit) write({ recent: without(recent, objectID), favorite: [hit, ...without(favorite, objectID)] });
    },
    forget(objectID) {
      const { recent, favorite } = read();
      write({ recent: without(recent, objectID), favorite });
    },
    unsave(objectID) {
      const { recent, favorite } = read();
      write({ recent, favorite: without(favorite, objectID) });
    },
  };
}
