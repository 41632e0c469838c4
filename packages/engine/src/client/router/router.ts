/**
 * The router. It intercepts navigations within the site (Navigation API) and shows the target page without loading a document. The browser
 * handles history, scrolling, and aborts. Slow navigations have a progress bar, whose state is at the end.
 */
import type { SerializedShell } from '#model/page.ts';
import type { ShownPage } from '../layout/docs-layout.tsx';
import { pagePath, type PageSource } from './page-source.ts';

interface RouterState {
  page: ShownPage;
  /** The path of the address bar; differs from `page.path` on the not-found page. */
  path: string;
  /** The reason why the page at the current address could not be shown; null if it is shown. */
  error: Error | null;
}

interface RouterOptions {
  baseUrl: string;
  initialPage: ShownPage;
  source: PageSource;
  progress: ProgressStore;
  /** Applies an update synchronously: React's `flushSync`. */
  commit: (update: () => void) => void;
  /** Called when React has rendered the page. */
  onPageShown: (page: ShownPage, url: URL) => void;
  /** Whether this address can be hard-reloaded now; see the function of the same name. */
  canHardReload: (url: string) => boolean;
  /** Hard-reloads the current address. */
  hardReload: () => void;
  /** Whether a page belongs to the current version and language. Others require a full page load. Default: all pages do. */
  isInSameDocSet?: (path: string) => boolean;
}

export interface Router {
  getState(): RouterState;
  subscribe(listener: () => void): () => void;
  /** Starts intercepting navigations. Without the Navigation API, links load documents. Returns a function that stops it. */
  start(navigation?: EventTarget): () => void;
  /** Logs a warning and hard-reloads the current address, or shows the error if a hard reload has just been tried. */
  fail(error: Error): void;
}

/**
 * Returns the path of the page to show for a navigation, or null to leave it to the browser. The browser handles navigations
 * within the current page (hash, History API), unless the page's data is still loading; the paths differ then.
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

/**
 * Returns a function that keeps the browser from moving the page until it has scrolled after a swap (`#stale` in reset.css). The browser would otherwise
 * keep a part in place that both pages have, such as the footer, or clamp the position to the end of a shorter page, and then not restore the position
 * of the history entry.
 */
function createScrollHold(): () => void {
  const { documentElement } = document;
  let frame = 0;
  return () => {
    // A swap within two frames of another one continues its hold.
    cancelAnimationFrame(frame);
    documentElement.id = 'stale';
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => documentElement.removeAttribute('id'));
    });
  };
}

const NEVER: Promise<never> = new Promise(() => undefined);

