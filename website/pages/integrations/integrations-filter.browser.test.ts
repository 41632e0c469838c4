// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mount } from './integrations-filter.browser.ts';

const card = (name: string, type: string, connection: string): string =>
  `<li class="integration" data-type="${type}" data-connection="${connection}" data-status="certified" data-feature="">
    <h3>${name}</h3><p class="integration-text">Tables of ${name}</p></li>`;

const option = (kind: string, value: string): string =>
  `<label><input type="checkbox" name="${kind}" value="${value}"><span class="filter-count"></span></label>`;

const PAGE = `<div data-island="integrations-filter">
  <form><input type="search" name="text"><details>${option('type', 'datastore')}${option('type', 'bi-tool')}
  ${option('connection', 'push')}</details><button type="reset">Reset filters</button></form>
  <p role="status" data-count>3 integrations</p>
  <ul data-chips hidden></ul>
  <ul>${card('Spark', 'datastore', 'push')}${card('MySQL', 'datastore', 'pull')}${card('Looker', 'bi-tool', 'pull')}</ul>
  <div data-none hidden><button type="button" data-reset>Reset filters</button></div></div>`;

let unmount = (): void => {};

function start(query = ''): void {
  history.replaceState(null, '', `/integrations${query}`);
  unmount = mount(find<HTMLElement>('[data-island]'));
}

function find<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return element;
}

function tick(value: string): void {
  find<HTMLInputElement>(`[value="${value}"]`).click();
}

function type(text: string): void {
  const field = find<HTMLInputElement>('[name="text"]');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const shown = (): (string | null)[] =>
  [...document.querySelectorAll<HTMLElement>('.integration')]
    .filter(({ hidden }) => !hidden)
    .map((each) => each.querySelector('h3')?.textContent ?? null);
const count = (value: string): string | null | undefined => find(`[value="${value}"]`).closest('label')?.querySelector('span')?.textContent;

beforeEach(() => {
  document.body.innerHTML = PAGE;
});

afterEach(() => unmount());

describe('the integrations filter', () => {
  test('combines text and options, and reports the count', () => {
    start();
    tick('datastore');
    expect(shown()).toEqual(['Spark', 'MySQL']);
    type('mysql');
    expect(shown()).toEqual(['MySQL']);
    expect(find('[role="status"]').textContent).toBe('1 of 3 integrations');
    expect(location.search).toBe('?text=mysql&type=datastore');
  });

  test('updates the counts of options when another kind changes', () => {
    start();
    expect(count('bi-tool')).toBe('1');
    tick('push');
    expect(count('bi-tool')).toBe('0');
    expect(count('datastore')).toBe('1');
    const empty = Array.from(document.querySelectorAll('[data-empty] input'), (input) => (input as HTMLInputElement).value);
    expect(empty).toContain('bi-tool');
    expect(empty).not.toContain('datastore');
    // A chosen option is never empty, because it explains why the list is.
    expect(empty).not.toContain('push');
  });

  test('applies the filters in the address and expands their options', () => {
    start('?type=bi-tool&type=nonsense');
    expect(shown()).toEqual(['Looker']);
    expect(find<HTMLInputElement>('[value="bi-tool"]').checked).toBe(true);
    expect(find<HTMLDetailsElement>('details').open).toBe(true);
  });

  test('keeps options that were checked before the script loaded', () => {
    tick('push');
    start();
    expect(shown()).toEqual(['Spark']);
  });

  test('adds a history entry for an option, but not for text', () => {
    start();
    const before = history.length;
    tick('datastore');
    type('s');
    type('sp');
    expect(history.length).toBe(before + 1);
  });

  test.each(['/integrations', '/integrations/'])('follows the address on going back: %s', (path) => {
    start();
    tick('datastore');
    history.replaceState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(shown()).toHaveLength(3);
    expect(find<HTMLInputElement>('[value="datastore"]').checked).toBe(false);
  });

  test('shows everything when it is mounted again without filters in the address', () => {
    start('?text=mysql&type=datastore');
    unmount();
    start();
    expect(shown()).toEqual(['Spark', 'MySQL', 'Looker']);
    expect(document.querySelectorAll('input:checked')).toHaveLength(0);
    expect(find('[data-count]').textContent).toBe('3 integrations');
  });

  test('shows a message and a reset button if nothing matches', () => {
    start();
    type('zzz');
    expect(find<HTMLElement>('[data-none]').hidden).toBe(false);
    find<HTMLElement>('[data-reset]').click();
    expect(shown()).toHaveLength(3);
    expect(find<HTMLElement>('[data-none]').hidden).toBe(true);
    expect(location.search).toBe('');
    expect(find('[role="status"]').textContent).toBe('3 integrations');
  });

  test('does not respond after it is unmounted', () => {
    start();
    unmount();
    type('looker');
    expect(shown()).toHaveLength(3);
  });

  test('ignores a root element without a form', () => {
    expect(() => mount(document.createElement('div'))()).not.toThrow();
  });

  test('shows a chip for each checked option, which removes it', () => {
    start('?type=datastore&connection=push');
    const chips = (): string[] => [...document.querySelectorAll('[data-chips] button')].map(({ textContent }) => textContent ?? '');
    expect(chips()).toEqual(['datastore', 'push', 'Reset all']);
    find<HTMLButtonElement>('[data-chips] [data-value="push"]').click();
    expect(chips()).toEqual(['datastore']);
    expect(shown()).toEqual(['Spark', 'MySQL']);
    expect(location.search).toBe('?type=datastore');
    find<HTMLButtonElement>('[data-chips] button').click();
    expect(find<HTMLElement>('[data-chips]').hidden).toBe(true);
    expect(shown()).toHaveLength(3);
  });
});
