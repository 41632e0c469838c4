/** Events that concern whatever page is shown. Listeners are added to the document once, because the router replaces page bodies. */

/** Dispatched on document after the router has shown another page. */
export const PAGE_SHOWN = 'site:page';

/** Calls `handle` for events on elements that match the selector, or inside of them, unless another listener prevented the default. */
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
