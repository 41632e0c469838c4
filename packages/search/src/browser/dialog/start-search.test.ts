// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleSearchSite as sampleSite } from '../testing/sample-search.ts';
import { startSearch } from './start-search.ts';

const store = { get: () => null, set: () => undefined };
const open = vi.fn();
const load = vi.fn(() => Promise.resolve({ mountDialog: () => ({ open }) }));
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const BODY = '<a data-search href="/base/search">Search</a><form data-search><input name="q" value="kafka"></form><p>Text</p>';

// The listeners stay on the document, so one start serves all tests.
startSearch(sampleSite, store, undefined, load);

beforeEach(() => {
  document.body.innerHTML = BODY;
  open.mockClear();
});

test('the dialog is fetched once when the pointer reaches the button', async () => {
  document.querySelector('p')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(load).not.toHaveBeenCalled();
  for (const type of ['pointerover', 'focusin']) document.querySelector('a')?.dispatchEvent(new Event(type, { bubbles: true }));
  await quiet();
  expect(load).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
});

test('R-301 the search event opens the dialog', async () => {
  const event = new CustomEvent('site:search', { cancelable: true });
  document.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  await quiet();
  expect(open).toHaveBeenCalledWith('');
});

test('R-301 a search form opens the dialog with its text', async () => {
  const event = new Event('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(event);
  await quiet();
  expect(event.defaultPrevented).toBe(true);
  expect(open).toHaveBeenCalledWith('kafka');
});

test('R-301 text typed while the dialog loads is searched for', async () => {
  const { dataset } = document.documentElement;
  dataset['typed'] = 'kaf';
  document.dispatchEvent(new CustomEvent('site:search', { cancelable: true }));
  dataset['typed'] += 'ka';
  await quiet();
  expect(open).toHaveBeenCalledWith('kafka');
  expect(dataset['typed']).toBeUndefined();
  document.dispatchEvent(new CustomEvent('site:search', { cancelable: true }));
  expect(dataset['typed']).toBe('');
  dataset['typed'] += 'tag';
  await quiet();
  expect(open).toHaveBeenLastCalledWith('tag');
});
