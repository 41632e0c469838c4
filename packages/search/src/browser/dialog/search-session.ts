/** What the dialog knows: whether it is open, what was typed, what was found. It outlives closing, and so does the query. */
import { createLatestSearch, type LatestState } from '../latest-search.ts';
import { toResultItem, type ResultItem, type SearchSite } from '../result-item.ts';
import { findSuggestions, resultsOf, toRequest } from '../search-query.ts';
import type { SearchTransport } from '../transport.ts';

export interface DialogAnswer {
  query: string;
  items: ResultItem[];
  total: number;
  /** Only where nothing was found. */
  suggestions: string[];
}

export interface SessionState extends LatestState<DialogAnswer> {
  isOpen: boolean;
  /** As typed. */
  query: string;
}

export interface SearchSession {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  setQuery(query: string): void;
  /** Opens, with another query where one is given. */
  open(query?: string): void;
  close(): void;
  /** Resolves when the answer to what was typed is there, or will not come. */
  settle(): Promise<void>;
  /** Asks again what got no answer. */
  retry(): void;
}

async function answerTo(transport: SearchTransport, site: SearchSite, query: string, signal: AbortSignal): Promise<DialogAnswer> {
  // The results page, where "all results" leads, lists pages: it is they that are counted.
  const counting = toRequest(site, query, { distinct: true, hitsPerPage: 0 });
  const response = await transport.query([toRequest(site, query), counting], signal);
  const { hits, nbHits, suggestions } = resultsOf(response, 0);
  const { nbHits: pages } = resultsOf(response, 1);
  const items = hits.flatMap((hit) => toResultItem(hit, site) ?? []);
  const found = items.length > 0;
  return {
    query,
    items,
    total: found ? pages || nbHits : 0,
    suggestions: found ? [] : await findSuggestions(transport, site, query, suggestions, signal),
  };
}

export function createSearchSession(site: SearchSite, transport: SearchTransport): SearchSession {
  const search = createLatestSearch<string, DialogAnswer>((query, signal) => answerTo(transport, site, query, signal));
  const listeners = new Set<() => void>();
  let state: SessionState = { ...search.getState(), isOpen: false, query: '' };

  function update(change: Partial<SessionState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  search.subscribe(() => update(search.getState()));

  function setQuery(query: string): void {
    const text = query.trim();
    const same = text === state.query.trim();
    state = { ...state, query };
    if (text === '') search.clear();
    else if (same) update({});
    else search.ask(text);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setQuery,
    open(query) {
      transport.prepare?.();
      if (query !== undefined && query !== '') setQuery(query);
      update({ isOpen: true });
      search.resume();
    },
    close() {
      search.pause();
      update({ isOpen: false });
    },
    settle: search.settle,
    retry: () => search.ask(state.query.trim()),
  };
}
