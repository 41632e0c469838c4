/** A click on what only React can answer is not lost while React is on its way. */

/** Links and details do not wait: the browser moves them. The links here open or copy something once React is there. */
const WAITING = 'button, a[data-copy-page], a[data-search]';

/** The element whose click has to wait, or null when the browser itself can answer it. */
function waitingElement(target: EventTarget | null): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(`a[href], ${WAITING}`) : null;
  if (!element?.matches(WAITING)) return null;
  const isSubmit = element instanceof HTMLButtonElement && element.form && element.type === 'submit';
  return isSubmit ? null : element;
}

/** Holds clicks back, each element's once; what is returned lets go and clicks again. */
export function holdClicks(): () => void {
  const held = new Set<HTMLElement>();

  function hold(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const element = waitingElement(event.target);
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.add(element);
  }

  document.addEventListener('click', hold, true);
  return () => {
    document.removeEventListener('click', hold, true);
    for (const element of held) if (element.isConnected) element.click();
  };
}
