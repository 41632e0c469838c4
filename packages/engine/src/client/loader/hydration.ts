/** Loads and starts the shell on the first user intent. */

const html = document.documentElement;

/** Each of them is an action of the reader. Scrolling is not: the browser and scripts scroll too. */
const INTENTS = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel'];

function onIntent(start: () => void): void {
  for (const type of INTENTS) addEventListener(type, start, { capture: true, once: true });
}

/** Calls `start` when the browser is idle, with `<html data-hydrate="idle">` or when the address asks the search page for results. */
function onIdle(start: () => void): void {
  const { hydrate, kind } = html.dataset;
  // Where the site has no server, only a script can fetch the results that the address asks for.
  if (hydrate !== 'idle' && (kind !== 'search' || !location.search)) return;
  // Safari has no idle callback.
  (self.requestIdleCallback ?? setTimeout)(start);
}

/** Controls that do nothing until the shell runs. The browser handles links and forms. */
const DEFERRED_CONTROLS = 'button:not([type=submit]),[data-copy-page],[data-search],a.zoom';

/** Holds clicks on controls of the shell, one for each control. The returned function stops holding and repeats the clicks. */
function holdClicks(): () => void {
  const held = new Set<HTMLElement>();

  function hold(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const element = (event.target as Element).closest<HTMLElement>(DEFERRED_CONTROLS);
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.add(element);
  }

  addEventListener('click', hold, true);
  return () => {
    removeEventListener('click', hold, true);
    for (const element of held) element.click();
  };
}

/**
 * After a reload the browser treats earlier entries of the session history as states of this document, because the router
 * had shown those pages in one document. Until the router runs, going back to such an entry has to load its page. The browser
 * restores the entry's scroll position after the event, and only as far as this page reaches: it has to reach far enough, because
 * the reload keeps the position that it finds.
 */
function reloadOnStaleHistoryEntry(): void {
  const { pathname } = location;
  // oxlint-disable-next-line prefer-add-event-listener -- this replaces the listener of the inline script
  window.onpopstate = () => {
    if (location.pathname === pathname) return;
    const { body } = document;
    // Chromium restores the position relative to an element, and would take one of this page for it.
    body.innerHTML = '';
    body.style.minHeight = '9e6px';
    setTimeout(() => location.reload(), 50);
  };
}

/** Loads the rules for other kinds of page and for dialogs. Rejects when the stylesheet cannot be loaded; it may be called again then. */
function loadDeferredStyles(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[disabled]');
  if (!link) return undefined;
  return new Promise((resolve, reject) => {
    // Handlers that are properties take fewer bytes of the loader.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    link.onload = resolve;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    link.onerror = (event) => {
      link.disabled = true;
      reject(event);
    };
    link.disabled = false;
  });
}

/**
 * Hydrates the page on the first intent, or when the returned function is called. Without the shell the page works like
 * one without JavaScript, and an intent some seconds later tries again. The returned promise never rejects.
 */
export function prepareHydration(loadShell: () => Promise<{ start(): Promise<void> }>): () => Promise<void> {
  const { classList, dataset } = html;
  const releaseClicks = holdClicks();
  let attempt: Promise<void> | undefined;

  async function hydrate(): Promise<void> {
    try {
      // The shell reads the sidebar from the browser's cache: fetched here, it arrives with the shell and not after it.
      const { sidebar } = dataset;
      const [{ start }] = await Promise.all([loadShell(), loadDeferredStyles(), sidebar && fetch(sidebar)]);
      await start();
      // The router shows pages of earlier entries of the session history from now on.
      // oxlint-disable-next-line prefer-add-event-listener -- this takes away the listener of the inline script
      window.onpopstate = null;
      classList.add('js');
    } catch (error) {
      console.warn('Hydration failed.', error);
      // Shows what the stylesheets hide from readers with JavaScript, such as the panels of unselected tabs.
      classList.remove('js');
      attempt = undefined;
      // Not at once: a moving pointer would start one attempt after the other.
      setTimeout(onIntent, 3000, ensure);
    }
    releaseClicks();
  }

  const ensure = (): Promise<void> => (attempt ??= hydrate());
  reloadOnStaleHistoryEntry();
  onIntent(ensure);
  onIdle(ensure);
  return ensure;
}

/** Search shortcuts. They click the link to the search once React runs; without a dialog the link opens the search page. */
function isField(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches?.('input,textarea,select');
}

/**
 * Listens for `/` (with or without Shift, as keyboards differ) and Ctrl/Cmd+K outside of fields. Text typed after a shortcut is
 * collected in `<html data-typed>` until the dialog takes it over.
 */
export function listenForShortcuts(hydrate: () => Promise<void>): void {
  const { dataset } = html;
  addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.defaultPrevented || event.repeat || event.altKey || isField(event.target as HTMLElement)) return;
    const isTyping = 'typed' in dataset;
    const withControl = event.ctrlKey || event.metaKey;
    if (withControl ? key === 'k' : key === '/' && !isTyping) {
      dataset.typed ??= '';
      void hydrate().then(() => document.querySelector<HTMLElement>('[data-search]')?.click());
    } else if (isTyping && !withControl && key.length === 1) dataset.typed += key;
    else return;
    event.preventDefault();
  });
}
