/** Loading a page afresh when it cannot be shown otherwise, and not over and over. */

const KEY = 'site.loaded-afresh';
/** Milliseconds within which a second failure of the same address is told instead of loading once more. */
const WINDOW = 10_000;

/**
 * Whether the browser may load `url` afresh: yes, unless it did so for the same address in the last ten seconds.
 * Without a session storage nothing can be remembered, so the answer is no.
 */
export function mayLoadAfresh(url: string, now: number = Date.now(), store: () => Storage = () => sessionStorage): boolean {
  try {
    const [time, last] = (store().getItem(KEY) ?? '').split(' ');
    if (last === url && now - Number(time) < WINDOW) return false;
    store().setItem(KEY, `${now} ${url}`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads the current address afresh, at its hash target or top. A reload alone would keep the scroll position, and here
 * that is the one of the page before. The loader of the next document puts things right (`arriveAtHash`).
 */
export function loadAfresh(): void {
  history.scrollRestoration = 'manual';
  location.reload();
}
