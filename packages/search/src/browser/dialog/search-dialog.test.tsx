// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SearchHost } from '../search-site.ts';
import { sampleResult, sampleSearchSite as sampleSite, sampleSource } from '../testing/sample-search.ts';
import { mountDialog, type MountedDialog } from './search-dialog.tsx';

const ANSWERS = {
  kafka: [sampleResult('kafka'), sampleResult('kafka#setup'), sampleResult('hive')],
  hostile: [sampleResult('x', { title: [{ text: '<img src=x onerror=alert(1)><b>', highlighted: true }] })],
};

let entries: Record<string, string> = {};
let source = sampleSource(ANSWERS);

function start(host?: SearchHost, site = sampleSite): MountedDialog {
  const store = { get: (key: string) => entries[key] ?? null, set: (key: string, value: string) => void (entries[key] = value) };
  let dialog: MountedDialog | undefined;
  act(() => void (dialog = mountDialog(site, store, host, source)));
  if (dialog === undefined) throw new Error('nothing was mounted');
  return dialog;
}

function opened(host?: SearchHost): MountedDialog {
  const dialog = start(host);
  act(() => dialog.open());
  return dialog;
}

function find<T extends Element = HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`no ${selector} in ${document.body.innerHTML}`);
  return element;
}

const text = (selector: string): string => find(selector).textContent.replaceAll(/\s+/g, ' ').trim();
const options = (): string[] =>
  [...document.querySelectorAll('[role="option"]')].map((one) => one.querySelector('.search-option-title')?.textContent ?? '');
const activeId = (): string | null => find('[role="combobox"]').getAttribute('aria-activedescendant');
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const rest = (): Promise<void> => pass(100);

async function type(query: string): Promise<void> {
  const input = find<HTMLInputElement>('[role="combobox"]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    set?.call(input, query);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await rest();
}

function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  act(() => void find('[role="combobox"]').dispatchEvent(event));
  return event.defaultPrevented;
}

const click = (selector: string): void => act(() => find(selector).click());
const submit = async (): Promise<void> => {
  await act(async () => void find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  await rest();
};

/** Prevents links from being followed, and returns the addresses of the clicked ones. */
function followed(): string[] {
  const hrefs: string[] = [];
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link) hrefs.push(link.getAttribute('href') ?? '');
    event.preventDefault();
  });
  return hrefs;
}

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '';
  entries = {};
  source = sampleSource(ANSWERS);
});
afterEach(() => void vi.useRealTimers());

