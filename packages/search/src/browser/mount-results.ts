/** Makes the search page interactive: the server-rendered form and results update as the reader types. */
import { errorHtml, resultsHtml, type ResultsHtml } from '../results-html.ts';
import { createTranslate } from '../search-words.ts';
import {
  cutQuery,
  MAX_PAGES_AT_ONCE,
  readSearchAddress,
  RESULTS_PER_PAGE,
  type SearchAddress,
  writeSearchAddress,
} from '../search-address.ts';
import type { Results } from '../site-search.ts';
import { createLatestSearch } from './latest-search.ts';
import { contextOf, type ResultSource, sharedResultSource } from './result-source.ts';
import { feedbackAddress, onceForEachQuery, type OnSearched, searchPageUrl, type SearchSite } from './search-site.ts';

interface PageAnswer {
  address: SearchAddress;
  /** All results up to the page of the address. */
  results: Results;
}

/** Returns a function that fetches all results up to the page of an address, and reuses those that are already loaded. */
function createPagedSearch(site: SearchSite, source: ResultSource): (address: SearchAddress, signal: AbortSignal) => Promise<PageAnswer> {
  let loaded: PageAnswer | null = null;
  return async (address, signal) => {
    const { query, group, page } = address;
    const isSameSearch = loaded?.address.query === query && loaded.address.group === group;
    const reusable = isSameSearch && loaded !== null ? loaded.results.results : [];
    const from = Math.min(Math.floor(reusable.length / RESULTS_PER_PAGE), page);
    const list = reusable.slice(0, from * RESULTS_PER_PAGE);
    let answer: Results | null = null;
    for (let next = from; next <= page; next += MAX_PAGES_AT_ONCE) {
      const pages = Math.min(MAX_PAGES_AT_ONCE, page - next + 1);
      answer = await source.answer({ ...contextOf(site), text: query, group, page: next, pages }, signal);
      list.push(...answer.results);
      if ((next + pages) * RESULTS_PER_PAGE >= answer.total) break;
    }
    signal.throwIfAborted();
    loaded = { address, results: { ...(answer as Results), results: list } };
    return loaded;
  };
}

/** Delay before the loading state is shown, so that it does not flicker with each letter. */
const LOADING_MS = 200;

/** The router adds a slash to the address on some hosts, also while the page is shown. */
const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Key of the scroll position in the state of a history entry. */
const SCROLL_KEY = 'positionInResults';

/**
 * Mounts the script of the search page.
 * @param root the server-rendered element with the results, or with the introduction if there is no query
 * @param form the form of the page, with the field `q`; without it, only the address starts searches
 * @returns a function that removes the listeners and stops the search
 */
