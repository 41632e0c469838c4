// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { applyStoredTabs, followStoredTabs } from './stored-tabs.ts';
import { startTabs } from './tabs.ts';
import { reveal } from './reveal.ts';

function tabs(id: string, group: string): string {
  const tab = (value: string) =>
    `<button role="tab" id="${id}-${value}" data-value="${value}" aria-selected="${value === 'mac'}">${value}</button>`;
  const panel = (value: string) =>
    `<div role="tabpanel" data-value="${value}" class="${value === 'mac' ? '' : 'inactive'}"><p id="${id}-in-${value}">x</p></div>`;
  return `<div class="tabs" data-group="${group}"><div role="tablist">${['mac', 'win'].map(tab).join('')}</div>${['mac', 'win'].map(panel).join('')}</div>`;
}
const selected = () => [...document.querySelectorAll('[aria-selected="true"]')].map((tab) => tab.id);
const press = (id: string, key: string) =>
  document.getElementById(id)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

startTabs();
followStoredTabs();

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = tabs('a', 'os') + tabs('b', 'os') + tabs('c', 'shell');
});

test('R-212 a selected tab is selected in all groups of the same name and stored', () => {
  document.getElementById('a-win')?.click();
  expect(selected()).toEqual(['a-win', 'b-win', 'c-mac']);
  expect(document.querySelector('#b-in-win')?.closest('[role=tabpanel]')?.className).toBe('');
  expect(localStorage.getItem('docusaurus.tab.os')).toBe('win');
});

test('R-212 the stored tab is selected, unless the group does not have it', () => {
  localStorage.setItem('docusaurus.tab.os', 'win');
  localStorage.setItem('docusaurus.tab.shell', 'beos');
  applyStoredTabs();
  expect(selected()).toEqual(['a-win', 'b-win', 'c-mac']);
});

test('R-212 a tab that is selected in another window is selected', () => {
  localStorage.setItem('docusaurus.tab.shell', 'win');
  window.dispatchEvent(new StorageEvent('storage', { key: 'docusaurus.tab.shell', newValue: 'win' }));
  expect(selected()).toEqual(['a-mac', 'b-mac', 'c-win']);
});

test('arrow keys, Home, and End move between tabs, once for each key press', () => {
  press('a-mac', 'ArrowRight');
  expect([selected()[0], document.activeElement?.id]).toEqual(['a-win', 'a-win']);
  press('a-win', 'ArrowRight');
  expect(selected()[0]).toBe('a-mac');
  press('a-mac', 'End');
  expect(selected()[0]).toBe('a-win');
  press('a-win', 'Home');
  expect(selected()[0]).toBe('a-mac');
});

test('R-104 a hash target in an inactive panel or closed details becomes visible, and nothing is stored', () => {
  const target = document.getElementById('a-in-win');
  expect(target && reveal(target)).toBe(true);
  expect(selected()[0]).toBe('a-win');
  expect(localStorage.length).toBe(0);
  document.body.innerHTML = '<details><p id="d">x</p></details>';
  const folded = document.getElementById('d');
  expect(folded && reveal(folded)).toBe(true);
  expect(document.querySelector('details')?.open).toBe(true);
});