describe('R-301 the search dialog', () => {
  test('opens with a focused field, and says that there are no recent searches', () => {
    opened();
    expect(find<HTMLDialogElement>('dialog').open).toBe(true);
    expect(document.activeElement).toBe(find('[role="combobox"]'));
    expect(find<HTMLInputElement>('[role="combobox"]').placeholder).toBe('Search docs');
    expect(text('.search-body')).toBe('No recent searches');
    expect(text('.search-keys')).toMatch(/to select.*to navigate.*to close/);
  });

  test('shows results in groups with the first one selected, and a link to all results', async () => {
    opened();
    await type('kafka');
    expect(options()).toEqual(['kafka', 'setup', 'hive']);
    expect(text('[role="group"] .search-group')).toBe('Guides');
    expect(find('[aria-selected="true"]').id).toBe(activeId());
    expect(find('[role="combobox"]').getAttribute('aria-controls')).toBe(find('[role="listbox"]').id);
    expect(text('.search-all')).toBe('See all 3 results');
    expect(find('.search-all').getAttribute('href')).toBe('/base/search?q=kafka');
    expect(text('[role="status"]')).toBe('3 results for kafka');
  });

  test('moves the selection with the keyboard', async () => {
    opened();
    await type('kafka');
    expect(press('ArrowDown')).toBe(true);
    expect(find(`[id="${activeId()}"] .search-option-title`).textContent).toBe('setup');
    press('End');
    expect(find('[aria-selected="true"] .search-option-title').textContent).toBe('hive');
    expect(press('x')).toBe(false);
  });

  test('opens the selected result on Enter, closes, and stores the query', async () => {
    const dialog = start();
    const hrefs = followed();
    act(() => dialog.open());
    await type('kafka');
    press('ArrowDown');
    await submit();
    expect(hrefs).toEqual(['/base/docs/kafka#setup']);
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
    act(() => dialog.open());
    expect(find<HTMLInputElement>('[role="combobox"]').value).toBe('kafka');
  });

  test('opens its own result if the page has an element with the same id', async () => {
    const hrefs = followed();
    opened();
    await type('kafka');
    const link = Object.assign(document.createElement('a'), { id: activeId(), href: '/elsewhere' });
    document.body.prepend(link);
    // The list is made again, so that the element of the page is the first one with its id for every implementation of the DOM.
    await type('hostile');
    await type('kafka');
    await submit();
    link.remove();
    expect(hrefs).toEqual(['/base/docs/kafka']);
  });

  test('opens again with no active item in the start list, whose items may be others', async () => {
    const dialog = start();
    followed();
    act(() => dialog.open());
    await type('kafka');
    await submit();
    act(() => dialog.open());
    await type('');
    press('ArrowDown');
    expect(activeId()).not.toBeNull();
    press('Escape');
    act(() => dialog.open());
    expect(activeId()).toBeNull();
  });

  test('closes on a press beside its content, and not on a selection of text that ends there', () => {
    opened();
    const pressOn = (selector: string): void => {
      act(() => void find(selector).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
      click('dialog');
    };
    pressOn('[role="combobox"]');
    expect(find<HTMLDialogElement>('dialog').open).toBe(true);
    pressOn('dialog');
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
  });

  test('waits for the results of the typed text on Enter', async () => {
    const hrefs = followed();
    opened();
    await type('kafka');
    press('End');
    const input = find<HTMLInputElement>('[role="combobox"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'hostile');
    act(() => void input.dispatchEvent(new Event('input', { bubbles: true })));
    await submit();
    expect(hrefs).toEqual(['/base/docs/x']);
  });

  test('opens a new tab on Ctrl+Enter and stays open', async () => {
    const clicks: MouseEvent[] = [];
    document.addEventListener('click', (event) => (clicks.push(event), event.preventDefault()));
    opened();
    await type('kafka');
    press('Enter', { ctrlKey: true });
    await rest();
    expect(clicks.map(({ ctrlKey }) => ctrlKey)).toEqual([true]);
    expect(find<HTMLDialogElement>('dialog').open).toBe(true);
  });

  test.each(['.search-cancel', 'dialog'])('closes on a click on %s', (selector) => {
    opened();
    click(selector);
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
  });

  test('closes on Escape and on Ctrl+K', () => {
    const dialog = start();
    for (const [key, ctrlKey] of [
      ['Escape', false],
      ['k', true],
    ] as const) {
      act(() => dialog.open());
      expect(press(key, { ctrlKey })).toBe(true);
      expect(find<HTMLDialogElement>('dialog').open).toBe(false);
    }
  });

  test('gives up the focus when it closes, so that the next key is a shortcut', () => {
    opened();
    expect(document.activeElement?.tagName).toBe('INPUT');
    press('Escape');
    expect(document.activeElement).toBe(document.body);
  });

  test('ignores a late close event of the browser', () => {
    const dialog = opened();
    press('Escape');
    act(() => dialog.open());
    // A browser queues this event when the dialog is closed, and may dispatch it after the next key was pressed.
    act(() => void find('dialog').dispatchEvent(new Event('close')));
    expect(find<HTMLDialogElement>('dialog').open).toBe(true);
  });

  test('has a button that clears the query', async () => {
    opened();
    await type('kafka');
    click('[title="Clear the query"]');
    expect(text('.search-body')).toBe('No recent searches');
    expect(document.querySelector('[title="Clear the query"]')).toBeNull();
  });

  test('opens with a given query', async () => {
    const dialog = start();
    act(() => dialog.open('kafka'));
    await rest();
    expect(options()).toHaveLength(3);
  });

  test('stores opened results as recent, which can be saved or removed', async () => {
    followed();
    const dialog = start();
    for (const key of ['Home', 'End']) {
      act(() => dialog.open());
      await type('kafka');
      press(key);
      await submit();
    }
    act(() => dialog.open());
    await type('');
    expect([...document.querySelectorAll('.search-group')].map((one) => one.textContent)).toEqual(['Recent']);
    expect(options()).toEqual(['hive', 'kafka']);
    expect(activeId()).toBeNull();
    click('[title="Save this search"]');
    expect([...document.querySelectorAll('.search-group')].map((one) => one.textContent)).toEqual(['Recent', 'Favorite']);
    expect(options()).toEqual(['kafka', 'hive']);
    click('[title="Remove this search from history"]');
    expect(document.activeElement).toBe(find('[role="combobox"]'));
    click('[title="Remove this search from favorites"]');
    expect(text('.search-body')).toBe('No recent searches');
  });

  test('has no buttons in the listbox', async () => {
    entries['search-recent:sample'] = JSON.stringify([{ id: 'kafka', href: '/base/docs/kafka', title: 'kafka' }]);
    opened();
    expect(options()).toEqual(['kafka']);
    expect(document.querySelector('[role="listbox"] button')).toBeNull();
    expect(document.querySelector('.search-history button')?.getAttribute('aria-label')).toBe('Save this search: kafka');
  });
});

describe('R-301 the filter by part of the documentation', () => {
  const filters = (): string[] => [...document.querySelectorAll('.search-filter button')].map((one) => one.textContent);
  const pressed = (): string | undefined => document.querySelector('.search-filter [aria-pressed="true"]')?.textContent;
  const filter = (name: string): void =>
    act(() =>
      [...document.querySelectorAll<HTMLElement>('.search-filter button')].find((one) => one.textContent.startsWith(name))?.click(),
    );
  beforeEach(() => {
    source = sampleSource({
      kafka: [sampleResult('kafka'), sampleResult('hive', { group: 'Sources' })],
      lineage: [sampleResult('lineage')],
      table: [sampleResult('columns', { group: 'GraphQL' }), sampleResult('rows')],
    });
  });

  test('shows the parts that have results with their counts, and limits the search to the selected one', async () => {
    opened();
    await type('kafka');
    expect(filters()).toEqual(['All 2', 'Guides 1', 'Sources 1']);
    expect(pressed()).toBe('All 2');
    filter('Sources');
    await rest();
    expect(options()).toEqual(['hive']);
    expect([pressed(), text('.search-all'), text('[role="status"]')]).toEqual(['Sources 1', 'See all 1 results', '1 result for kafka']);
    expect(find('.search-all').getAttribute('href')).toBe('/base/search?q=kafka&group=sources');
    expect(document.activeElement).toBe(find('[role="combobox"]'));
  });

  test('is missing if all results are in one part', async () => {
    opened();
    await type('lineage');
    expect(options()).toEqual(['lineage']);
    expect(filters()).toEqual([]);
  });

  test('is kept for the next query, and leads back to all results if the part has none', async () => {
    opened();
    await type('kafka');
    filter('Sources');
    await type('table');
    expect(options()).toEqual([]);
    expect(text('.search-message')).toBe('No results in this part of the documentation.Show all results');
    click('.search-message button');
    await rest();
    expect(options()).toEqual(['columns', 'rows']);
    expect(document.activeElement).toBe(find('[role="combobox"]'));
  });

  test('is reset when the query is cleared or the dialog is closed', async () => {
    const dialog = start();
    act(() => dialog.open());
    await type('kafka');
    filter('Sources');
    await type('');
    await type('kafka');
    expect(pressed()).toBe('All 2');
    filter('Sources');
    await rest();
    click('.search-cancel');
    act(() => dialog.open());
    await rest();
    expect([pressed(), options().length]).toEqual(['All 2', 2]);
  });
});

test('R-302 a search without results shows suggestions and a link for feedback', async () => {
  source = sampleSource(ANSWERS, ['kafka']);
  opened();
  await type('xyzzy kafka');
  expect(text('.search-message')).toBe(
    'No results for “xyzzy kafka”Try searching for:kafkaBelieve this query should return results? Let us know.',
  );
  expect(find('.search-message a').getAttribute('href')).toBe('https://code.example/repo/issues');
  click('.search-message button');
  await rest();
  expect(find<HTMLInputElement>('[role="combobox"]').value).toBe('kafka');
  expect(options()).toHaveLength(3);
});

test('R-302 a site without a source repository has no link for feedback', async () => {
  const dialog = start(undefined, { ...sampleSite, links: { repository: null } });
  act(() => dialog.open());
  await type('xyzzy');
  expect(text('.search-message')).toBe('No results for “xyzzy”');
});

test('R-303 an error is reported and disappears after a successful retry', async () => {
  source.down = true;
  opened();
  await type('kafka');
  expect(text('.search-message')).toContain('Unable to fetch results');
  expect(text('.search-message')).toContain('You might want to check your network connection.');
  expect(find('[role="combobox"]').getAttribute('aria-expanded')).toBe('false');
  source.down = false;
  await pass(1000);
  expect(options()).toHaveLength(3);
});

test('R-303 a rate limit is reported, and the search is retried', async () => {
  Object.assign(source, { down: true, status: 429 });
  opened();
  await type('kafka');
  const hint = 'You might want to wait a moment, because there were too many searches.';
  expect(text('.search-message')).toBe(`Unable to fetch results${hint}Try again`);
  expect(text('[role="status"]')).toBe(`Unable to fetch results. ${hint}`);
  source.down = false;
  await pass(1000);
  expect(options()).toHaveLength(3);
});

test('R-214 a malicious response is shown as text, and script URLs are not links', async () => {
  opened();
  await type('hostile');
  expect(options()).toEqual(['<img src=x onerror=alert(1)><b>']);
  expect(document.querySelector('dialog img, dialog b, [href^="javascript"]')).toBeNull();
});

describe('the search dialog of a site with questions and an assistant', () => {
  const ask = vi.fn<(query: string) => void>();
  const host: SearchHost = {
    questions: () => ({
      page: [{ ask: 'How do I start it?', href: '/base/docs/start#start' }],
      common: [{ ask: 'What is it?', href: '/base/docs' }],
    }),
    popularPages: () => [{ label: 'Concepts', href: '/base/docs/concepts' }],
    ask: { label: 'Ask our AI', open: ask },
  };
  const groups = (): (string | null)[] => [...document.querySelectorAll('.search-group')].map((one) => one.textContent);
  beforeEach(() => void ask.mockClear());

  test('shows questions before the reader types, after recent searches, and does not store them', async () => {
    entries['search-recent:sample'] = JSON.stringify([{ id: 'kafka', href: '/base/docs/kafka', title: 'kafka' }]);
    const hrefs = followed();
    opened(host);
    expect(groups()).toEqual(['Recent', 'Questions about this page', 'Common questions', 'Popular pages']);
    expect(options()).toEqual(['kafka', 'How do I start it?', 'What is it?', 'Concepts']);
    press('ArrowUp');
    expect(find('[aria-selected="true"]').getAttribute('href')).toBe('/base/docs/concepts');
    press('ArrowUp');
    press('ArrowUp');
    await submit();
    expect(hrefs).toEqual(['/base/docs/start#start']);
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
    expect(JSON.parse(entries['search-recent:sample'] ?? '')).toHaveLength(1);
  });

  test('shows three questions of each kind, so that popular pages are visible', () => {
    const asks = (kind: string) => [1, 2, 3, 4].map((number) => ({ ask: `${kind} ${number}?`, href: `/base/docs/${kind}${number}` }));
    opened({ ...host, questions: () => ({ page: asks('Page'), common: asks('Common') }) });
    expect(options()).toEqual(['Page 1?', 'Page 2?', 'Page 3?', 'Common 1?', 'Common 2?', 'Common 3?', 'Concepts']);
  });

  test('passes the query to the assistant with the last option', async () => {
    opened(host);
    await type(' kafka ');
    expect(options()).toEqual(['kafka', 'setup', 'hive', 'Ask our AI: “kafka”']);
    expect(activeId()).toBe(document.querySelector('[role="option"]')?.id);
    press('End');
    await submit();
    expect(ask).toHaveBeenCalledExactlyOnceWith('kafka');
    expect(find<HTMLDialogElement>('dialog').open).toBe(false);
  });

  test('selects the assistant if there are no results, and shows popular pages', async () => {
    opened(host);
    await type('xyzzy');
    expect(text('.search-message')).toContain('No results for');
    expect(groups()).toEqual(['Popular pages']);
    expect(options()).toEqual(['Ask our AI: “xyzzy”', 'Concepts']);
    expect(find('[aria-selected="true"]').textContent).toBe('Ask our AI: “xyzzy”');
    await submit();
    expect(ask).toHaveBeenCalledExactlyOnceWith('xyzzy');
  });

  test('R-302 shows the closest pages if a similar query has results, and Enter still asks the assistant', async () => {
    source = sampleSource({ kafka: ['kafka', 'setup', 'hive', 'more'].map((name) => sampleResult(name)) }, ['kafka']);
    opened(host);
    await type('kafak');
    expect(text('[role="status"]')).toBe('No results for kafak');
    expect(groups()).toEqual(['Closest pages']);
    // The other results only contain the word.
    expect(options()).toEqual(['Ask our AI: “kafak”', 'kafka']);
    expect(find('[aria-selected="true"]').textContent).toBe('Ask our AI: “kafak”');
    expect(document.querySelector('.search-all')).toBeNull();
    await submit();
    expect(ask).toHaveBeenCalledExactlyOnceWith('kafak');
  });

  test('offers a retry and the assistant after a failed search', async () => {
    source.down = true;
    opened(host);
    await type('kafka');
    expect(options()).toEqual(['Ask our AI: “kafka”']);
    source.down = false;
    click('.search-message button');
    await rest();
    expect(options()).toHaveLength(4);
    expect(document.activeElement).toBe(find('[role="combobox"]'));
  });
});
