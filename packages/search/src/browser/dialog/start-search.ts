/** What of the search is there before anybody searches: it listens, and fetches the dialog when it is about to be wanted. */
import type { KeyValueStore } from '../history.ts';
import { NO_HOST, searchAddress, type SearchHost, type SearchSite } from '../search-site.ts';
import type { MountedDialog } from './mount-dialog.tsx';

/** Buttons, links and forms that lead to the search page and open the dialog instead. */
const ASKING = '[data-search]';

/** What was typed after the shortcut, before there was a field to type into (the loader keeps it). */
function takeTyped(): string {
  const { dataset } = document.documentElement;
  const { typed = '' } = dataset;
  delete dataset['typed'];
  return typed;
}

/**
 * Answers the event `site:search` on document, and forms marked `data-search`. Where the dialog cannot be fetched, the
 * visitor gets the search page.
 */
export function startSearch(
  site: SearchSite,
  store: KeyValueStore,
  host: SearchHost = NO_HOST,
  load = () => import('./mount-dialog.tsx'),
): void {
  let dialog: Promise<MountedDialog> | undefined;
  const fetchDialog = (): Promise<MountedDialog> => (dialog ??= load().then(({ mountDialog }) => mountDialog(site, store, host)));

  async function open(query: string): Promise<void> {
    try {
      const { open: show } = await fetchDialog();
      show(query + takeTyped());
    } catch (error) {
      dialog = undefined;
      console.warn('The search dialog could not be fetched; the search page is opened instead.', error);
      location.assign(searchAddress(site, query + takeTyped()));
    }
  }

  function prepare(target: EventTarget | null): void {
    // What fails here is reported when the dialog is asked for.
    if (target instanceof Element && target.closest(ASKING)) fetchDialog().catch(() => (dialog = undefined));
  }

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, ({ target }) => prepare(target), { passive: true });
  }
  // What brought this script may have been the pointer on its way to the button.
  prepare(document.querySelector(`${ASKING}:is(:hover, :focus-within)`));
  document.addEventListener('site:search', (event) => {
    event.preventDefault();
    void open('');
  });
  document.addEventListener('submit', (event) => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches(ASKING)) return;
    event.preventDefault();
    void open(String(new FormData(form).get('q') ?? ''));
  });
}
