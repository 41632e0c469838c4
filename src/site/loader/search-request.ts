/**
 * How the search dialog is asked for: the event `site:search` on document, after React is there. Whoever opens the
 * dialog calls preventDefault() on it; when nobody does, the visitor gets the search page instead.
 */
export function requestSearch(): void {
  const unanswered = document.dispatchEvent(new Event('site:search', { cancelable: true }));
  const link = document.querySelector<HTMLAnchorElement>('a[data-search]');
  if (unanswered && link) location.assign(link.href);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input,textarea,select'));
}

/** `/` or Ctrl/Cmd+K, outside of fields. `/` may take Shift: on many keyboards it does. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key } = event;
  if (event.repeat || event.altKey || isField(event.target)) return false;
  return event.ctrlKey || event.metaKey ? key === 'k' : key === '/';
}

/** Listens for the shortcuts as long as the page lives. */
export function listenForShortcuts(hydrate: () => Promise<void>): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !isShortcut(event)) return;
    event.preventDefault();
    void hydrate().then(requestSearch);
  });
}