export function mountResults(
  root: HTMLElement,
  form: HTMLFormElement | null,
  site: SearchSite,
  source: ResultSource = sharedResultSource(site),
  onSearched?: OnSearched,
): () => void {
  const [status, body, introduction] = ['.search-count', '.search-results', '.search-introduction'].map((selector) =>
    root.querySelector<HTMLElement>(selector),
  );
  if (!status || !body || !introduction) return () => undefined;
  const translate = createTranslate(site.words);
  const field = form?.querySelector<HTMLInputElement>('input[name="q"]') ?? null;
  const search = createLatestSearch<SearchAddress, PageAnswer>(createPagedSearch(site, source));
  const readAddress = (parts: string): SearchAddress => readSearchAddress(new URLSearchParams(parts), site.search.groups);
  /** The query string of the current history entry, before changes by typing. */
  let entryQuery = location.search;
  let address = readAddress(entryQuery);
  /** The HTML that the page shows. Server-rendered HTML stays until newer results arrive. */
  let shown: ResultsHtml = { status: status.innerHTML, body: body.innerHTML };
  /** Number of results before the reader loaded more; the first new one gets the focus. */
  let previousCount: number | null = null;
  /** Scroll position to restore in pixels, until the results of the history entry are shown again. */
  let scrollTarget: number | null = null;
  let loadingTimer: ReturnType<typeof setTimeout> | undefined;

  function write(next: ResultsHtml): void {
    if (next.status !== shown.status) status!.innerHTML = next.status;
    if (next.body !== shown.body) {
      const focused = body!.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
      body!.innerHTML = next.body;
      // Restore the focus: the focused link was replaced by a new element, or it was "More results" and is gone.
      const links = [...body!.querySelectorAll('a')];
      const added = previousCount === null ? undefined : body!.querySelectorAll<HTMLElement>('.search-hit-title a')[previousCount];
      const again = focused == null ? undefined : links.find((link) => link.getAttribute('href') === focused);
      (added ?? again)?.focus({ preventScroll: true });
    }
    shown = next;
  }

  function render(): void {
    const { status: phase, answer, errorStatus } = search.getState();
    body!.ariaBusy = String(phase === 'loading');
    clearTimeout(loadingTimer);
    if (phase === 'loading' && (answer !== null || shown.status !== '')) {
      loadingTimer = setTimeout(showLoading, LOADING_MS);
      return;
    }
    introduction!.hidden = phase !== 'idle' && !(phase === 'settled' && answer?.results.everywhere === 0);
    if (phase === 'idle') write({ status: '', body: '' });
    else if (phase === 'failed') write(errorHtml(translate, true, errorStatus));
    else if (answer === null) write({ status: translate('Searching…'), body: '' });
    else {
      const urls = { searchUrl: searchPageUrl(site), feedbackUrl: feedbackAddress(site) };
      write(resultsHtml(answer.results, { address: answer.address, ...urls, isContinued: true, translate }));
      previousCount = null;
      if (scrollTarget !== null) scrollTo({ top: scrollTarget, behavior: 'instant' });
      scrollTarget = null;
      if (!isTyping) reportSearch();
    }
  }

  /** Replaces the status, and keeps the previous results visible. */
  function showLoading(): void {
    write({ status: translate('Searching…'), body: body!.querySelector('.search-hit') === null ? '' : shown.body });
  }

  const report = onceForEachQuery(onSearched);
  let isTyping = false;
  /** Reports a query once typing has paused, so that partial queries do not count as searches. */
  function reportSearch(): void {
    const { status: phase, answer } = search.getState();
    if (phase === 'settled' && answer !== null) report(answer.address.query, answer.results.total);
  }

  function ask(when: 'debounced' | 'now'): void {
    isTyping = when === 'debounced';
    if (address.query === '') search.clear();
    else search.ask(address, when);
  }

  function show(next: SearchAddress, historyMode: 'push' | 'replace', when: 'debounced' | 'now' = 'now'): void {
    address = next;
    const parts = next.query === '' ? '' : writeSearchAddress(next);
    if (historyMode === 'push' && parts !== entryQuery) {
      // Restore the address of the old history entry, because what was typed since then belongs to the new one.
      history.replaceState(history.state, '', location.pathname + entryQuery);
      history.pushState(null, '', location.pathname + parts);
      entryQuery = parts;
    } else history.replaceState(history.state, '', location.pathname + parts);
    ask(when);
  }

  function onClick(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest('[data-retry]') !== null) return ask('now');
    const link = target.closest('a');
    const staysHere = link !== null && link.origin === location.origin && link.pathname === ownPath;
    if (!staysHere || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const next = readAddress(link.search);
    if (field) field.value = next.query;
    if (link.rel === 'next') previousCount = body!.querySelectorAll('.search-hit').length;
    show(next, link.rel === 'next' ? 'replace' : 'push');
  }

  const listening = new AbortController();
  const { signal } = listening;
  const path = withoutSlash(location.pathname);
  /** The path of this page in links. The address may end in a slash or `.html` instead. */
  const ownPath = new URL(searchPageUrl(site), location.href).pathname;
  const typed = (): SearchAddress => ({ query: cutQuery(field?.value.trim() ?? ''), group: address.group, page: 0 });
  search.subscribe(render);
  body.addEventListener('click', onClick, { signal });
  form?.addEventListener('input', () => show(typed(), 'replace', 'debounced'), { signal });
  form?.addEventListener('submit', (event) => (event.preventDefault(), show(typed(), 'push')), { signal });
  addEventListener('popstate', () => withoutSlash(location.pathname) === path && restore(), { signal });

  /** Stores the scroll position in the history entry, because the browser restores it before the results are loaded. */
  function storeScroll(): void {
    if (scrollTarget === null) history.replaceState({ ...(history.state as object | null), [SCROLL_KEY]: scrollY }, '');
  }
  for (const type of ['scrollend', 'click', 'pagehide']) addEventListener(type, storeScroll, { signal, capture: true });
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(type, () => (scrollTarget = null), { signal });

  /** Shows the results of the current address. */
  function restore(): void {
    entryQuery = location.search;
    address = readAddress(entryQuery);
    scrollTarget = (history.state as Record<string, number> | null)?.[SCROLL_KEY] ?? null;
    if (field) field.value = address.query;
    ask('now');
  }

  // Handle text that was typed before this script was loaded.
  if (field && field.value.trim() !== '' && field.value.trim() !== address.query) show(typed(), 'replace');
  else restore();
  return () => {
    reportSearch();
    clearTimeout(loadingTimer);
    listening.abort();
    search.clear();
    search.pause();
    // The query is in the address. If the script is mounted again for another address of this page, only that one counts.
    if (field) field.value = '';
  };
}
