/** Loads and starts the shell on the first user intent. */

/** Each of them is an action of the reader. Scrolling is not: the browser and scripts scroll too. */
const INTENTS = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel'];

function onIntent(start: () => void): void {
  for (const type of INTENTS) addEventListener(type, start, { capture: true, once: true });
}

/** Calls `start` when the browser is idle, with `<html data-hydrate="idle">` or when the address asks the search page for results. */
function onIdle(start: () => void): void {
  const { hydrate, kind } = document.documentElement.dataset;
  // Where the site has no server, only a script can fetch the results that the address asks for.
  if (hydrate !== 'idle' && (kind !== 'search' || !location.search)) return;
  // Safari has no idle callback.
  (window.requestIdleCallback ?? setTimeout)(start);
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
function reloadOnStaleHistoryEntry(hasRouter: () => boolean): void {
  const { pathname } = location;
  addEventListener('popstate', () => {
    if (hasRouter() || location.pathname === pathname) return;
    document.documentElement.style.minHeight = '9e6px';
    // Chromium restores the position relative to an element, and would take one of this page for it.
    document.body.hidden = true;
    setTimeout(() => location.reload(), 50);
  });
}

/** Loads the rules for other kinds of page and for dialogs. Rejects when the stylesheet cannot be loaded; it may be called again then. */
function loadDeferredStyles(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[disabled]');
  if (!link) return undefined;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', (event) => {
      link.disabled = true;
      reject(event);
    });
    link.disabled = false;
  });
}

/**
 * Hydrates the page on the first intent, or when the returned function is called. Without the shell the page works like
 * one without JavaScript, and an intent some seconds later tries again. The returned promise never rejects.
 */
export function prepareHydration(loadShell: () => Promise<{ start(): Promise<void> }>): () => Promise<void> {
  const { classList, dataset } = document.documentElement;
  const releaseClicks = holdClicks();
  let isHydrated = false;
  let attempt: Promise<void> | undefined;

  async function hydrate(): Promise<void> {
    try {
      // The shell reads the sidebar from the browser's cache: fetched here, it arrives with the shell and not after it.
      const { sidebar } = dataset;
      const [{ start }] = await Promise.all([loadShell(), loadDeferredStyles(), sidebar && fetch(sidebar)]);
      await start();
      isHydrated = true;
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
  reloadOnStaleHistoryEntry(() => isHydrated);
  onIntent(ensure);
  onIdle(ensure);
  return ensure;
}
