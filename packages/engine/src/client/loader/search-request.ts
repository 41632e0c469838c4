/**
 * How the keyboard asks for the search: by a click on the link to it, after React is there. Where nobody opens a dialog
 * for that, the link leads to the search page.
 */
function isField(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches?.('input,textarea,select');
}

/**
 * Listens for the shortcuts as long as the page lives: `/` (it may take Shift, as on many keyboards) or Ctrl/Cmd+K, outside
 * of fields. What is typed after one until the dialog takes it over is kept in `<html data-typed>`.
 */
export function listenForShortcuts(hydrate: () => Promise<void>): void {
  const { dataset } = document.documentElement;
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.defaultPrevented || event.repeat || event.altKey || isField(event.target as HTMLElement)) return;
    const isTyping = 'typed' in dataset;
    const withControl = event.ctrlKey || event.metaKey;
    if (withControl ? key === 'k' : key === '/' && !isTyping) {
      dataset.typed ??= '';
      void hydrate().then(() => document.querySelector<HTMLElement>('a[data-search]')?.click());
    } else if (isTyping && !withControl && key.length === 1) dataset.typed += key;
    else return;
    event.preventDefault();
  });
}
