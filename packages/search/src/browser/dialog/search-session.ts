/** The state of the search dialog: the query, its answer, and the group to which it is restricted. */
import { joinPieces, type Result, type Results } from '../../site-search.ts';
import { createLatestSearch, type LatestState } from '../latest-search.ts';
import { contextOf, type ResultSource } from '../result-source.ts';
import { onceForEachQuery, type OnSearched, SEARCHED_AGAIN, type SearchSite } from '../search-site.ts';

export interface DialogAnswer extends Results {
  query: string;
  /** Results of the first suggestion if nothing was found; at most three. */
  closest: Result[];
}

const MAX_CLOSEST_PAGES = 3;

/** Returns the results whose titles are suggestions, since the others only contain the same words; all results if there are none. */
function closestPages(found: Result[], suggestions: readonly string[]): Result[] {
  const suggested = found.filter(({ title }) => suggestions.includes(joinPieces(title)));
  return suggested.length > 0 ? suggested : found;
}

/** The state of the dialog, which stays when the dialog is closed. */
export interface SessionState extends LatestState<DialogAnswer> {
  isOpen: boolean;
  /** The text of the field, as typed. */
  query: string;
  /** Name of the group to which the search is restricted; null: none. */
  group: string | null;
}

export interface SearchSession {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  setQuery(query: string): void;
  /** Restricts the search to a group until the query is cleared or the dialog is opened again. */
  setGroup(group: string | null): void;
  /** Opens the dialog, with an optional new query. */
  open(query?: string): void;
  close(): void;
  /** Resolves when the answer to the latest query has arrived or failed. */
  settle(): Promise<void>;
  /** Repeats a failed search. */
  retry(): void;
}

/** A query counts as a search if it is unchanged for this time. */
const SEARCH_PAUSE_MS = 2000;

/**
 * Fires `SEARCHED_AGAIN` if the reader replaces a query with a different one. A query that extends or shortens the previous
 * one is the same search.
 */
function createReformulationDetector(): { onQuery(query: string): void; reset(): void } {
  let previous: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
  return {
    onQuery(query) {
      clearTimeout(timer);
      // A field that is empty for a while is not a search.
      if (query === '') return;
      timer = setTimeout(() => {
        if (previous !== null && !isSame(previous.toLowerCase(), query.toLowerCase()))
          document.dispatchEvent(new CustomEvent(SEARCHED_AGAIN, { detail: previous }));
        previous = query;
      }, SEARCH_PAUSE_MS);
    },
    reset() {
      clearTimeout(timer);
      previous = null;
    },
  };
}

export function createSearchSession(site: SearchSite, source: ResultSource, onSearched?: OnSearched): SearchSession {
  const search = createLatestSearch<Pick<SessionState, 'query' | 'group'>, DialogAnswer>(async ({ query, group }, signal) => {
    const answer = await source.answer({ ...contextOf(site), text: query, group, withSections: true }, signal);
    const [suggestion] = answer.everywhere === 0 ? answer.suggestions : [];
    const found = suggestion === undefined ? [] : (await source.answer({ ...contextOf(site), text: suggestion }, signal)).results;
    return { ...answer, query, closest: closestPages(found, answer.suggestions).slice(0, MAX_CLOSEST_PAGES) };
  });
  const reformulations = createReformulationDetector();
  const listeners = new Set<() => void>();
  let state: SessionState = { ...search.getState(), isOpen: false, query: '', group: null };

  function update(change: Partial<SessionState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  search.subscribe(() => update(search.getState()));

  function setQuery(query: string): void {
    const text = query.trim();
    const isUnchanged = text === state.query.trim();
    state = { ...state, query, group: text === '' ? null : state.group };
    if (!isUnchanged) reformulations.onQuery(text);
    if (text === '') search.clear();
    else if (isUnchanged) update({});
    else ask();
  }

  const ask = (when?: 'now'): void => search.ask({ query: state.query.trim(), group: state.group }, when);

  function setGroup(group: string | null): void {
    if (group === state.group) return;
    state = { ...state, group };
    if (state.query.trim() !== '') ask('now');
  }

  const report = onceForEachQuery(onSearched);
  /** Reports a query once typing has paused, so that partial queries do not count as searches. */
  function reportSearch(): void {
    const { status, answer } = search.getState();
    if (status === 'settled' && answer?.query === state.query.trim()) report(answer.query, answer.everywhere);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setQuery,
    setGroup,
    open(query) {
      source.prepare?.();
      // Reset the group on opening and not on closing: the link to all results contains it, and its click closes the dialog before the browser follows it.
      if (!state.isOpen) setGroup(null);
      if (query !== undefined && query !== '') setQuery(query);
      update({ isOpen: true });
      search.resume();
    },
    close() {
      reportSearch();
      reformulations.reset();
      search.pause();
      update({ isOpen: false });
    },
    settle: search.settle,
    retry: () => ask(),
  };
}
