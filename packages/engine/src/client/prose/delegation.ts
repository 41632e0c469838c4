/** Islands listen on document, once: what they move may be swapped for the next page's at any time. */

/** Calls `handle` for events on, or inside of, elements that match. */
export function onPage<K extends keyof DocumentEventMap>(
  type: K,
  selector: string,
  handle: (event: DocumentEventMap[K], element: HTMLElement) => void,
): void {
  document.addEventListener(type, (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (element && !event.defaultPrevented) handle(event, element);
  });
}