/** Creates a router that shows `initialPage`. It does nothing until `start` is called. */
export function createRouter(options: RouterOptions): Router {
  const { baseUrl, initialPage, source, progress } = options;
  const listeners = new Set<() => void>();
  const holdScrollPosition = createScrollHold();
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
      if (page.build !== initialPage.build) throw new Error(`${path} is from a newer deployment of the site.`);
      holdScrollPosition();
      update({ page, path, error: null });
    } else if (state.error) update({ error: null });
    options.onPageShown(state.page, url);
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
      // Never settle, so that the old page and its scroll position stay until the new document replaces it.
      if (!signal.aborted && recover(asError(reason), url)) await NEVER;
    } finally {
      end();
    }
  }

  function onNavigate(event: NavigateEvent): void {
    const path = pathToShow(event, baseUrl, state);
    if (path === null || options.isInSameDocSet?.(path) === false) return;
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

/** Caches the page that came with the document, including its body, for navigating back to it. */
export function cacheInitialPage(source: PageSource, page: SerializedShell, path: string, body: Element | null): void {
  if (body) source.add(path, { ...page, body: body.innerHTML });
}

/** Session storage key of the last hard reload: time and address. */
const HARD_RELOAD_KEY = 'site.hard-reload';
/** Milliseconds within which a second failure of the same address shows the error and does not reload again. */
const HARD_RELOAD_WINDOW_MS = 10_000;

/**
 * Whether `url` can be hard-reloaded: not offline, because the browser would replace the page by an error, not if that happened for
 * the same address in the last ten seconds, nor without session storage, because reloads could then repeat forever.
 */
export function canHardReload(url: string, now: number = Date.now(), store: () => Storage = () => sessionStorage): boolean {
  if (!navigator.onLine) return false;
  try {
    const [time, last] = (store().getItem(HARD_RELOAD_KEY) ?? '').split(' ');
    if (last === url && now - Number(time) < HARD_RELOAD_WINDOW_MS) return false;
    store().setItem(HARD_RELOAD_KEY, `${now} ${url}`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Hard-reloads the current address and shows its hash target or its top. A plain reload would restore the scroll position,
 * which belongs to the previous page. The loader of the next document handles the hash (`showHashTarget`).
 */
export function hardReload(): void {
  history.scrollRestoration = 'manual';
  location.reload();
}

// Hosts that redirect `/docs/a` to `/docs/a/`, as many file servers do. After a navigation, the address gets the slash, because Chromium
// forgets the scroll position if the reload of an address is redirected.

const lacksSlash = (path: string): boolean => !/(\/|\.html)$/i.test(path);

/** Whether the host redirects an address to the one with a trailing slash. */
async function redirectsToSlash(path: string): Promise<boolean> {
  // Without the origin, `//example.org/a` would be an address of another host.
  const response = await fetch(location.origin + path, { method: 'HEAD', priority: 'low' }).catch(() => null);
  return response?.redirected === true && new URL(response.url).pathname === `${path}/`;
}

/** Starts to add trailing slashes on such a host. The host is asked at most once, and not if the document has an address that other hosts would redirect. */
export function followTrailingSlash(navigation: Navigation): void {
  let redirects = lacksSlash(location.pathname) ? Promise.resolve(false) : undefined;

  navigation.addEventListener('navigatesuccess', async () => {
    const { pathname } = location;
    if (!lacksSlash(pathname)) return;
    redirects ??= redirectsToSlash(pathname);
    // Changing the address would abort a navigation that has started in the meantime.
    if (!(await redirects) || location.pathname !== pathname || navigation.transition) return;
    history.replaceState(history.state, '', `${pathname}/${location.search}${location.hash}`);
  });
}

/** The state of the progress bar. The value only indicates activity, because the actual progress is unknown. */
interface Progress {
  visible: boolean;
  /** 0 to 1. */
  value: number;
}

export interface ProgressStore {
  getState(): Progress;
  subscribe(listener: () => void): () => void;
  start(): void;
  done(): void;
}

interface Timers {
  set(run: () => void, ms: number): number;
  clear(timer: number): void;
}

const SHOW_DELAY_MS = 200;
const INITIAL_VALUE = 0.08;
const HIDE_DELAY_MS = 200;
const TRICKLE_STEP = 0.02;
const TRICKLE_INTERVAL_MS = 800;
/** Maximum value until `done` is called. */
const MAX_TRICKLE_VALUE = 0.994;

const IDLE: Progress = { visible: false, value: 0 };
const windowTimers: Timers = { set: (run, ms) => window.setTimeout(run, ms), clear: (timer) => window.clearTimeout(timer) };

/** `start` shows the bar after 200 ms at 0.08, adds 0.02 every 800 ms; `done` fills it and hides it 200 ms later. */
export function createProgress(timers: Timers = windowTimers): ProgressStore {
  const listeners = new Set<() => void>();
  let state = IDLE;
  let timer: number | undefined;

  function show(next: Progress): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function schedule(run: () => void, ms: number): void {
    if (timer !== undefined) timers.clear(timer);
    timer = timers.set(run, ms);
  }

  function trickle(): void {
    show({ visible: true, value: Math.min(MAX_TRICKLE_VALUE, state.value === 0 ? INITIAL_VALUE : state.value + TRICKLE_STEP) });
    schedule(trickle, TRICKLE_INTERVAL_MS);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      if (state.visible) show({ visible: true, value: INITIAL_VALUE });
      schedule(trickle, state.visible ? TRICKLE_INTERVAL_MS : SHOW_DELAY_MS);
    },
    done() {
      if (state.visible) show({ visible: true, value: 1 });
      schedule(() => state.visible && show(IDLE), HIDE_DELAY_MS);
    },
  };
}
