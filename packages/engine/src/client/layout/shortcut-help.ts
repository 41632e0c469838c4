/** The list of keyboard shortcuts, which `?` opens. It is fetched when it is asked for. */
import { wordsOf } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';

/** Keys to press together, or one or the other: `[['Ctrl', 'K'], ['/']]`. */
type Keys = readonly (readonly string[])[];

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, ...children: (Node | string)[]): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function written(keys: Keys, or: string): Node[] {
  return keys.flatMap((together, index) => [
    ...(index > 0 ? [document.createTextNode(` ${or} `)] : []),
    ...together.flatMap((key, place) => [...(place > 0 ? [document.createTextNode(' ')] : []), element('kbd', key)]),
  ]);
}

/** Opens the list as a modal dialog: the browser keeps the focus in it, closes it on Escape, and gives the focus back. */
export function openShortcutHelp(site: Pick<SiteData, 'words' | 'search'>): void {
  if (document.querySelector('dialog[open]') !== null) return;
  const say = wordsOf(site);
  const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const ofSearch: [Keys, string][] = [
    [[[control, 'K'], ['/']], say('Open the search')],
    [[['↓'], ['↑']], say('Move through the results')],
    [[['Enter']], say('Open the selected result')],
    [[[control, 'Enter']], say('Open it in a new tab')],
  ];
  const rows: [Keys, string][] = [
    ...(site.search === null ? [] : ofSearch),
    [[['Esc']], say('Close a dialog')],
    [[['?']], say('Show this list')],
  ];
  const list = element(
    'dl',
    ...rows.map(([keys, does]) => element('div', element('dt', ...written(keys, say('or'))), element('dd', does))),
  );
  const close = Object.assign(element('button', say('Close')), { type: 'button', className: 'button' });
  const heading = Object.assign(element('h2', say('Keyboard shortcuts')), { id: 'shortcut-help' });
  const dialog = Object.assign(element('dialog', heading, list, close), { className: 'dialog-window shortcut-help' });
  dialog.setAttribute('aria-labelledby', heading.id);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
