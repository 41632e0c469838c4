/** Event delegation, and the site's own events. Listeners are on the document, because the router replaces page bodies. */

/** Dispatched on document after the router has shown another page. */
export const PAGE_SHOWN = 'site:page';

/**
 * Event delegation: calls `handle` for events on or inside elements that match the selector, also in later pages. Ignores events whose
 * default another listener prevented.
 */
export function delegate<K extends keyof DocumentEventMap>(
  type: K,
  selector: string,
  handle: (event: DocumentEventMap[K], element: HTMLElement) => void,
): void {
  document.addEventListener(type, (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (element && !event.defaultPrevented) handle(event, element);
  });
}

/** Whether a modifier key is pressed: with one, a click on a link is left to the browser, and a key is a shortcut. */
export const hasModifier = (event: MouseEvent | KeyboardEvent): boolean => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Actions of readers for analytics. They do not identify the reader; typed text is not redacted. */
export type ReaderEvent =
  /** A page was shown. Path without base URL. */
  | { name: 'view'; path: string }
  /** A search ended: the dialog was closed, a result was chosen, or the search page was opened with a query. */
  | { name: 'search'; query: string; results: number }
  /** A search ended without a result. */
  | { name: 'no result'; query: string }
  /** The assistant was asked. */
  | { name: 'ask'; question: string }
  /** An answer of the assistant was rated. */
  | { name: 'rating'; of: 'answer'; question: string; rating: 'positive' | 'negative' }
  /** A page was rated. */
  | { name: 'rating'; of: 'page'; path: string; rating: 'positive' | 'negative' };

/** The event on document that carries a ReaderEvent as its detail. */
export const READER_EVENT = 'site:event';

/** Reports an event to the analytics module; a no-op on a site without one. */
export function reportReaderEvent(detail: ReaderEvent): void {
  document.dispatchEvent(new CustomEvent(READER_EVENT, { detail }));
}

/** Reports a search that has ended, as `search` or, without results, as `no result`. */
export function reportSearch(query: string, results: number): void {
  reportReaderEvent(results === 0 ? { name: 'no result', query } : { name: 'search', query, results });
}
