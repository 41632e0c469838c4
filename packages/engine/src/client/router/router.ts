/** The router: same-origin navigations become swaps of the page's data. The browser keeps history, scroll and abort (D5). */
import type { SentShell } from '#model/page.ts';
import type { ShownPage } from '../layout/docs-layout.tsx';
import { pagePath, type PageSource } from './page-source.ts';
import type { ProgressStore } from './router-view.tsx';

export interface RouterState {
  page: ShownPage;
  /** The path of the address bar; differs from `page.path` on the not-found page. */
  path: string;
  /** Why the page of the current address could not be shown; null when it is shown. */
  error: Error | null;
}

export interface RouterOptions {
  baseUrl: string;
  initialPage: ShownPage;
  source: PageSource;
  progress: ProgressStore;
  /** Runs an update so that the document shows it on return: React's `flushSync`. */
  commit: (update: () => void) => void;
  /** Called when the document shows the page: title, hash target, focus. */
  onArrive: (page: ShownPage, url: URL) => void;
  /** Whether this address may be hard-reloaded now. */
  canHardReload: (url: string) => boolean;
  /** Hard-reloads the current address. */
  hardReload: () => void;
  /** Whether a page belongs to the version and language that is shown: only a document changes those. Absent: each does. */
  isOwn?: (path: string) => boolean;
}

export interface Router {
  getState(): RouterState;
  subscribe(listener: () => void): () => void;
  /** Starts intercepting navigations; without the Navigation API links load documents. Returns a function that stops it. */
  start(navigation?: EventTarget): () => void;
  /** Logs a warning and hard-reloads the current address, or shows the error when that has just been tried. */
  fail(error: Error): void;
}

/**
 * Path of the page to show for a navigation, or null to leave it to the browser. What stays within the page shown
 * (hash, history API) needs nothing of us, unless the page's data is still on its way: then the path differs.
 */
function pathToShow(event: NavigateEvent, baseUrl: string, { path: shown, error }: RouterState): string | null {
  const { canIntercept, downloadRequest, formData, navigationType, destination } = event;
  if (!canIntercept || downloadRequest !== null || formData || navigationType === 'reload') return null;
  const path = pagePath(new URL(destination.url), baseUrl);
  return path === shown && destination.sameDocument && !error ? null : path;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

const NEVER: Promise<never> = new Promise(() => undefined);

export function createRouter(options: RouterOptions): Router {
  const { baseUrl, initialPage, source, progress } = options;
  const listeners = new Set<() => void>();
  let state: RouterState = {
    page: initialPage,
    path: pagePath(new URL(location.href), baseUrl) ?? initialPage.path,
    error: null,
  };
  let current: AbortSignal | null = null;

  function update(change: Partial<RouterState>): void {
    options.commit(() => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    });
  }

  async function show(path: string, url: URL, signal: AbortSignal): Promise<void> {
    if (path !== state.path) {
      const page = await source.load(path, signal);
      if (page.build !== initialPage.build) throw new Error(`A newer version of the site was published: ${path} belongs to it.`);
      update({ page, path, error: null });
    } else if (state.error) update({ error: null });
    options.onArrive(state.page, url);
  }

  /** Returns whether a hard reload has started. */
  function recover(error: Error, url: string): boolean {
    const reload = options.canHardReload(url);
    console.warn(`${url} could not be shown${reload ? '; reloading' : ''}: ${error.message}`);
    if (reload) options.hardReload();
    else update({ error });
    return reload;
  }

  async function handle(path: string, event: NavigateEvent): Promise<void> {
    const { signal } = event;
    const { url } = event.destination;
    const end = () => current === signal && progress.done();
    current = signal;
    signal.addEventListener('abort', end);
    progress.start();
    try {
      await show(path, new URL(url), signal);
    } catch (reason) {
      // Keeps the old page and its scroll position until the new document replaces it.
      if (!signal.aborted && recover(asError(reason), url)) await NEVER;
    } finally {
      end();
    }
  }

  function onNavigate(event: NavigateEvent): void {
    const path = pathToShow(event, baseUrl, state);
    if (path === null || options.isOwn?.(path) === false) return;
    event.intercept({ scroll: 'after-transition', focusReset: 'manual', handler: () => handle(path, event) });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(navigation = (window as { navigation?: EventTarget }).navigation) {
      if (!navigation) return () => undefined;
      const listener = onNavigate as EventListener;
      navigation.addEventListener('navigate', listener);
      return () => navigation.removeEventListener('navigate', listener);
    },
    fail: (error) => void recover(error, location.href),
  };
}

/** Keeps the page that came with the document, with the body the server wrote, for the way back to it. */
export function cacheInitialPage(source: PageSource, page: SentShell, path: string, body: Element | null): void {
  if (body) source.keep(path, { ...page, body: body.innerHTML });
}

/** Session storage key of the last hard reload: time and address. */
const HARD_RELOAD_KEY = 'site.hard-reload';
/** Milliseconds within which a second failure of the same address shows the error and does not reload again. */
const HARD_RELOAD_WINDOW = 10_000;

/**
 * Whether `url` may be hard-reloaded: yes, unless that happened for the same address in the last ten seconds.
 * Without session storage the answer is no, because reloads could repeat forever.
 */
export function canHardReload(url: string, now: number = Date.now(), store: () => Storage = () => sessionStorage): boolean {
  try {
    const [time, last] = (store().getItem(HARD_RELOAD_KEY) ?? '').split(' ');
    if (last === url && now - Number(time) < HARD_RELOAD_WINDOW) return false;
    store().setItem(HARD_RELOAD_KEY, `${now} ${url}`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Hard-reloads the current address, at its hash target or top. A plain reload would keep the scroll position, which here
 * belongs to the previous page. The loader of the next document handles the hash (`arriveAtHash`).
 */
export function hardReload(): void {
  history.scrollRestoration = 'manual';
  location.reload();
}
