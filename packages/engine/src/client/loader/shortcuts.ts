/** Search shortcuts. They click the link to the search once React runs; without a dialog the link opens the search page. */
function isField(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches?.('input,textarea,select');
}

/**
 * Listens for `/` (with or without Shift, as keyboards differ) and Ctrl/Cmd+K outside of fields. Text typed after a shortcut is
 * collected in `<html data-typed>` until the dialog takes it over.
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
      void hydrate().then(() => document.querySelector<HTMLElement>('[data-search]')?.click());
    } else if (isTyping && !withControl && key.length === 1) dataset.typed += key;
    else return;
    event.preventDefault();
  });
}
