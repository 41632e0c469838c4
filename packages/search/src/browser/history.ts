/** Recent and favorite searches: the results that the reader chose, stored in the browser. */
import { joinPieces, type Result } from '../site-search.ts';
import { isWebUrl } from '../search-address.ts';

/** The storage of the browser. Its methods do not throw: if the browser denies access, they are no-ops. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

export interface StoredSearches {
  recent: Result[];
  favorite: Result[];
}

export interface SearchHistory {
  read(): StoredSearches;
  /** Makes a chosen result the newest recent one, unless it is a favorite. */
  choose(result: Result): void;
  /** Turns a recent search into a favorite. */
  save(id: string): void;
  /** Removes a search from the recent ones. */
  forget(id: string): void;
  /** Removes a search from the favorites. */
  unsave(id: string): void;
}

const MAX_RECENT = 7;
const MAX_RECENT_BESIDE_FAVORITES = 4;
const MAX_FAVORITES = 10;

/** The stored part of a result. */
interface Entry {
  id: string;
  href: string;
  title: string;
  /** Title of the page; absent if the result is a page. */
  page?: string;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, href, title, page = '' } = value as Partial<Record<keyof Entry, unknown>>;
  return [id, href, title, page].every((field) => typeof field === 'string') && isWebUrl(href as string);
}

const toEntry = ({ id, href, isPage, title, pageTitle }: Result): Entry => ({
  id,
  href,
  title: joinPieces(title),
  ...(!isPage && { page: joinPieces(pageTitle) }),
});

const toResult = ({ id, href, title, page }: Entry): Result => ({
  id,
  href,
  pageHref: href.replace(/#.*/s, ''),
  // A section can have the same title as its page.
  isPage: page === undefined,
  group: '',
  pageTitle: [{ text: page ?? title, highlighted: false }],
  title: [{ text: title, highlighted: false }],
  excerpt: [],
  trail: [],
});

/** Parses stored results. The storage may contain anything, such as data of an older version, so invalid data is ignored. */
function parse(text: string | null): Result[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry).map(toResult) : [];
  } catch {
    return [];
  }
}

const without = (results: readonly Result[], id: string): Result[] => results.filter((result) => result.id !== id);

/** @param indexName part of the storage keys, so that sites and versions on one origin have separate histories */
export function createHistory(store: KeyValueStore, indexName: string): SearchHistory {
  const recentKey = `search-recent:${indexName}`;
  const favoriteKey = `search-favorite:${indexName}`;

  function read(): StoredSearches {
    const favorite = parse(store.get(favoriteKey)).slice(0, MAX_FAVORITES);
    const limit = favorite.length === 0 ? MAX_RECENT : MAX_RECENT_BESIDE_FAVORITES;
    return { recent: parse(store.get(recentKey)).slice(0, limit), favorite };
  }

  function write({ recent, favorite }: StoredSearches): void {
    const limit = favorite.length === 0 ? MAX_RECENT : MAX_RECENT_BESIDE_FAVORITES;
    store.set(favoriteKey, JSON.stringify(favorite.slice(0, MAX_FAVORITES).map(toEntry)));
    store.set(recentKey, JSON.stringify(recent.slice(0, limit).map(toEntry)));
  }

  return {
    read,
    choose(result) {
      const { recent, favorite } = read();
      if (favorite.some(({ id }) => id === result.id)) return;
      write({ recent: [result, ...without(recent, result.id)], favorite });
    },
    save(id) {
      const { recent, favorite } = read();
      const result = recent.find((one) => one.id === id);
      if (result) write({ recent: without(recent, id), favorite: [result, ...without(favorite, id)] });
    },
    forget(id) {
      const { recent, favorite } = read();
      write({ recent: without(recent, id), favorite });
    },
    unsave(id) {
      const { recent, favorite } = read();
      write({ recent, favorite: without(favorite, id) });
    },
  };
}
