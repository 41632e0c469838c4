/** The list of keyboard shortcuts, which `?` opens. It is fetched when it is asked for. */
import { wordsOf } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';
import { element, openPageDialog } from './page-dialog.ts';

/** Keys to press together, or one or the other: `[['Ctrl', 'K'], ['/']]`. */
type Keys = readonly (readonly string[])[];

function written(keys: Keys, or: string): Node[] {
  return keys.flatMap((together, index) => [
    ...(index > 0 ? [document.createTextNode(` ${or} `)] : []),
    ...together.flatMap((key, place) => [...(place > 0 ? [document.createTextNode(' ')] : []), element('kbd', key)]),
  ]);
}

export function openShortcutHelp(site: Pick<SiteData, 'words' | 'search'>): void {
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
  openPageDialog(site, 'shortcut-help', say('Keyboard shortcuts'), list);
}
