/** Brings the search page to life: the form that the server wrote becomes one that answers as the visitor types. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { cutQuery } from '../../protocol/request-limits.ts';
import { readSearchAddress, writeSearchAddress, type SearchAddress } from '../../protocol/search-address.ts';
import { createLatestSearch } from '../latest-search.ts';
import type { SearchSite } from '../result-item.ts';
import { createTransport, type SearchTransport } from '../transport.ts';
import { createResultSource, type PageAnswer } from './result-source.ts';
import { ResultsView } from './results-view.tsx';

/** Stands in place of the page's own words where the server had written results instead of them. */
const START = 'Type a word above. The sections that match appear here.';

/**
 * @param root what the server filled, with results or with what stands there before a search
 * @param form of the page, with the field `q`; without it only the address asks
 * @returns what takes it away again
 */
export function mountResults(
  root: HTMLElement,
  form: HTMLFormElement | null,
  site: SearchSite,
  transport: SearchTransport = createTransport(site),
): () => void {
  const readAddress = (): SearchAddress => readSearchAddress(new URLSearchParams(location.search), site.search.groups);
  const field = form?.querySelector<HTMLInputElement>('input[name="q"]') ?? null;
  const search = createLatestSearch<SearchAddress, PageAnswer>(createResultSource(site, transport));
  const written = [...root.children] as HTMLElement[];
  const place = document.createElement('div');
  root.append(place);
  const view = createRoot(place);
  // Where the server wrote results, they stay until there are newer ones.
  const isFilled = root.querySelector('.search-count, .search-message') !== null;
  /** The address of the last step of the history: what going back leads to. */
  let step = location.search;
  let address = readAddress();

  function render(): void {
    const state = search.getState();
    if (isFilled && state.status === 'loading' && state.answer === null) return;
    for (const element of written) {
      if (isFilled) element.remove();
      else element.hidden = state.status !== 'idle';
    }
    flushSync(() =>
      view.render(<ResultsView {...{ site, state }} start={isFilled ? START : null} onAddress={show} onRetry={() => ask('now')} />),
    );
  }

  function ask(when: 'at rest' | 'now'): void {
    if (address.query === '') search.clear();
    else search.ask(address, when);
  }

  function show(next: SearchAddress, history_: 'push' | 'replace', when: 'at rest' | 'now' = 'now'): void {
    address = next;
    const parts = next.query === '' ? '' : writeSearchAddress(next);
    if (history_ === 'push' && parts !== step) {
      // What was typed since the last step belongs to the new one.
      history.replaceState(history.state, '', location.pathname + step);
      history.pushState(null, '', location.pathname + parts);
      step = parts;
    } else history.replaceState(history.state, '', location.pathname + parts);
    ask(when);
  }

  const listening = new AbortController();
  const { signal } = listening;
  const path = location.pathname;
  const typed = (): SearchAddress => ({ query: cutQuery(field?.value.trim() ?? ''), group: address.group, page: 0 });
  search.subscribe(render);
  form?.addEventListener('input', () => show(typed(), 'replace', 'at rest'), { signal });
  form?.addEventListener('submit', (event) => (event.preventDefault(), show(typed(), 'push')), { signal });
  addEventListener('popstate', () => location.pathname === path && restore(), { signal });

  function restore(): void {
    step = location.search;
    address = readAddress();
    if (field) field.value = address.query;
    ask('now');
  }

  // What was typed before this script arrived counts as well.
  if (field && field.value.trim() !== '' && field.value.trim() !== address.query) show(typed(), 'replace');
  else restore();
  return () => {
    listening.abort();
    search.clear();
    search.pause();
    view.unmount();
  };
}
