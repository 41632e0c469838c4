/** The state of the search dialog: the query, its answer, and the part of the site to which it is restricted. */
import { joinPieces, type Result, type Results } from '../../site-search.ts';
import { createLatestSearch, type LatestState } from '../latest-search.ts';
import { contextOf, type ResultSource } from '../result-source.ts';
import { onceForEachQuery, type OnSearched, SEARCHED_AGAIN, type SearchSite } from '../search-site.ts';

export interface DialogAnswer extends Results {
  query: string;
  /** Pages for the best suggestion if nothing was found; at most three. */
  closest: Result[];
}

const MAX_CLOSEST_PAGES = 3;

/** A suggestion that is the title of a page means this page alone; the other results only contain its words. */
function closestOf(found: Result[], suggestions: readonly string[]): Result[] {
  const suggested = found.filter(({ title }) => suggestions.includes(joinPieces(title)));
  return suggested.length > 0 ? suggested : found;
}

/** The state of the dialog, including the query. It outlives a closed dialog. */
export interface SessionState extends LatestState<DialogAnswer> {
  isOpen: boolean;
  /** The text of the field, as typed. */
  query: string;
  /** Name of the part of the site to which the search is restricted; null: the whole site. */
  group: string | null;
}

export interface SearchSession {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  setQuery(query: string): void;
  /** Restricts the search to one part of the site until the query is cleared or the dialog is opened again. */
  setGroup(group: string | null): void;
  /** Opens the dialog, with an optional new query. */
  open(query?: string): void;
  close(): void;
  /** Resolves when the answer to the latest query has arrived or failed. */
  settle(): Promise<void>;
  /** Repeats a failed search. */
  retry(): void;
}

/** Time for which a query must be unchanged to count as a search. */
const SEARCH_PAUSE_MS = 2000;

/** Detects searches that are followed by another search. Continuing or correcting a query is the same search. */
function createFollowUps(): { rest(query: string): void; stop(): void } {
  let rested: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
  return {
    rest(query) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (rested !== null && !isSame(rested.toLowerCase(), query.toLowerCase()))
          document.dispatchEvent(new CustomEvent(SEARCHED_AGAIN, { detail: rested }));
        rested = query;
      }, SEARCH_PAUSE_MS);
    },
    stop() {
      clearTimeout(timer);
      rested = null;
    },
  };
}

export function createSearchSession(site: SearchSite, source: ResultSource, onSearched?: OnSearched): SearchSession {
  const search = createLatestSearch<Pick<SessionState, 'query' | 'group'>, DialogAnswer>(async ({ query, group }, signal) => {
    const answer = await source.answer({ ...contextOf(site), text: query, group, withSections: true }, signal);
    const [similar] = answer.everywhere === 0 ? answer.suggestions : [];
    const found = similar === undefined ? [] : (await source.answer({ ...contextOf(site), text: similar }, signal)).results;
    return { ...answer, query, closest: closestOf(found, answer.suggestions).slice(0, MAX_CLOSEST_PAGES) };
  });
  const followUps = createFollowUps();
  const listeners = new Set<() => void>();
  let state: SessionState = { ...search.getState(), isOpen: false, query: '', group: null };

  function update(change: Partial<SessionState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  search.subscribe(() => update(search.getState()));

  function setQuery(query: string): void {
    const text = query.trim();
    const same = text === state.query.trim();
    state = { ...state, query, group: text === '' ? null : state.group };
    if (text === '') search.clear();
    else if (same) update({});
    else {
      ask();
      followUps.rest(text);
    }
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
      // Reset the group here and not on closing, because the link to all results contains it and is followed after the click that closes the dialog.
      if (!state.isOpen) setGroup(null);
      if (query !== undefined && query !== '') setQuery(query);
      update({ isOpen: true });
      search.resume();
    },
    close() {
      reportSearch();
      followUps.stop();
      search.pause();
      update({ isOpen: false });
    },
    settle: search.settle,
    retry: () => ask(),
  };
}
