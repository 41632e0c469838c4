/** Makes the search page interactive: the server-rendered form and results update as the reader types. */
import { createSay, errorHtml, resultsHtml, type ResultsHtml } from '../results-html.ts';
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
import { contextOf, createResultSource, type ResultSource } from './result-source.ts';
import { feedbackAddress, onceForEachQuery, type OnSearched, searchPageUrl, type SearchSite } from './search-site.ts';

interface PageAnswer {
  address: SearchAddress;
  /** All results up to the page of the address. */
  results: Results;
}

/** Fetches results up to the page of an address, reusing those that are already loaded. */
function createPagedSearch(site: SearchSite, source: ResultSource): (address: SearchAddress, signal: AbortSignal) => Promise<PageAnswer> {
  let known: PageAnswer | null = null;
  return async (address, signal) => {
    const { query, group, page } = address;
    const isKnown = known?.address.query === query && known.address.group === group;
    const kept = isKnown && known !== null ? known.results.results : [];
    const from = Math.min(Math.floor(kept.length / RESULTS_PER_PAGE), page);
    const list = kept.slice(0, from * RESULTS_PER_PAGE);
    let answer: Results | null = null;
    for (let next = from; next <= page; next += MAX_PAGES_AT_ONCE) {
      const pages = Math.min(MAX_PAGES_AT_ONCE, page - next + 1);
      answer = await source.answer({ ...contextOf(site), text: query, group, page: next, pages }, signal);
      list.push(...answer.results);
    }
    signal.throwIfAborted();
    known = { address, results: { ...(answer as Results), results: list } };
    return known;
  };
}

/** Delay before the loading state is shown, so that it does not flicker with each letter. */
const LOADING_MS = 200;

/** Key in the state of a history entry. */
const POSITION = 'positionInResults';

/**
 * @param root server-rendered element with results, or with the content before a search
 * @param form form of the page, with the `q` field; without it, only the address starts searches
 * @returns a function that removes the listeners and stops the search
 */
