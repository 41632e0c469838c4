/** A click on what only React can answer is not lost while React is on its way. */

/** Links, details and forms do not wait: the browser moves them. The links here open or copy something once React is there. */
const WAITING = 'button:not([type=submit]),a[data-copy-page],a[data-search]';

/** Holds clicks back, each element's once; what is returned lets go and clicks again. */
export function holdClicks(): () => void {
  const held = new Set<HTMLElement>();

  function hold(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const element = (event.target as Element).closest?.<HTMLElement>(WAITING);
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.add(element);
  }

  addEventListener('click', hold, true);
  return () => {
    removeEventListener('click', hold, true);
    for (const element of held) if (element.isConnected) element.click();
  };
}
