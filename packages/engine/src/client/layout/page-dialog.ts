/** Small dialogs over the page that are fetched when they are asked for: the browser keeps the focus in them and gives it back. */
import { wordsOf } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';

export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, ...children: (Node | string)[]): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** Opens a modal dialog with a heading and a button that closes it; Escape and a press beside it close it too. Nothing happens while another one is open. */
export function openPageDialog(site: Pick<SiteData, 'words'>, name: string, title: string, ...content: Node[]): void {
  if (document.querySelector('dialog[open]') !== null) return;
  const close = Object.assign(element('button', wordsOf(site)('Close')), { type: 'button', className: 'button' });
  const dialog = Object.assign(element('dialog', element('h2', title), ...content, close), {
    className: `dialog-window page-dialog ${name}`,
    // Not by the id of the heading: a section of the page may have the same one.
    ariaLabel: title,
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  showDialog(dialog);
}

/** Shows a modal dialog until it is closed. */
export function showDialog(dialog: HTMLDialogElement): void {
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
