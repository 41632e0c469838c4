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
  test('text and options are combined, and the count is reported', () => {
    start();
    tick('datastore');
    expect(shown()).toEqual(['Spark', 'MySQL']);
    type('mysql');
    expect(shown()).toEqual(['MySQL']);
    expect(find('[role="status"]').textContent).toBe('1 of 3 integrations');
    expect(location.search).toBe('?text=mysql&type=datastore');
  });

  test('counts follow the other kinds', () => {
    start();
    expect(count('bi-tool')).toBe('1');
    tick('push');
    expect(count('bi-tool')).toBe('0');
    expect(count('datastore')).toBe('1');
  });

  test('the address decides at the start, and opens the options it names', () => {
    start('?type=bi-tool&type=nonsense');
    expect(shown()).toEqual(['Looker']);
    expect(find<HTMLInputElement>('[value="bi-tool"]').checked).toBe(true);
    expect(find<HTMLDetailsElement>('details').open).toBe(true);
  });

  test('what was ticked before the script came is kept', () => {
    tick('push');
    start();
    expect(shown()).toEqual(['Spark']);
  });

  test('an option is a step of the history, typing is none', () => {
    start();
    const before = history.length;
    tick('datastore');
    type('s');
    type('sp');
    expect(history.length).toBe(before + 1);
  });

  test.each(['/integrations', '/integrations/'])('going back shows what the address says: %s', (path) => {
    start();
    tick('datastore');
    history.replaceState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(shown()).toHaveLength(3);
    expect(find<HTMLInputElement>('[value="datastore"]').checked).toBe(false);
  });

  test('mounted again after a link to the page without filters, it shows everything', () => {
    start('?text=mysql&type=datastore');
    unmount();
    start();
    expect(shown()).toEqual(['Spark', 'MySQL', 'Looker']);
    expect(document.querySelectorAll('input:checked')).toHaveLength(0);
    expect(find('[data-count]').textContent).toBe('3 integrations');
  });

  test('nothing found: a way out that empties everything', () => {
    start();
    type('zzz');
    expect(find<HTMLElement>('[data-none]').hidden).toBe(false);
    find<HTMLElement>('[data-reset]').click();
    expect(shown()).toHaveLength(3);
    expect(find<HTMLElement>('[data-none]').hidden).toBe(true);
    expect(location.search).toBe('');
    expect(find('[role="status"]').textContent).toBe('3 integrations');
  });

  test('after unmounting nothing listens any more', () => {
    start();
    unmount();
    type('looker');
    expect(shown()).toHaveLength(3);
  });

  test('a root without a form is left alone', () => {
    expect(() => mount(document.createElement('div'))()).not.toThrow();
  });

  test('each ticked option has a chip that removes it', () => {
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
