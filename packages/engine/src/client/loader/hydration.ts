/** Loads and starts the shell on the first user intent. */

const html = document.documentElement;

/** Calls `start` on an event that is always an action of the reader. Scrolling is not, because the browser and scripts scroll, too. */
function onIntent(start: () => void): void {
  for (const type of ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel'])
    addEventListener(type, start, { capture: true, once: true });
}

/** Calls `start` when the browser is idle, if `<html data-hydrate="idle">` is set or if the address of a front page has a query. */
function onIdle(start: () => void): void {
  const { hydrate, kind } = html.dataset;
  // Only a script can show search results on a static host, or filter a list by the query in the address.
  if (hydrate !== 'idle' && (kind === 'doc' || !location.search)) return;
  // Safari has no idle callback.
  (self.requestIdleCallback ?? setTimeout)(start);
}

/**
 * Defers clicks on controls that do nothing until the shell runs, one per control. The browser handles links and forms. The
 * returned function replays the clicks.
 */
function deferClicks(): () => void {
  const deferred = new Set<HTMLElement>();

  function defer(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const element = (event.target as Element).closest<HTMLElement>('button:not([type=submit]),[data-copy-page],[data-search],a.zoom');
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    deferred.add(element);
    // Its dialog puts the text into its field.
    if (element.matches('[data-search],[data-ask]')) html.dataset.typed ??= '';
  }

  addEventListener('click', defer, true);
  return () => {
    removeEventListener('click', defer, true);
    for (const element of deferred) element.click();
  };
}

/** The `rel` of the deferred styles until they are requested. Browsers ignore it. Chromium would download a stylesheet that is `disabled`. */
const DEFERRED = 'deferred-stylesheet';

/** Loads the deferred styles: rules for other kinds of pages and for dialogs. Rejects if the stylesheet cannot be loaded; the call can be retried. */
function loadDeferredStyles(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=${DEFERRED}]`);
  if (!link) return undefined;
  return new Promise((resolve, reject) => {
    // Handlers that are properties take fewer bytes of the loader.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    link.onload = resolve;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    link.onerror = (event) => {
      link.rel = DEFERRED;
      reject(event);
    };
    link.rel = 'stylesheet';
  });
}

/**
 * Hydrates the page on the first user intent, or when the returned function is called. If the shell cannot be loaded, the page
 * works as without JavaScript, and an intent some seconds later retries. The returned promise never rejects.
 */
export function prepareHydration(loadShell: () => Promise<{ start(): Promise<void> }>): () => Promise<void> {
  const { classList, dataset } = html;
  const replayClicks = deferClicks();
  let attempt: Promise<void> | undefined;

  async function hydrate(): Promise<void> {
    try {
      // Fetch the sidebar in parallel with the shell, which then reads it from the browser's cache.
      const { sidebar } = dataset;
      const [{ start }] = await Promise.all([loadShell(), loadDeferredStyles(), sidebar && fetch(sidebar)]);
      await start();
      // From now on, the router handles earlier entries of the session history.
      // oxlint-disable-next-line prefer-add-event-listener -- this takes away the listener of the inline script
      window.onpopstate = null;
      classList.add('js');
    } catch (error) {
      console.warn('Hydration failed.', error);
      // Shows the elements that the stylesheets hide if JavaScript is available, such as the panels of unselected tabs.
      classList.remove('js');
      // From now on, keys have their own effects.
      delete dataset.typed;
      attempt = undefined;
      // Wait before retrying, because a moving pointer would otherwise start one attempt after another.
      setTimeout(onIntent, 3000, ensure);
    }
    replayClicks();
  }

  const ensure = (): Promise<void> => (attempt ??= hydrate());
  onIntent(ensure);
  onIdle(ensure);
  return ensure;
}

/**
 * Listens for `/` (with or without Shift, because keyboards differ) and Ctrl/Cmd+K outside of fields. If the page has a link to the
 * search, hydrates the page, then clicks the link. Text that is typed after a shortcut, or after a click on a button of a dialog, is
 * collected in `<html data-typed>` until the dialog reads it.
 * `<html data-key>` is the last key, which the shell reads when it starts.
 */
export function listenForShortcuts(hydrate: () => Promise<void>): void {
  const { dataset } = html;
  const searchLink = (): HTMLElement | null => document.querySelector('[data-search]');
  addEventListener('keydown', (event) => {
    const { key } = event;
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.repeat || event.altKey || target.isContentEditable || target.matches?.('input,textarea,select'))
      return;
    dataset.key = key;
    const isTyping = 'typed' in dataset;
    const withControl = event.ctrlKey || event.metaKey;
    if ((withControl ? key === 'k' : key === '/' && !isTyping) && searchLink()) {
      dataset.typed ??= '';
      void hydrate().then(() => searchLink()?.click());
    } else if (isTyping && !withControl && key.length === 1) dataset.typed += key;
    else return;
    event.preventDefault();
  });
}
