// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { renderOptionFilter } from '../sources/option-tables.ts';
import { mount } from './option-filter.ts';

const row = (name: string, text: string): string => `<tr id="${name}"><td><code>${name}</code></td><td>${text}</td></tr>`;
const table = (...rows: string[]): string => `<div class="table"><table><tbody>${rows.join('')}</tbody></table></div>`;

const PAGE = `
  ${table(row('elsewhere', 'account'))}
  <h2>Options</h2>
  ${renderOptionFilter({ plugin: 'shop' })}
  <h3 id="required">Required</h3>
  ${table(row('account_id', 'The account'), row('role', 'A role'))}
  <h3 id="profiling">Profiling</h3>
  <details class="option" id="fold"><summary><code>profiling</code>: profiles of tables</summary>${table(row('profiling.enabled', 'On or off'), row('profiling.limit', 'Most rows'))}</details>
  <h2>Later</h2>
  ${table(row('later', 'account'))}`;

const root = (): HTMLElement => document.querySelector('.option-filter') as HTMLElement;
const field = (): HTMLInputElement => root().querySelector('input') as HTMLInputElement;
const button = (): HTMLButtonElement => root().querySelector('button') as HTMLButtonElement;
const details = (): HTMLDetailsElement => document.querySelector('details') as HTMLDetailsElement;
const status = (): string | undefined => root().querySelector('[role="status"]')?.textContent;
const hidden = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('tr, h3, details')].filter(({ hidden: isHidden }) => isHidden).map(({ id }) => id);
function type(text: string): void {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
}

let unmount: () => void = () => {};
beforeEach(() => {
  unmount();
  document.body.innerHTML = PAGE;
  unmount = mount(root());
});

test('shows options that contain all words in any order and case, and the headings above them', () => {
  type('The ACCOUNT');
  expect(hidden()).toEqual(['role', 'profiling', 'fold', 'profiling.enabled', 'profiling.limit']);
  expect(status()).toBe('1 of 5 options match.');
  type('');
  expect(hidden()).toEqual([]);
  expect(status()).toBe('The + button of an option adds it to a recipe.');
});

test('expands an option if a nested one matches, and shows all nested options of a match', () => {
  type('limit');
  expect(hidden()).toEqual(['required', 'account_id', 'role', 'profiling.enabled']);
  expect(details().open).toBe(true);
  type('profiles of');
  expect(hidden()).toEqual(['required', 'account_id', 'role']);
});

test('prefers options with a matching name, and a button also shows those that mention it', () => {
  document.querySelector('#role td:last-child')?.append(' of the account');
  unmount();
  unmount = mount(root());
  type('account');
  expect(status()).toBe('1 of 5 options match. Show 1 more that mentions it');
  expect(hidden()).toContain('role');
  root().querySelector<HTMLElement>('.option-more')?.click();
  expect(status()).toBe('2 of 5 options match.');
  expect(hidden()).not.toContain('role');
  expect(document.activeElement).toBe(field());
});

test('reports that nothing matches, and Escape resets the filter', () => {
  type('zebra');
  expect(status()).toBe('No option matches.');
  field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(field().value).toBe('');
  expect(hidden()).toEqual([]);
});

test('expands and collapses all', () => {
  expect(button().textContent).toBe('Expand all');
  button().click();
  expect(details().open).toBe(true);
  details().dispatchEvent(new Event('toggle'));
  expect(button().textContent).toBe('Collapse all');
  button().click();
  expect(details().open).toBe(false);
});

test('a link to a hidden option resets the filter', () => {
  type('account');
  location.hash = '#role';
  dispatchEvent(new Event('hashchange'));
  expect(field().value).toBe('');
  expect(hidden()).toEqual([]);
});

test('text typed before the script loaded is applied, and an unmounted filter does not respond', () => {
  unmount();
  field().value = 'role';
  unmount = mount(root());
  expect(status()).toBe('1 of 5 options match.');
  unmount();
  type('zebra');
  expect(status()).toBe('1 of 5 options match.');
});
