/** What the dialog knows: whether it is open, what was typed, what was found. It outlives closing, and so does the query. */
import { createLatestSearch, type LatestState } from '../latest-search.ts';
import type { Results } from '../../site-search.ts';
import { contextOf, type ResultSource } from '../result-source.ts';
import type { SearchHost, SearchSite } from '../search-site.ts';

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

export function createSearchSession(
  site: SearchSite,
  source: ResultSource,
  onSearched: SearchHost['onSearched'] = () => undefined,
): SearchSession {
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

  let told = '';
  /** Once for each query: what is typed on the way to it is no search. */
  function tell(): void {
    const { status, answer } = search.getState();
    if (status !== 'settled' || answer === null || answer.query === told || answer.query !== state.query.trim()) return;
    told = answer.query;
    onSearched(answer.query, answer.total);
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
      tell();
      search.pause();
      update({ isOpen: false });
    },
    settle: search.settle,
    retry: () => search.ask(state.query.trim()),
  };
}
