/** What the dialog knows: whether it is open, what was typed, what was found. It outlives closing, and so does the query. */
import { createLatestSearch, type LatestState } from '../latest-search.ts';
import type { Results } from '../../site-search.ts';
import { contextOf, type ResultSource } from '../result-source.ts';
import { onceForEachQuery, type OnSearched, type SearchSite } from '../search-site.ts';

export interface DialogAnswer extends Results {
  query: string;
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

export function createSearchSession(site: SearchSite, source: ResultSource, onSearched?: OnSearched): SearchSession {
  const search = createLatestSearch<string, DialogAnswer>(async (query, signal) => ({
    ...(await source.answer({ ...contextOf(site), text: query, withSections: true }, signal)),
    query,
  }));
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

  const report = onceForEachQuery(onSearched);
  /** What is typed on the way to a query is no search. */
  function reportSearch(): void {
    const { status, answer } = search.getState();
    if (status === 'settled' && answer?.query === state.query.trim()) report(answer.query, answer.total);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setQuery,
    open(query) {
      source.prepare?.();
      if (query !== undefined && query !== '') setQuery(query);
      update({ isOpen: true });
      search.resume();
    },
    close() {
      reportSearch();
      search.pause();
      update({ isOpen: false });
    },
    settle: search.settle,
    retry: () => search.ask(state.query.trim()),
  };
}