export function mountResults(
  root: HTMLElement,
  form: HTMLFormElement | null,
  site: SearchSite,
  source: ResultSource = createResultSource(site),
  onSearched?: OnSearched,
): () => void {
  const [status, body, introduction] = ['.search-count', '.search-results', '.search-introduction'].map((selector) =>
    root.querySelector<HTMLElement>(selector),
  );
  if (!status || !body || !introduction) return () => undefined;
  const say = createSay(site.words);
  const field = form?.querySelector<HTMLInputElement>('input[name="q"]') ?? null;
  const search = createLatestSearch<SearchAddress, PageAnswer>(createPagedSearch(site, source));
  const readAddress = (parts: string): SearchAddress => readSearchAddress(new URLSearchParams(parts), site.search.groups);
  /** The address of the current history entry, before changes by typing. */
  let step = location.search;
  let address = readAddress(step);
  /** The content of the page; server-rendered content stays until there are newer results. */
  let shown: ResultsHtml = { status: status.innerHTML, body: body.innerHTML };
  /** Number of results before the reader loaded more. */
  let before: number | null = null;
  /** Scroll position of this history entry in pixels, until its results are shown again. */
  let position: number | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function write(next: ResultsHtml): void {
    if (next.status !== shown.status) status!.innerHTML = next.status;
    if (next.body !== shown.body) {
      const focused = body!.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
      body!.innerHTML = next.body;
      // The focused link was replaced by a new element, or removed with the last page of results.
      const links = [...body!.querySelectorAll('a')];
      const added = before === null ? undefined : body!.querySelectorAll<HTMLElement>('.search-hit-title a')[before];
      const again = focused == null ? undefined : links.find((link) => link.getAttribute('href') === focused);
      (added ?? again)?.focus({ preventScroll: true });
    }
    shown = next;
  }

  function render(): void {
    const { status: phase, answer } = search.getState();
    body!.ariaBusy = String(phase === 'loading');
    clearTimeout(waiting);
    if (phase === 'loading' && (answer !== null || shown.status !== '')) {
      waiting = setTimeout(showLoading, LOADING_MS);
      return;
    }
    introduction!.hidden = phase !== 'idle' && !(phase === 'settled' && answer?.results.everywhere === 0);
    if (phase === 'idle') write({ status: '', body: '' });
    else if (phase === 'failed') write(errorHtml(say, true));
    else if (answer === null) write({ status: say('Searching…'), body: '' });
    else {
      const urls = { searchUrl: searchPageUrl(site), feedbackUrl: feedbackAddress(site) };
      write(resultsHtml(answer.results, { address: answer.address, ...urls, isContinued: true, say }));
      before = null;
      if (position !== null) scrollTo({ top: position, behavior: 'instant' });
      position = null;
      if (isAtRest) reportSearch();
    }
  }

  /** Keeps the previous results visible, but clears their status. */
  function showLoading(): void {
    write({ status: say('Searching…'), body: body!.querySelector('.search-hit') === null ? '' : shown.body });
  }

  const report = onceForEachQuery(onSearched);
  let isAtRest = true;
  /** Reports a query once typing has paused, so that partial queries do not count as searches. */
  function reportSearch(): void {
    const { status: phase, answer } = search.getState();
    if (phase === 'settled' && answer !== null) report(answer.address.query, answer.results.total);
  }

  function ask(when: 'debounced' | 'now'): void {
    isAtRest = when === 'now';
    if (address.query === '') search.clear();
    else search.ask(address, when);
  }

  function show(next: SearchAddress, history_: 'push' | 'replace', when: 'debounced' | 'now' = 'now'): void {
    address = next;
    const parts = next.query === '' ? '' : writeSearchAddress(next);
    if (history_ === 'push' && parts !== step) {
      // Text that was typed since the last history entry belongs to the new one.
      history.replaceState(history.state, '', location.pathname + step);
      history.pushState(null, '', location.pathname + parts);
      step = parts;
    } else history.replaceState(history.state, '', location.pathname + parts);
    ask(when);
  }

  function onClick(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest('[data-retry]') !== null) return ask('now');
    const link = target.closest('a');
    const leads = link !== null && link.origin === location.origin && link.pathname === ownPath;
    if (!leads || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const next = readAddress(link.search);
    if (field) field.value = next.query;
    if (link.rel === 'next') before = body!.querySelectorAll('.search-hit').length;
    show(next, link.rel === 'next' ? 'replace' : 'push');
  }

  const listening = new AbortController();
  const { signal } = listening;
  const path = location.pathname;
  /** The path of this page in links. The address may end in a slash or `.html` instead. */
  const ownPath = new URL(searchPageUrl(site), location.href).pathname;
  const typed = (): SearchAddress => ({ query: cutQuery(field?.value.trim() ?? ''), group: address.group, page: 0 });
  search.subscribe(render);
  body.addEventListener('click', onClick, { signal });
  form?.addEventListener('input', () => show(typed(), 'replace', 'debounced'), { signal });
  form?.addEventListener('submit', (event) => (event.preventDefault(), show(typed(), 'push')), { signal });
  addEventListener('popstate', () => location.pathname === path && restore(), { signal });

  /** Stores the scroll position in the history entry, because the browser restores it before the results are loaded. */
  function keepPosition(): void {
    if (position === null) history.replaceState({ ...(history.state as object | null), [POSITION]: scrollY }, '');
  }
  for (const type of ['scrollend', 'click', 'pagehide']) addEventListener(type, keepPosition, { signal, capture: true });
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(type, () => (position = null), { signal });

  function restore(): void {
    step = location.search;
    address = readAddress(step);
    position = (history.state as Record<string, number> | null)?.[POSITION] ?? null;
    if (field) field.value = address.query;
    ask('now');
  }

  // Handle text that was typed before this script was loaded.
  if (field && field.value.trim() !== '' && field.value.trim() !== address.query) show(typed(), 'replace');
  else restore();
  return () => {
    reportSearch();
    clearTimeout(waiting);
    listening.abort();
    search.clear();
    search.pause();
  };
}
