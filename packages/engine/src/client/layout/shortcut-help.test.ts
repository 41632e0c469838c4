// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { openShortcutHelp } from './shortcut-help.ts';

beforeEach(() => document.body.replaceChildren());
const rows = (): string[] => [...document.querySelectorAll('.shortcut-help dl > div')].map(({ textContent }) => textContent);

test('shortcuts of the search are listed where the site has one', () => {
  openShortcutHelp({ search: {} as never });
  expect(rows()[0]).toBe('Ctrl K or /Open the search');
  expect(rows()).toHaveLength(6);
});

test('without a search only the others are, and the words are those of the site', () => {
  openShortcutHelp({ search: null, words: { 'Close a dialog': 'Fenster schließen' } });
  expect(rows()).toEqual(['EscFenster schließen', '?Show this list']);
});

test('it opens once, closes by its button and leaves nothing behind', () => {
  openShortcutHelp({ search: null });
  openShortcutHelp({ search: null });
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  document.querySelector<HTMLButtonElement>('.shortcut-help button')?.click();
  expect(document.querySelector('dialog')).toBeNull();
});
