/** The router: same-origin navigations become swaps of the page's data. The browser keeps history, scroll and abort (D5). */
import type { SentShell } from '#model/page.ts';
import type { ShownPage } from '../layout/shown-page.ts';
import { pagePath } from './page-path.ts';
import type { PageSource } from './page-source.ts';
import type { ProgressStore } from './progress.ts';

export interface RouterState {
  page: ShownPage;
  /** What the address bar says the page is; differs from `page.path` on the not-found page. */
  path: string;
  /** Why the page of the current address is not the one shown; null when it is. */
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
  /** Whether the browser may load this address afresh now. */
  mayLoadAfresh: (url: string) => boolean;
  /** Loads the current address afresh. */
  loadAfresh: () => void;
}

export interface Router {
  getState(): RouterState;
  subscribe(listener: () => void): () => void;
  /** Begins to intercept; where the Navigation API is missing, links go on loading pages. Returns what ends it. */
  start(navigation?: EventTarget): () => void;
  /** Warns and loads the current address afresh, or shows the error when that was just tried. */
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

  /** Returns whether the browser is about to load the address. */
  function recover(error: Error, url: string): boolean {
    const reload = options.mayLoadAfresh(url);
    console.warn(`${url} could not be shown${reload ? ' and is loaded afresh' : ''}: ${error.message}`);
    if (reload) options.loadAfresh();
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
      // The old page stays, where it stands, until the document that is loading takes its place.
      if (!signal.aborted && recover(asError(reason), url)) await NEVER;
    } finally {
      end();
    }
  }

  function onNavigate(event: NavigateEvent): void {
    const path = pathToShow(event, baseUrl, state);
    if (path === null) return;
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
export function keepInitialPage(source: PageSource, page: SentShell, path: string, body: Element | null): void {
  if (body) source.keep(path, { ...page, body: body.innerHTML });
}
