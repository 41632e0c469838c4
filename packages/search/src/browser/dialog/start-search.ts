/** The part of search that is loaded up front: it listens for user intent, and then fetches and opens the dialog. */
import { loadOnce } from '../../memoize.ts';
import type { KeyValueStore } from '../history.ts';
import { NO_HOST, searchAddress, type SearchHost, type SearchSite } from '../search-site.ts';

/** CSS selector of the buttons, links, and forms that open the dialog instead of the search page. */
const OPENERS = '[data-search]';

/** Lets the loader collect the text that is typed while a dialog is fetched. It already does so after a shortcut. */
export function collectTyped(): void {
  document.documentElement.dataset['typed'] ??= '';
}

/** Returns and clears the text that was typed before the field of a dialog existed, which the loader collects. */
export function takeTyped(): string {
  const { dataset } = document.documentElement;
  const { typed = '' } = dataset;
  delete dataset['typed'];
  return typed;
}

/**
 * Handles the event `site:search` on the document, and forms marked `data-search`. If the dialog cannot be fetched, the
 * search page opens instead.
 */
export function startSearch(
  site: SearchSite,
  store: KeyValueStore,
  host: SearchHost = NO_HOST,
  load = () => import('./search-dialog.tsx'),
): void {
  const fetchDialog = loadOnce(async () => (await load()).mountDialog(site, store, host));

  async function open(query: string): Promise<void> {
    collectTyped();
    try {
      const { open: show } = await busyUntil(OPENERS, fetchDialog());
      show(query + takeTyped());
    } catch (error) {
      console.warn('The search dialog could not be fetched; the search page is opened instead.', error);
      location.assign(searchAddress(site, query + takeTyped()));
    }
  }

  function prefetch(target: EventTarget | null): void {
    // A failure here is reported when the dialog is opened.
    if (target instanceof Element && target.closest(OPENERS)) fetchDialog().catch(() => undefined);
  }

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, ({ target }) => prefetch(target), { passive: true });
  }
  // The pointer or the focus may already be on a button, since that loads this script.
  prefetch(document.querySelector(`${OPENERS}:is(:hover, :focus-within)`));
  document.addEventListener('site:search', (event) => {
    event.preventDefault();
    void open('');
  });
  document.addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches(OPENERS)) return;
    event.preventDefault();
    void open(String(new FormData(form).get('q') ?? ''));
  });
}

/**
 * Marks controls as busy until a promise settles. The stylesheet shows a spinner in busy controls after a delay.
 * @param controls CSS selector of the controls
 * @returns the promise
 */
export async function busyUntil<T>(controls: string, promise: Promise<T>): Promise<T> {
  const mark = (isBusy: boolean): void => {
    for (const control of document.querySelectorAll(controls)) control.ariaBusy = isBusy ? 'true' : null;
  };
  mark(true);
  return promise.finally(() => mark(false));
}
